#include "base/buf.h"
#include "base/error.h"
#include "bot/decide.h"
#include "bot/print.h"
#include "bot/remote.h"
#include "bot/session.h"
#include "channel/channel.h"
#include "channel/endpoint.h"
#include "wire/wire.h"

#include <solvent/status.h>
#include <solvent/version.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

/* A bot's connection to the arbiter, and the detection of its loss: our own channel to an arbiter
 * on this machine, libzmq (bot/remote.h) to other machines and for all encrypted connections.
 * Each connection has a dealer, which only its thread uses. Frames to
 * send stay the caller's. */
struct svi_dealer {
    struct svi_endpoint endpoint;
    struct svi_remote *remote;  /* in use rather than `channel`, or NULL */
    struct svi_channel channel; /* fd is -1 without a connection */
    uint8_t *buffer;            /* buffer that the channel reads into */
    /* Hello to send on each connection until one is open. */
    struct svi_buf hello;
    const uint8_t *bytes; /* last frame received */
    size_t size;
    struct svi_error error; /* the last error */
};

/* The results of dealer_receive(). */
enum svi_dealer_event {
    /* d->bytes holds a frame, until the next dealer_receive(). */
    SVI_DEALER_FRAME,
    /* Nothing came for a second. d->error says why there is no connection yet, or is "". */
    SVI_DEALER_IDLE,
    SVI_DEALER_INTERRUPTED, /* a signal was caught */
    /* The connection broke, and the arbiter would not recognise a new one. */
    SVI_DEALER_LOST,
};

#define IDLE_MS 1000
#define RETRY_MS 100         /* between two tries to connect */
#define BUFFER_BYTES 262144u /* frames up to this size are read in place */

/* ---- the connection -------------------------------------------------------------------------- */

/* Tries once to connect. Returns 0, or errno with the reason in d->error too. */
static int connect_channel(struct svi_dealer *d)
{
    const struct timeval patience = {.tv_sec = IDLE_MS / 1000};
    int fd;
    if (svi_endpoint_connect(&d->endpoint, &fd) != SV_OK) {
        const int reason = errno;
        (void)svi_fail(&d->error, SV_E_SYSTEM, "%s", svi_errno_text(reason));
        return reason;
    }
    d->error.text[0] = 0;
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    svi_channel_init(&d->channel, fd, SVI_ZMTP_DEALER, SVI_MAX_FRAME, SVI_MAX_FRAME);
    if (d->hello.size != 0) {
        (void)svi_channel_send(&d->channel, d->hello.data, d->hello.size);
    }
    return 0;
}

static enum sv_status init_remote(struct svi_dealer *d, const char *endpoint,
                                  const struct svi_remote_keys *keys)
{
    if (&sv_remote_library == NULL) {
        return svi_fail(&d->error, SV_E_ARGUMENT,
                        "this bot plays on the arbiter's machine only: to connect from elsewhere, "
                        "or with keys, link it with 'pkg-config --libs solvent-remote'");
    }
    d->remote = sv_remote_library.open(endpoint, keys);
    if (d->remote != NULL) {
        return SV_OK;
    }
    const bool wrong = errno == EINVAL || errno == EPROTONOSUPPORT;
    return svi_fail(&d->error, wrong ? SV_E_ARGUMENT : SV_E_SYSTEM, "%s",
                    sv_remote_library.reason(errno));
}

/* Connects, encrypted if `keys` is given, and goes on trying until the arbiter listens. Does not
 * keep `endpoint` and `keys`. The caller sends its hello next, and then receives.
 *
 * Returns SV_E_ARGUMENT for a faulty endpoint, or SV_E_SYSTEM. d->error has the reason then, and
 * dealer_finish() must not be called. */
static enum sv_status dealer_init(struct svi_dealer *d, const char *endpoint,
                                  const struct svi_remote_keys *keys)
{
    memset(d, 0, sizeof *d);
    d->channel.fd = -1;
    SVI_TRY(svi_endpoint_read(&d->endpoint, endpoint, &d->error));
    if (d->endpoint.kind == SVI_ENDPOINT_ELSEWHERE || keys != NULL) {
        return init_remote(d, endpoint, keys);
    }
    d->buffer = malloc(BUFFER_BYTES);
    if (d->buffer == NULL) {
        return svi_fail(&d->error, SV_E_SYSTEM, "no memory");
    }
    if (connect_channel(d) == EINVAL) { /* port '*', which can only be listened at */
        free(d->buffer);
        d->buffer = NULL;
        return SV_E_ARGUMENT;
    }
    return SV_OK;
}

static void dealer_finish(struct svi_dealer *d)
{
    if (d->remote != NULL) {
        sv_remote_library.close(d->remote);
    }
    svi_channel_finish(&d->channel);
    svi_buf_finish(&d->hello);
    free(d->buffer);
    memset(d, 0, sizeof *d);
    d->channel.fd = -1;
}

/* ---- receiving ------------------------------------------------------------------------------- */

static enum svi_dealer_event receive_remote(struct svi_dealer *d)
{
    static const enum svi_dealer_event events[] = {
        [SVI_REMOTE_FRAME] = SVI_DEALER_FRAME,
        [SVI_REMOTE_IDLE] = SVI_DEALER_IDLE,
        [SVI_REMOTE_INTERRUPTED] = SVI_DEALER_INTERRUPTED,
        [SVI_REMOTE_LOST] = SVI_DEALER_LOST,
    };
    const char *trouble = "";
    const enum svi_remote_event event =
        sv_remote_library.receive(d->remote, &d->bytes, &d->size, &trouble);

    if (event == SVI_REMOTE_IDLE || event == SVI_REMOTE_LOST) {
        (void)svi_fail(&d->error, SV_E_SYSTEM, "%s%s", trouble[0] != 0 ? "it " : "", trouble);
    }
    return events[event];
}

/* Tries to connect for about a second. Returns SOME with a connection, FINE without. */
static enum svi_channel_result reconnect(struct svi_dealer *d)
{
    for (int ms = 0; ms < IDLE_MS; ms += RETRY_MS) {
        if (poll(NULL, 0, RETRY_MS) < 0) {
            return SVI_CHANNEL_INTERRUPTED;
        }
        if (connect_channel(d) == 0) {
            return SVI_CHANNEL_SOME;
        }
    }
    return SVI_CHANNEL_FINE;
}

/* Waits until bytes have come, or a second is over; sends meanwhile what the socket would not take
 * before. */
static enum svi_channel_result wait_for_bytes(struct svi_dealer *d)
{
    struct pollfd ready = {.fd = d->channel.fd, .events = POLLIN | POLLOUT};
    if (!svi_channel_wants_write(&d->channel)) {
        return svi_channel_read(&d->channel, d->buffer, BUFFER_BYTES, true);
    }
    if (poll(&ready, 1, IDLE_MS) < 0) {
        return SVI_CHANNEL_INTERRUPTED;
    }
    (void)svi_channel_flush(&d->channel); /* reading reports errors too */
    if (ready.revents == POLLOUT) {
        return SVI_CHANNEL_SOME;
    }
    return svi_channel_read(&d->channel, d->buffer, BUFFER_BYTES, false);
}

/* Handles a verdict. Returns false if the arbiter went before the handshake: it may come back, so
 * another try is due. */
static bool is_lost(struct svi_dealer *d, enum svi_channel_result verdict)
{
    char what[256];
    const bool again = !svi_channel_is_open(&d->channel) && verdict != SVI_CHANNEL_E_PROTOCOL &&
                       verdict != SVI_CHANNEL_E_MEMORY;
    svi_channel_describe(&d->channel, verdict, what, sizeof what);
    (void)svi_fail(&d->error, SV_E_SYSTEM, "it %s", what);
    if (again) {
        svi_channel_finish(&d->channel);
    }
    return !again;
}

static enum svi_dealer_event receive_local(struct svi_dealer *d)
{
    struct svi_zmtp_message message = {0};
    for (;;) {
        enum svi_channel_result result;
        if (d->channel.fd < 0) {
            result = reconnect(d);
        } else {
            result = svi_channel_next(&d->channel, &message);
            if (result == SVI_CHANNEL_FINE) {
                result = wait_for_bytes(d);
            }
        }
        if (result == SVI_CHANNEL_MESSAGE) {
            d->bytes = message.bytes;
            d->size = message.size;
            return SVI_DEALER_FRAME;
        }
        if (result == SVI_CHANNEL_FINE) {
            return SVI_DEALER_IDLE;
        }
        if (result == SVI_CHANNEL_INTERRUPTED) {
            return SVI_DEALER_INTERRUPTED;
        }
        if (result != SVI_CHANNEL_SOME && is_lost(d, result)) {
            return SVI_DEALER_LOST;
        }
    }
}

/* Waits up to about a second for the next frame, and connects meanwhile if there is no connection
 * yet. Returns what has happened. After SVI_DEALER_LOST only finish the dealer. */
static enum svi_dealer_event dealer_receive(struct svi_dealer *d)
{
    return d->remote != NULL ? receive_remote(d) : receive_local(d);
}

/* ---- sending --------------------------------------------------------------------------------- */

/* Sends a frame. The first frame, the hello, may be sent before there is a connection. Returns
 * false if a frame cannot be sent; d->error has the reason. The loss of the arbiter is reported by
 * dealer_receive(), because the arbiter may have said goodbye. */
static bool dealer_send(struct svi_dealer *d, const uint8_t *bytes, size_t size)
{
    if (d->remote != NULL) {
        if (!sv_remote_library.send(d->remote, bytes, size)) {
            (void)svi_fail(&d->error, SV_E_SYSTEM, "%s", sv_remote_library.reason(errno));
            return false;
        }
        return true;
    }
    if (!svi_channel_is_open(&d->channel)) {
        svi_buf_append(&d->hello, bytes, size);
        if (d->channel.fd < 0) {
            return !d->hello.failed;
        }
    }
    const enum svi_channel_result result = svi_channel_send(&d->channel, bytes, size);
    if (result == SVI_CHANNEL_E_UNREAD || result == SVI_CHANNEL_E_MEMORY) {
        svi_channel_describe(&d->channel, result, d->error.text, sizeof d->error.text);
        return false;
    }
    return true;
}

#define EXIT_USAGE 2
#define EXIT_ENVIRONMENT 3
#define HELLO_IDLES 60 /* idle seconds, roughly, after which a missing welcome ends the bot */

struct options {
    const char *name, *endpoint;
    const char *server_key, *secret_key; /* paths; NULL: not encrypted */
    bool again;                          /* connect again after any end of a connection */
    bool played;                         /* the last connection was welcomed */
    bool always;                         /* be asked every question, despite the bot's conditions */
    bool explain;                        /* write notes with reasons */
    pid_t parent;                        /* the arbiter that started us, or 0 */
};

static volatile sig_atomic_t stopped;

static void on_stop(int signal_number)
{
    (void)signal_number;
    stopped = 1;
}

/* The first SIGTERM or SIGINT ends the bot between two frames, the next one at once. A handler of
 * the bot's own stays. */
static void catch_stop(void)
{
    static const int signals[] = {SIGTERM, SIGINT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction action = {.sa_handler = on_stop, .sa_flags = (int)SA_RESETHAND};
        struct sigaction before;

        sigemptyset(&action.sa_mask);
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL) {
            sigaction(signals[i], &action, NULL);
        }
    }
}

static void print_help(const char *program)
{
    printf(
        "Usage: %s [--connect ENDPOINT] [--name NAME] [--server-key FILE --secret-key FILE]\n"
        "       [--always] [--explain]\n"
        "A bot for Solvent. An arbiter usually starts it and says where to connect:\n"
        "\n"
        "    solvent match %s %s\n"
        "\n"
        "Options:\n"
        "  --connect ENDPOINT  connect to an arbiter that listens there, for instance\n"
        "                      tcp://127.0.0.1:7001 (default: $SOLVENT_ENDPOINT)\n"
        "  --name NAME         the name to play under\n"
        "  --server-key FILE   the public key of an arbiter elsewhere, and\n"
        "  --secret-key FILE   our own keys (solvent keygen): the connection is encrypted\n"
        "  --again             connect again after a loss or a goodbye, until nobody has answered\n"
        "                      for a minute\n"
        "  --always            be asked every time, whatever the bot's conditions are: to see\n"
        "                      whether it plays the same games by them\n"
        "  --explain           say why, where the bot can: its reasons stand beside its answers "
        "in\n"
        "                      the record of a game, and change the record's digest, not the game\n"
        "  --help              print this and exit\n"
        "  --version           print the bot's version and the SDK's and exit\n"
        "\n"
        "To run a bot by hand, in a debugger say, let the arbiter wait for it:\n"
        "\n"
        "    solvent match --clock 3600000 --listen tcp://127.0.0.1:7001 me@ %s &\n"
        "    gdb --args %s --connect tcp://127.0.0.1:7001 --name me\n"
        "\n"
        "To play in a league on another machine, which has our public key:\n"
        "\n"
        "    %s --connect tcp://192.0.2.1:7001 --server-key league.pub --secret-key me.key\n",
        program, program, program, program, program, program);
}

/* If argv[*i] is the option `name`, its value: what follows '=', or the next argument, which *i
 * moves to. "" when it has none. NULL: it is another. */
static const char *option_value(const char *name, int argc, char **argv, int *i)
{
    size_t size = strlen(name);
    if (strncmp(argv[*i], name, size) != 0 || (argv[*i][size] != '=' && argv[*i][size] != 0)) {
        return NULL;
    }
    if (argv[*i][size] == '=') {
        return argv[*i] + size + 1;
    }
    if (*i + 1 >= argc || argv[*i + 1] == NULL) {
        return "";
    }
    return argv[++*i];
}

/* Fills the options. Returns false if the program must end with *status. */
static bool read_options(struct options *o, int argc, char **argv, const struct sv_bot *bot,
                         const char *program, int *status)
{
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        const char *value;

        if (strcmp(argument, "--again") == 0) {
            o->again = true;
            continue;
        }
        if (strcmp(argument, "--help") == 0) {
            print_help(argc > 0 ? argv[0] : program);
            *status = EXIT_SUCCESS;
            return false;
        }
        if (strcmp(argument, "--version") == 0) {
            printf("%s%s%s (Solvent SDK %s)\n", o->name, bot->version != NULL ? " " : "",
                   bot->version != NULL ? bot->version : "", SV_VERSION_STRING);
            *status = EXIT_SUCCESS;
            return false;
        }
        if (strcmp(argument, "--always") == 0) {
            o->always = true;
            continue;
        }
        if (strcmp(argument, "--explain") == 0) {
            o->explain = true;
            continue;
        }
        if ((value = option_value("--connect", argc, argv, &i)) != NULL) {
            o->endpoint = value;
            o->parent = 0;
        } else if ((value = option_value("--name", argc, argv, &i)) != NULL) {
            o->name = value;
        } else if ((value = option_value("--server-key", argc, argv, &i)) != NULL) {
            o->server_key = value;
        } else if ((value = option_value("--secret-key", argc, argv, &i)) != NULL) {
            o->secret_key = value;
        } else {
            fprintf(stderr, "%s: unknown argument '%s'; try --help\n", program, argument);
            *status = EXIT_USAGE;
            return false;
        }
        if (value[0] == 0) {
            fprintf(stderr, "%s: '%s' needs a value; try --help\n", program, argument);
            *status = EXIT_USAGE;
            return false;
        }
    }
    if (o->endpoint == NULL) {
        fprintf(stderr,
                "%s: no arbiter: give --connect ENDPOINT or let 'solvent match' start it; "
                "try --help\n",
                program);
        *status = EXIT_USAGE;
        return false;
    }
    if (o->parent == 0) { /* a private line needs no keys */
        o->server_key = o->server_key != NULL ? o->server_key : bot->server_key;
        o->secret_key = o->secret_key != NULL ? o->secret_key : bot->secret_key;
    }
    if ((o->server_key == NULL) != (o->secret_key == NULL)) {
        fprintf(stderr, "%s: %s needs %s; try --help\n", program,
                o->server_key != NULL ? "--server-key" : "--secret-key",
                o->server_key != NULL ? "--secret-key, our own keys"
                                      : "--server-key, the arbiter's public key");
        *status = EXIT_USAGE;
        return false;
    }
    return true;
}

/* Reads the keys, if files are given. Returns false, after printing a line, if one cannot be
 * used. */
static bool read_keys(const struct options *o, struct svi_remote_keys *keys)
{
    struct svi_error error;
    if (o->server_key == NULL) {
        return true;
    }
    if (svi_key_read_public(o->server_key, &keys->server, &error) != SV_OK ||
        svi_key_read_pair(o->secret_key, &keys->ours, &error) != SV_OK) {
        fprintf(stderr, "%s: %s\n", o->name, error.text);
        return false;
    }
    return true;
}

static bool send_early(void *user, const uint8_t *bytes, size_t size)
{
    return dealer_send(user, bytes, size);
}

static void complain(const struct svi_dealer *d, const struct options *o, const char *what)
{
    fprintf(stderr, "%s: %s at %s%s%s\n", o->name, what, o->endpoint,
            d->error.text[0] != 0 ? ": " : "", d->error.text);
}

/* Frames in, frames out, until the end. Returns the exit status. */
static int run(struct svi_session *s, struct svi_dealer *d, const struct options *o)
{
    int idles = 0;
    while (!stopped) {
        enum svi_session_end end;
        switch (dealer_receive(d)) {
        case SVI_DEALER_INTERRUPTED:
            continue;
        case SVI_DEALER_LOST:
            complain(d, o, "lost the arbiter");
            return EXIT_ENVIRONMENT;
        case SVI_DEALER_IDLE:
            if (o->parent != 0 && getppid() != o->parent) {
                fprintf(stderr, "%s: the arbiter that started it is gone\n", o->name);
                return EXIT_ENVIRONMENT;
            }
            if (!s->welcomed && ++idles == HELLO_IDLES) {
                complain(d, o, "no arbiter answers");
                return EXIT_ENVIRONMENT;
            }
            continue;
        case SVI_DEALER_FRAME:
            break;
        }
        end = svi_session_frame(s, d->bytes, d->size);
        if (end == SVI_SESSION_GOODBYE) {
            return EXIT_SUCCESS;
        }
        if (end == SVI_SESSION_BROKEN) {
            fprintf(stderr, "%s: %s\n", o->name, s->error);
            return EXIT_ENVIRONMENT;
        }
        if (s->out.size != 0 && !dealer_send(d, s->out.data, s->out.size)) {
            complain(d, o, "cannot send to the arbiter");
            return EXIT_ENVIRONMENT;
        }
    }
    return EXIT_SUCCESS;
}

static const char *environment(const char *name)
{
    return getenv(name); // NOLINT(concurrency-mt-unsafe): no thread sets it
}

/* Connects and plays. Returns the exit status. */
static int play(const struct sv_bot *bot, struct options *o)
{
    struct svi_session session;
    struct svi_dealer dealer;
    struct svi_remote_keys keys;
    enum sv_status connected;
    int status;
    if (!read_keys(o, &keys)) {
        return EXIT_USAGE;
    }
    if (sodium_init() < 0 || svi_session_init(&session, bot, o->name) != SV_OK) {
        fprintf(stderr, "%s: no memory to begin with\n", o->name);
        return EXIT_ENVIRONMENT;
    }
    connected = dealer_init(&dealer, o->endpoint, o->server_key != NULL ? &keys : NULL);
    sodium_memzero(&keys, sizeof keys);
    if (connected != SV_OK) {
        fprintf(stderr, "%s: cannot connect to '%s': %s\n", o->name, o->endpoint,
                dealer.error.text);
        svi_session_finish(&session);
        return connected == SV_E_ARGUMENT ? EXIT_USAGE : EXIT_ENVIRONMENT;
    }
    status = EXIT_ENVIRONMENT;
    session.send = send_early;
    session.user = &dealer;
    if (dealer_send(&dealer, session.out.data, session.out.size)) {
        status = run(&session, &dealer, o);
    } else {
        complain(&dealer, o, "cannot send to the arbiter");
    }
    o->played = session.welcomed;
    svi_session_finish(&session);
    dealer_finish(&dealer);
    return status;
}

int sv_bot_main(int argc, char **argv, const struct sv_bot *bot)
{
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    const char *program = slash != NULL ? slash + 1 : argc > 0 ? argv[0] : "bot";
    struct options o = {
        .name = bot->name != NULL && bot->name[0] != 0 ? bot->name : program,
        .endpoint = environment("SOLVENT_ENDPOINT"),
        .parent = environment("SOLVENT_ENDPOINT") != NULL ? getppid() : 0,
    };
    struct sv_bot asked;
    int status;

    if (!svi_bot_read(bot, &asked)) {
        (void)fprintf(
            stderr,
            "%s: compiled for a newer Solvent than %s; found sv_bot.size %zu, expected %zu\n",
            o.name, SV_VERSION_STRING, bot->size, sizeof *bot);
        return EXIT_USAGE;
    }
    if (!read_options(&o, argc, argv, bot, program, &status)) {
        return status;
    }
    stopped = 0;
    catch_stop();
    svi_print_begin();
    if (environment("SOLVENT_CHECK") != NULL && strcmp(environment("SOLVENT_CHECK"), "0") != 0) {
        asked.check = true;
    }
    asked.explain |= o.explain;
    if (o.always) {
        asked.when = (struct sv_bot_when){0};
    }
    status = play(&asked, &o);
    while (o.again && o.played && !stopped) {
        const int before = status;
        o.played = false;
        status = play(&asked, &o);
        status = o.played ? status : before;
    }
    svi_print_end();
    return status;
}

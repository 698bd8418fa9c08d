#include "bot/dealer.h"
#include "bot/decide.h"
#include "bot/print.h"
#include "bot/session.h"

#include <solvent/version.h>

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXIT_USAGE 2
#define EXIT_ENVIRONMENT 3
#define HELLO_IDLES 60 /* about so many seconds without a frame end the wait for a welcome */

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
    return svi_dealer_send(user, bytes, size);
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
        switch (svi_dealer_receive(d)) {
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
        if (s->out.size != 0 && !svi_dealer_send(d, s->out.data, s->out.size)) {
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
    connected = svi_dealer_init(&dealer, o->endpoint, o->server_key != NULL ? &keys : NULL);
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
    if (svi_dealer_send(&dealer, session.out.data, session.out.size)) {
        status = run(&session, &dealer, o);
    } else {
        complain(&dealer, o, "cannot send to the arbiter");
    }
    o->played = session.welcomed;
    svi_session_finish(&session);
    svi_dealer_finish(&dealer);
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

/* solvent-gate NAME LISTEN [PUBLIC_KEY SECRET_KEY]
 * solvent-gate echo FOLDER ROUTERS DEALERS MESSAGES QUESTION_BYTES ANSWER_BYTES FRAMES SECONDS
 *
 * The gate of a remote bot, which a league or `solvent gate` starts (gate.h); the arbiter listens
 * at SOLVENT_ENDPOINT. Or the raw echo of `solvent bench`. It is a program of its own, so that
 * libzmq is in no other process of ours. */
#include "base/time.h"
#include "thread/thread.h"
#include "tools/console/exit.h"
#include "tools/console/interrupt.h"
#include "tools/console/say.h"
#include "tools/gate/gate.h"
#include "wire/wire.h"

#include <errno.h>
#include <msgpack.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zmq.h>

#define SVI_GATE_ECHO "echo" /* the first word of its command line */

/* ---- echo ------------------------------------------------------------------------------------ */

/* Measures the upper limit: what ZeroMQ and MessagePack carry without a game. Frames of `messages`
 * questions go from a ROUTER to DEALER processes, are decoded there, and come back as frames of as
 * many answers. `solvent bench` starts it (tools/bench/load.h). */

#define MAX_ROUTERS 64u
#define MAX_DEALERS 64u
#define HEAD_BYTES 12u    /* approximate bytes of a message around its filling */
#define PATIENCE_MS 10000 /* timeout for a message; then a process counts as lost */
/* Time for the last frame to leave; a dealer's last answers are not needed. */
#define LINGER_MS 1000
#define FILLING_BYTES 4096 /* largest filling */

struct setup {
    const char *folder;
    unsigned routers; /* threads with a ROUTER each, like the arbiter's workers */
    unsigned dealers; /* processes for each router */
    unsigned messages;
    unsigned question_bytes, answer_bytes; /* bytes of each message */
    unsigned frames;                       /* frames under way for each dealer */
    double seconds;
};

/* ---- messages -------------------------------------------------------------------------------- */

/* Appends a message of about `bytes` bytes: an array of type, match, number and a bin. */
static void put_message(struct svi_buf *buf, uint8_t type, uint64_t match, uint32_t number,
                        size_t bytes)
{
    static const char filling[FILLING_BYTES];
    msgpack_packer pk = {buf, svi_buf_write};
    size_t size = bytes > HEAD_BYTES ? bytes - HEAD_BYTES : 0;
    size = size < sizeof filling ? size : sizeof filling;
    msgpack_pack_array(&pk, 4);
    msgpack_pack_uint8(&pk, type);
    msgpack_pack_uint64(&pk, match);
    msgpack_pack_uint32(&pk, number);
    msgpack_pack_bin_with_body(&pk, filling, size);
}

/* Reads a frame of messages and writes as many messages of the other type. Returns their number; 0
 * for an empty frame or an unreadable one. */
static unsigned turn_round(const void *bytes, size_t size, struct svi_buf *out, uint8_t type,
                           size_t answer_bytes)
{
    struct svi_cursor frame = svi_cursor_over(bytes, size);
    unsigned messages = 0;
    svi_buf_clear(out);
    while (svi_cursor_left(&frame) != 0) {
        struct svi_head head;
        size_t filling;
        (void)svi_get_head(&frame, &head);
        const uint64_t match = svi_get_uint(&frame, UINT64_MAX);
        const uint32_t number = (uint32_t)svi_get_uint(&frame, UINT32_MAX);
        (void)svi_get_bin(&frame, SIZE_MAX, &filling);
        if (frame.status != SV_OK) {
            return 0;
        }
        put_message(out, type, match, number + 1, answer_bytes);
        messages++;
    }
    return messages;
}

/* ---- the DEALER process ---------------------------------------------------------------------- */

/* Creates a socket whose waits all have a timeout. */
static void *make_socket(void *context, int type, int linger_ms)
{
    const int patience_ms = PATIENCE_MS;
    void *socket = context != NULL ? zmq_socket(context, type) : NULL;
    if (socket != NULL) {
        (void)zmq_setsockopt(socket, ZMQ_RCVTIMEO, &patience_ms, sizeof patience_ms);
        (void)zmq_setsockopt(socket, ZMQ_LINGER, &linger_ms, sizeof linger_ms);
    }
    return socket;
}

/* Answers until an empty frame comes. Returns the exit status. */
static int deal(const struct setup *setup, const char *endpoint)
{
    void *context = zmq_ctx_new();
    void *socket = make_socket(context, ZMQ_DEALER, 0);
    struct svi_buf out = {0};
    zmq_msg_t frame;
    if (socket == NULL || zmq_connect(socket, endpoint) != 0 || zmq_send(socket, "", 0, 0) < 0) {
        return 1;
    }
    zmq_msg_init(&frame);
    while (zmq_msg_recv(&frame, socket, 0) > 0 &&
           turn_round(zmq_msg_data(&frame), zmq_msg_size(&frame), &out, SVI_MESSAGE_REPLY,
                      setup->answer_bytes) > 0 &&
           zmq_send(socket, out.data, out.size, 0) >= 0) {
    }
    zmq_msg_close(&frame);
    zmq_close(socket);
    zmq_ctx_term(context);
    svi_buf_finish(&out);
    return 0;
}

/* ---- the ROUTER thread ----------------------------------------------------------------------- */

static double wall_s(void)
{
    return 1e-6 * (double)svi_time_us();
}

struct router {
    const struct setup *setup;
    char endpoint[120];
    pthread_barrier_t *ready;
    struct svi_thread thread;
    double messages, wall_s;
    bool failed;
};

struct letter {
    zmq_msg_t identity, frame;
};

static bool receive(void *socket, struct letter *letter)
{
    return zmq_msg_recv(&letter->identity, socket, 0) >= 0 &&
           zmq_msg_recv(&letter->frame, socket, 0) >= 0;
}

static bool send_to(void *socket, zmq_msg_t *identity, const struct svi_buf *out)
{
    return zmq_send(socket, zmq_msg_data(identity), zmq_msg_size(identity), ZMQ_SNDMORE) >= 0 &&
           zmq_send(socket, out->data, out->size, 0) >= 0;
}

/* Sends the first frames to a dealer that has connected. */
static bool serve(void *socket, const struct setup *setup, zmq_msg_t *identity, struct svi_buf *out)
{
    svi_buf_clear(out);
    for (unsigned m = 0; m < setup->messages; m++) {
        put_message(out, SVI_MESSAGE_ASK, 1000 + m, 1, setup->question_bytes);
    }
    for (unsigned f = 0; f < setup->frames; f++) {
        if (!send_to(socket, identity, out)) {
            return false;
        }
    }
    return true;
}

static bool route_until(struct router *r, void *socket, struct letter *letter, struct svi_buf *out,
                        double until_s)
{
    while (wall_s() < until_s) {
        if (!receive(socket, letter)) {
            return false;
        }
        r->messages += turn_round(zmq_msg_data(&letter->frame), zmq_msg_size(&letter->frame), out,
                                  SVI_MESSAGE_ASK, r->setup->question_bytes);
        if (!send_to(socket, &letter->identity, out)) {
            return false;
        }
    }
    return true;
}

/* Waits for all dealers, echoes for the wanted time, then ends the dealers. */
static bool route_on(struct router *r, void *socket)
{
    zmq_msg_t dealer[MAX_DEALERS];
    struct letter letter;
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    unsigned there = 0;
    bool good = true;
    zmq_msg_init(&letter.identity);
    zmq_msg_init(&letter.frame);
    for (; good && there < r->setup->dealers; there++) {
        good = receive(socket, &letter);
        zmq_msg_init(&dealer[there]);
        zmq_msg_copy(&dealer[there], &letter.identity);
    }
    pthread_barrier_wait(r->ready);
    const double began_s = wall_s();
    for (unsigned i = 0; good && i < there; i++) {
        good = serve(socket, r->setup, &dealer[i], &out);
    }
    good = good && route_until(r, socket, &letter, &out, began_s + r->setup->seconds);
    r->wall_s = wall_s() - began_s;
    svi_buf_clear(&out);
    for (unsigned i = 0; i < there; i++) {
        (void)send_to(socket, &dealer[i], &out);
        zmq_msg_close(&dealer[i]);
    }
    zmq_msg_close(&letter.identity);
    zmq_msg_close(&letter.frame);
    return good;
}

static void *route(void *user)
{
    struct router *r = user;
    void *context = zmq_ctx_new();
    void *socket = make_socket(context, ZMQ_ROUTER, LINGER_MS);
    if (socket != NULL && zmq_bind(socket, r->endpoint) == 0) {
        r->failed = !route_on(r, socket);
    } else {
        r->failed = true;
        pthread_barrier_wait(r->ready);
    }
    if (socket != NULL) {
        zmq_close(socket);
    }
    if (context != NULL) {
        zmq_ctx_term(context);
    }
    return NULL;
}

/* ---- all together ---------------------------------------------------------------------------- */

/* Starts the dealers of a router; they wait until it listens. Returns false if the system
 * refuses. */
static bool start_dealers(const struct router *r)
{
    for (unsigned i = 0; i < r->setup->dealers; i++) {
        const pid_t pid = fork();
        if (pid < 0) {
            return false;
        }
        if (pid == 0) {
            _exit(deal(r->setup, r->endpoint));
        }
    }
    return true;
}

static bool run_routers(struct router *router, unsigned count, double *messages, double *wall_s)
{
    bool good = true;
    unsigned started = 0;
    for (; good && started < count; started++) {
        good = svi_thread_start(&router[started].thread, route, &router[started]) == 0;
    }
    if (!good) {
        abort(); /* the others wait for it at the barrier, and a benchmark has nothing to lose */
    }
    for (unsigned i = 0; i < started; i++) {
        svi_thread_join(&router[i].thread);
        good = good && !router[i].failed;
        *messages += router[i].messages;
        *wall_s = router[i].wall_s > *wall_s ? router[i].wall_s : *wall_s;
    }
    return good;
}

static enum svi_exit echo(const struct setup *setup)
{
    static struct router router[MAX_ROUTERS];
    pthread_barrier_t ready;
    double messages = 0, wall_s = 0;
    bool good = true;
    pthread_barrier_init(&ready, NULL, setup->routers);
    for (unsigned i = 0; i < setup->routers; i++) {
        router[i] = (struct router){.setup = setup, .ready = &ready};
        (void)snprintf(router[i].endpoint, sizeof router[i].endpoint, "ipc://%s/%u", setup->folder,
                       i);
    }
    for (unsigned i = 0; i < setup->routers && good; i++) {
        good = start_dealers(&router[i]);
    }
    good = good && run_routers(router, setup->routers, &messages, &wall_s);
    const int reason = errno;
    while (wait(NULL) > 0) { /* dealers also end by themselves, after their timeout */
    }
    pthread_barrier_destroy(&ready);
    if (!good) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "the raw echo did not run: %s",
                            zmq_strerror(reason));
    }
    printf("%.17g %.17g %.17g %.17g\n", messages, wall_s, svi_time_used_s(RUSAGE_SELF),
           svi_time_used_s(RUSAGE_CHILDREN));
    return svi_say_done(SVI_EXIT_DONE);
}

/* words: FOLDER ROUTERS DEALERS MESSAGES QUESTION_BYTES ANSWER_BYTES FRAMES SECONDS, NULL at the
 * end. Its sockets lie in FOLDER. Prints the messages answered, the seconds that took, and the
 * processor seconds of the ROUTERs and of the DEALERs. Returns ENVIRONMENT, after a line on stderr,
 * if sockets or processes cannot be made; USAGE for other words. */
static enum svi_exit gate_echo(char **words)
{
    struct setup setup = {.folder = words[0]};
    unsigned *const numbers[] = {&setup.routers,        &setup.dealers,      &setup.messages,
                                 &setup.question_bytes, &setup.answer_bytes, &setup.frames};
    const size_t n = sizeof numbers / sizeof numbers[0];
    size_t at = 0;
    while (at < n + 2 && words[at] != NULL) {
        at++;
    }
    if (at != n + 2 || words[at] != NULL) {
        return svi_complain(SVI_EXIT_USAGE, "is started by 'solvent bench'");
    }
    for (size_t i = 0; i < n; i++) {
        *numbers[i] = (unsigned)strtoul(words[1 + i], NULL, 10);
    }
    setup.seconds = strtod(words[1 + n], NULL);
    if (setup.routers > MAX_ROUTERS || setup.dealers > MAX_DEALERS) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "cannot echo between %u and %u processes",
                            setup.routers, setup.dealers);
    }
    return echo(&setup);
}

int main(int argc, char **argv)
{
    const char *arbiter = getenv("SOLVENT_ENDPOINT"); // NOLINT(concurrency-mt-unsafe): no threads
    svi_say_as("solvent gate");
    if (argc > 5 && strcmp(argv[1], SVI_GATE_ECHO) == 0) {
        svi_say_as("solvent bench");
        return (int)gate_echo(argv + 2);
    }
    if ((argc != 3 && argc != 5) || arbiter == NULL) {
        return (int)svi_complain(SVI_EXIT_USAGE, "is started by 'solvent gate'");
    }
    const struct svi_gate_setup setup = {.name = argv[1],
                                         .listen = argv[2],
                                         .arbiter = arbiter,
                                         .key_file = argc == 5 ? argv[3] : NULL,
                                         .own_file = argc == 5 ? argv[4] : NULL,
                                         .stop = svi_interrupt_catch()};
    return (int)svi_gate_run(&setup);
}

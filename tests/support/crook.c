/* A bot that answers with the defaults until it commits a crime, one of the table below:
 *
 *     crook CRIME [AFTER]
 *
 * AFTER (0) is how many questions it answers properly first. It speaks the protocol by hand, so
 * that it can speak it badly. */
#include "wire/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

// NOLINTBEGIN(concurrency-mt-unsafe): it has one thread

/* Answers a question as the crime requires; most crimes send something else instead. */
struct crook {
    void *context, *socket;
    struct svi_buf out;
    uint64_t match;
    uint32_t question;
    struct sv_question asked;
    const char *argument; /* of the crime, or NULL */
};

static void send_out(struct crook *c)
{
    if (zmq_send(c->socket, c->out.data, c->out.size, 0) < 0) {
        exit(3);
    }
    svi_buf_clear(&c->out);
}

static void send_bytes(struct crook *c, const void *bytes, size_t size)
{
    svi_buf_append(&c->out, bytes, size);
    send_out(c);
}

static void put_default(struct crook *c, uint64_t match, uint32_t question)
{
    static const struct sv_position nowhere;
    struct sv_answer a = {.kind = c->asked.kind};
    svi_put_reply(&c->out, match, question, &nowhere, &a, true);
}

static void sleep_ms(long ms)
{
    const struct timespec t = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    (void)nanosleep(&t, NULL);
}

/* ---- crimes in place of an answer ------------------------------------------------------------ */

static void honest(struct crook *c)
{
    put_default(c, c->match, c->question);
    send_out(c);
}

/* Keeps some memory for each answer, which is otherwise honest. */
static void leak(struct crook *c)
{
    static char *kept;
    enum { BYTES = 65536 };
    char *more = malloc(BYTES);
    if (more != NULL) {
        memset(more, 1, BYTES);
        memcpy(more, &kept, sizeof kept);
        kept = more;
    }
    honest(c);
}

static void leave(struct crook *c)
{
    (void)c;
    _exit(7);
}

static void crash(struct crook *c)
{
    (void)c;
    (void)signal(SIGSEGV, SIG_DFL); /* a sanitizer would report it instead */
    (void)raise(SIGSEGV);
}

static void hang(struct crook *c)
{
    (void)c;
    (void)signal(SIGTERM, SIG_IGN);
    for (;;) {
        (void)pause();
    }
}

static void slow(struct crook *c)
{
    sleep_ms(c->argument != NULL ? strtol(c->argument, NULL, 10) : 1200);
    honest(c);
}

static void spin(struct crook *c)
{
    (void)c;
    for (volatile unsigned long turns = 0;; turns = turns + 1) {
    }
}

static void garbage(struct crook *c)
{
    static const unsigned char bytes[] = {0xc1, 0xff, 0x00, 0x93, 0x06, 0xc1, 0xde, 0xad};
    send_bytes(c, bytes, sizeof bytes);
}

static void text(struct crook *c)
{
    static const char bytes[] = "bid 100\n";
    send_bytes(c, bytes, sizeof bytes - 1);
}

static void empty(struct crook *c)
{
    send_bytes(c, "", 0);
}

/* The head of a reply with `n` values in all. */
static void put_head(struct crook *c, unsigned char first)
{
    struct svi_buf proper = {0};
    static const struct sv_position nowhere;
    struct sv_answer a = {.kind = c->asked.kind};
    svi_put_reply(&proper, c->match, c->question, &nowhere, &a, true);
    struct svi_cursor cursor = svi_cursor_over(proper.data, proper.size);
    (void)svi_get_array(&cursor, 16);
    svi_buf_byte(&c->out, first);
    svi_buf_append(&c->out, cursor.at, svi_cursor_left(&cursor));
    svi_buf_finish(&proper);
}

/* A reply that can be attributed, with a value no answer has. */
static void malformed(struct crook *c)
{
    put_head(c, 0x94);
    svi_buf_byte(&c->out, 0xc3); /* true */
    send_out(c);
}

/* As malformed(), cut off in the middle of the last value. */
static void cut(struct crook *c)
{
    put_head(c, 0x94);
    svi_buf_byte(&c->out, 0xce);
    send_out(c);
}

/* Claims four billion values, as a frame and within a reply. */
static void huge(struct crook *c)
{
    static const unsigned char claim[] = {0xdd, 0xff, 0xff, 0xff, 0xff};
    put_head(c, 0x94);
    svi_buf_append(&c->out, claim, sizeof claim);
    send_out(c);
    send_bytes(c, claim, sizeof claim);
}

/* Reads well, and no rule allows it. */
static void illegal(struct crook *c)
{
    static const struct sv_position nowhere;
    struct sv_answer a = {.kind = c->asked.kind, .choice = 200, .space = 63, .bid = 2000000000};
    memset(a.plan.level, 6, sizeof a.plan.level);
    svi_put_reply(&c->out, c->match, c->question, &nowhere, &a, false);
    send_out(c);
}

static void unasked(struct crook *c)
{
    put_default(c, c->match, c->question + 1);
    put_default(c, c->match + 1024, c->question);
    put_default(c, 0, 0);
    put_default(c, UINT64_MAX, UINT32_MAX);
    honest(c);
}

static void twice(struct crook *c)
{
    put_default(c, c->match, c->question);
    honest(c);
}

static void flood(struct crook *c)
{
    for (unsigned i = 0; i < 200; i++) {
        put_default(c, c->match + 1 + i, 1);
    }
    honest(c);
}

/* Junk without end, and no answer. */
static void deluge(struct crook *c)
{
    for (;;) {
        garbage(c);
    }
}

static void parts(struct crook *c)
{
    (void)zmq_send(c->socket, "a", 1, ZMQ_SNDMORE);
    (void)zmq_send(c->socket, "b", 1, ZMQ_SNDMORE);
    honest(c);
}

/* Asks for a condition that does not exist. */
static bool odd_conditions(struct svi_hello *hello)
{
    hello->when[SV_DECISION_BUY] = 0x80;
    return true;
}

static void hello_again(struct crook *c)
{
    const struct svi_hello hello = {
        .protocol = SVI_PROTOCOL, .name = "another", .answers = 1, .matches = 1};
    svi_put_hello(&c->out, &hello);
    send_out(c);
}

/* More than the arbiter takes in one frame: the connection breaks. */
static void too_big(struct crook *c)
{
    static unsigned char bytes[2 << 20];
    send_bytes(c, bytes, sizeof bytes);
}

/* Answers, and leaves a child behind that would outlive it. */
static void litter(struct crook *c)
{
    if (fork() == 0) {
        for (;;) {
            (void)pause();
        }
    }
    honest(c);
    sleep_ms(50);
    _exit(0);
}

/* Answers, and is gone before anybody can have read it. */
static void part(struct crook *c)
{
    const int linger = -1;
    (void)zmq_setsockopt(c->socket, ZMQ_LINGER, &linger, sizeof linger);
    honest(c);
    (void)zmq_close(c->socket);
    (void)zmq_ctx_term(c->context); /* which waits until it is sent */
    _exit(0);
}

/* Tells what a bot could get at: the file "secret" in the folder it is given, another's home. */
static void snoop(struct crook *c)
{
    char path[256];
    (void)snprintf(path, sizeof path, "%s/secret", c->argument != NULL ? c->argument : ".");
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    (void)fprintf(stderr, "snoop: secret: %s\n", file >= 0 ? "it can be read" : strerror(errno));
    (void)fprintf(stderr, "snoop: home: %s\n", getenv("HOME"));
    if (file >= 0) {
        close(file);
    }
    honest(c);
}

/* ---- crimes of the hello --------------------------------------------------------------------- */

static bool no_hello(struct svi_hello *hello)
{
    (void)hello;
    return false;
}

static bool no_start(struct svi_hello *hello)
{
    (void)hello;
    exit(3);
}

static bool old_protocol(struct svi_hello *hello)
{
    hello->protocol = SVI_PROTOCOL - 1;
    return true;
}

static const struct crime {
    const char *name;
    void (*answer)(struct crook *c);
    bool (*greet)(struct svi_hello *hello); /* false: no hello is sent */
} crimes[] = {
    {"honest", honest, NULL},
    {"exit", leave, NULL},
    {"leak", leak, NULL},
    {"crash", crash, NULL},
    {"hang", hang, NULL},
    {"slow", slow, NULL},
    {"spin", spin, NULL},
    {"garbage", garbage, NULL},
    {"text", text, NULL},
    {"empty", empty, NULL},
    {"malformed", malformed, NULL},
    {"cut", cut, NULL},
    {"huge", huge, NULL},
    {"illegal", illegal, NULL},
    {"unasked", unasked, NULL},
    {"twice", twice, NULL},
    {"flood", flood, NULL},
    {"deluge", deluge, NULL},
    {"parts", parts, NULL},
    {"hello-again", hello_again, NULL},
    {"too-big", too_big, NULL},
    {"litter", litter, NULL},
    {"part", part, NULL},
    {"snoop", snoop, NULL},
    {"exit-at-once", honest, no_start},
    {"no-hello", honest, no_hello},
    {"old-protocol", honest, old_protocol},
    {"conditions", honest, odd_conditions},
};
#define CRIMES (sizeof crimes / sizeof crimes[0])

/* ---- the bot --------------------------------------------------------------------------------- */

static void greet(struct crook *c, const struct crime *crime)
{
    struct svi_hello hello = {.protocol = SVI_PROTOCOL,
                              .name = "crook",
                              .version = "1",
                              .answers = UINT32_MAX,
                              .matches = 16};
    if (crime->greet == NULL || crime->greet(&hello)) {
        svi_put_hello(&c->out, &hello);
        send_out(c);
    }
}

/* Answers the questions of a frame. False after a goodbye, or a refusal. */
static bool answer(struct crook *c, const struct crime *crime, unsigned *proper, const void *bytes,
                   size_t size)
{
    struct svi_cursor frame = svi_cursor_over(bytes, size);
    while (svi_cursor_left(&frame) > 0) {
        const uint8_t *start = frame.at;
        struct svi_head head;
        struct svi_ask ask;
        if (svi_get_head(&frame, &head) != SV_OK || head.type == SVI_MESSAGE_GOODBYE) {
            return false;
        }
        if (head.type == SVI_MESSAGE_REFUSED) {
            char reason[SVI_MAX_REASON] = "";
            (void)svi_get_refused(&frame, &head, reason);
            (void)fprintf(stderr, "crook: refused: %s\n", reason);
            return false;
        }
        if (head.type != SVI_MESSAGE_ASK) {
            (void)svi_resync(&frame, start);
            continue;
        }
        if (svi_get_ask(&frame, &head, &ask) != SV_OK) {
            return false;
        }
        c->match = ask.match;
        c->question = ask.question;
        c->asked = ask.asked;
        if (*proper > 0) {
            --*proper;
            honest(c);
        } else {
            crime->answer(c);
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    const struct crime *crime = NULL;
    const char *endpoint = getenv("SOLVENT_ENDPOINT");
    unsigned proper = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    struct crook c = {.argument = argc > 3 ? argv[3] : NULL};
    const int no_linger = 0;
    for (size_t i = 0; argc > 1 && i < CRIMES; i++) {
        if (strcmp(argv[1], crimes[i].name) == 0) {
            crime = &crimes[i];
        }
    }
    if (crime == NULL || endpoint == NULL) {
        (void)fprintf(stderr,
                      "usage: crook CRIME [AFTER [ARGUMENT]], started by an arbiter; crimes are:");
        for (size_t i = 0; i < CRIMES; i++) {
            (void)fprintf(stderr, " %s", crimes[i].name);
        }
        (void)fputc('\n', stderr);
        return 2;
    }
    c.context = zmq_ctx_new();
    c.socket = zmq_socket(c.context, ZMQ_DEALER);
    (void)zmq_setsockopt(c.socket, ZMQ_LINGER, &no_linger, sizeof no_linger);
    if (zmq_connect(c.socket, endpoint) != 0) {
        return 3;
    }
    greet(&c, crime);
    zmq_msg_t message;
    zmq_msg_init(&message);
    while (zmq_msg_recv(&message, c.socket, 0) >= 0 &&
           answer(&c, crime, &proper, zmq_msg_data(&message), zmq_msg_size(&message))) {
    }
    zmq_msg_close(&message);
    svi_buf_finish(&c.out);
    zmq_close(c.socket);
    zmq_ctx_term(c.context);
    return 0;
}

// NOLINTEND(concurrency-mt-unsafe)

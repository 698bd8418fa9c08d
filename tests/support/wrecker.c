/* A bot that breaks ZMTP, or the protocol over it, with a socket of its own:
 *
 *     wrecker CRIME
 *
 * Some crimes come in place of the greeting, the others after a proper hello. Endless crimes last
 * until the arbiter closes the connection, or for a bound of their own. The crimes are in the table
 * at the end; tests/system/test_siege.sh plays them. */
#include "channel/endpoint.h"
#include "wire/wire.h"
#include "wire/zmtp.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

// NOLINTBEGIN(concurrency-mt-unsafe): it has one thread

#define MOST_BYTES (256u << 20) /* that it ever sends */
#define BIG_BYTES (2u << 20)

static int line = -1;
static size_t sent;
static struct svi_buf out;
static uint8_t junk[BIG_BYTES];

/* ---- sending --------------------------------------------------------------------------------- */

static void nap_ms(long ms)
{
    const struct timespec t = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    (void)nanosleep(&t, NULL);
}

/* Ends with the connection, or with the bound. */
static void put(const void *bytes, size_t size)
{
    for (size_t at = 0; at < size;) {
        const ssize_t n = send(line, (const uint8_t *)bytes + at, size - at, MSG_NOSIGNAL);
        if (n < 0 && errno != EINTR) {
            exit(3);
        }
        at += n > 0 ? (size_t)n : 0;
    }
    sent += size;
    if (sent > MOST_BYTES) {
        (void)fprintf(stderr, "wrecker: BROKEN: %zu bytes were taken\n", sent);
        exit(4);
    }
}

/* A frame with any flags, and any size said to follow. */
static void put_head(uint8_t flags, uint64_t size)
{
    uint8_t head[9] = {flags | 2};
    for (unsigned i = 0; i < 8; i++) {
        head[8 - i] = (uint8_t)(size >> (8 * i));
    }
    put(head, sizeof head);
}

static void put_frame(const void *bytes, size_t size)
{
    put_head(0, size);
    put(bytes, size);
}

static void put_out(void)
{
    put_frame(out.data, out.size);
    svi_buf_clear(&out);
}

static void put_command(const char *name, const void *bytes, size_t size)
{
    const size_t length = strlen(name);
    const uint8_t first = (uint8_t)length;
    put_head(4, 1 + length + size);
    put(&first, 1);
    put(name, length);
    put(bytes, size);
}

static void put_greeting(uint8_t major, const char *mechanism)
{
    uint8_t greeting[SVI_ZMTP_GREETING] = {0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, major, 1};
    for (size_t i = 0; mechanism[i] != '\0'; i++) {
        greeting[12 + i] = (uint8_t)mechanism[i];
    }
    put(greeting, sizeof greeting);
}

static const uint8_t dealer[] = "\x0bSocket-Type\0\0\0\x06"
                                "DEALER";
#define DEALER_BYTES (sizeof dealer - 1)

static void put_hello(const char *name, const char *version)
{
    struct svi_hello hello = {.protocol = SVI_PROTOCOL, .answers = UINT32_MAX, .matches = 4};
    (void)snprintf(hello.name, sizeof hello.name, "%s", name);
    (void)snprintf(hello.version, sizeof hello.version, "%s", version);
    svi_put_hello(&out, &hello);
    for (size_t i = 0; i < out.size; i++) {
        out.data[i] = out.data[i] == '#' ? 0x1b : out.data[i]; /* which could not be written */
    }
    put_out();
}

/* Until the other end has closed; what it says is of no interest. False: it has not, for so long.
 */
static bool wait_for_end(int ms)
{
    uint8_t bytes[4096];
    struct pollfd fd = {.fd = line, .events = POLLIN};
    while (poll(&fd, 1, ms) == 1) {
        if (recv(line, bytes, sizeof bytes, 0) <= 0) {
            return true;
        }
    }
    return false;
}

/* ---- crimes in place of the greeting --------------------------------------------------------- */

static void signature(void)
{
    put(junk, 4096);
}

static void old_version(void)
{
    put_greeting(2, "NULL");
}

static void mechanism(void)
{
    put_greeting(3, "PLAIN");
}

static void silent(void)
{
    nap_ms(60000);
}

static void half_greeting(void)
{
    put("\xff\0\0\0\0\0\0\0\0\x7f\x03", 11);
    nap_ms(60000);
}

/* Endless in time: a byte, and another. */
static void drip(void)
{
    uint8_t greeting[SVI_ZMTP_GREETING] = {0xff, 0,    0, 0, 0,   0,   0,   0,
                                           0,    0x7f, 3, 1, 'N', 'U', 'L', 'L'};
    for (size_t i = 0; i < sizeof greeting; i++) {
        put(greeting + i, 1);
        nap_ms(1);
    }
    for (unsigned i = 0; i < 6000; i++) {
        put("\x04", 1);
        nap_ms(10);
    }
}

static void ready_claimed(void)
{
    put_greeting(3, "NULL");
    put_head(4, (uint64_t)1 << 30);
    for (;;) {
        put(junk, sizeof junk);
    }
}

static void ready_endless(void)
{
    put_greeting(3, "NULL");
    put_head(4, UINT64_MAX);
    for (;;) {
        put(junk, sizeof junk);
    }
}

static void ready_property(void)
{
    static const uint8_t property[] = "\x0bSocket-Type\x3f\xff\xff\xff"
                                      "DEALER";
    put_greeting(3, "NULL");
    put_command("READY", property, sizeof property - 1);
}

static void router(void)
{
    static const uint8_t property[] = "\x0bSocket-Type\0\0\0\x06"
                                      "ROUTER";
    put_greeting(3, "NULL");
    put_command("READY", property, sizeof property - 1);
}

static void early(void)
{
    put_greeting(3, "NULL");
    put_hello("wrecker", "1");
}

/* Many connections; the first is the only one. */
static void crowd(void)
{
    struct svi_endpoint e;
    struct svi_error error;
    const char *endpoint = getenv("SOLVENT_ENDPOINT");
    unsigned more = 0;
    int fd;
    nap_ms(300); /* ours is accepted meanwhile */
    for (unsigned i = 0; i < 500; i++) {
        if (svi_endpoint_read(&e, endpoint, &error) == SV_OK &&
            svi_endpoint_connect(&e, &fd) == SV_OK) {
            more++;
        }
    }
    (void)fprintf(stderr,
                  more != 0 ? "wrecker: BROKEN: %u more connections\n"
                            : "wrecker: held: %u more connections\n",
                  more);
    exit(3);
}

/* ---- crimes of the hello --------------------------------------------------------------------- */

static void greet(void)
{
    static const uint8_t identity[] = "\x0bSocket-Type\0\0\0\x06"
                                      "DEALER"
                                      "\x08Identity\0\0\0\x05\0ktBg";
    put_greeting(3, "NULL");
    put_command("READY", identity, sizeof identity - 1); /* its properties are ignored */
}

static void claim(const void *bytes, size_t size)
{
    greet();
    put_frame(bytes, size);
}

static void hello_claim(void)
{
    claim("\x92\0\xdf\xff\xff\xff\xff", 7);
}

static void hello_deep(void)
{
    static uint8_t deep[1000000];
    memset(deep, 0x91, sizeof deep);
    claim(deep, sizeof deep);
}

static void hello_escape(void)
{
    greet();
    put_hello("#[31mwrecker", "1");
}

static void version_escape(void)
{
    greet();
    put_hello("wrecker", "#]0;wrecker");
}

/* ---- crimes after it ------------------------------------------------------------------------- */

static void more(void)
{
    for (;;) {
        put_head(1, 0);
    }
}

static void giant(void)
{
    put_head(0, (uint64_t)1 << 62);
    for (;;) {
        put(junk, sizeof junk);
    }
}

static void big(void)
{
    put_frame(junk, sizeof junk);
}

static void reserved(void)
{
    put_head(0xf8, 4);
}

static void command_parts(void)
{
    put_head(5, 4);
}

static void pings(void)
{
    static const uint8_t ping[] = "\x04\x16\x04PING\0\x0a"
                                  "0123456789abcde";
    static uint8_t many[1000 * (sizeof ping - 1)];
    for (size_t i = 0; i < sizeof many; i++) {
        many[i] = ping[i % (sizeof ping - 1)];
    }
    for (;;) {
        put(many, sizeof many);
    }
}

static void long_ping(void)
{
    put_command("PING", junk, 2000);
}

static void ready_again(void)
{
    put_command("READY", dealer, DEALER_BYTES);
}

static void subscribe(void)
{
    put_command("SUBSCRIBE", "x", 1);
}

static void refuse(void)
{
    put_command("ERROR", "\xff\x1b[31m", 6);
}

static void nothings(void)
{
    for (;;) {
        put_head(0, 0);
    }
}

static void hellos(void)
{
    for (;;) {
        put_hello("wrecker", "1");
    }
}

static void noise(void)
{
    uint32_t luck = 1;
    for (;;) {
        luck = luck * 1664525 + 1013904223;
        put_frame(junk + (luck >> 12), 1 + (luck >> 8) % 4096);
    }
}

/* Sends random replies, each well formed. */
static void babble(void)
{
    static const struct sv_position nowhere;
    struct sv_answer a = {.kind = 0};
    for (uint64_t n = 0;; n++) {
        for (unsigned i = 0; i < 100; i++) {
            svi_put_reply(&out, n * 100 + i, i, &nowhere, &a, true);
        }
        put_out();
    }
}

static void half_frame(void)
{
    put_head(0, 1000);
    put(junk, 500);
    nap_ms(60000);
}

static void half_closed(void)
{
    (void)shutdown(line, SHUT_WR);
    nap_ms(60000);
}

static void cut(void)
{
    put_head(0, 1000);
    exit(0);
}

/* All the descriptors that a message takes, again and again. */
static void descriptors(void)
{
    enum { MANY = 253 };
    int fds[MANY];
    union {
        char bytes[CMSG_SPACE(sizeof fds)];
        struct cmsghdr aligned;
    } control = {0};
    uint8_t byte = 0;
    struct iovec part = {.iov_base = &byte, .iov_len = 1};
    struct msghdr m = {.msg_iov = &part,
                       .msg_iovlen = 1,
                       .msg_control = control.bytes,
                       .msg_controllen = sizeof control.bytes};
    struct cmsghdr *c = CMSG_FIRSTHDR(&m);
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof fds);
    for (unsigned i = 0; i < MANY; i++) {
        fds[i] = STDERR_FILENO;
    }
    memcpy(CMSG_DATA(c), fds, sizeof fds);
    for (unsigned i = 0; i < 1000; i++) {
        if (sendmsg(line, &m, MSG_NOSIGNAL) < 0) {
            (void)fprintf(stderr, "wrecker: held: descriptors: %s\n", strerror(errno));
            exit(3);
        }
    }
    (void)fprintf(stderr, "wrecker: BROKEN: 253,000 descriptors were taken\n");
}

/* Nothing is read, whatever comes. */
static void deaf(void)
{
    nap_ms(60000);
}

/* ---- the bot --------------------------------------------------------------------------------- */

static const struct crime {
    const char *name;
    void (*commit)(void);
    bool greeted; /* after a proper hello */
} crimes[] = {
    {"signature", signature, false},
    {"old-version", old_version, false},
    {"mechanism", mechanism, false},
    {"silent", silent, false},
    {"half-greeting", half_greeting, false},
    {"drip", drip, false},
    {"ready-claimed", ready_claimed, false},
    {"ready-endless", ready_endless, false},
    {"ready-property", ready_property, false},
    {"router", router, false},
    {"early", early, false},
    {"crowd", crowd, false},
    {"hello-claim", hello_claim, false},
    {"hello-deep", hello_deep, false},
    {"hello-escape", hello_escape, false},
    {"version-escape", version_escape, false},
    {"more", more, true},
    {"giant", giant, true},
    {"big", big, true},
    {"reserved", reserved, true},
    {"command-parts", command_parts, true},
    {"pings", pings, true},
    {"long-ping", long_ping, true},
    {"ready-again", ready_again, true},
    {"subscribe", subscribe, true},
    {"refuse", refuse, true},
    {"nothings", nothings, true},
    {"hellos", hellos, true},
    {"noise", noise, true},
    {"babble", babble, true},
    {"half-frame", half_frame, true},
    {"half-closed", half_closed, true},
    {"cut", cut, true},
    {"descriptors", descriptors, true},
    {"deaf", deaf, true},
};
#define CRIMES (sizeof crimes / sizeof crimes[0])

int main(int argc, char **argv)
{
    const struct crime *crime = NULL;
    const char *endpoint = getenv("SOLVENT_ENDPOINT");
    struct svi_endpoint e;
    struct svi_error error = {.text = "no endpoint"};
    for (size_t i = 0; argc == 2 && i < CRIMES; i++) {
        if (strcmp(argv[1], crimes[i].name) == 0) {
            crime = &crimes[i];
        }
    }
    if (crime == NULL) {
        (void)fputs("usage: wrecker CRIME; crimes are:", stderr);
        for (size_t i = 0; i < CRIMES; i++) {
            (void)fprintf(stderr, " %s", crimes[i].name);
        }
        (void)fputc('\n', stderr);
        return 2;
    }
    for (size_t i = 0; i < sizeof junk; i++) {
        junk[i] = (uint8_t)(i * 2654435761u >> 24);
    }
    if (endpoint == NULL || svi_endpoint_read(&e, endpoint, &error) != SV_OK ||
        svi_endpoint_connect(&e, &line) != SV_OK) {
        (void)fprintf(stderr, "wrecker: cannot connect: %s\n", error.text);
        return 3;
    }
    (void)fcntl(line, F_SETFL, 0);
    if (crime->greeted) {
        greet();
        put_hello("wrecker", "1");
        nap_ms(100); /* the first matches begin */
    }
    crime->commit();
    return wait_for_end(60000) ? 3 : 4;
}

// NOLINTEND(concurrency-mt-unsafe)

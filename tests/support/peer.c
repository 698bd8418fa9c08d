/* A channel on its own, for the bindings of ZeroMQ to be tried against:
 *
 *     peer listen ENDPOINT     as an arbiter: says where on stdout, takes one connection, sends
 * back what comes peer connect ENDPOINT    as a bot: sends messages of many sizes and wants each
 * back
 *
 * Status 0 when the other end has closed after a whole message (listen), or all came back
 * (connect); 1 with a line on stderr for anything else. */
#include "channel/channel.h"
#include "channel/listener.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST (1u << 20)
#define PATIENCE_MS 60000

static uint8_t buffer[65536];
static uint8_t pattern[MOST];

static _Noreturn void fail(const char *what)
{
    (void)fprintf(stderr, "peer: %s\n", what);
    exit(1);
}

static void wait_for(int fd, short events)
{
    if (poll(&(struct pollfd){.fd = fd, .events = events}, 1, PATIENCE_MS) != 1) {
        fail("nothing happens");
    }
}

/* The next message, or the verdict that ends the connection. */
static enum svi_channel_result receive(struct svi_channel *c, struct svi_zmtp_message *message)
{
    enum svi_channel_result result;
    while ((result = svi_channel_next(c, message)) == SVI_CHANNEL_FINE) {
        wait_for(c->fd, svi_channel_wants_write(c) ? POLLIN | POLLOUT : POLLIN);
        (void)svi_channel_flush(c);
        result = svi_channel_read(c, buffer, sizeof buffer, false);
        if (result > SVI_CHANNEL_INTERRUPTED) {
            break;
        }
    }
    return result;
}

static void describe(const struct svi_channel *c, enum svi_channel_result verdict)
{
    char text[200];
    svi_channel_describe(c, verdict, text, sizeof text);
    fail(text);
}

static void serve(const char *endpoint)
{
    struct svi_listener l;
    struct svi_channel c;
    struct svi_zmtp_message message = {0};
    enum svi_channel_result result;
    struct svi_error error;
    int fd = -1;
    if (svi_listener_open(&l, endpoint, &error) != SV_OK) {
        fail(error.text);
    }
    printf("%s\n", l.text);
    (void)fflush(stdout);
    while (fd < 0) {
        wait_for(l.fd, POLLIN);
        (void)svi_listener_accept(&l, getuid(), &fd);
    }
    svi_listener_close(&l);
    svi_channel_init(&c, fd, SVI_ZMTP_ROUTER, MOST, 64 * MOST);
    while ((result = receive(&c, &message)) == SVI_CHANNEL_MESSAGE) {
        (void)svi_channel_send(&c, message.bytes, message.size);
    }
    if (result != SVI_CHANNEL_E_CLOSED) {
        describe(&c, result);
    }
    printf("%llu messages, %llu pings\n", (unsigned long long)c.messages_in,
           (unsigned long long)c.zmtp.pings);
    svi_channel_finish(&c);
}

static void ask(const char *endpoint)
{
    static const size_t sizes[] = {0, 1, 255, 256, 65536, 5, MOST, 0};
    struct svi_endpoint e;
    struct svi_channel c;
    struct svi_zmtp_message message = {0};
    struct svi_error error;
    int fd;
    if (svi_endpoint_read(&e, endpoint, &error) != SV_OK) {
        fail(error.text);
    }
    while (svi_endpoint_connect(&e, &fd) != SV_OK) { /* not there yet */
        (void)poll(NULL, 0, 10);
    }
    svi_channel_init(&c, fd, SVI_ZMTP_DEALER, MOST, 64 * MOST);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        (void)svi_channel_send(&c, pattern, sizes[i]);
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const enum svi_channel_result result = receive(&c, &message);
        if (result != SVI_CHANNEL_MESSAGE) {
            describe(&c, result);
        }
        if (message.size != sizes[i] || memcmp(message.bytes, pattern, sizes[i]) != 0) {
            fail("a message comes back otherwise");
        }
    }
    svi_channel_finish(&c);
}

int main(int argc, char **argv)
{
    for (size_t i = 0; i < MOST; i++) {
        pattern[i] = (uint8_t)(i * 7);
    }
    if (argc == 3 && strcmp(argv[1], "listen") == 0) {
        serve(argv[2]);
    } else if (argc == 3 && strcmp(argv[1], "connect") == 0) {
        ask(argv[2]);
    } else {
        fail("usage: peer listen|connect ENDPOINT");
    }
    return 0;
}

/* A connection between an arbiter and a bot on one machine: a stream socket, ZMTP on it, and the
 * bytes that could not be sent yet. It has no clock and never waits unless told to; its owner polls
 * the socket and keeps the deadlines. The arbiter's workers and acceptor (arbiter/runner), `solvent
 * check`, bots (bot/main.c) and tools/gate use it, each channel from one thread at a time. Bytes
 * to send stay the caller's, for the call.
 *
 *     // when the socket can be read
 *     svi_channel_read(&c, buffer, sizeof buffer, false);
 *     while (svi_channel_next(&c, &message) == SVI_CHANNEL_MESSAGE) { ... }
 *
 *     // at any time
 *     svi_channel_send(&c, bytes, size);
 *
 *     // when the socket can be written to; poll for that while svi_channel_wants_write()
 *     svi_channel_flush(&c);
 *
 * A fault of the other end is a verdict (E_...): the call that meets it returns it, and so does
 * every later call of its direction. The directions end apart: nothing can be sent to a dead bot,
 * but the bytes that it sent before may still be read, up to the verdict that ends them. */
#ifndef SVI_CHANNEL_CHANNEL_H
#define SVI_CHANNEL_CHANNEL_H

#include "base/buf.h"
#include "wire/zmtp.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(NAME, text): the results of calls. The texts of verdicts follow the other end's name. */
#define SVI_CHANNEL_RESULTS(X)                                                                     \
    X(FINE, "is well")                                                                             \
    X(SOME, "has sent something")                                                                  \
    X(MESSAGE, "has sent a message")                                                               \
    X(INTERRUPTED, "is well, and a signal was caught")                                             \
    X(E_CLOSED, "has closed its connection")                                                       \
    X(E_CUT, "has closed its connection within a message or the handshake")                        \
    X(E_BROKEN, "has lost its connection")                                                         \
    X(E_PROTOCOL, "breaks ZMTP")                                                                   \
    X(E_DESCRIPTOR, "has passed a file descriptor")                                                \
    X(E_UNREAD, "does not read what it is sent")                                                   \
    X(E_MEMORY, "cannot be spoken to: no memory")

enum svi_channel_result {
#define X(NAME, text) SVI_CHANNEL_##NAME,
    SVI_CHANNEL_RESULTS(X)
#undef X
        SVI_CHANNEL_RESULT_COUNT
};

/* Most answers to PINGs that the other end may leave unread. */
#define SVI_CHANNEL_PINGS 10000u

struct svi_channel {
    int fd; /* socket to poll; -1: finished */
    struct svi_zmtp zmtp;
    /* Bytes read and not taken yet, in the buffer given to svi_channel_read(). */
    struct svi_cursor in;
    struct svi_buf out; /* bytes to send */
    size_t sent;        /* bytes of `out` already sent */
    /* Bytes that may go before the handshake ends. */
    size_t beginning;
    size_t max_unsent;
    /* PINGs received up to the last moment when everything was sent. */
    uint64_t pings;
    enum svi_channel_result read_verdict, sent_verdict; /* FINE while no error is known */
    int reason;                                         /* errno of E_BROKEN */
    bool dry;                                           /* end of input was reached */
    uint64_t messages_in, messages_out, bytes_in, bytes_out;
};

/* Takes a connected stream socket, or a socket whose connection is under way, and sends our
 * greeting. `c` is not in use: finished, or never initialised. The channel owns the socket from now
 * on. It accepts messages of up to max_message bytes. If the other end leaves more than max_unsent
 * bytes unread, or answers to SVI_CHANNEL_PINGS, the verdict is E_UNREAD. Errors show in later
 * calls. */
void svi_channel_init(struct svi_channel *c, int fd, enum svi_zmtp_role role, size_t max_message,
                      size_t max_unsent);

/* Closes the socket and frees the channel's memory. Never waits, whatever the other end has sent.
 * May be called again. */
void svi_channel_finish(struct svi_channel *c);

/* Returns whether the handshake is done. */
static inline bool svi_channel_is_open(const struct svi_channel *c)
{
    return c->zmtp.open;
}

/* Reads once, at most `size` bytes, into `buffer`, which must not change until svi_channel_next()
 * has returned FINE; one buffer can serve many channels. Take all messages of the previous read
 * before. With `wait`, waits for bytes as long as the socket's SO_RCVTIMEO says.
 *
 * Returns SOME if there may be messages to take, FINE if nothing has come, INTERRUPTED if a signal
 * came first (with `wait` only), and E_CLOSED, E_CUT, E_BROKEN or E_DESCRIPTOR at the end of
 * input. */
enum svi_channel_result svi_channel_read(struct svi_channel *c, void *buffer, size_t size,
                                         bool wait);

/* Takes the next message of the bytes read. The message's bytes lie in `buffer`, or in the channel
 * until the next call. Also sends answers to PINGs, and messages that waited for the handshake.
 * Returns FINE if no whole message is left, E_PROTOCOL (svi_channel_describe() has the details) or
 * E_MEMORY. */
enum svi_channel_result svi_channel_next(struct svi_channel *c, struct svi_zmtp_message *message);

/* Sends as much of a message as the socket takes now, and keeps the rest for svi_channel_flush().
 * During the handshake it keeps the whole message. Returns FINE, E_CLOSED, E_BROKEN, E_UNREAD or
 * E_MEMORY. */
enum svi_channel_result svi_channel_send(struct svi_channel *c, const void *bytes, size_t size);

/* Sends waiting bytes, as many as the socket takes now. Returns the results of
 * svi_channel_send(). */
enum svi_channel_result svi_channel_flush(struct svi_channel *c);

/* Returns whether bytes wait that may be sent now. */
bool svi_channel_wants_write(const struct svi_channel *c);

/* Writes a description of a result, to follow the other end's name: "breaks ZMTP: a message has
 * more than one part". */
void svi_channel_describe(const struct svi_channel *c, enum svi_channel_result result, char *text,
                          size_t size);

/* ---- async close ----------------------------------------------------------------------------- */

/* Closing sockets that a bot has touched. The last process to close a socket with SO_LINGER waits
 * as long as the socket's owner has set. A bot can pass such a socket to us and then close its own
 * descriptor. Our close() would wait then, and so would closing a connection in whose queue such a
 * socket lies. */

/* Closes descriptors on a thread of its own, so the caller never waits. Without a thread the
 * descriptors stay open: a leaked descriptor is better than an event loop that stands still. Copies
 * the numbers; do not use the descriptors afterwards. */
void svi_close_async(const int *descriptors, size_t count);

/* Waits until all these descriptors are closed, for at most `patience_ms`, so that a program ends
 * without open descriptors. Returns false if a bot's socket is not closed by then. Call it when no
 * other thread closes. */
bool svi_close_wait(unsigned patience_ms);

#endif

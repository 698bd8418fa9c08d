/* A connection between an arbiter and a bot on one machine: one stream socket, ZMTP on it, and what
 * could not be sent yet. It has no clock and never waits unless it is told to; whoever has it polls
 * the socket and knows the deadlines.
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
 * What the other end does is a verdict (E_...), found by whichever call meets it and told by every
 * later one of its direction. The directions end apart: a bot that has died cannot be sent
 * anything, but what it sent before may still be read, up to the verdict that ends it. */
#ifndef SVI_CHANNEL_CHANNEL_H
#define SVI_CHANNEL_CHANNEL_H

#include "base/buf.h"
#include "wire/zmtp.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(NAME, text): how a call came back. The texts of verdicts go after the other end's name. */
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

#define SVI_CHANNEL_PINGS 10000u /* whose answers the other end may leave unread */

struct svi_channel {
    int fd; /* to be polled; -1: finished */
    struct svi_zmtp zmtp;
    struct svi_cursor in; /* read and not taken yet; in the buffer given to svi_channel_read() */
    struct svi_buf out;   /* to be sent; */
    size_t sent;          /* so much of it has been; */
    size_t beginning;     /* and so much may be before the handshake is done */
    size_t max_unsent;
    uint64_t pings;                                     /* that have come when all was sent */
    enum svi_channel_result read_verdict, sent_verdict; /* FINE: none */
    int reason;                                         /* E_BROKEN: errno */
    bool dry;                                           /* nothing is left to be read, ever */
    uint64_t messages_in, messages_out, bytes_in, bytes_out;
};

/* Takes a connected stream socket, or one whose connection is being made, that is the channel's
 * from now on, and sends our greeting. Messages of up to max_message bytes are taken; more than
 * max_unsent bytes that the other end leaves unread make it E_UNREAD, or answers to
 * SVI_CHANNEL_PINGS. */
void svi_channel_init(struct svi_channel *c, int fd, enum svi_zmtp_role role, size_t max_message,
                      size_t max_unsent);

/* Closes the socket and frees. Never waits, whatever the other end has sent. May be called again.
 */
void svi_channel_finish(struct svi_channel *c);

/* The handshake is done. */
static inline bool svi_channel_is_open(const struct svi_channel *c)
{
    return c->zmtp.open;
}

/* Reads once, at most `size` bytes, into `buffer`, which must stay as it is until
 * svi_channel_next() has come to its end; one buffer can serve many channels. All of the last ones
 * must have been taken before. With `wait` it waits for bytes, as long as the socket's SO_RCVTIMEO
 * says. SOME: there are messages to be taken, perhaps. FINE: nothing has come. INTERRUPTED: nothing
 * has, but a signal (with `wait` only). E_CLOSED, E_CUT, E_BROKEN, E_DESCRIPTOR: that was all. */
enum svi_channel_result svi_channel_read(struct svi_channel *c, void *buffer, size_t size,
                                         bool wait);

/* The next message of what has been read: its bytes are in `buffer`, or in the channel until the
 * next call. FINE: no whole one is left. E_PROTOCOL (svi_channel_describe() says more), E_MEMORY.
 * Sends what became due: answers to PINGs, and messages that waited for the handshake. */
enum svi_channel_result svi_channel_next(struct svi_channel *c, struct svi_zmtp_message *message);

/* Sends a message, or what can be sent of it now, and keeps the rest; all of it while the handshake
 * lasts. FINE, E_CLOSED, E_BROKEN, E_UNREAD, E_MEMORY. */
enum svi_channel_result svi_channel_send(struct svi_channel *c, const void *bytes, size_t size);

/* Sends what can be sent now of what was kept. As svi_channel_send(). */
enum svi_channel_result svi_channel_flush(struct svi_channel *c);

/* Something that may be sent now is kept. */
bool svi_channel_wants_write(const struct svi_channel *c);

/* What a result says about the other end, to go after its name: "breaks ZMTP: a message has more
 * than one part". */
void svi_channel_describe(const struct svi_channel *c, enum svi_channel_result result, char *text,
                          size_t size);

/* ---- async close ----------------------------------------------------------------------------- */

/* Closing what a bot had a hand in. The last one to close a socket with SO_LINGER waits for it, as
 * long as its owner has told, and a bot can pass such a socket to us and then let go of it: a
 * close() that is ours waits then, and so does one of a connection that has it waiting to be read.
 */

/* Closes descriptors without ever waiting for it: a thread of their own does it. When none can be
 * had they stay open; a descriptor less is better than a loop that stands. The descriptors must not
 * be used afterwards. */
void svi_close_async(const int *descriptors, size_t count);

#endif

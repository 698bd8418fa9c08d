/* ZMTP 3.1, the bytes that ZeroMQ's sockets exchange (https://rfc.zeromq.org/spec/37/, 3.0 is spec
 * 23), as far as we speak it: the NULL mechanism, messages of one part, and either end of DEALER to
 * ROUTER. No I/O here.
 *
 * What comes from the other end is taken in pieces of any size:
 *
 *     struct svi_cursor in = svi_cursor_over(bytes, size);
 *     struct svi_zmtp_message message;
 *     enum svi_zmtp_result result;
 *     while ((result = svi_zmtp_next(&z, &in, &out, &message)) <= SVI_ZMTP_MESSAGE) {
 *         if (result == SVI_ZMTP_MORE) { ... in is used up: read more ... }
 *         if (result == SVI_ZMTP_OPEN) { ... messages may be sent from now on ... }
 *         if (result == SVI_ZMTP_MESSAGE) { ... message.bytes, message.size ... }
 *     }
 *     ... svi_zmtp_text(result) says what the other end did wrong ...
 *
 * Whatever the bytes are, this ends, reads nothing outside them, and allocates no more than it was
 * given; where they are cut makes no difference to what is found in them. */
#ifndef SVI_WIRE_ZMTP_H
#define SVI_WIRE_ZMTP_H

#include "base/buf.h"
#include "wire/cursor.h"

#define SVI_ZMTP_GREETING 64u  /* bytes of a greeting */
#define SVI_ZMTP_HEAD 9u       /* of a frame's flags and size, at most */
#define SVI_ZMTP_COMMAND 4096u /* of a command, READY above all, that are taken at most */
#define SVI_ZMTP_CONTEXT 16u   /* of what a PING may carry to be given back */
#define SVI_ZMTP_REASON 128u   /* of the other end's reason to refuse us that are kept, with a 0 */

/* X(NAME, text): what comes of bytes. The first three go on; each of the others is one way to be
 * wrong, and the last. The text is about the other end: "breaks ZMTP: <text>". */
#define SVI_ZMTP_RESULTS(X)                                                                        \
    X(MORE, "nothing is wrong, more bytes are wanted")                                             \
    X(OPEN, "the handshake is done")                                                               \
    X(MESSAGE, "a message has come")                                                               \
    X(E_SIGNATURE, "its greeting does not begin as one")                                           \
    X(E_VERSION, "it speaks an older version than 3")                                              \
    X(E_MECHANISM, "its security mechanism is not NULL")                                           \
    X(E_FLAGS, "a reserved flag of a frame is set")                                                \
    X(E_PARTS, "a message has more than one part")                                                 \
    X(E_COMMAND_PARTS, "a command has more than one part")                                         \
    X(E_EARLY, "a message comes before the handshake is done")                                     \
    X(E_MESSAGE_SIZE, "a message is longer than it may be")                                        \
    X(E_COMMAND_SIZE, "a command is longer than it may be")                                        \
    X(E_COMMAND_NAME, "a command has no name, or one longer than itself")                          \
    X(E_HANDSHAKE, "a command other than READY comes before the handshake is done")                \
    X(E_PROPERTY_NAME, "a property of its READY has no proper name")                               \
    X(E_PROPERTY_CUT, "a property of its READY is longer than the READY")                          \
    X(E_TYPE, "its socket is of the wrong type")                                                   \
    X(E_TYPE_MISSING, "its READY names no type of socket")                                         \
    X(E_TYPE_TWICE, "its READY names the type of socket twice")                                    \
    X(E_REFUSED, "it refuses us")                                                                  \
    X(E_REFUSED_CUT, "it refuses us, for a reason longer than its ERROR")                          \
    X(E_COMMAND, "a command other than PING and PONG comes after the handshake")                   \
    X(E_PING, "a PING has no time to live, or more than 16 bytes of context")                      \
    X(E_PONG, "a PONG has more than 16 bytes of context")                                          \
    X(E_CUT, "its bytes end within the handshake or a frame")                                      \
    X(E_MEMORY, "we have no memory")

enum svi_zmtp_result {
#define X(NAME, text) SVI_ZMTP_##NAME,
    SVI_ZMTP_RESULTS(X)
#undef X
        SVI_ZMTP_RESULT_COUNT
};

/* The text of a result; static. */
const char *svi_zmtp_text(enum svi_zmtp_result result);

/* Which end we are. Each takes only the other. */
enum svi_zmtp_role { SVI_ZMTP_ROUTER, SVI_ZMTP_DEALER };

struct svi_zmtp {
    enum svi_zmtp_role role;
    enum svi_zmtp_result broken; /* the error that was found; MORE: none */
    size_t max_message;          /* bytes of a message that are taken */
    bool open;                   /* the handshake is done: both sides may send messages */
    uint8_t greeted;             /* bytes of the greeting that have come */
    uint8_t head[SVI_ZMTP_HEAD]; /* of the frame that comes; and how much of it is there */
    uint8_t head_size;
    bool given;                   /* what is in `body` has been given out */
    size_t body_size;             /* that the frame says it has: checked against the limits */
    struct svi_buf body;          /* a frame that comes in pieces */
    uint64_t pings;               /* answered so far */
    char reason[SVI_ZMTP_REASON]; /* E_REFUSED: what the other end says, of printable ASCII */
};

/* A message; the bytes lie in the input, or in the codec until svi_zmtp_next() is called again.
 * Never NULL. */
struct svi_zmtp_message {
    const uint8_t *bytes;
    size_t size;
};

/* A connection that has just been made. Messages of up to `max_message` bytes are taken. Allocates
 * nothing. */
void svi_zmtp_init(struct svi_zmtp *z, enum svi_zmtp_role role, size_t max_message);
void svi_zmtp_finish(struct svi_zmtp *z);

/* Appends what we say first, all of it to be sent at once (libzmq sends 10 bytes of its greeting
 * and then waits for ours): the greeting and READY. Messages must wait for SVI_ZMTP_OPEN: libzmq
 * takes one that comes before it has sent its own READY for a breach of the protocol. */
void svi_zmtp_begin(const struct svi_zmtp *z, struct svi_buf *out);

/* Takes bytes from `in` up to the next thing to be told. A PING is answered into `out`, which grows
 * by less than is read. After an error it is told again, whatever comes. */
enum svi_zmtp_result svi_zmtp_next(struct svi_zmtp *z, struct svi_cursor *in, struct svi_buf *out,
                                   struct svi_zmtp_message *message);

/* The other end sends no more: SVI_ZMTP_E_CUT when it ought to, SVI_ZMTP_MORE when not, or the
 * error from before. */
enum svi_zmtp_result svi_zmtp_end(const struct svi_zmtp *z);

/* Fills what goes before a message of `size` bytes; returns how long that is. */
size_t svi_zmtp_message_head(uint8_t head[SVI_ZMTP_HEAD], size_t size);

#endif

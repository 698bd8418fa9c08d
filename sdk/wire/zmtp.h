/* ZMTP 3.1, the bytes that ZeroMQ's sockets exchange (https://rfc.zeromq.org/spec/37/, 3.0 is spec
 * 23), in the part that we use: the NULL mechanism, messages of one part, and either end of DEALER
 * to ROUTER. No I/O here; channels (channel/channel.h) do it, and own the state. tools/gate uses
 * its constants.
 *
 * Bytes from the other end may come in pieces of any size:
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
 * For any bytes the loop ends, reads nothing outside them, and allocates no more than their size.
 * The way the bytes are cut into pieces makes no difference to the messages. */
#ifndef SVI_WIRE_ZMTP_H
#define SVI_WIRE_ZMTP_H

#include "base/buf.h"
#include "wire/cursor.h"

#define SVI_ZMTP_GREETING 64u /* bytes of a greeting */
/* Most bytes of a frame's flags and size. */
#define SVI_ZMTP_HEAD 9u
/* Longest command to accept; READY is the longest. */
#define SVI_ZMTP_COMMAND 4096u
/* Longest context of a PING, which the PONG repeats. */
#define SVI_ZMTP_CONTEXT 16u
/* Bytes kept of the other end's reason to refuse us, with a 0. */
#define SVI_ZMTP_REASON 128u

/* X(NAME, text): the results of svi_zmtp_next(). The first three go on; each of the others is an
 * error and ends the connection. The text is about the other end: "breaks ZMTP: <text>". */
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

/* Returns the text of a result. Static. */
const char *svi_zmtp_text(enum svi_zmtp_result result);

/* Our end of the connection. The other end must have the other role. */
enum svi_zmtp_role { SVI_ZMTP_ROUTER, SVI_ZMTP_DEALER };

struct svi_zmtp {
    enum svi_zmtp_role role;
    /* The error found; MORE without an error. */
    enum svi_zmtp_result broken;
    size_t max_message; /* most bytes of a message */
    bool open;          /* the handshake is done: both sides may send messages */
    uint8_t greeted;    /* bytes of the greeting received */
    /* Beginning of the current frame, and the number of bytes received of the beginning. */
    uint8_t head[SVI_ZMTP_HEAD];
    uint8_t head_size;
    bool given; /* `body` was handed to the caller */
    /* Size of the body according to the frame, checked against the limits. */
    size_t body_size;
    /* Body of a frame that comes in pieces. */
    struct svi_buf body;
    uint64_t pings; /* answered so far */
    /* E_REFUSED: the other end's reason, in printable ASCII. */
    char reason[SVI_ZMTP_REASON];
};

/* A message. The bytes lie in the input, or in the codec until the next call of svi_zmtp_next().
 * Never NULL. */
struct svi_zmtp_message {
    const uint8_t *bytes;
    size_t size;
};

/* Initialises the state of a new connection that accepts messages of up to `max_message` bytes.
 * Allocates nothing. */
void svi_zmtp_init(struct svi_zmtp *z, enum svi_zmtp_role role, size_t max_message);

/* Frees the memory of a connection. */
void svi_zmtp_finish(struct svi_zmtp *z);

/* Appends our greeting and READY, to be sent at once, because libzmq sends 10 bytes of its greeting
 * and then waits for ours. Messages must wait for SVI_ZMTP_OPEN: libzmq treats a message that comes
 * before it has sent its own READY as a breach of the protocol. Without memory `out` is
 * `failed`. */
void svi_zmtp_begin(const struct svi_zmtp *z, struct svi_buf *out);

/* Takes bytes from `in` up to the next result. Answers a PING into `out`, which grows by less than
 * the bytes read. After an error every call returns the error. */
enum svi_zmtp_result svi_zmtp_next(struct svi_zmtp *z, struct svi_cursor *in, struct svi_buf *out,
                                   struct svi_zmtp_message *message);

/* Handles the end of input. Returns SVI_ZMTP_E_CUT if more bytes were due, SVI_ZMTP_MORE if not, or
 * the earlier error. */
enum svi_zmtp_result svi_zmtp_end(const struct svi_zmtp *z);

/* Writes the head of a message of `size` bytes and returns its length. */
size_t svi_zmtp_message_head(uint8_t head[SVI_ZMTP_HEAD], size_t size);

#endif

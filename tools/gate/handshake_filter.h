/* What may pass from a stranger's connection to libzmq: the clear part of ZMTP is followed, both
 * ways. No I/O here.
 *
 * libzmq is shown nobody who has not sent a whole greeting of the right mechanism; then two
 * commands of moderate length, until it lets the stranger in; then frames that are no longer than
 * they may be. With CURVE the frames' contents are encrypted, but not their lengths, nor the names
 * of the commands that shake hands. */
#ifndef SVI_TOOLS_GATE_HANDSHAKE_FILTER_H
#define SVI_TOOLS_GATE_HANDSHAKE_FILTER_H

#include "wire/zmtp.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_HANDSHAKE_FILTER_COMMAND 1024u /* bytes of a command of the handshake, at most */
/* Bytes of a command's length and name that are read. */
#define SVI_HANDSHAKE_FILTER_NAME 8u

enum svi_handshake_filter_stage {
    SVI_HANDSHAKE_FILTER_GREETING, /* its greeting is not whole */
    SVI_HANDSHAKE_FILTER_SHAKING,  /* it has greeted; libzmq may be told of it */
    SVI_HANDSHAKE_FILTER_WELCOMED, /* it knows our public key: libzmq has answered its HELLO (CURVE
                                      only) */
    SVI_HANDSHAKE_FILTER_READY,    /* it is let in: its key is the right one */
};

/* Frames that go one way: where in one we are. */
struct svi_handshake_filter_frames {
    uint8_t head[SVI_ZMTP_HEAD];
    uint8_t head_size;                       /* of it that has come; 0: between two frames */
    uint64_t left;                           /* bytes of the frame's body that are to come */
    uint8_t name[SVI_HANDSHAKE_FILTER_NAME]; /* the body's beginning */
    uint8_t name_size;
};

struct svi_handshake_filter {
    bool curve; /* else NULL */
    enum svi_handshake_filter_stage stage;
    size_t max_message;
    uint8_t greeting[SVI_ZMTP_GREETING]; /* theirs */
    uint8_t greeted;
    uint8_t answered;  /* bytes of libzmq's greeting that have come */
    unsigned commands; /* of theirs so far */
    bool refused;      /* libzmq has sent it an ERROR */
    struct svi_handshake_filter_frames theirs, ours;
};

/* A connection that has just been made. `curve`: the mechanism is CURVE, else NULL. */
void svi_handshake_filter_init(struct svi_handshake_filter *s, bool curve, size_t max_message);

/* Fills the greeting that we send at once, in libzmq's place. */
void svi_handshake_filter_greeting(const struct svi_handshake_filter *s,
                                   uint8_t greeting[SVI_ZMTP_GREETING]);

/* Follows bytes from the stranger. NULL: they may pass, once the stage is past GREETING. Else what
 * is wrong with them, as it goes after "it": the connection is over. Static. */
const char *svi_handshake_filter_theirs(struct svi_handshake_filter *s, const uint8_t *bytes,
                                        size_t size);

/* Follows bytes from libzmq; the stage moves on. Returns how many of the first are to be left out:
 * its greeting, in whose place the stranger has ours. */
size_t svi_handshake_filter_ours(struct svi_handshake_filter *s, const uint8_t *bytes, size_t size);

#endif

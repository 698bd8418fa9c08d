/* Decides which bytes of a stranger's connection may pass to libzmq. It follows the unencrypted
 * part of ZMTP in both directions and does no I/O.
 *
 * libzmq sees a connection only after a whole greeting with the right mechanism. Then two commands
 * of limited length may pass, until libzmq accepts the stranger; then frames of limited length.
 * CURVE encrypts the frames' contents, but neither their lengths nor the names of the handshake's
 * commands. */
#ifndef SVI_TOOLS_GATE_HANDSHAKE_FILTER_H
#define SVI_TOOLS_GATE_HANDSHAKE_FILTER_H

#include "wire/zmtp.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_HANDSHAKE_FILTER_COMMAND 1024u /* most bytes of a handshake command */
/* Bytes of a command's name, with the length before it, that are read. */
#define SVI_HANDSHAKE_FILTER_NAME 8u

enum svi_handshake_filter_stage {
    SVI_HANDSHAKE_FILTER_GREETING, /* the greeting is incomplete */
    SVI_HANDSHAKE_FILTER_SHAKING,  /* the greeting is complete; libzmq may see the connection */
    /* The stranger knows our public key: libzmq has answered its HELLO (CURVE only). */
    SVI_HANDSHAKE_FILTER_WELCOMED,
    SVI_HANDSHAKE_FILTER_READY, /* accepted: its key is the right one */
};

/* The position in the frames of one direction. */
struct svi_handshake_filter_frames {
    uint8_t head[SVI_ZMTP_HEAD];
    uint8_t head_size;                       /* bytes of `head` received; 0: between two frames */
    uint64_t left;                           /* bytes of the frame's body still to come */
    uint8_t name[SVI_HANDSHAKE_FILTER_NAME]; /* beginning of the body */
    uint8_t name_size;
};

struct svi_handshake_filter {
    bool curve; /* false: the mechanism is NULL */
    enum svi_handshake_filter_stage stage;
    size_t max_message;
    uint8_t greeting[SVI_ZMTP_GREETING]; /* the stranger's greeting */
    uint8_t greeted;
    uint8_t answered;  /* bytes of libzmq's greeting received */
    unsigned commands; /* the stranger's commands so far */
    bool refused;      /* libzmq has answered with an ERROR */
    struct svi_handshake_filter_frames theirs, ours;
};

/* Initialises the filter for a new connection. `curve`: the mechanism is CURVE, else NULL. */
void svi_handshake_filter_init(struct svi_handshake_filter *s, bool curve, size_t max_message);

/* Writes the greeting that we send at once, in libzmq's place. */
void svi_handshake_filter_greeting(const struct svi_handshake_filter *s,
                                   uint8_t greeting[SVI_ZMTP_GREETING]);

/* Follows bytes from the stranger. Returns NULL if they may pass, once the stage is past GREETING.
 * Otherwise returns the fault as a static text that follows "it", and the connection must be
 * closed. */
const char *svi_handshake_filter_theirs(struct svi_handshake_filter *s, const uint8_t *bytes,
                                        size_t size);

/* Follows bytes from libzmq and advances the stage. Returns how many of the first bytes to leave
 * out: libzmq's greeting, as the stranger has received ours. */
size_t svi_handshake_filter_ours(struct svi_handshake_filter *s, const uint8_t *bytes, size_t size);

#endif

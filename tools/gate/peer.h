/* A connection from outside, and its bytes on their way to libzmq and back: it moves the bytes that
 * the filter lets pass, in buffers of fixed size. libzmq is involved only after the peer's
 * greeting. Calls never wait.
 *
 * tools/gate/gate.c has a peer for each connection, and makes all calls on its one thread. Each
 * peer has a handshake filter, which does no input or output, and owns its two sockets. */
#ifndef SVI_TOOLS_GATE_PEER_H
#define SVI_TOOLS_GATE_PEER_H

#include "wire/zmtp.h"

#include <netinet/in.h>
#include <poll.h>
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

#define SVI_PEER_BUFFER 16384u

struct svi_flow {
    uint8_t bytes[SVI_PEER_BUFFER];
    size_t at, end; /* range of bytes that are read and not written yet */
    bool ended;     /* the end of input was reached */
};

struct svi_peer {
    int outside;  /* -1: slot without a peer */
    int endpoint; /* to libzmq; -1: not connected yet */
    struct svi_handshake_filter filter;
    struct svi_flow in, out;
    uint64_t passed;       /* bytes passed to libzmq since the peer was accepted */
    int64_t since_ms;      /* time of its arrival */
    struct in6_addr where; /* its address; IPv4 as ::ffff:a.b.c.d */
    char name[64];         /* address and port, for people */
};

/* Results of svi_peer_tend(). */
enum svi_peer_result {
    SVI_PEER_FINE,
    SVI_PEER_WANTED, /* its greeting is complete: set `endpoint` to a connection to libzmq */
    SVI_PEER_GONE,   /* it has closed the connection, and libzmq has all its bytes */
    SVI_PEER_CUT,    /* libzmq has closed the connection */
    SVI_PEER_FAULT,  /* it broke a rule: *fault is a text that follows "it" */
};

/* Takes over an accepted connection, and puts our greeting into its buffer. Cannot fail. */
void svi_peer_init(struct svi_peer *g, int fd, bool curve, size_t max_message, int64_t now_ms);

/* Closes both ends. May be called again. */
void svi_peer_finish(struct svi_peer *g);

/* Fills the poll entries of its two ends; an unused end gets -1. With `is_paused`, reads no more
 * from the peer. */
void svi_peer_poll(const struct svi_peer *g, bool is_paused, struct pollfd ready[2]);

/* Moves bytes in both directions, as poll() found the two ends ready. *fault is static, and set
 * only with SVI_PEER_FAULT. After any result but FINE and WANTED, call svi_peer_finish(). */
enum svi_peer_result svi_peer_tend(struct svi_peer *g, const struct pollfd ready[2],
                                   const char **fault);

#endif

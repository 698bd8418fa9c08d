/* A connection from outside, and its bytes on their way to libzmq and back: what the filter lets
 * pass, in buffers of fixed size. libzmq has no part in it before the peer has greeted. Nothing
 * here waits. */
#ifndef SVI_TOOLS_GATE_PEER_H
#define SVI_TOOLS_GATE_PEER_H

#include "tools/gate/handshake_filter.h"

#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_PEER_BUFFER 16384u

struct svi_flow {
    uint8_t bytes[SVI_PEER_BUFFER];
    size_t at, end; /* what has been read and is to be written */
    bool ended;     /* no more will be read */
};

struct svi_peer {
    int outside;  /* -1: there is no peer */
    int endpoint; /* to libzmq; -1: it knows nothing of the peer */
    struct svi_handshake_filter filter;
    struct svi_flow in, out;
    uint64_t passed;       /* bytes that libzmq was given since the peer was let in */
    int64_t since_ms;      /* when it came */
    struct in6_addr where; /* its address; one of version 4 as ::ffff:a.b.c.d */
    char name[64];         /* the same and the port, for people */
};

/* How svi_peer_tend() came back. */
enum svi_peer_result {
    SVI_PEER_FINE,
    SVI_PEER_WANTED, /* it has greeted: `inside` is to be filled with a connection to libzmq */
    SVI_PEER_GONE,   /* it has closed the connection, and libzmq has all that it had sent */
    SVI_PEER_CUT,    /* libzmq has closed it */
    SVI_PEER_FAULT,  /* it did what it may not: *fault says what, as after "it" */
};

/* Takes a connection that was accepted, and sends our greeting. */
void svi_peer_init(struct svi_peer *g, int fd, bool curve, size_t max_message, int64_t now_ms);

/* Closes both ends. May be called again. */
void svi_peer_finish(struct svi_peer *g);

/* Fills what its two ends are to be polled for; an unused one gets -1. `held`: nothing more is to
 * be read from it. */
void svi_peer_poll(const struct svi_peer *g, bool held, struct pollfd ready[2]);

/* Moves what can be moved, as poll() has found the two ends. */
enum svi_peer_result svi_peer_tend(struct svi_peer *g, const struct pollfd ready[2],
                                   const char **fault);

#endif

/* A connection from outside, and its bytes on their way to libzmq and back: it moves the bytes that
 * the filter lets pass, in buffers of fixed size. libzmq is involved only after the peer's
 * greeting. Calls never wait. */
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

/* Takes an accepted connection, and sends our greeting. */
void svi_peer_init(struct svi_peer *g, int fd, bool curve, size_t max_message, int64_t now_ms);

/* Closes both ends. May be called again. */
void svi_peer_finish(struct svi_peer *g);

/* Fills the poll entries of its two ends; an unused end gets -1. With `held`, reads no more from
 * the peer. */
void svi_peer_poll(const struct svi_peer *g, bool is_paused, struct pollfd ready[2]);

/* Moves bytes in both directions, as poll() found the two ends ready. */
enum svi_peer_result svi_peer_tend(struct svi_peer *g, const struct pollfd ready[2],
                                   const char **fault);

#endif

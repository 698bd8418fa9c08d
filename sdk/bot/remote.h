/* A connection to an arbiter on another machine: libzmq's DEALER socket, and the detection of its
 * loss. It is a library of its own, libsolvent_remote (sdk/remote), so that other bots do without
 * libzmq. bot/main.c calls it, from one thread. */
#ifndef SVI_BOT_REMOTE_H
#define SVI_BOT_REMOTE_H

#include "channel/key.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The keys of an encrypted connection (CURVE). */
struct svi_remote_keys {
    struct svi_key server; /* the arbiter's public key */
    /* Our pair; the arbiter knows its public key. */
    struct svi_key_pair ours;
};

struct svi_remote;

enum svi_remote_event {
    SVI_REMOTE_FRAME,       /* a frame has come */
    SVI_REMOTE_IDLE,        /* nothing came for a second */
    SVI_REMOTE_INTERRUPTED, /* a signal was caught */
    /* The connection broke, and the arbiter would not recognise a new one; or it refused our
     * key. */
    SVI_REMOTE_LOST,
};

struct svi_remote_library {
    /* Connects, encrypted unless `keys` is NULL; ZeroMQ goes on trying until the arbiter listens
     * and accepts us. Keeps neither `endpoint` nor `keys`. Returns NULL with the reason in
     * errno. */
    struct svi_remote *(*open)(const char *endpoint, const struct svi_remote_keys *keys);
    /* Closes and frees a connection, not NULL. Frames that have not left yet are lost. */
    void (*close)(struct svi_remote *r);
    /* Waits. A frame lasts until the next call. On IDLE and LOST, *trouble says why there is no
     * connection yet, or why it was lost, as text to follow "it"; "" if unknown. That text is
     * constant. After LOST the connection serves only to be closed. */
    enum svi_remote_event (*receive)(struct svi_remote *r, const uint8_t **bytes, size_t *size,
                                     const char **trouble);
    /* Sends a frame. Returns false, with the reason in errno, if ZeroMQ does not take it. */
    bool (*send)(struct svi_remote *r, const uint8_t *bytes, size_t size);
    /* Returns the text of a reason, which must not be freed. */
    const char *(*reason)(int reason);
};

/* Its address is NULL in a bot that is linked without libsolvent_remote. */
extern const struct svi_remote_library sv_remote_library __attribute__((weak));

#endif

/* A bot's connection to the arbiter, and the detection of its loss: our own channel to an arbiter
 * on this machine, libzmq to other machines and for all encrypted connections. */
#ifndef SVI_BOT_DEALER_H
#define SVI_BOT_DEALER_H

#include "base/buf.h"
#include "base/error.h"
#include "channel/channel.h"
#include "channel/endpoint.h"
#include "channel/key.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zmq.h>

/* ---- remote ---------------------------------------------------------------------------------- */

/* A connection to an arbiter on another machine: libzmq's DEALER socket, and word of its loss. */

/* The keys of an encrypted connection (CURVE). */
struct svi_remote_keys {
    struct svi_key server; /* the arbiter's public key */
    /* Our pair; the arbiter knows its public key. */
    struct svi_key_pair ours;
};

struct svi_remote {
    void *context, *socket, *monitor;
    zmq_msg_t frame; /* last frame received */
    /* The handshake is done: from now on a broken connection is lost. */
    bool shaken;
    /* Why there is no connection yet, or why it was lost, as text to follow "it"; "" if unknown. */
    const char *trouble;
};

/* The results of svi_remote_receive(). */
enum svi_remote_event {
    SVI_REMOTE_FRAME,       /* a frame is in r->frame */
    SVI_REMOTE_IDLE,        /* nothing came for a second */
    SVI_REMOTE_INTERRUPTED, /* a signal was caught */
    /* The connection broke, and the arbiter would not recognise a new one; or it refused our
     * key. */
    SVI_REMOTE_LOST,
};

/* Connects, encrypted unless `keys` is NULL; ZeroMQ goes on trying until the arbiter listens and
 * accepts us. Returns false with the reason in errno (zmq_strerror()); the connection is finished
 * then. */
bool svi_remote_init(struct svi_remote *r, const char *endpoint,
                     const struct svi_remote_keys *keys);
void svi_remote_finish(struct svi_remote *r);

enum svi_remote_event svi_remote_receive(struct svi_remote *r);

/* Sends a frame. Returns false, with the reason in errno, if ZeroMQ does not take it. */
bool svi_remote_send(struct svi_remote *r, const uint8_t *bytes, size_t size);

/* ---- dealer ---------------------------------------------------------------------------------- */

struct svi_dealer {
    struct svi_endpoint endpoint;
    /* Whether `remote` is in use rather than `channel`. */
    bool is_remote;
    struct svi_remote remote;
    struct svi_channel channel; /* fd is -1 without a connection */
    uint8_t *buffer;            /* buffer that the channel reads into */
    /* Hello to send on each connection until one is open. */
    struct svi_buf hello;
    const uint8_t *bytes; /* last frame received */
    size_t size;
    struct svi_error error; /* the last error */
};

/* The results of svi_dealer_receive(). */
enum svi_dealer_event {
    /* d->bytes holds a frame, until the next call. */
    SVI_DEALER_FRAME,
    /* Nothing came for a second. d->error says why there is no connection yet, or is "". */
    SVI_DEALER_IDLE,
    SVI_DEALER_INTERRUPTED, /* a signal was caught */
    /* The connection broke, and the arbiter would not recognise a new one. */
    SVI_DEALER_LOST,
};

/* Connects, encrypted if `keys` is given, and goes on trying until the arbiter listens. Returns
 * SV_E_ARGUMENT for a faulty endpoint, or SV_E_SYSTEM; d->error has the reason, and the dealer is
 * finished then. */
enum sv_status svi_dealer_init(struct svi_dealer *d, const char *endpoint,
                               const struct svi_remote_keys *keys);
void svi_dealer_finish(struct svi_dealer *d);

enum svi_dealer_event svi_dealer_receive(struct svi_dealer *d);

/* Sends a frame. The first frame, the hello, may be sent before there is a connection. Returns
 * false if a frame cannot be sent; d->error has the reason. The loss of the arbiter is reported by
 * svi_dealer_receive(), because the arbiter may have said goodbye. */
bool svi_dealer_send(struct svi_dealer *d, const uint8_t *bytes, size_t size);

#endif

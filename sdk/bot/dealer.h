/* A bot's connection to the arbiter, and word of its loss: our own channel to one on this machine,
 * libzmq to any other, and wherever there are keys. */
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

/* What an encrypted connection needs (CURVE). */
struct svi_remote_keys {
    struct svi_key server;    /* the arbiter's public key */
    struct svi_key_pair ours; /* of which it knows the public one */
};

struct svi_remote {
    void *context, *socket, *monitor;
    zmq_msg_t frame;     /* the last one received */
    bool shaken;         /* hands: from now on a broken connection is lost */
    const char *trouble; /* why there is no connection yet, or why it was lost, as after "it"; "":
                            nothing is known */
};

/* How svi_remote_receive() came back. */
enum svi_remote_event {
    SVI_REMOTE_FRAME,       /* a frame is in r->frame */
    SVI_REMOTE_IDLE,        /* nothing for a second, all well */
    SVI_REMOTE_INTERRUPTED, /* a signal was caught */
    SVI_REMOTE_LOST, /* the connection broke, and a new one would be a stranger to the arbiter; or
                        our key was refused */
};

/* Connects, encrypted unless `keys` is NULL; ZeroMQ goes on trying until the arbiter listens and
 * lets us in. False: errno and zmq_strerror() tell, and the connection is finished already. */
bool svi_remote_init(struct svi_remote *r, const char *endpoint,
                     const struct svi_remote_keys *keys);
void svi_remote_finish(struct svi_remote *r);

enum svi_remote_event svi_remote_receive(struct svi_remote *r);

/* False when the frame could not be handed to ZeroMQ, which then has errno. */
bool svi_remote_send(struct svi_remote *r, const uint8_t *bytes, size_t size);

/* ---- dealer ---------------------------------------------------------------------------------- */

struct svi_dealer {
    struct svi_endpoint endpoint;
    bool is_remote; /* `remote` has it, else `channel` */
    struct svi_remote remote;
    struct svi_channel channel; /* its fd is -1 while there is no connection */
    uint8_t *buffer;            /* that the channel reads into */
    struct svi_buf hello;       /* to be said on each connection until one is open */
    const uint8_t *bytes;       /* the last frame received */
    size_t size;
    struct svi_error error; /* what went wrong last, for a line about it */
};

/* How svi_dealer_receive() came back. */
enum svi_dealer_event {
    SVI_DEALER_FRAME, /* a frame is in d->bytes, until the next call */
    SVI_DEALER_IDLE,  /* nothing for a second, all well; d->error says why there is no connection
                         yet, or "" */
    SVI_DEALER_INTERRUPTED, /* a signal was caught */
    SVI_DEALER_LOST,        /* the connection broke; a new one would be a stranger to the arbiter */
};

/* Connects, with `keys` encrypted, and goes on trying until the arbiter listens. SV_E_ARGUMENT (the
 * endpoint), SV_E_SYSTEM: d->error tells, and the dealer is finished already. */
enum sv_status svi_dealer_init(struct svi_dealer *d, const char *endpoint,
                               const struct svi_remote_keys *keys);
void svi_dealer_finish(struct svi_dealer *d);

enum svi_dealer_event svi_dealer_receive(struct svi_dealer *d);

/* The first frame, which is the hello, may be sent before there is a connection. False when a frame
 * cannot be sent; d->error tells. An arbiter that is gone is found by svi_dealer_receive(): it may
 * have said goodbye. */
bool svi_dealer_send(struct svi_dealer *d, const uint8_t *bytes, size_t size);

#endif

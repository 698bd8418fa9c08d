/* A connection to an arbiter on another machine: libzmq's DEALER socket, and word of its loss. */
#ifndef SVI_BOT_REMOTE_H
#define SVI_BOT_REMOTE_H

#include "channel/key.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zmq.h>

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

#endif

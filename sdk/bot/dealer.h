/* A bot's connection to the arbiter, and word of its loss: our own channel to one on this machine,
 * libzmq to any other, and wherever there are keys. */
#ifndef SVI_BOT_DEALER_H
#define SVI_BOT_DEALER_H

#include "base/buf.h"
#include "bot/remote.h"
#include "channel/channel.h"
#include "channel/endpoint.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svi_dealer {
    struct svi_endpoint endpoint;
    bool is_remote; /* `remote` has it, else `channel` */
    struct svi_remote remote;
    struct svi_channel channel; /* its fd is -1 while there is no connection */
    uint8_t *buffer;            /* that the channel reads into */
    struct svi_buf hello;       /* to be said on each connection until one is open */
    const uint8_t *bytes;       /* the last frame received */
    size_t size;
    char error[256]; /* what went wrong last, for a line about it */
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

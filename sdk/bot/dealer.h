/* A bot's connection to the arbiter, and the detection of its loss: our own channel to an arbiter
 * on this machine, libzmq (bot/remote.h) to other machines and for all encrypted connections.
 *
 * sv_bot_main() makes a dealer for each connection (bot/main.c); only its thread uses it. Frames to
 * send stay the caller's. */
#ifndef SVI_BOT_DEALER_H
#define SVI_BOT_DEALER_H

#include "base/buf.h"
#include "base/error.h"
#include "bot/remote.h"
#include "channel/channel.h"
#include "channel/endpoint.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svi_dealer {
    struct svi_endpoint endpoint;
    struct svi_remote *remote;  /* in use rather than `channel`, or NULL */
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
    /* d->bytes holds a frame, until the next svi_dealer_receive(). */
    SVI_DEALER_FRAME,
    /* Nothing came for a second. d->error says why there is no connection yet, or is "". */
    SVI_DEALER_IDLE,
    SVI_DEALER_INTERRUPTED, /* a signal was caught */
    /* The connection broke, and the arbiter would not recognise a new one. */
    SVI_DEALER_LOST,
};

/* Connects, encrypted if `keys` is given, and goes on trying until the arbiter listens. Does not
 * keep `endpoint` and `keys`. The caller sends its hello next, and then receives.
 *
 * Returns SV_E_ARGUMENT for a faulty endpoint, or SV_E_SYSTEM. d->error has the reason then, and
 * svi_dealer_finish() must not be called. */
enum sv_status svi_dealer_init(struct svi_dealer *d, const char *endpoint,
                               const struct svi_remote_keys *keys);
void svi_dealer_finish(struct svi_dealer *d);

/* Waits up to about a second for the next frame, and connects meanwhile if there is no connection
 * yet. Returns what has happened. After SVI_DEALER_LOST only finish the dealer. */
enum svi_dealer_event svi_dealer_receive(struct svi_dealer *d);

/* Sends a frame. The first frame, the hello, may be sent before there is a connection. Returns
 * false if a frame cannot be sent; d->error has the reason. The loss of the arbiter is reported by
 * svi_dealer_receive(), because the arbiter may have said goodbye. */
bool svi_dealer_send(struct svi_dealer *d, const uint8_t *bytes, size_t size);

#endif

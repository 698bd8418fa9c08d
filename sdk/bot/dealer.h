/* A bot's connection to the arbiter: one DEALER socket, and word of its loss. */
#ifndef SVI_BOT_DEALER_H
#define SVI_BOT_DEALER_H

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zmq.h>

struct svi_dealer {
    void *context, *socket, *monitor;
    zmq_msg_t frame; /* the last one received */
};

/* How svi_dealer_receive() came back. */
enum svi_dealer_event {
    SVI_DEALER_FRAME,       /* a frame is in d->frame */
    SVI_DEALER_IDLE,        /* nothing for a second, all well */
    SVI_DEALER_INTERRUPTED, /* a signal was caught */
    SVI_DEALER_LOST,        /* the connection broke; a new one would be a stranger to the arbiter */
};

/* Connects; ZeroMQ goes on trying until the arbiter listens. SV_E_SYSTEM: see errno and zmq_strerror(); the
 * dealer is finished already then. */
enum sv_status svi_dealer_init(struct svi_dealer *d, const char *endpoint);
void svi_dealer_finish(struct svi_dealer *d);

enum svi_dealer_event svi_dealer_receive(struct svi_dealer *d);

/* False when the frame could not be handed to ZeroMQ, which then has errno. */
bool svi_dealer_send(struct svi_dealer *d, const uint8_t *bytes, size_t size);

#endif

/* The gate's use of libzmq: a ROUTER with CURVE, listening where no other process can connect, and
 * a ZAP handler (https://rfc.zeromq.org/spec/27/) that accepts one key. Calls never wait, but
 * svi_zmq_endpoint_close() does until libzmq has ended. gate.c has one, on its one thread. Keys are
 * copied. */
#ifndef SVI_TOOLS_GATE_ZMQ_ENDPOINT_H
#define SVI_TOOLS_GATE_ZMQ_ENDPOINT_H

#include "channel/key.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zmq.h>

#define SVI_ZMQ_ENDPOINT_IDENTITY 256u

struct svi_zmq_endpoint {
    void *context, *router, *zap;
    int place;                                   /* socket of the ROUTER; its file is removed */
    bool curve;                                  /* false: NULL, which accepts every peer */
    struct svi_key key;                          /* the accepted key */
    uint8_t identity[SVI_ZMQ_ENDPOINT_IDENTITY]; /* identity of the bot, from its first message */
    size_t identity_size;                        /* 0: no message has come */
    zmq_msg_t message;                           /* the last message received */
    unsigned refused;                            /* refused keys so far */
    char stranger[SVI_KEY_TEXT];                 /* the last refused key */
};

enum svi_zmq_endpoint_result {
    SVI_ZMQ_ENDPOINT_NOTHING, /* no message now */
    SVI_ZMQ_ENDPOINT_MESSAGE, /* `message` has a message */
    SVI_ZMQ_ENDPOINT_PARTS,   /* the bot has sent a message of more than one part */
    SVI_ZMQ_ENDPOINT_BROKEN,  /* libzmq fails; errno has the reason */
};

/* Listens. `ours` is our own key pair and `key` the accepted key; both NULL: no keys. Accepts
 * messages of up to `max_message` bytes. Returns false, with one line in `error`, if the system
 * refuses; then there is nothing to close. */
bool svi_zmq_endpoint_open(struct svi_zmq_endpoint *in, const struct svi_key_pair *ours,
                           const struct svi_key *key, size_t max_message, struct svi_error *error);

/* Closes an endpoint that has been open. May be called again. */
void svi_zmq_endpoint_close(struct svi_zmq_endpoint *in);

/* Returns a new connection to the ROUTER, which the caller closes, or -1 with the reason in
 * errno. */
int svi_zmq_endpoint_connect(const struct svi_zmq_endpoint *in);

/* Fills the descriptors to poll for reading. When one is readable, call svi_zmq_endpoint_serve()
 * and svi_zmq_endpoint_receive() until they have nothing. */
void svi_zmq_endpoint_fds(const struct svi_zmq_endpoint *in, int fds[2]);

/* Answers ZAP requests. */
void svi_zmq_endpoint_serve(struct svi_zmq_endpoint *in);

/* Receives the next message of the bot, which is the sender of the first message. `message` has it
 * until the next call. */
enum svi_zmq_endpoint_result svi_zmq_endpoint_receive(struct svi_zmq_endpoint *in);

/* Sends the bot a message; before the bot's first message, drops it. Returns false with errno:
 * EAGAIN if the bot does not read, EHOSTUNREACH if it is gone. */
bool svi_zmq_endpoint_send(struct svi_zmq_endpoint *in, const void *bytes, size_t size);

#endif

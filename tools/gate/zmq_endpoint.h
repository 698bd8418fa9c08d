/* libzmq, as the gate has it: a ROUTER that listens where nobody else can connect, with CURVE, and
 * the handler of ZAP (https://rfc.zeromq.org/spec/27/) that lets one key in. No call waits. */
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
    int place;          /* the socket that ROUTER listens at: its file is gone */
    bool curve;         /* else NULL, and everybody is let in */
    struct svi_key key; /* that is let in */
    uint8_t identity[SVI_ZMQ_ENDPOINT_IDENTITY]; /* of the bot, from its first message */
    size_t identity_size;                        /* 0: none has come */
    zmq_msg_t message;                           /* the last one received */
    unsigned refused;                            /* keys so far */
    char stranger[SVI_KEY_TEXT];                 /* the last of them */
};

enum svi_zmq_endpoint_result {
    SVI_ZMQ_ENDPOINT_NOTHING, /* for now */
    SVI_ZMQ_ENDPOINT_MESSAGE, /* `message` has one */
    SVI_ZMQ_ENDPOINT_PARTS,   /* the bot has sent one of more than one part */
    SVI_ZMQ_ENDPOINT_BROKEN,  /* libzmq fails, and errno says why */
};

/* Listens. `ours`: our own keys, and `key` the one that is let in; both NULL: no keys. Messages of
 * up to `max_message` bytes are taken. False, with one line in `error`: the system refuses. */
bool svi_zmq_endpoint_open(struct svi_zmq_endpoint *in, const struct svi_key_pair *ours,
                           const struct svi_key *key, size_t max_message, struct svi_error *error);
void svi_zmq_endpoint_close(struct svi_zmq_endpoint *in);

/* A new connection to it. -1: none now, and errno says why. */
int svi_zmq_endpoint_connect(const struct svi_zmq_endpoint *in);

/* Descriptors to be polled for reading; then svi_zmq_endpoint_serve() and
 * svi_zmq_endpoint_receive() are due, until they have nothing. */
void svi_zmq_endpoint_fds(const struct svi_zmq_endpoint *in, int fds[2]);

/* Answers those who ask ZAP to be let in. */
void svi_zmq_endpoint_serve(struct svi_zmq_endpoint *in);

/* The next message of the bot: of whoever has sent the first one. */
enum svi_zmq_endpoint_result svi_zmq_endpoint_receive(struct svi_zmq_endpoint *in);

/* Sends the bot a message; before its first it goes nowhere. False, and errno says why: EAGAIN when
 * it does not read what it is sent, EHOSTUNREACH when it is gone. */
bool svi_zmq_endpoint_send(struct svi_zmq_endpoint *in, const void *bytes, size_t size);

#endif

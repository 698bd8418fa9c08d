/* The ROUTER socket of a command that plays with one bot (check, replay --drive), in a folder of its own that nobody
 * else may enter. */
#ifndef SVI_ARBITER_POST_H
#define SVI_ARBITER_POST_H

#include "arbiter/folder.h"
#include "base/buf.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zmq.h>

#define SVI_POST_FRAME_BYTES                                                                       \
    (1 << 20)                       /* of a frame from a bot; 1024 answers of the largest kind stay
                                            below a third of it */
#define SVI_POST_FRAMES_QUEUED 128  /* that a bot may have sent before we look */
#define SVI_POST_FRAMES_UNREAD 4096 /* that we may have sent before a bot looks */

struct svi_post {
    void *context, *socket;
    char folder[SVI_FOLDER_BYTES]; /* "" while there is none */
    char endpoint[100];            /* for bots that we start */
    uint64_t frames_out, frames_in, bytes_out, bytes_in;
    unsigned refused; /* strangers, so far */
};

/* A frame that has come in; the pointers hold until the next one is received. */
struct svi_letter {
    zmq_msg_t identity, frame;
    const void *from;
    size_t from_size;
    const uint8_t *bytes;
    size_t size;
};

/* Makes the folder and the socket, bound there and to `listen` unless that is NULL. SV_E_SYSTEM with one
 * line in `error`; to be closed even then. */
enum sv_status svi_post_open(struct svi_post *post, const char *listen, char *error,
                             size_t error_size);
void svi_post_close(struct svi_post *post);

/* Sends a frame. Never blocks. 0, or errno: EAGAIN when the receiver does not read, EHOSTUNREACH when it is not
 * there any more. */
int svi_post_send(struct svi_post *post, const void *identity, size_t identity_size,
                  const struct svi_buf *frame);

void svi_letter_init(struct svi_letter *letter);
void svi_letter_finish(struct svi_letter *letter);

/* Receives the next frame; false when there is none. Never blocks. A message of more parts than it may have
 * comes as an empty frame. */
bool svi_post_receive(struct svi_post *post, struct svi_letter *letter);

#endif

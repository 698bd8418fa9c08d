#include "arbiter/post.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SCHEME "ipc://"
#define LINGER_MS 200     /* for goodbyes to bots on other machines */
#define HANDSHAKE_MS 5000 /* for a peer to speak ZeroMQ */

static bool set(void *socket, int option, int value)
{
    return zmq_setsockopt(socket, option, &value, sizeof value) == 0;
}

static enum sv_status bind_to(struct svi_post *post, const char *endpoint, char *error,
                              size_t error_size)
{
    if (zmq_bind(post->socket, endpoint) != 0) {
        (void)snprintf(error, error_size, "cannot listen on '%s': %s", endpoint,
                       zmq_strerror(zmq_errno()));
        return SV_E_SYSTEM;
    }
    return SV_OK;
}

enum sv_status svi_post_open(struct svi_post *post, const char *listen, char *error,
                             size_t error_size)
{
    const int64_t most_bytes = SVI_POST_FRAME_BYTES;
    memset(post, 0, sizeof *post);
    post->context = zmq_ctx_new();
    post->socket = post->context != NULL ? zmq_socket(post->context, ZMQ_ROUTER) : NULL;
    if (post->socket == NULL || !set(post->socket, ZMQ_ROUTER_MANDATORY, 1) ||
        !set(post->socket, ZMQ_LINGER, LINGER_MS) ||
        !set(post->socket, ZMQ_RCVHWM, SVI_POST_FRAMES_QUEUED) ||
        !set(post->socket, ZMQ_SNDHWM, SVI_POST_FRAMES_UNREAD) ||
        !set(post->socket, ZMQ_HANDSHAKE_IVL, HANDSHAKE_MS) ||
        zmq_setsockopt(post->socket, ZMQ_MAXMSGSIZE, &most_bytes, sizeof most_bytes) != 0) {
        (void)snprintf(error, error_size, "cannot make a socket: %s", zmq_strerror(zmq_errno()));
        return SV_E_SYSTEM;
    }
    if (!svi_folder_make(post->folder, "solvent", error, error_size)) {
        return SV_E_SYSTEM;
    }
    (void)snprintf(post->endpoint, sizeof post->endpoint, SCHEME "%s/arbiter", post->folder);
    enum sv_status status = bind_to(post, post->endpoint, error, error_size);
    if (status == SV_OK && listen != NULL) {
        status = bind_to(post, listen, error, error_size);
    }
    return status;
}

void svi_post_close(struct svi_post *post)
{
    if (post->socket != NULL) {
        zmq_close(post->socket);
    }
    if (post->context != NULL) {
        zmq_ctx_term(post->context);
    }
    if (post->folder[0] != '\0') {
        (void)unlink(post->endpoint + strlen(SCHEME)); /* ZeroMQ leaves it behind */
        (void)rmdir(post->folder);
    }
    memset(post, 0, sizeof *post);
}

int svi_post_send(struct svi_post *post, const void *identity, size_t identity_size,
                  const struct svi_buf *frame)
{
    if (zmq_send(post->socket, identity, identity_size, ZMQ_SNDMORE | ZMQ_DONTWAIT) < 0 ||
        zmq_send(post->socket, frame->data, frame->size, ZMQ_DONTWAIT) < 0) {
        return zmq_errno();
    }
    post->frames_out++;
    post->bytes_out += frame->size;
    return 0;
}

void svi_letter_init(struct svi_letter *letter)
{
    memset(letter, 0, sizeof *letter);
    zmq_msg_init(&letter->identity);
    zmq_msg_init(&letter->frame);
}

void svi_letter_finish(struct svi_letter *letter)
{
    zmq_msg_close(&letter->identity);
    zmq_msg_close(&letter->frame);
}

/* Reads what is left of a message. */
static void skip_parts(void *socket)
{
    bool more = true;
    while (more) {
        zmq_msg_t part;
        zmq_msg_init(&part);
        more = zmq_msg_recv(&part, socket, ZMQ_DONTWAIT) >= 0 && zmq_msg_more(&part);
        zmq_msg_close(&part);
    }
}

bool svi_post_receive(struct svi_post *post, struct svi_letter *letter)
{
    if (zmq_msg_recv(&letter->identity, post->socket, ZMQ_DONTWAIT) < 0 ||
        !zmq_msg_more(&letter->identity) ||
        zmq_msg_recv(&letter->frame, post->socket, ZMQ_DONTWAIT) < 0) {
        return false;
    }
    letter->from = zmq_msg_data(&letter->identity);
    letter->from_size = zmq_msg_size(&letter->identity);
    letter->bytes = zmq_msg_data(&letter->frame);
    letter->size = zmq_msg_size(&letter->frame);
    post->frames_in++;
    post->bytes_in += letter->size;
    if (zmq_msg_more(&letter->frame)) {
        skip_parts(post->socket);
        letter->size = 0;
    }
    return true;
}

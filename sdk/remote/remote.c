#include "bot/remote.h"
#include "wire/wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

#define IDLE_MS 1000

struct svi_remote {
    void *context, *socket, *monitor;
    zmq_msg_t frame; /* last frame received */
    /* The handshake is done: from now on a broken connection is lost. */
    bool shaken;
    /* Why there is no connection yet, or why it was lost; "" if unknown. */
    const char *trouble;
};

#define MONITOR "inproc://solvent-monitor"

static bool set_int(void *socket, int option, int value)
{
    return zmq_setsockopt(socket, option, &value, sizeof value) == 0;
}

static bool set_options(void *socket)
{
    const int64_t max_frame = SVI_MAX_FRAME;
    /* No high-water marks: the number of messages under way is bounded by the matches that the bot
     * plays at once, and a full queue would lose questions or block on answers. TCP itself finds a
     * machine that vanishes without closing its connections; ZeroMQ's own heartbeats would also cut
     * off a bot that a debugger has stopped for a while. */
    return set_int(socket, ZMQ_LINGER, 0) && set_int(socket, ZMQ_SNDHWM, 0) &&
           set_int(socket, ZMQ_RCVHWM, 0) && set_int(socket, ZMQ_RCVTIMEO, IDLE_MS) &&
           set_int(socket, ZMQ_RECONNECT_IVL_MAX, IDLE_MS) &&
           set_int(socket, ZMQ_TCP_KEEPALIVE, 1) && set_int(socket, ZMQ_TCP_KEEPALIVE_IDLE, 30) &&
           set_int(socket, ZMQ_TCP_KEEPALIVE_INTVL, 10) &&
           set_int(socket, ZMQ_TCP_KEEPALIVE_CNT, 3) &&
           zmq_setsockopt(socket, ZMQ_MAXMSGSIZE, &max_frame, sizeof max_frame) == 0;
}

static bool set_key(void *socket, int option, const struct svi_key *key)
{
    return zmq_setsockopt(socket, option, key->bytes, sizeof key->bytes) == 0;
}

static bool set_keys(void *socket, const struct svi_remote_keys *keys)
{
    return keys == NULL || (set_key(socket, ZMQ_CURVE_SERVERKEY, &keys->server) &&
                            set_key(socket, ZMQ_CURVE_PUBLICKEY, &keys->ours.open) &&
                            set_key(socket, ZMQ_CURVE_SECRETKEY, &keys->ours.secret));
}

static bool start_monitor(struct svi_remote *r)
{
    if (zmq_socket_monitor(r->socket, MONITOR,
                           ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_HANDSHAKE_SUCCEEDED |
                               ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL |
                               ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL |
                               ZMQ_EVENT_HANDSHAKE_FAILED_AUTH) != 0) {
        return false;
    }
    r->monitor = zmq_socket(r->context, ZMQ_PAIR);
    return r->monitor != NULL && set_int(r->monitor, ZMQ_LINGER, 0) &&
           zmq_connect(r->monitor, MONITOR) == 0;
}

static void close_remote(struct svi_remote *r)
{
    zmq_msg_close(&r->frame);
    if (r->socket != NULL) {
        zmq_close(r->socket);
    }
    if (r->monitor != NULL) {
        zmq_close(r->monitor);
    }
    if (r->context != NULL) {
        zmq_ctx_term(r->context);
    }
    free(r);
}

static struct svi_remote *open_remote(const char *endpoint, const struct svi_remote_keys *keys)
{
    struct svi_remote *r = malloc(sizeof *r);
    if (r == NULL) {
        return NULL;
    }
    *r = (struct svi_remote){.context = zmq_ctx_new(), .trouble = ""};
    zmq_msg_init(&r->frame);
    if (r->context != NULL) {
        r->socket = zmq_socket(r->context, ZMQ_DEALER);
    }
    if (r->socket == NULL || !set_options(r->socket) || !set_keys(r->socket, keys) ||
        !start_monitor(r) || zmq_connect(r->socket, endpoint) != 0) {
        int error = errno;

        close_remote(r);
        errno = error;
        return NULL;
    }
    return r;
}

/* Reads the monitor's next event and drops its address. Returns 0 without an event. */
static unsigned next_event(struct svi_remote *r)
{
    uint8_t told[6]; /* the event, and a value that does not matter here */
    uint16_t event = 0;
    char address[1];
    int more = 0;
    size_t size = sizeof more;
    if (zmq_recv(r->monitor, told, sizeof told, ZMQ_DONTWAIT) < (int)sizeof event) {
        return 0;
    }
    memcpy(&event, told, sizeof event);
    if (zmq_getsockopt(r->monitor, ZMQ_RCVMORE, &more, &size) == 0 && more != 0) {
        (void)zmq_recv(r->monitor, address, sizeof address, 0);
    }
    return event;
}

/* Returns whether the connection is lost. A connection that breaks before the handshake is not:
 * ZeroMQ tries again, and has kept the messages sent. */
static bool is_lost(struct svi_remote *r)
{
    for (unsigned event; (event = next_event(r)) != 0;) {
        if (event == ZMQ_EVENT_HANDSHAKE_SUCCEEDED) {
            r->shaken = true;
            r->trouble = "";
        } else if (event == ZMQ_EVENT_HANDSHAKE_FAILED_AUTH) {
            r->trouble = "refuses our key";
            return true;
        } else if (event == ZMQ_EVENT_DISCONNECTED) {
            if (r->shaken) {
                r->trouble = "has closed the connection, or it broke";
                return true;
            }
        } else {
            r->trouble = "ends the handshake: are the keys the right ones?";
        }
    }
    return false;
}

static enum svi_remote_event receive(struct svi_remote *r, const uint8_t **bytes, size_t *size,
                                     const char **trouble)
{
    if (zmq_msg_recv(&r->frame, r->socket, 0) >= 0) {
        *bytes = zmq_msg_data(&r->frame);
        *size = zmq_msg_size(&r->frame);
        /* More parts belong to no frame of ours; they come as frames of their own and are judged
         * so. */
        return SVI_REMOTE_FRAME;
    }
    if (errno == EINTR) {
        return SVI_REMOTE_INTERRUPTED;
    }
    const bool lost = errno != EAGAIN || is_lost(r);
    *trouble = r->trouble;
    return lost ? SVI_REMOTE_LOST : SVI_REMOTE_IDLE;
}

static bool send_frame(struct svi_remote *r, const uint8_t *bytes, size_t size)
{
    int sent;
    do {
        sent = zmq_send(r->socket, bytes, size, 0);
    } while (sent < 0 && errno == EINTR);
    return sent >= 0;
}

const struct svi_remote_library sv_remote_library = {
    .open = open_remote,
    .close = close_remote,
    .receive = receive,
    .send = send_frame,
    .reason = zmq_strerror,
};

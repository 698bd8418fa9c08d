#include "bot/dealer.h"

#include "channel/key.h"
#include "wire/wire.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <zmq.h>

#define IDLE_MS 1000
#define RETRY_MS 100         /* between two tries to connect */
#define BUFFER_BYTES 262144u /* a frame that fits in is not copied */

/* ---- the connection -------------------------------------------------------------------------- */

/* Tries once to connect. Returns 0, or errno with the reason in d->error too. */
static int connect_channel(struct svi_dealer *d)
{
    const struct timeval patience = {.tv_sec = IDLE_MS / 1000};
    int fd;
    if (svi_endpoint_connect(&d->endpoint, &fd) != SV_OK) {
        const int reason = errno;
        (void)svi_fail(&d->error, SV_E_SYSTEM, "%s", strerror(reason));
        return reason;
    }
    d->error.text[0] = 0;
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    svi_channel_init(&d->channel, fd, SVI_ZMTP_DEALER, SVI_MAX_FRAME, SVI_MAX_FRAME);
    if (d->hello.size != 0) {
        (void)svi_channel_send(&d->channel, d->hello.data, d->hello.size);
    }
    return 0;
}

static enum sv_status init_remote(struct svi_dealer *d, const char *endpoint,
                                  const struct svi_remote_keys *keys)
{
    if (svi_remote_init(&d->remote, endpoint, keys)) {
        return SV_OK;
    }
    const bool wrong = errno == EINVAL || errno == EPROTONOSUPPORT;
    return svi_fail(&d->error, wrong ? SV_E_ARGUMENT : SV_E_SYSTEM, "%s", zmq_strerror(errno));
}

enum sv_status svi_dealer_init(struct svi_dealer *d, const char *endpoint,
                               const struct svi_remote_keys *keys)
{
    memset(d, 0, sizeof *d);
    d->channel.fd = -1;
    const enum sv_status status = svi_endpoint_read(&d->endpoint, endpoint, &d->error);
    if (status != SV_OK) {
        return status;
    }
    d->is_remote = d->endpoint.kind == SVI_ENDPOINT_ELSEWHERE || keys != NULL;
    if (d->is_remote) {
        return init_remote(d, endpoint, keys);
    }
    d->buffer = malloc(BUFFER_BYTES);
    if (d->buffer == NULL) {
        return svi_fail(&d->error, SV_E_SYSTEM, "no memory");
    }
    if (connect_channel(d) == EINVAL) { /* port '*', which can only be listened at */
        free(d->buffer);
        return SV_E_ARGUMENT;
    }
    return SV_OK;
}

void svi_dealer_finish(struct svi_dealer *d)
{
    if (d->is_remote) {
        svi_remote_finish(&d->remote);
    }
    svi_channel_finish(&d->channel);
    svi_buf_finish(&d->hello);
    free(d->buffer);
    memset(d, 0, sizeof *d);
    d->channel.fd = -1;
}

/* ---- receiving ------------------------------------------------------------------------------- */

static enum svi_dealer_event receive_remote(struct svi_dealer *d)
{
    static const enum svi_dealer_event events[] = {
        [SVI_REMOTE_FRAME] = SVI_DEALER_FRAME,
        [SVI_REMOTE_IDLE] = SVI_DEALER_IDLE,
        [SVI_REMOTE_INTERRUPTED] = SVI_DEALER_INTERRUPTED,
        [SVI_REMOTE_LOST] = SVI_DEALER_LOST,
    };
    const enum svi_remote_event event = svi_remote_receive(&d->remote);

    if (event == SVI_REMOTE_FRAME) {
        d->bytes = zmq_msg_data(&d->remote.frame);
        d->size = zmq_msg_size(&d->remote.frame);
    } else if (event != SVI_REMOTE_INTERRUPTED) {
        (void)svi_fail(&d->error, SV_E_SYSTEM, "%s%s", d->remote.trouble[0] != 0 ? "it " : "",
                       d->remote.trouble);
    }
    return events[event];
}

/* Tries to connect for about a second. Returns SOME with a connection, FINE without. */
static enum svi_channel_result reconnect(struct svi_dealer *d)
{
    for (int ms = 0; ms < IDLE_MS; ms += RETRY_MS) {
        if (poll(NULL, 0, RETRY_MS) < 0) {
            return SVI_CHANNEL_INTERRUPTED;
        }
        if (connect_channel(d) == 0) {
            return SVI_CHANNEL_SOME;
        }
    }
    return SVI_CHANNEL_FINE;
}

/* Waits until bytes have come, or a second is over; sends meanwhile what the socket would not take
 * before. */
static enum svi_channel_result wait_for_bytes(struct svi_dealer *d)
{
    struct pollfd ready = {.fd = d->channel.fd, .events = POLLIN | POLLOUT};
    if (!svi_channel_wants_write(&d->channel)) {
        return svi_channel_read(&d->channel, d->buffer, BUFFER_BYTES, true);
    }
    if (poll(&ready, 1, IDLE_MS) < 0) {
        return SVI_CHANNEL_INTERRUPTED;
    }
    (void)svi_channel_flush(&d->channel); /* reading reports errors too */
    if (ready.revents == POLLOUT) {
        return SVI_CHANNEL_SOME;
    }
    return svi_channel_read(&d->channel, d->buffer, BUFFER_BYTES, false);
}

/* Handles a verdict. Returns false if the arbiter went before the handshake: it may come back, so
 * another try is due. */
static bool is_lost(struct svi_dealer *d, enum svi_channel_result verdict)
{
    char what[256];
    const bool again = !svi_channel_is_open(&d->channel) && verdict != SVI_CHANNEL_E_PROTOCOL &&
                       verdict != SVI_CHANNEL_E_MEMORY;
    svi_channel_describe(&d->channel, verdict, what, sizeof what);
    (void)svi_fail(&d->error, SV_E_SYSTEM, "it %s", what);
    if (again) {
        svi_channel_finish(&d->channel);
    }
    return !again;
}

static enum svi_dealer_event receive_local(struct svi_dealer *d)
{
    struct svi_zmtp_message message = {0};
    for (;;) {
        enum svi_channel_result result;
        if (d->channel.fd < 0) {
            result = reconnect(d);
        } else {
            result = svi_channel_next(&d->channel, &message);
            if (result == SVI_CHANNEL_FINE) {
                result = wait_for_bytes(d);
            }
        }
        if (result == SVI_CHANNEL_MESSAGE) {
            d->bytes = message.bytes;
            d->size = message.size;
            return SVI_DEALER_FRAME;
        }
        if (result == SVI_CHANNEL_FINE) {
            return SVI_DEALER_IDLE;
        }
        if (result == SVI_CHANNEL_INTERRUPTED) {
            return SVI_DEALER_INTERRUPTED;
        }
        if (result != SVI_CHANNEL_SOME && is_lost(d, result)) {
            return SVI_DEALER_LOST;
        }
    }
}

enum svi_dealer_event svi_dealer_receive(struct svi_dealer *d)
{
    return d->is_remote ? receive_remote(d) : receive_local(d);
}

/* ---- sending --------------------------------------------------------------------------------- */

bool svi_dealer_send(struct svi_dealer *d, const uint8_t *bytes, size_t size)
{
    if (d->is_remote) {
        if (!svi_remote_send(&d->remote, bytes, size)) {
            (void)svi_fail(&d->error, SV_E_SYSTEM, "%s", zmq_strerror(errno));
            return false;
        }
        return true;
    }
    if (!svi_channel_is_open(&d->channel)) {
        svi_buf_append(&d->hello, bytes, size);
        if (d->channel.fd < 0) {
            return !d->hello.failed;
        }
    }
    const enum svi_channel_result result = svi_channel_send(&d->channel, bytes, size);
    if (result == SVI_CHANNEL_E_UNREAD || result == SVI_CHANNEL_E_MEMORY) {
        svi_channel_describe(&d->channel, result, d->error.text, sizeof d->error.text);
        return false;
    }
    return true;
}

/* ---- remote ---------------------------------------------------------------------------------- */

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

bool svi_remote_init(struct svi_remote *r, const char *endpoint, const struct svi_remote_keys *keys)
{
    *r = (struct svi_remote){.context = zmq_ctx_new(), .trouble = ""};
    zmq_msg_init(&r->frame);
    if (r->context != NULL) {
        r->socket = zmq_socket(r->context, ZMQ_DEALER);
    }
    if (r->socket == NULL || !set_options(r->socket) || !set_keys(r->socket, keys) ||
        !start_monitor(r) || zmq_connect(r->socket, endpoint) != 0) {
        int error = errno;

        svi_remote_finish(r);
        errno = error;
        return false;
    }
    return true;
}

void svi_remote_finish(struct svi_remote *r)
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
    *r = (struct svi_remote){0};
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
static bool is_lost_remote(struct svi_remote *r)
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

enum svi_remote_event svi_remote_receive(struct svi_remote *r)
{
    if (zmq_msg_recv(&r->frame, r->socket, 0) >= 0) {
        /* More parts belong to no frame of ours; they come as frames of their own and are judged
         * so. */
        return SVI_REMOTE_FRAME;
    }
    if (errno == EINTR) {
        return SVI_REMOTE_INTERRUPTED;
    }
    if (errno != EAGAIN) {
        return SVI_REMOTE_LOST;
    }
    return is_lost_remote(r) ? SVI_REMOTE_LOST : SVI_REMOTE_IDLE;
}

bool svi_remote_send(struct svi_remote *r, const uint8_t *bytes, size_t size)
{
    int sent;
    do {
        sent = zmq_send(r->socket, bytes, size, 0);
    } while (sent < 0 && errno == EINTR);
    return sent >= 0;
}

#include "bot/dealer.h"

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

#define IDLE_MS 1000
#define RETRY_MS 100         /* between two tries to connect */
#define BUFFER_BYTES 262144u /* frames up to this size are read in place */

/* ---- the connection -------------------------------------------------------------------------- */

/* Tries once to connect. Returns 0, or errno with the reason in d->error too. */
static int connect_channel(struct svi_dealer *d)
{
    const struct timeval patience = {.tv_sec = IDLE_MS / 1000};
    int fd;
    if (svi_endpoint_connect(&d->endpoint, &fd) != SV_OK) {
        const int reason = errno;
        (void)svi_fail(&d->error, SV_E_SYSTEM, "%s", svi_errno_text(reason));
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
    if (&sv_remote_library == NULL) {
        return svi_fail(&d->error, SV_E_ARGUMENT,
                        "this bot plays on the arbiter's machine only: to connect from elsewhere, "
                        "or with keys, link it with 'pkg-config --libs solvent-remote'");
    }
    d->remote = sv_remote_library.open(endpoint, keys);
    if (d->remote != NULL) {
        return SV_OK;
    }
    const bool wrong = errno == EINVAL || errno == EPROTONOSUPPORT;
    return svi_fail(&d->error, wrong ? SV_E_ARGUMENT : SV_E_SYSTEM, "%s",
                    sv_remote_library.reason(errno));
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
    if (d->endpoint.kind == SVI_ENDPOINT_ELSEWHERE || keys != NULL) {
        return init_remote(d, endpoint, keys);
    }
    d->buffer = malloc(BUFFER_BYTES);
    if (d->buffer == NULL) {
        return svi_fail(&d->error, SV_E_SYSTEM, "no memory");
    }
    if (connect_channel(d) == EINVAL) { /* port '*', which can only be listened at */
        free(d->buffer);
        d->buffer = NULL;
        return SV_E_ARGUMENT;
    }
    return SV_OK;
}

void svi_dealer_finish(struct svi_dealer *d)
{
    if (d->remote != NULL) {
        sv_remote_library.close(d->remote);
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
    const char *trouble = "";
    const enum svi_remote_event event =
        sv_remote_library.receive(d->remote, &d->bytes, &d->size, &trouble);

    if (event == SVI_REMOTE_IDLE || event == SVI_REMOTE_LOST) {
        (void)svi_fail(&d->error, SV_E_SYSTEM, "%s%s", trouble[0] != 0 ? "it " : "", trouble);
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
    return d->remote != NULL ? receive_remote(d) : receive_local(d);
}

/* ---- sending --------------------------------------------------------------------------------- */

bool svi_dealer_send(struct svi_dealer *d, const uint8_t *bytes, size_t size)
{
    if (d->remote != NULL) {
        if (!sv_remote_library.send(d->remote, bytes, size)) {
            (void)svi_fail(&d->error, SV_E_SYSTEM, "%s", sv_remote_library.reason(errno));
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

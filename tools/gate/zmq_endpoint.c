#include "tools/gate/zmq_endpoint.h"

#include "memory/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define DOMAIN "solvent"
#define ZAP_ENDPOINT "inproc://zeromq.zap.01"
#define QUEUE 64         /* messages to the bot that wait in libzmq; then the arbiter waits */
#define SHAKING_MS 15000 /* libzmq's handshake timeout; the gate's is shorter */
#define WRAPPING 64      /* most bytes that CURVE puts around a message */
#define ZAP_PARTS 8

static bool set_int(void *socket, int option, int value)
{
    return zmq_setsockopt(socket, option, &value, sizeof value) == 0;
}

static bool set_options(struct svi_zmq_endpoint *in, const struct svi_key_pair *ours,
                        size_t max_message)
{
    const int64_t most = (int64_t)max_message + WRAPPING;
    void *r = in->router;
    if (in->curve && (!set_int(r, ZMQ_CURVE_SERVER, 1) ||
                      zmq_setsockopt(r, ZMQ_CURVE_SECRETKEY, ours->secret.bytes,
                                     sizeof ours->secret.bytes) != 0)) {
        return false;
    }
    return set_int(r, ZMQ_LINGER, 0) && set_int(in->zap, ZMQ_LINGER, 0) &&
           set_int(r, ZMQ_SNDHWM, QUEUE) && set_int(r, ZMQ_ROUTER_MANDATORY, 1) &&
           set_int(r, ZMQ_HANDSHAKE_IVL, SHAKING_MS) &&
           zmq_setsockopt(r, ZMQ_ZAP_DOMAIN, DOMAIN, sizeof DOMAIN - 1) == 0 &&
           zmq_setsockopt(r, ZMQ_MAXMSGSIZE, &most, sizeof most) == 0;
}

/* Listens at a socket and removes its file at once; later connections name the socket through /proc
 * by a descriptor. Binding in the current folder avoids the limit of 108 bytes for a path. */
static bool listen_hidden(struct svi_zmq_endpoint *in)
{
    const char *base = getenv("TMPDIR"); // NOLINT(concurrency-mt-unsafe): no thread sets it
    bool listens = false;
    const int back = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (back < 0) {
        return false;
    }
    char *folder = svi_text("%s/solvent-gate.XXXXXX", base != NULL && *base ? base : "/tmp");
    if (mkdtemp(folder) != NULL) {
        listens = chdir(folder) == 0 && zmq_bind(in->router, "ipc://inside") == 0 &&
                  (in->place = open("inside", O_PATH | O_CLOEXEC)) >= 0;
        const int reason = errno;
        (void)unlink("inside");
        listens = fchdir(back) == 0 && listens;
        (void)rmdir(folder);
        errno = reason;
    }
    const int reason = errno;
    free(folder);
    close(back);
    errno = reason;
    return listens;
}

bool svi_zmq_endpoint_open(struct svi_zmq_endpoint *in, const struct svi_key_pair *ours,
                           const struct svi_key *key, size_t max_message, struct svi_error *error)
{
    memset(in, 0, sizeof *in);
    in->place = -1;
    in->curve = key != NULL;
    if (in->curve) {
        in->key = *key;
    }
    zmq_msg_init(&in->message);
    in->context = zmq_ctx_new();
    if (in->context != NULL) {
        in->router = zmq_socket(in->context, ZMQ_ROUTER);
        in->zap = zmq_socket(in->context, ZMQ_REP);
    }
    if (in->router == NULL || in->zap == NULL || !set_options(in, ours, max_message) ||
        zmq_bind(in->zap, ZAP_ENDPOINT) != 0 || !listen_hidden(in)) {
        (void)svi_fail(error, SV_E_SYSTEM, "cannot start ZeroMQ: %s", zmq_strerror(errno));
        svi_zmq_endpoint_close(in);
        return false;
    }
    return true;
}

void svi_zmq_endpoint_close(struct svi_zmq_endpoint *in)
{
    zmq_msg_close(&in->message);
    if (in->router != NULL) {
        zmq_close(in->router);
    }
    if (in->zap != NULL) {
        zmq_close(in->zap);
    }
    if (in->context != NULL) {
        zmq_ctx_term(in->context);
    }
    if (in->place >= 0) {
        close(in->place);
    }
    memset(in, 0, sizeof *in);
    in->place = -1;
}

int svi_zmq_endpoint_connect(const struct svi_zmq_endpoint *in)
{
    struct sockaddr_un where = {.sun_family = AF_UNIX};
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    (void)snprintf(where.sun_path, sizeof where.sun_path, "/proc/self/fd/%d", in->place);
    if (fd >= 0 && connect(fd, (const struct sockaddr *)&where, sizeof where) != 0) {
        const int reason = errno;
        close(fd);
        errno = reason;
        return -1;
    }
    return fd;
}

void svi_zmq_endpoint_fds(const struct svi_zmq_endpoint *in, int fds[2])
{
    size_t size = sizeof *fds;
    (void)zmq_getsockopt(in->router, ZMQ_FD, &fds[0], &size);
    (void)zmq_getsockopt(in->zap, ZMQ_FD, &fds[1], &size);
}

/* ---- ZAP ------------------------------------------------------------------------------------- */

/* Receives all parts of a message and keeps up to ZAP_PARTS of them. Returns the number of parts, 0
 * if no message has come. */
static size_t receive_parts(void *socket, zmq_msg_t parts[ZAP_PARTS])
{
    size_t n = 0;
    for (bool more = true; more;) {
        zmq_msg_t beyond;
        zmq_msg_t *part = n < ZAP_PARTS ? &parts[n] : &beyond;
        zmq_msg_init(part);
        if (zmq_msg_recv(part, socket, ZMQ_DONTWAIT) < 0) {
            zmq_msg_close(part);
            break;
        }
        more = zmq_msg_more(part) != 0;
        if (n++ >= ZAP_PARTS) {
            zmq_msg_close(part);
        }
    }
    return n;
}

static bool part_is(zmq_msg_t *part, const char *text)
{
    return zmq_msg_size(part) == strlen(text) &&
           memcmp(zmq_msg_data(part), text, strlen(text)) == 0;
}

/* Decides a ZAP request. Its parts: version, request, domain, address, identity, mechanism, and
 * with CURVE the key. */
static bool may_enter(struct svi_zmq_endpoint *in, zmq_msg_t *parts, size_t n)
{
    if (n < 6 || !part_is(&parts[0], "1.0") || !part_is(&parts[2], DOMAIN)) {
        return false;
    }
    if (!in->curve) {
        return part_is(&parts[5], "NULL");
    }
    if (n != 7 || !part_is(&parts[5], "CURVE") || zmq_msg_size(&parts[6]) != SVI_KEY_BYTES) {
        return false;
    }
    const uint8_t *key = zmq_msg_data(&parts[6]);
    if (sodium_memcmp(key, in->key.bytes, SVI_KEY_BYTES) == 0) {
        return true;
    }
    in->refused++;
    (void)zmq_z85_encode(in->stranger, key, SVI_KEY_BYTES);
    return false;
}

static void send_text(void *socket, const char *text, int flags)
{
    (void)zmq_send(socket, text, strlen(text), ZMQ_DONTWAIT | flags);
}

void svi_zmq_endpoint_serve(struct svi_zmq_endpoint *in)
{
    zmq_msg_t parts[ZAP_PARTS];
    size_t n;
    while ((n = receive_parts(in->zap, parts)) > 0) {
        const bool enter = may_enter(in, parts, n);
        send_text(in->zap, "1.0", ZMQ_SNDMORE);
        (void)zmq_send(in->zap, n > 1 ? zmq_msg_data(&parts[1]) : "",
                       n > 1 ? zmq_msg_size(&parts[1]) : 0, ZMQ_DONTWAIT | ZMQ_SNDMORE);
        send_text(in->zap, enter ? "200" : "400", ZMQ_SNDMORE);
        send_text(in->zap, enter ? "OK" : "not the bot's key", ZMQ_SNDMORE);
        send_text(in->zap, "", ZMQ_SNDMORE);
        send_text(in->zap, "", 0);
        for (size_t i = 0; i < n && i < ZAP_PARTS; i++) {
            zmq_msg_close(&parts[i]);
        }
    }
}

/* ---- messages -------------------------------------------------------------------------------- */

/* Receives the parts after the identity. */
static enum svi_zmq_endpoint_result receive_body(struct svi_zmq_endpoint *in)
{
    enum svi_zmq_endpoint_result result = SVI_ZMQ_ENDPOINT_MESSAGE;
    int got = zmq_msg_recv(&in->message, in->router, ZMQ_DONTWAIT);
    while (got >= 0 && zmq_msg_more(&in->message)) {
        result = SVI_ZMQ_ENDPOINT_PARTS;
        got = zmq_msg_recv(&in->message, in->router, ZMQ_DONTWAIT);
    }
    return got >= 0 ? result : SVI_ZMQ_ENDPOINT_BROKEN;
}

enum svi_zmq_endpoint_result svi_zmq_endpoint_receive(struct svi_zmq_endpoint *in)
{
    for (;;) {
        uint8_t identity[SVI_ZMQ_ENDPOINT_IDENTITY];
        const int got = zmq_recv(in->router, identity, sizeof identity, ZMQ_DONTWAIT);
        if (got < 0) {
            return errno == EAGAIN || errno == EINTR ? SVI_ZMQ_ENDPOINT_NOTHING
                                                     : SVI_ZMQ_ENDPOINT_BROKEN;
        }
        const size_t size = (size_t)got < sizeof identity ? (size_t)got : sizeof identity;
        const enum svi_zmq_endpoint_result result = receive_body(in);
        if (in->identity_size == 0) {
            memcpy(in->identity, identity, size);
            in->identity_size = size;
        }
        if (result == SVI_ZMQ_ENDPOINT_BROKEN ||
            (size == in->identity_size && memcmp(identity, in->identity, size) == 0)) {
            return result;
        }
    }
}

bool svi_zmq_endpoint_send(struct svi_zmq_endpoint *in, const void *bytes, size_t size)
{
    if (in->identity_size == 0) {
        return true;
    }
    int sent;
    do {
        sent = zmq_send(in->router, in->identity, in->identity_size, ZMQ_DONTWAIT | ZMQ_SNDMORE);
    } while (sent < 0 && errno == EINTR);
    if (sent < 0) {
        return false;
    }
    do { /* after the identity, libzmq takes the rest too */
        sent = zmq_send(in->router, bytes, size, ZMQ_DONTWAIT);
    } while (sent < 0 && errno == EINTR);
    return sent >= 0;
}

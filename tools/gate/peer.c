#include "tools/gate/peer.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- handshake filter ------------------------------------------------------------------------ */

/* Decides which bytes of a stranger's connection may pass to libzmq. It follows the unencrypted
 * part of ZMTP in both directions and does no I/O.
 *
 * libzmq sees a connection only after a whole greeting with the right mechanism. Then two commands
 * of limited length may pass, until libzmq accepts the stranger; then frames of limited length.
 * CURVE encrypts the frames' contents, but neither their lengths nor the names of the handshake's
 * commands. */

#define FLAG_MORE 1u
#define FLAG_LONG 2u
#define FLAG_COMMAND 4u
#define FLAGS 7u

/* Offsets in a greeting. */
#define SIGNATURE_END 9
#define MAJOR 10
#define MECHANISM 12
#define MECHANISM_BYTES 20
#define AS_SERVER 32

/* Bytes that CURVE puts around a message: name, counter, seal, flags. */
#define WRAPPING 64u

void svi_handshake_filter_init(struct svi_handshake_filter *s, bool curve, size_t max_message)
{
    memset(s, 0, sizeof *s);
    s->curve = curve;
    s->max_message = max_message;
}

static const char *mechanism(const struct svi_handshake_filter *s)
{
    return s->curve ? "CURVE" : "NULL";
}

void svi_handshake_filter_greeting(const struct svi_handshake_filter *s,
                                   uint8_t greeting[SVI_ZMTP_GREETING])
{
    memset(greeting, 0, SVI_ZMTP_GREETING);
    greeting[0] = 0xff;
    greeting[SIGNATURE_END - 1] = 1; /* like libzmq */
    greeting[SIGNATURE_END] = 0x7f;
    greeting[MAJOR] = 3;
    greeting[MAJOR + 1] = 1;
    memcpy(greeting + MECHANISM, mechanism(s), strlen(mechanism(s)));
    greeting[AS_SERVER] = s->curve;
}

/* Judges the bytes of a greeting received so far. */
static const char *judge_greeting(const struct svi_handshake_filter *s)
{
    char wanted[MECHANISM_BYTES] = {0};
    memcpy(wanted, mechanism(s), strlen(mechanism(s)));
    if (s->greeting[0] != 0xff ||
        (s->greeted > SIGNATURE_END && (s->greeting[SIGNATURE_END] & 1) == 0)) {
        return "does not speak ZMTP";
    }
    if (s->greeted > MAJOR && s->greeting[MAJOR] < 3) {
        return "speaks an older ZMTP than 3";
    }
    if (s->greeted >= MECHANISM + MECHANISM_BYTES &&
        memcmp(s->greeting + MECHANISM, wanted, sizeof wanted) != 0) {
        return s->curve ? "has no keys (its mechanism is not CURVE)"
                        : "uses keys, but this gate has none (its mechanism is not NULL)";
    }
    if (s->greeted > AS_SERVER && s->greeting[AS_SERVER] != 0) {
        return "speaks as a server";
    }
    return NULL;
}

static uint64_t body_size(const uint8_t *head)
{
    uint64_t size = 0;
    if ((head[0] & FLAG_LONG) == 0) {
        return head[1];
    }
    for (size_t i = 1; i < SVI_ZMTP_HEAD; i++) {
        size = size << 8 | head[i];
    }
    return size;
}

/* Takes bytes up to the end of a frame's head, or of a frame. Sets *head if a head is complete
 * now. */
static size_t follow(struct svi_handshake_filter_frames *f, const uint8_t *bytes, size_t size,
                     bool *head)
{
    *head = false;
    if (f->left > 0) {
        const size_t some = size < f->left ? size : (size_t)f->left;
        for (size_t i = 0; i < some && f->name_size < sizeof f->name; i++) {
            f->name[f->name_size++] = bytes[i];
        }
        f->left -= some;
        return some;
    }
    f->head[f->head_size++] = bytes[0];
    if (f->head_size == ((f->head[0] & FLAG_LONG) != 0 ? SVI_ZMTP_HEAD : 2)) {
        f->left = body_size(f->head);
        f->head_size = 0;
        f->name_size = 0;
        *head = true;
    }
    return 1;
}

static const char *judge_head(struct svi_handshake_filter *s)
{
    const uint8_t flags = s->theirs.head[0];
    const uint64_t size = s->theirs.left;
    if ((flags & ~FLAGS) != 0) {
        return "breaks ZMTP: a reserved flag of a frame is set";
    }
    if (s->stage != SVI_HANDSHAKE_FILTER_READY) {
        if ((flags & FLAG_COMMAND) == 0) {
            return "sends a message before it is accepted";
        }
        if (size > SVI_HANDSHAKE_FILTER_COMMAND) {
            return "sends a command longer than allowed before it is accepted";
        }
        s->commands++;
        return s->commands > (s->curve ? 2u : 1u) ? "sends more before it is accepted" : NULL;
    }
    if (size > s->max_message + (s->curve ? WRAPPING : 0)) {
        return "breaks the protocol: a message is longer than it may be";
    }
    if (!s->curve && (flags & FLAG_MORE) != 0) {
        return "breaks the protocol: a message has more than one part";
    }
    return NULL;
}

const char *svi_handshake_filter_theirs(struct svi_handshake_filter *s, const uint8_t *bytes,
                                        size_t size)
{
    const char *fault = NULL;
    size_t at = 0;
    while (at < size && s->greeted < SVI_ZMTP_GREETING) {
        s->greeting[s->greeted++] = bytes[at++];
    }
    if (s->stage == SVI_HANDSHAKE_FILTER_GREETING && s->greeted > 0) {
        fault = judge_greeting(s);
        if (fault == NULL && s->greeted == SVI_ZMTP_GREETING) {
            s->stage = SVI_HANDSHAKE_FILTER_SHAKING;
        }
    }
    while (at < size && fault == NULL) {
        bool head;
        at += follow(&s->theirs, bytes + at, size - at, &head);
        if (head) {
            fault = judge_head(s);
        }
    }
    return fault;
}

/* Reads a command's name, once it is complete. */
static void notice(struct svi_handshake_filter *s)
{
    static const uint8_t welcome[] = "\7WELCOME", ready[] = "\5READY", error[] = "\5ERROR";
    const struct svi_handshake_filter_frames *f = &s->ours;
    if (s->stage == SVI_HANDSHAKE_FILTER_READY || s->stage == SVI_HANDSHAKE_FILTER_GREETING) {
        return;
    }
    if (f->name_size >= sizeof ready - 1 && memcmp(f->name, ready, sizeof ready - 1) == 0) {
        s->stage = SVI_HANDSHAKE_FILTER_READY;
    } else if (f->name_size >= sizeof error - 1 && memcmp(f->name, error, sizeof error - 1) == 0) {
        s->refused = true;
    } else if (f->name_size == sizeof welcome - 1 &&
               memcmp(f->name, welcome, sizeof welcome - 1) == 0) {
        s->stage = SVI_HANDSHAKE_FILTER_WELCOMED;
    }
}

size_t svi_handshake_filter_ours(struct svi_handshake_filter *s, const uint8_t *bytes, size_t size)
{
    size_t at = 0, left_out = 0;
    while (at < size && s->answered < SVI_ZMTP_GREETING) {
        s->answered++;
        at++;
        left_out++;
    }
    while (at < size && s->stage != SVI_HANDSHAKE_FILTER_READY) {
        /* Messages follow the handshake. */
        bool head;
        at += follow(&s->ours, bytes + at, size - at, &head);
        if (!head && s->ours.name_size > 0) {
            notice(s);
        }
    }
    return left_out;
}

/* TCP notices within about a minute that a machine vanished without closing its connections. */
#define KEEP_IDLE_S 30
#define KEEP_INTERVAL_S 10
#define KEEP_COUNT 3
#define UNANSWERED_MS 60000

static void set_int(int fd, int level, int option, int value)
{
    /* Unix sockets do not have these options. */
    (void)setsockopt(fd, level, option, &value, sizeof value);
}

static void find_name(struct svi_peer *g)
{
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
        struct sockaddr_storage room;
    } peer;
    socklen_t size = sizeof peer;
    char text[INET6_ADDRSTRLEN] = "";
    memset(&peer, 0, sizeof peer);
    (void)snprintf(g->name, sizeof g->name, "this machine");
    if (getpeername(g->outside, &peer.any, &size) != 0) {
        return;
    }
    if (peer.any.sa_family == AF_INET) {
        g->where.s6_addr[10] = g->where.s6_addr[11] = 0xff;
        memcpy(g->where.s6_addr + 12, &peer.v4.sin_addr, 4);
        (void)inet_ntop(AF_INET, &peer.v4.sin_addr, text, sizeof text);
        (void)snprintf(g->name, sizeof g->name, "%s:%u", text, ntohs(peer.v4.sin_port));
    } else if (peer.any.sa_family == AF_INET6) {
        g->where = peer.v6.sin6_addr;
        (void)inet_ntop(AF_INET6, &peer.v6.sin6_addr, text, sizeof text);
        (void)snprintf(g->name, sizeof g->name, "[%s]:%u", text, ntohs(peer.v6.sin6_port));
    }
}

void svi_peer_init(struct svi_peer *g, int fd, bool curve, size_t max_message, int64_t now_ms)
{
    memset(g, 0, sizeof *g);
    g->outside = fd;
    g->endpoint = -1;
    g->since_ms = now_ms;
    find_name(g);
    set_int(fd, IPPROTO_TCP, TCP_NODELAY, 1);
    set_int(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
    set_int(fd, IPPROTO_TCP, TCP_KEEPIDLE, KEEP_IDLE_S);
    set_int(fd, IPPROTO_TCP, TCP_KEEPINTVL, KEEP_INTERVAL_S);
    set_int(fd, IPPROTO_TCP, TCP_KEEPCNT, KEEP_COUNT);
    set_int(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, UNANSWERED_MS);
    svi_handshake_filter_init(&g->filter, curve, max_message);
    svi_handshake_filter_greeting(&g->filter, g->out.bytes);
    g->out.end = SVI_ZMTP_GREETING;
}

void svi_peer_finish(struct svi_peer *g)
{
    if (g->outside >= 0) {
        close(g->outside);
    }
    if (g->endpoint >= 0) {
        close(g->endpoint);
    }
    g->outside = -1;
    g->endpoint = -1;
}

/* ---- moving ---------------------------------------------------------------------------------- */

static bool is_empty(const struct svi_flow *f)
{
    return f->at == f->end;
}

void svi_peer_poll(const struct svi_peer *g, bool is_paused, struct pollfd ready[2])
{
    const bool reads = !g->in.ended && !is_paused &&
                       (is_empty(&g->in) || g->filter.stage == SVI_HANDSHAKE_FILTER_GREETING);
    const bool answers = !g->out.ended && is_empty(&g->out);
    ready[0] = (struct pollfd){.fd = g->outside};
    ready[1] = (struct pollfd){.fd = g->endpoint};
    ready[0].events = (short)((reads ? POLLIN : 0) | (is_empty(&g->out) ? 0 : POLLOUT));
    ready[1].events = (short)((answers ? POLLIN : 0) | (is_empty(&g->in) ? 0 : POLLOUT));
    for (int i = 0; i < 2; i++) { /* an unused end would be reported again and again */
        ready[i].fd = ready[i].events != 0 ? ready[i].fd : -1;
    }
}

/* Reads once, appending to the buffer. Returns false at the end of input. */
static bool read_some(struct svi_flow *f, int fd)
{
    if (is_empty(f)) {
        f->at = f->end = 0;
    }
    const ssize_t got = recv(fd, f->bytes + f->end, sizeof f->bytes - f->end, MSG_DONTWAIT);
    if (got > 0) {
        f->end += (size_t)got;
        return true;
    }
    f->ended = got == 0 || (errno != EAGAIN && errno != EINTR);
    return !f->ended;
}

/* Writes once. Returns false if the other end does not read any more. */
static bool write_some(struct svi_flow *f, int fd)
{
    if (is_empty(f)) {
        return true;
    }
    const ssize_t gone = send(fd, f->bytes + f->at, f->end - f->at, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (gone < 0) {
        return errno == EAGAIN || errno == EINTR;
    }
    f->at += (size_t)gone;
    return true;
}

/* Moves bytes from outside to libzmq. */
static enum svi_peer_result move_in(struct svi_peer *g, bool readable, const char **fault)
{
    if (readable && !g->in.ended && (is_empty(&g->in) || g->in.end < sizeof g->in.bytes)) {
        const size_t had = is_empty(&g->in) ? 0 : g->in.end;
        if (read_some(&g->in, g->outside)) {
            *fault = svi_handshake_filter_theirs(&g->filter, g->in.bytes + had, g->in.end - had);
            if (*fault != NULL) {
                return SVI_PEER_FAULT;
            }
        } else if (g->endpoint >= 0) {
            (void)shutdown(g->endpoint, SHUT_WR);
        }
    }
    if (g->endpoint < 0) {
        return g->in.ended                                        ? SVI_PEER_GONE
               : g->filter.stage == SVI_HANDSHAKE_FILTER_GREETING ? SVI_PEER_FINE
                                                                  : SVI_PEER_WANTED;
    }
    const size_t before = g->in.at;
    if (!write_some(&g->in, g->endpoint)) {
        return SVI_PEER_CUT;
    }
    g->passed += g->filter.stage == SVI_HANDSHAKE_FILTER_READY ? g->in.at - before : 0;
    return SVI_PEER_FINE;
}

/* Moves bytes from libzmq to the outside. */
static enum svi_peer_result move_out(struct svi_peer *g, bool readable)
{
    if (readable && is_empty(&g->out) && !g->out.ended) {
        if (!read_some(&g->out, g->endpoint)) {
            return g->in.ended ? SVI_PEER_GONE : SVI_PEER_CUT;
        }
        g->out.at = svi_handshake_filter_ours(&g->filter, g->out.bytes, g->out.end);
    }
    /* A peer that left without reading is noticed by reading. */
    if (!write_some(&g->out, g->outside)) {
        g->out.at = g->out.end;
    }
    return SVI_PEER_FINE;
}

enum svi_peer_result svi_peer_tend(struct svi_peer *g, const struct pollfd ready[2],
                                   const char **fault)
{
    enum svi_peer_result result = SVI_PEER_FINE;
    if (g->endpoint >= 0) {
        result = move_out(g, ready[1].revents != 0);
    } else {
        (void)write_some(&g->out, g->outside);
    }
    return result == SVI_PEER_FINE ? move_in(g, ready[0].revents != 0, fault) : result;
}

#include "tools/gate/gate.h"

#include "base/time.h"
#include "channel/channel.h"
#include "channel/listener.h"
#include "memory/memory.h"
#include "tools/console/say.h"
#include "tools/gate/peer.h"
#include "tools/gate/zmq_endpoint.h"
#include "wire/wire.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define BUFFER_BYTES 262144u
/* Bytes that the arbiter has not read, beyond which we take no more from the bot. */
#define UNREAD_BYTES 4194304u
#define MEMORY_MB 256u /* memory limit, on top of a gate's memory at its start */
#define FILES 512u
#define TURN_MS 1000
#define TENSE_MS 20    /* turn while waiting for something that no descriptor signals */
#define STUCK_MS 2000  /* time that a message of many parts may stand still */
#define LINGER_MS 1000 /* time for last messages, in both directions */
/* Wait after the end of a connection, until all its bytes have come through. */
#define QUIET_MS 50
#define ACCEPTS_A_TURN 16u
#define WRAPPING 64 /* upper bound of the bytes around a message on the outside */
#define MAX_LINES 10u

/* An allowance of `a_second` a second, with at most one second's worth at once. */
struct allowance {
    unsigned a_second;
    double left;
    int64_t at_ms;
};

struct gate {
    const struct svi_gate_setup *setup;
    bool curve;
    struct svi_listener listener;
    struct svi_zmq_endpoint endpoint;
    struct svi_channel channel;      /* connection to the arbiter */
    uint8_t *buffer;                 /* read buffer of the channel */
    struct svi_zmtp_message waiting; /* message from the arbiter that libzmq has not taken yet */
    bool waits;
    struct svi_peer *peers;   /* SVI_GATE_GUESTS of them */
    struct svi_peer *session; /* the accepted peer; NULL: not yet */
    struct allowance accepted, shown;
    int64_t now_ms;
    uint64_t delivered; /* bytes of the bot that have come through, with their wrapping */
    int64_t moved_ms;   /* time of the last message that came through */
    unsigned refused;   /* refused keys that were reported */
    unsigned lines;     /* lines printed about strangers */
    bool goodbye;       /* the arbiter has said goodbye */
    const char *lost;   /* how the bot was lost, or NULL */
    int64_t ending_ms;  /* latest end of the session; 0: it goes on */
    enum svi_exit status;
};

static bool has_some(struct allowance *a, int64_t now_ms)
{
    a->left += (double)(now_ms - a->at_ms) * a->a_second / 1000;
    a->left = a->left > a->a_second ? a->a_second : a->left;
    a->at_ms = now_ms;
    return a->left >= 1;
}

/* Ends the session. `why` follows the bot's name in the message. Messages under way get patience_ms
 * to arrive. */
static void lose(struct gate *g, const char *why, int64_t patience_ms)
{
    if (g->ending_ms == 0) {
        g->lost = why;
        g->status = g->goodbye ? SVI_EXIT_DONE : SVI_EXIT_FAILED;
        g->ending_ms = g->now_ms + patience_ms;
    }
}

/* ---- strangers ------------------------------------------------------------------------------- */

static bool has_line(struct gate *g)
{
    return g->lines < MAX_LINES && ++g->lines > 0;
}

static const char *last_line(const struct gate *g)
{
    return g->lines == MAX_LINES ? " (no more lines like this)" : "";
}

static void turn_away(struct gate *g, struct svi_peer *peer, const char *why)
{
    if (why != NULL && has_line(g)) {
        svi_note("refused %s: it %s%s", peer->name, why, last_line(g));
    }
    svi_peer_finish(peer);
}

/* Returns the peer to close for a new peer from that address, or NULL if there is room. */
static struct svi_peer *to_go(struct gate *g, const struct in6_addr *where)
{
    /* Candidates among all peers, and among peers from that address. */
    struct svi_peer *first[2] = {NULL, NULL};
    unsigned n[2] = {0, 0};
    for (unsigned i = 0; i < SVI_GATE_GUESTS; i++) {
        struct svi_peer *peer = &g->peers[i];
        const bool neighbour = memcmp(&peer->where, where, sizeof *where) == 0;
        for (int k = 0; k <= (neighbour ? 1 : 0) && peer->outside >= 0; k++) {
            n[k]++;
            if (first[k] == NULL || peer->filter.stage < first[k]->filter.stage ||
                (peer->filter.stage == first[k]->filter.stage &&
                 peer->since_ms < first[k]->since_ms)) {
                first[k] = peer;
            }
        }
    }
    return n[1] >= SVI_GATE_NEIGHBOURS ? first[1] : n[0] >= SVI_GATE_GUESTS ? first[0] : NULL;
}

static void accept_guests(struct gate *g)
{
    for (unsigned i = 0; i < ACCEPTS_A_TURN && has_some(&g->accepted, g->now_ms); i++) {
        struct svi_peer peer;
        int fd;
        if (svi_listener_accept(&g->listener, geteuid(), &fd) != SVI_ACCEPT_ONE) {
            return;
        }
        g->accepted.left -= 1;
        svi_peer_init(&peer, fd, g->curve, SVI_MAX_BOT_FRAME, g->now_ms);
        struct svi_peer *place = to_go(g, &peer.where);
        if (place != NULL) {
            turn_away(g, place, "came when no more could connect");
        }
        for (unsigned k = 0; place == NULL; k++) {
            place = g->peers[k].outside < 0 ? &g->peers[k] : NULL;
        }
        *place = peer;
    }
}

/* Accepts a peer as the bot: stops listening and closes all other peers. */
static void let_in(struct gate *g, struct svi_peer *peer)
{
    g->session = peer;
    g->moved_ms = g->now_ms;
    svi_listener_shut(&g->listener);
    for (unsigned i = 0; i < SVI_GATE_GUESTS; i++) {
        if (&g->peers[i] != peer) {
            svi_peer_finish(&g->peers[i]);
        }
    }
    svi_note("%s has connected from %s", g->setup->name, peer->name);
}

/* Ends the session if the bot's connection is over, or the bot has broken a rule. */
static void judge_session(struct gate *g, enum svi_peer_result result, const char *fault)
{
    static char why[160];
    if (result == SVI_PEER_FAULT) {
        (void)snprintf(why, sizeof why, "%s", fault);
        lose(g, why, QUIET_MS);
        svi_peer_finish(g->session);
    } else if (result == SVI_PEER_GONE || result == SVI_PEER_CUT) {
        lose(g,
             result == SVI_PEER_GONE ? "has closed its connection, or lost it"
                                     : "was cut off by ZeroMQ: it breaks its protocol",
             QUIET_MS);
        svi_peer_finish(g->session);
    } else if (g->session->in.ended) { /* until then libzmq can take the last messages */
        lose(g, "has closed its connection, or lost it", LINGER_MS);
    }
}

static void judge_stranger(struct gate *g, struct svi_peer *peer, enum svi_peer_result result,
                           const char *fault)
{
    if (result == SVI_PEER_WANTED && has_some(&g->shown, g->now_ms)) {
        g->shown.left -= 1;
        peer->endpoint = svi_zmq_endpoint_connect(&g->endpoint);
        if (peer->endpoint < 0) {
            turn_away(g, peer, "found no free place");
        }
    } else if (result == SVI_PEER_FAULT) {
        turn_away(g, peer, fault);
    } else if (result == SVI_PEER_GONE) {
        turn_away(g, peer, NULL);
    } else if (result == SVI_PEER_CUT) {
        turn_away(g, peer,
                  peer->filter.refused ? NULL
                                       : "failed the handshake: does it have our public key?");
    } else if (g->now_ms - peer->since_ms > SVI_GATE_SHAKING_MS) {
        turn_away(g, peer, "took too long for the handshake");
    }
}

static void tend_guests(struct gate *g, const struct pollfd *ready)
{
    for (unsigned i = 0; i < SVI_GATE_GUESTS; i++) {
        struct svi_peer *peer = &g->peers[i];
        const char *fault = NULL;
        if (peer->outside < 0) {
            continue;
        }
        const enum svi_peer_result result = svi_peer_tend(peer, &ready[2 * (size_t)i], &fault);
        if (g->session == NULL && peer->filter.stage == SVI_HANDSHAKE_FILTER_READY) {
            let_in(g, peer);
        }
        if (peer == g->session) {
            judge_session(g, result, fault);
        } else {
            judge_stranger(g, peer, result, fault);
        }
    }
}

static void tell_of_keys(struct gate *g)
{
    svi_zmq_endpoint_serve(&g->endpoint);
    for (; g->refused < g->endpoint.refused; g->refused++) {
        if (g->refused < MAX_LINES) {
            svi_note("refused the key \"%s\": it is not that of %s%s", g->endpoint.stranger,
                     g->setup->key_file,
                     g->refused + 1 == MAX_LINES ? " (no more lines like this)" : "");
        }
    }
}

/* ---- messages -------------------------------------------------------------------------------- */

/* Returns whether the arbiter reads too slowly; then the bot has to wait. */
static bool is_blocked(const struct gate *g)
{
    return g->channel.out.size - g->channel.sent > UNREAD_BYTES;
}

/* Returns the bytes of the bot that libzmq has taken and not delivered yet. */
static int64_t undelivered(struct gate *g)
{
    if (g->session == NULL) {
        return 0;
    }
    if (g->delivered > g->session->passed) { /* the real wrapping is smaller than its bound */
        g->delivered = g->session->passed;
    }
    return (int64_t)(g->session->passed - g->delivered);
}

/* Delivers messages from the bot to the arbiter. */
static void deliver(struct gate *g)
{
    while (!is_blocked(g)) {
        const enum svi_zmq_endpoint_result result = svi_zmq_endpoint_receive(&g->endpoint);
        if (result == SVI_ZMQ_ENDPOINT_NOTHING) {
            if (undelivered(g) <= SVI_GATE_UNDELIVERED) {
                g->moved_ms = g->now_ms;
            } else if (g->now_ms - g->moved_ms > STUCK_MS) {
                lose(g, "breaks the protocol: a message of many parts does not end", 0);
            }
            return;
        }
        if (result == SVI_ZMQ_ENDPOINT_PARTS) {
            lose(g, "breaks the protocol: a message has more than one part", QUIET_MS);
            return;
        }
        if (result == SVI_ZMQ_ENDPOINT_BROKEN) {
            lose(g, "was lost with ZeroMQ", 0);
            return;
        }
        zmq_msg_t *message = &g->endpoint.message;
        if (zmq_msg_size(message) > SVI_MAX_BOT_FRAME) {
            /* Only slightly longer, as the filter stops anything beyond the bound of the
             * wrapping. */
            lose(g, "breaks the protocol: a message is longer than it may be", QUIET_MS);
            return;
        }
        g->delivered += zmq_msg_size(message) + WRAPPING;
        g->moved_ms = g->now_ms;
        (void)svi_channel_send(&g->channel, zmq_msg_data(message), zmq_msg_size(message));
    }
}

/* Returns whether a frame of the arbiter ends with its goodbye. */
static bool says_goodbye(const uint8_t *bytes, size_t size)
{
    struct svi_cursor frame = svi_cursor_over(bytes, size);
    struct svi_head head = {.type = SVI_MESSAGE_WELCOME};
    while (svi_cursor_left(&frame) != 0) {
        const uint8_t *start = frame.at;
        if (svi_get_head(&frame, &head) != SV_OK || !svi_resync(&frame, start)) {
            return false;
        }
    }
    return head.type == SVI_MESSAGE_GOODBYE;
}

/* Ends the session after the arbiter's connection was closed or broken; both count alike. */
static void let_go(struct gate *g)
{
    if (g->ending_ms == 0) {
        g->ending_ms = g->now_ms + (g->session != NULL ? LINGER_MS / 10 : 0);
        g->status = SVI_EXIT_DONE;
    }
}

/* Carries messages from the arbiter to the bot. */
static void fetch(struct gate *g, bool readable)
{
    for (bool more = readable; g->ending_ms == 0;) {
        if (g->waits) {
            if (!svi_zmq_endpoint_send(&g->endpoint, g->waiting.bytes, g->waiting.size) &&
                errno == EAGAIN) {
                return;
            }
            g->waits = false; /* a lost bot is noticed by reading */
        }
        enum svi_channel_result result = svi_channel_next(&g->channel, &g->waiting);
        if (result == SVI_CHANNEL_FINE && more) {
            more = false;
            result = svi_channel_read(&g->channel, g->buffer, BUFFER_BYTES, false);
        }
        if (result == SVI_CHANNEL_MESSAGE) {
            g->waits = true;
            g->goodbye = g->goodbye || says_goodbye(g->waiting.bytes, g->waiting.size);
        } else if (result == SVI_CHANNEL_FINE) {
            return;
        } else if (result != SVI_CHANNEL_SOME) {
            let_go(g);
        }
    }
}

/* ---- the loop -------------------------------------------------------------------------------- */

/* Polled descriptors: both ends of each peer, then these. */
enum { LISTENER = 2 * SVI_GATE_GUESTS, CHANNEL, ROUTER, ZAP, POLLED };

/* Sets limits for this process, so that an excess ends this process alone. */
static void limit_ourselves(void)
{
    unsigned long pages[6] = {0};
    FILE *file = fopen("/proc/self/statm", "re");
    struct rlimit data = {0, 0}, none = {0, 0}, files = {0, 0};
    if (file != NULL) {
        for (int i = 0; i < 6 && fscanf(file, "%lu", &pages[i]) == 1; i++) { // NOLINT(cert-err34-c)
        }
        (void)fclose(file);
    }
    if (pages[5] > 0 && getrlimit(RLIMIT_DATA, &data) == 0) {
        const rlim_t most =
            (rlim_t)pages[5] * (rlim_t)sysconf(_SC_PAGESIZE) + ((rlim_t)MEMORY_MB << 20);
        data.rlim_cur = data.rlim_cur > most ? most : data.rlim_cur;
        data.rlim_max = data.rlim_cur;
        (void)setrlimit(RLIMIT_DATA, &data);
    }
    (void)setrlimit(RLIMIT_CORE, &none);
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_max > FILES) {
        files.rlim_cur = files.rlim_max = FILES;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
}

static void wait_for_something(struct gate *g, struct pollfd *ready)
{
    int timeout = g->session == NULL ? TENSE_MS * 5 : TURN_MS;
    int fds[2];
    bool wanting = false;
    svi_zmq_endpoint_fds(&g->endpoint, fds);
    for (unsigned i = 0; i < SVI_GATE_GUESTS; i++) {
        struct svi_peer *peer = &g->peers[i];
        const bool is_paused = peer == g->session && undelivered(g) > SVI_GATE_UNDELIVERED;
        ready[2 * i] = ready[2 * i + 1] = (struct pollfd){.fd = -1};
        if (peer->outside >= 0) {
            svi_peer_poll(peer, is_paused || g->ending_ms != 0, &ready[2 * (size_t)i]);
            wanting |= peer->endpoint < 0 && peer->filter.stage != SVI_HANDSHAKE_FILTER_GREETING;
            wanting |= is_paused;
        }
    }
    const bool open = g->session == NULL && has_some(&g->accepted, g->now_ms);
    ready[LISTENER] = (struct pollfd){.fd = open ? g->listener.fd : -1, .events = POLLIN};
    ready[CHANNEL] = (struct pollfd){.fd = g->channel.fd};
    ready[CHANNEL].events = (short)((g->waits || g->ending_ms != 0 ? 0 : POLLIN) |
                                    (svi_channel_wants_write(&g->channel) ? POLLOUT : 0));
    ready[CHANNEL].fd = ready[CHANNEL].events != 0 ? ready[CHANNEL].fd : -1;
    ready[ROUTER] = (struct pollfd){.fd = fds[0], .events = POLLIN};
    ready[ZAP] = (struct pollfd){.fd = fds[1], .events = POLLIN};
    if (wanting || g->ending_ms != 0 || (g->session == NULL && !open)) {
        timeout = TENSE_MS;
    }
    if (poll(ready, POLLED, timeout) < 0) {
        for (unsigned i = 0; i < POLLED; i++) {
            ready[i].revents = 0;
        }
    }
}

static bool is_over(const struct gate *g)
{
    return g->ending_ms != 0 && g->now_ms >= g->ending_ms;
}

static void play(struct gate *g)
{
    static struct pollfd ready[POLLED];
    assert(g->peers != NULL);
    while (!is_over(g) && !atomic_load(g->setup->stop)) {
        wait_for_something(g, ready);
        g->now_ms = svi_time_us() / 1000;
        if (g->session == NULL && ready[LISTENER].revents != 0) {
            accept_guests(g);
        }
        tend_guests(g, ready);
        tell_of_keys(g);
        if (ready[CHANNEL].revents & POLLOUT) {
            (void)svi_channel_flush(&g->channel);
        }
        fetch(g, (ready[CHANNEL].revents & ~POLLOUT) != 0);
        deliver(g);
    }
}

/* Delivers to the arbiter the messages that the bot sent before it was lost. */
static void flush(struct gate *g)
{
    const int64_t until_ms = svi_time_us() / 1000 + LINGER_MS;
    while (svi_channel_wants_write(&g->channel) && svi_time_us() / 1000 < until_ms &&
           svi_channel_flush(&g->channel) == SVI_CHANNEL_FINE) {
        struct pollfd ready = {.fd = g->channel.fd, .events = POLLOUT};
        (void)poll(&ready, 1, TENSE_MS);
    }
}

/* ---- opening --------------------------------------------------------------------------------- */

static enum svi_exit open_channel(struct gate *g)
{
    struct svi_error error;
    struct svi_endpoint e;
    int fd;
    if (svi_endpoint_read(&e, g->setup->arbiter, &error) != SV_OK) {
        return svi_complain(SVI_EXIT_USAGE, "%s", error.text);
    }
    if (e.kind == SVI_ENDPOINT_ELSEWHERE) {
        return svi_complain(SVI_EXIT_USAGE, "'%s' is not an address of this machine",
                            g->setup->arbiter);
    }
    if (svi_endpoint_connect(&e, &fd) != SV_OK) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "no arbiter waits at '%s': %s", g->setup->arbiter,
                            svi_errno_text(errno));
    }
    svi_channel_init(&g->channel, fd, SVI_ZMTP_DEALER, SVI_MAX_FRAME, SVI_MAX_FRAME);
    return SVI_EXIT_DONE;
}

static enum svi_exit open_listener(struct gate *g)
{
    struct svi_error error;
    struct svi_endpoint e;
    if (svi_endpoint_read_open(&e, g->setup->listen, &error) != SV_OK) {
        return svi_complain(SVI_EXIT_USAGE, "%s", error.text);
    }
    if (!g->curve && e.kind == SVI_ENDPOINT_ELSEWHERE) {
        return svi_complain(SVI_EXIT_USAGE,
                            "'%s' can be reached from other machines, and there are no keys",
                            g->setup->listen);
    }
    if (svi_listener_open_at(&g->listener, &e, g->setup->listen, &error) != SV_OK) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "%s", error.text);
    }
    return SVI_EXIT_DONE;
}

static enum svi_exit open_gate(struct gate *g)
{
    struct svi_error error;
    struct svi_key key;
    struct svi_key_pair ours;
    enum sv_status status = SV_OK;
    if (g->curve) {
        status = svi_key_read_public(g->setup->key_file, &key, &error);
        if (status == SV_OK) {
            status = svi_key_read_pair(g->setup->own_file, &ours, &error);
        }
    }
    if (status != SV_OK) {
        return svi_complain(SVI_EXIT_USAGE, "%s", error.text);
    }
    g->buffer = svi_new(BUFFER_BYTES, 1);
    g->peers = svi_new(SVI_GATE_GUESTS, sizeof *g->peers);
    for (unsigned i = 0; i < SVI_GATE_GUESTS; i++) {
        g->peers[i].outside = g->peers[i].endpoint = -1;
    }
    enum svi_exit opened = open_channel(g);
    if (opened == SVI_EXIT_DONE) {
        opened = open_listener(g);
    }
    if (opened == SVI_EXIT_DONE &&
        !svi_zmq_endpoint_open(&g->endpoint, g->curve ? &ours : NULL, g->curve ? &key : NULL,
                               SVI_MAX_BOT_FRAME, &error)) {
        opened = svi_complain(SVI_EXIT_ENVIRONMENT, "%s", error.text);
    }
    explicit_bzero(&ours, sizeof ours);
    return opened;
}

static void close_gate(struct gate *g)
{
    for (unsigned i = 0; g->peers != NULL && i < SVI_GATE_GUESTS; i++) {
        svi_peer_finish(&g->peers[i]);
    }
    if (g->endpoint.context != NULL) {
        svi_zmq_endpoint_close(&g->endpoint);
    }
    svi_listener_close(&g->listener);
    svi_channel_finish(&g->channel);
    free(g->peers);
    free(g->buffer);
}

enum svi_exit svi_gate_run(const struct svi_gate_setup *setup)
{
    struct gate g = {.setup = setup,
                     .curve = setup->key_file != NULL,
                     .listener = {.fd = -1},
                     .channel = {.fd = -1},
                     .accepted = {.a_second = SVI_GATE_ACCEPTED, .left = SVI_GATE_ACCEPTED},
                     .shown = {.a_second = SVI_GATE_SHOWN, .left = SVI_GATE_SHOWN},
                     .now_ms = svi_time_us() / 1000};
    g.accepted.at_ms = g.shown.at_ms = g.moved_ms = g.now_ms;
    g.status = open_gate(&g);
    if (g.status == SVI_EXIT_DONE) {
        limit_ourselves();
        play(&g);
        flush(&g);
        if (g.lost != NULL && !g.goodbye) {
            g.status = svi_complain(g.status, "%s %s", setup->name, g.lost);
        }
    }
    close_gate(&g);
    return g.status;
}

#include "tools/replay/puppet.h"

#include "arbiter/clock.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <zmq.h>

#define MONITOR "inproc://puppet"
#define TICK_MS 20 /* between two looks at the process */

/* ---- beginning and end -------------------------------------------------------------------------- */

static enum sv_status start_process(struct svi_puppet *p, const struct svi_puppet_setup *setup)
{
    char endpoint[160];
    char token[64];
    uint8_t random[(sizeof p->token - 1) / 2];
    const char *const set[] = {endpoint, token, NULL};
    const struct svi_process_setup process = {
        .argv = setup->argv, .set = set, .output = setup->output, .terminal = setup->terminal};
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(p->token, sizeof p->token, random, sizeof random);
    (void)snprintf(endpoint, sizeof endpoint, "SOLVENT_ENDPOINT=%s", p->post.endpoint);
    (void)snprintf(token, sizeof token, "SOLVENT_TOKEN=%s", p->token);
    p->own = true;
    return svi_process_start(&p->process, &process, p->why, sizeof p->why);
}

static bool watch(struct svi_puppet *p)
{
    if (zmq_socket_monitor(p->post.socket, MONITOR, ZMQ_EVENT_DISCONNECTED) != 0) {
        return false;
    }
    p->monitor = zmq_socket(p->post.context, ZMQ_PAIR);
    return p->monitor != NULL && zmq_connect(p->monitor, MONITOR) == 0;
}

/* Whose hello it is, is known by the token, if we have given one. */
static const char *admit(void *user, const struct svi_hello *hello)
{
    const struct svi_puppet *p = user;
    if (p->own && strcmp(hello->token, p->token) != 0) {
        return "its token is not that of SOLVENT_TOKEN";
    }
    return p->letter.from_size > sizeof p->identity ? "its identity is too long" : NULL;
}

/* Waits for the hello and sends the welcome. */
static bool greet(struct svi_puppet *p, uint32_t hello_ms)
{
    char how[sizeof p->why / 2];
    switch (svi_puppet_hear(p, hello_ms > 0 ? (int)hello_ms : SVI_PUPPET_FOREVER)) {
    case SVI_PUPPET_FRAME:
        memcpy(p->identity, p->letter.from, p->letter.from_size);
        p->identity_size = (uint8_t)p->letter.from_size;
        return svi_puppet_send(p);
    case SVI_PUPPET_GONE:
        (void)snprintf(how, sizeof how, "%.*s", (int)sizeof how - 1, p->why);
        (void)snprintf(p->why, sizeof p->why, "%s before it said hello", how);
        return false;
    case SVI_PUPPET_SILENCE:
        (void)snprintf(p->why, sizeof p->why, "%s", svi_host_tick(&p->host, SVI_NEVER - 1));
        return false;
    case SVI_PUPPET_BROKEN: /* it is told so */
        (void)svi_post_send(&p->post, p->letter.from, p->letter.from_size, &p->host.out);
        return false;
    }
    return false;
}

bool svi_puppet_init(struct svi_puppet *p, const struct svi_puppet_setup *setup)
{
    memset(p, 0, sizeof *p);
    svi_letter_init(&p->letter);
    p->user = setup->user;
    p->owner = (struct svi_host_owner){
        .settled = setup->settled, .misdeed = setup->misdeed, .admit = admit};
    p->limits = (struct svi_clock_limits){.decision_us = (int64_t)setup->decision_ms * 1000,
                                          .strikes = UINT32_MAX};
    svi_host_init(&p->host, &p->limits, &p->owner, p, 0);
    if (sodium_init() < 0) {
        (void)snprintf(p->why, sizeof p->why, "libsodium does not start");
        return false;
    }
    if (svi_post_open(&p->post, setup->listen, p->why, sizeof p->why) != SV_OK) {
        return false;
    }
    if (!watch(p)) {
        (void)snprintf(p->why, sizeof p->why, "cannot watch the socket: %s",
                       zmq_strerror(zmq_errno()));
        return false;
    }
    if (setup->argv != NULL && start_process(p, setup) != SV_OK) {
        return false;
    }
    svi_host_open(&p->host, setup->hello_ms, svi_clock_us());
    return greet(p, setup->hello_ms);
}

void svi_puppet_finish(struct svi_puppet *p)
{
    svi_process_kill(&p->process);
    if (p->monitor != NULL) {
        const int no_linger = 0;
        (void)zmq_setsockopt(p->monitor, ZMQ_LINGER, &no_linger, sizeof no_linger);
        (void)zmq_socket_monitor(p->post.socket, NULL, 0);
        zmq_close(p->monitor);
    }
    svi_letter_finish(&p->letter);
    svi_post_close(&p->post);
    svi_host_finish(&p->host);
}

/* ---- frames ------------------------------------------------------------------------------------- */

bool svi_puppet_send(struct svi_puppet *p)
{
    const struct svi_buf *out = &p->host.out;
    int reason = 0;
    if (out->failed) {
        reason = ENOMEM;
    } else if (out->size > 0) {
        reason = svi_post_send(&p->post, p->identity, p->identity_size, out);
    }
    svi_host_sent(&p->host, svi_clock_us());
    if (reason != 0) {
        (void)snprintf(p->why, sizeof p->why, "%s",
                       reason == ENOMEM   ? "no memory for what it is to be sent"
                       : reason == EAGAIN ? "does not read what it is sent"
                                          : "has closed its connection");
        p->broken = true;
    }
    return reason == 0;
}

static bool is_up(const struct svi_puppet *p)
{
    return p->host.state == SVI_HOST_UP;
}

/* Notes broken connections; before the hello they are strangers'. */
static void look_at_monitor(struct svi_puppet *p)
{
    zmq_msg_t part;
    zmq_msg_init(&part);
    while (zmq_msg_recv(&part, p->monitor, ZMQ_DONTWAIT) >= 0) {
        if (zmq_msg_more(&part)) { /* the event; its second part is an address */
            p->broken |= is_up(p);
        }
    }
    zmq_msg_close(&part);
}

/* Whether a frame that has come is the bot's; before the hello everybody's is. */
static bool is_ours(const struct svi_puppet *p)
{
    return !is_up(p) || (p->letter.from_size == p->identity_size &&
                         memcmp(p->letter.from, p->identity, p->identity_size) == 0);
}

/* Waits for a frame. */
static enum svi_puppet_news receive(struct svi_puppet *p, int patience_ms)
{
    const int64_t until_us = svi_clock_us() + (int64_t)patience_ms * 1000;
    for (;;) {
        /* Looked at first, so that what was sent before the end is read. */
        const bool ended = p->own && svi_process_ended(&p->process);
        look_at_monitor(p);
        const bool gone = ended || p->broken;
        while (svi_post_receive(&p->post, &p->letter)) {
            if (is_ours(p)) {
                return SVI_PUPPET_FRAME;
            }
        }
        if (ended) {
            svi_process_describe(&p->process, p->why, sizeof p->why);
        } else if (gone) {
            (void)snprintf(p->why, sizeof p->why, "has closed its connection");
        }
        if (gone) {
            return SVI_PUPPET_GONE;
        }
        const int64_t left_us = until_us - svi_clock_us();
        if (patience_ms != SVI_PUPPET_FOREVER && left_us <= 0) {
            return SVI_PUPPET_SILENCE;
        }
        zmq_pollitem_t item = {.socket = p->post.socket, .events = ZMQ_POLLIN};
        (void)zmq_poll(&item, 1,
                       patience_ms != SVI_PUPPET_FOREVER && left_us < TICK_MS * 1000
                           ? (long)(left_us / 1000 + 1)
                           : TICK_MS);
    }
}

enum svi_puppet_news svi_puppet_hear(struct svi_puppet *p, int patience_ms)
{
    const enum svi_puppet_news news = receive(p, patience_ms);
    if (news != SVI_PUPPET_FRAME) {
        return news;
    }
    const char *lost = svi_host_frame(&p->host, p->letter.bytes, p->letter.size, svi_clock_us());
    if (lost != NULL) {
        (void)snprintf(p->why, sizeof p->why, "%s", lost);
        return SVI_PUPPET_BROKEN;
    }
    return SVI_PUPPET_FRAME;
}

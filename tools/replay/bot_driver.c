#include "tools/replay/bot_driver.h"

#include "session/clock.h"
#include "tools/console/say.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#define TICK_MS 20 /* between two looks at the process */
#define CUT_MS                                                                                     \
    200 /* that a process may live on without its connection, so that its end can be told */

/* ---- beginning and end -------------------------------------------------------------------------- */

static enum sv_status start_process(struct svi_puppet *p, const struct svi_puppet_setup *setup)
{
    char endpoint[SVI_ENDPOINT_BYTES + 24];
    const char *const set[] = {endpoint, NULL};
    struct svi_process_setup process = {
        .argv = setup->argv, .set = set, .output = setup->output, .terminal = setup->terminal};
    (void)snprintf(endpoint, sizeof endpoint, "SOLVENT_ENDPOINT=%s", p->line.listener.text);
    p->own = true;
    if (setup->name == NULL) {
        return svi_process_start(&p->process, &process, p->why, sizeof p->why);
    }
    process.output = svi_capture_open(&p->capture, setup->output, setup->name, NULL);
    if (process.output < 0) {
        (void)snprintf(p->why, sizeof p->why, "cannot be listened to: %s", strerrordesc_np(errno));
        return SV_E_SYSTEM;
    }
    const enum sv_status status = svi_process_start(&p->process, &process, p->why, sizeof p->why);
    close(process.output);
    return status;
}

/* Opens the place where the bot connects. */
static bool listen_for(struct svi_puppet *p)
{
    char endpoint[SVI_FOLDER_BYTES + 24];
    (void)snprintf(endpoint, sizeof endpoint, "ipc://%s/arbiter", p->folder.path);
    return svi_line_listen(&p->line, p->listen != NULL ? p->listen : endpoint, p->why,
                           sizeof p->why) == SV_OK;
}

/* Waits for the hello and sends the welcome. */
static bool greet(struct svi_puppet *p, uint32_t hello_ms)
{
    char how[sizeof p->why / 2];
    switch (svi_puppet_hear(p, hello_ms > 0 ? (int)hello_ms : SVI_PUPPET_FOREVER)) {
    case SVI_PUPPET_FRAME:
        return svi_puppet_send(p);
    case SVI_PUPPET_GONE:
        (void)snprintf(how, sizeof how, "%.*s", (int)sizeof how - 1, p->why);
        (void)snprintf(p->why, sizeof p->why, "%s before it said hello", how);
        return false;
    case SVI_PUPPET_SILENCE:
        (void)snprintf(p->why, sizeof p->why, "%s", svi_host_tick(&p->host, SVI_NEVER - 1));
        return false;
    case SVI_PUPPET_BROKEN: /* it is told so */
        (void)svi_line_send(&p->line, p->host.out.data, p->host.out.size);
        return false;
    }
    return false;
}

bool svi_puppet_init(struct svi_puppet *p, const struct svi_puppet_setup *setup)
{
    memset(p, 0, sizeof *p);
    p->user = setup->user;
    p->listen = setup->argv == NULL ? setup->listen : NULL;
    p->owner = (struct svi_host_owner){.settled = setup->settled, .misdeed = setup->misdeed};
    p->limits = (struct svi_clock_limits){.decision_us = (int64_t)setup->decision_ms * 1000,
                                          .strikes = UINT32_MAX};
    p->epoll = epoll_create1(EPOLL_CLOEXEC);
    p->buffer = malloc(SVI_LINE_TURN_BYTES);
    svi_capture_init(&p->capture, NULL, NULL);
    svi_host_init(&p->host, &p->limits, &p->owner, p, 0);
    svi_line_init(&p->line, p->epoll, 0, &p->traffic);
    if (p->epoll < 0 || p->buffer == NULL) {
        (void)snprintf(p->why, sizeof p->why, "cannot wait for events: %s",
                       strerrordesc_np(p->buffer == NULL ? ENOMEM : errno));
        return false;
    }
    if ((p->listen == NULL && !svi_folder_make(&p->folder, "solvent", p->why, sizeof p->why)) ||
        !listen_for(p) || (setup->argv != NULL && start_process(p, setup) != SV_OK)) {
        return false;
    }
    svi_host_open(&p->host, setup->hello_ms, svi_clock_us());
    return greet(p, setup->hello_ms);
}

void svi_puppet_finish(struct svi_puppet *p)
{
    svi_process_kill(&p->process);
    svi_capture_read(&p->capture);
    svi_capture_close(&p->capture);
    svi_line_close(&p->line);
    svi_folder_remove(&p->folder);
    if (p->epoll >= 0) {
        close(p->epoll);
    }
    free(p->buffer);
    svi_host_finish(&p->host);
}

/* ---- frames ------------------------------------------------------------------------------------- */

bool svi_puppet_send(struct svi_puppet *p)
{
    const struct svi_buf *out = &p->host.out;
    enum svi_channel_result result = SVI_CHANNEL_FINE;
    if (out->failed) {
        result = SVI_CHANNEL_E_MEMORY;
    } else if (out->size > 0) {
        result = svi_line_send(&p->line, out->data, out->size);
    }
    svi_host_sent(&p->host, svi_clock_us());
    if (result != SVI_CHANNEL_FINE) {
        svi_channel_describe(&p->line.channel, result, p->why, sizeof p->why);
    }
    return result == SVI_CHANNEL_FINE;
}

/* Takes the next message of what has come, or reads more. MESSAGE, FINE: nothing is there; or how the connection
 * ended. */
static enum svi_channel_result look(struct svi_puppet *p, struct svi_zmtp_message *message)
{
    struct svi_channel *c = &p->line.channel;
    if (svi_line_waiting(&p->line)) {
        svi_line_accept(&p->line);
    }
    if (!svi_line_connected(&p->line)) {
        return SVI_CHANNEL_FINE;
    }
    for (;;) {
        enum svi_channel_result result = svi_channel_next(c, message);
        if (result != SVI_CHANNEL_FINE) {
            return result;
        }
        result = svi_channel_read(c, p->buffer, SVI_LINE_TURN_BYTES, false);
        if (result != SVI_CHANNEL_SOME) {
            /* What cannot be sent is told by whoever sends: what has come is read first. */
            (void)svi_line_flush(&p->line);
            return result == SVI_CHANNEL_INTERRUPTED ? SVI_CHANNEL_FINE : result;
        }
    }
}

bool svi_puppet_wait(struct svi_puppet *p, unsigned patience_ms)
{
    bool ended = false;
    do {
        const unsigned tick = patience_ms < TICK_MS ? patience_ms : TICK_MS;
        svi_capture_read(&p->capture); /* or it may hang in a write */
        ended = svi_process_wait(&p->process, tick);
        patience_ms -= tick;
    } while (!ended && patience_ms > 0);
    return ended;
}

/* The connection is over. A process has some time to end, as that has more to tell. */
static void tell_end(struct svi_puppet *p, enum svi_channel_result result)
{
    if (p->own && svi_puppet_wait(p, CUT_MS)) {
        svi_process_describe(&p->process, p->why, sizeof p->why);
    } else {
        svi_channel_describe(&p->line.channel, result, p->why, sizeof p->why);
    }
}

/* Waits for a frame. */
static enum svi_puppet_news receive(struct svi_puppet *p, struct svi_zmtp_message *message,
                                    int patience_ms)
{
    const int64_t until_us = svi_clock_us() + (int64_t)patience_ms * 1000;
    for (;;) {
        svi_capture_read(&p->capture);
        /* Looked at first, so that what was sent before the end is read. */
        const bool ended = p->own && svi_process_ended(&p->process);
        const enum svi_channel_result result = look(p, message);
        if (result == SVI_CHANNEL_MESSAGE) {
            return SVI_PUPPET_FRAME;
        }
        if (result != SVI_CHANNEL_FINE && !p->own && p->host.state == SVI_HOST_GREETING) {
            svi_line_close(&p->line);
            if (!listen_for(p)) {
                return SVI_PUPPET_GONE;
            }
        } else if (result == SVI_CHANNEL_E_PROTOCOL || result == SVI_CHANNEL_E_DESCRIPTOR) {
            svi_channel_describe(&p->line.channel, result, p->why, sizeof p->why);
            return SVI_PUPPET_BROKEN;
        } else if (result != SVI_CHANNEL_FINE) {
            tell_end(p, result);
            return SVI_PUPPET_GONE;
        }
        if (ended) {
            svi_process_describe(&p->process, p->why, sizeof p->why);
            return SVI_PUPPET_GONE;
        }
        const int64_t left_us = until_us - svi_clock_us();
        if (patience_ms != SVI_PUPPET_FOREVER && left_us <= 0) {
            return SVI_PUPPET_SILENCE;
        }
        struct epoll_event event;
        (void)epoll_wait(p->epoll, &event, 1,
                         patience_ms != SVI_PUPPET_FOREVER && left_us < TICK_MS * 1000
                             ? (int)(left_us / 1000 + 1)
                             : TICK_MS);
    }
}

/* Who connects and says no hello that is accepted is told so, and was not the bot: the place is open again. */
static bool turn_away(struct svi_puppet *p)
{
    svi_note("turned a connection to %s away: %s", p->listen, p->why);
    (void)svi_line_send(&p->line, p->host.out.data, p->host.out.size);
    svi_host_sent(&p->host, svi_clock_us());
    svi_line_close(&p->line);
    return listen_for(p);
}

enum svi_puppet_news svi_puppet_hear(struct svi_puppet *p, int patience_ms)
{
    struct svi_zmtp_message message;
    for (;;) {
        const enum svi_puppet_news news = receive(p, &message, patience_ms);
        if (news != SVI_PUPPET_FRAME) {
            return news;
        }
        const char *lost = svi_host_frame(&p->host, message.bytes, message.size, svi_clock_us());
        if (lost == NULL) {
            return SVI_PUPPET_FRAME;
        }
        (void)snprintf(p->why, sizeof p->why, "%s", lost);
        if (p->listen == NULL || p->host.state != SVI_HOST_GREETING) {
            return SVI_PUPPET_BROKEN;
        }
        if (!turn_away(p)) {
            return SVI_PUPPET_GONE;
        }
    }
}

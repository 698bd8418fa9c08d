#include "tools/replay/bot_driver.h"

#include "session/clock.h"
#include "tools/console/say.h"

#include "base/time.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#define TICK_MS 20 /* between two looks at the process */
#define CUT_MS                                                                                     \
    200 /* that a process may live on without its connection, so that its end can be told */

/* ---- beginning and end ----------------------------------------------------------------------- */

static enum sv_status start_process(struct svi_bot_driver *p,
                                    const struct svi_bot_driver_setup *setup)
{
    char endpoint[SVI_ENDPOINT_BYTES + 24];
    const char *const set[] = {endpoint, NULL};
    struct svi_process_setup process = {
        .argv = setup->argv, .set = set, .output = setup->output, .terminal = setup->terminal};
    (void)snprintf(endpoint, sizeof endpoint, "SOLVENT_ENDPOINT=%s", p->connection.listener.text);
    p->own = true;
    if (setup->name == NULL) {
        return svi_process_start(&p->process, &process, p->why, sizeof p->why);
    }
    process.output = svi_output_open(&p->output, setup->output, setup->name, NULL, NULL);
    if (process.output < 0) {
        (void)snprintf(p->why, sizeof p->why, "cannot be listened to: %s", strerrordesc_np(errno));
        return SV_E_SYSTEM;
    }
    const enum sv_status status = svi_process_start(&p->process, &process, p->why, sizeof p->why);
    close(process.output);
    return status;
}

/* Opens the place where the bot connects. */
static bool listen_for(struct svi_bot_driver *p)
{
    char endpoint[SVI_SCRATCH_DIR_BYTES + 24];
    (void)snprintf(endpoint, sizeof endpoint, "ipc://%s/arbiter", p->folder.path);
    return svi_connection_listen(&p->connection, p->listen != NULL ? p->listen : endpoint, p->why,
                                 sizeof p->why) == SV_OK;
}

/* Waits for the hello and sends the welcome. */
static bool greet(struct svi_bot_driver *p, uint32_t hello_ms)
{
    char how[sizeof p->why / 2];
    switch (svi_bot_driver_hear(p, hello_ms > 0 ? (int)hello_ms : SVI_BOT_DRIVER_FOREVER)) {
    case SVI_BOT_DRIVER_FRAME:
        return svi_bot_driver_send(p);
    case SVI_BOT_DRIVER_GONE:
        (void)snprintf(how, sizeof how, "%.*s", (int)sizeof how - 1, p->why);
        (void)snprintf(p->why, sizeof p->why, "%s before it said hello", how);
        return false;
    case SVI_BOT_DRIVER_SILENCE:
        (void)snprintf(p->why, sizeof p->why, "%s",
                       svi_bot_session_tick(&p->session, SVI_NEVER - 1));
        return false;
    case SVI_BOT_DRIVER_BROKEN: /* it is told so */
        (void)svi_connection_send(&p->connection, p->session.out.data, p->session.out.size);
        return false;
    }
    return false;
}

bool svi_bot_driver_init(struct svi_bot_driver *p, const struct svi_bot_driver_setup *setup)
{
    memset(p, 0, sizeof *p);
    p->user = setup->user;
    p->listen = setup->argv == NULL ? setup->listen : NULL;
    p->owner = (struct svi_bot_session_owner){.settled = setup->settled, .misdeed = setup->misdeed};
    p->limits = (struct svi_clock_limits){.decision_us = (int64_t)setup->decision_ms * 1000,
                                          .strikes = UINT32_MAX};
    p->epoll = epoll_create1(EPOLL_CLOEXEC);
    p->buffer = malloc(SVI_CONNECTION_TURN_BYTES);
    svi_output_init(&p->output, NULL, NULL);
    svi_bot_session_init(&p->session, &p->limits, &p->owner, p, 0);
    svi_connection_init(&p->connection, p->epoll, 0, &p->traffic);
    if (p->epoll < 0 || p->buffer == NULL) {
        (void)snprintf(p->why, sizeof p->why, "cannot wait for events: %s",
                       strerrordesc_np(p->buffer == NULL ? ENOMEM : errno));
        return false;
    }
    if ((p->listen == NULL &&
         !svi_scratch_dir_make(&p->folder, "solvent", p->why, sizeof p->why)) ||
        !listen_for(p) || (setup->argv != NULL && start_process(p, setup) != SV_OK)) {
        return false;
    }
    svi_bot_session_open(&p->session, setup->hello_ms, svi_time_us());
    return greet(p, setup->hello_ms);
}

void svi_bot_driver_finish(struct svi_bot_driver *p)
{
    svi_process_kill(&p->process);
    svi_output_read(&p->output);
    svi_output_close(&p->output);
    svi_connection_close(&p->connection);
    svi_scratch_dir_remove(&p->folder);
    if (p->epoll >= 0) {
        close(p->epoll);
    }
    free(p->buffer);
    svi_bot_session_finish(&p->session);
}

/* ---- frames ---------------------------------------------------------------------------------- */

bool svi_bot_driver_send(struct svi_bot_driver *p)
{
    const struct svi_buf *out = &p->session.out;
    enum svi_channel_result result = SVI_CHANNEL_FINE;
    if (out->failed) {
        result = SVI_CHANNEL_E_MEMORY;
    } else if (out->size > 0) {
        result = svi_connection_send(&p->connection, out->data, out->size);
    }
    svi_bot_session_sent(&p->session, svi_time_us());
    if (result != SVI_CHANNEL_FINE) {
        svi_channel_describe(&p->connection.channel, result, p->why, sizeof p->why);
    }
    return result == SVI_CHANNEL_FINE;
}

/* Takes the next message of what has come, or reads more. MESSAGE, FINE: nothing is there; or how
 * the connection ended. */
static enum svi_channel_result look(struct svi_bot_driver *p, struct svi_zmtp_message *message)
{
    struct svi_channel *c = &p->connection.channel;
    if (svi_connection_waiting(&p->connection)) {
        svi_connection_accept(&p->connection);
    }
    if (!svi_connection_connected(&p->connection)) {
        return SVI_CHANNEL_FINE;
    }
    for (;;) {
        enum svi_channel_result result = svi_channel_next(c, message);
        if (result != SVI_CHANNEL_FINE) {
            return result;
        }
        result = svi_channel_read(c, p->buffer, SVI_CONNECTION_TURN_BYTES, false);
        if (result != SVI_CHANNEL_SOME) {
            /* What cannot be sent is told by whoever sends: what has come is read first. */
            (void)svi_connection_flush(&p->connection);
            return result == SVI_CHANNEL_INTERRUPTED ? SVI_CHANNEL_FINE : result;
        }
    }
}

bool svi_bot_driver_wait(struct svi_bot_driver *p, unsigned patience_ms)
{
    bool ended = false;
    do {
        const unsigned tick = patience_ms < TICK_MS ? patience_ms : TICK_MS;
        svi_output_read(&p->output); /* or it may hang in a write */
        ended = svi_process_wait(&p->process, tick);
        patience_ms -= tick;
    } while (!ended && patience_ms > 0);
    return ended;
}

/* The connection is over. A process has some time to end, as that has more to tell. */
static void tell_end(struct svi_bot_driver *p, enum svi_channel_result result)
{
    if (p->own && svi_bot_driver_wait(p, CUT_MS)) {
        svi_process_describe(&p->process, p->why, sizeof p->why);
    } else {
        svi_channel_describe(&p->connection.channel, result, p->why, sizeof p->why);
    }
}

/* Waits for a frame. */
static enum svi_bot_driver_news receive(struct svi_bot_driver *p, struct svi_zmtp_message *message,
                                        int patience_ms)
{
    const int64_t until_us = svi_time_us() + (int64_t)patience_ms * 1000;
    for (;;) {
        svi_output_read(&p->output);
        /* Looked at first, so that what was sent before the end is read. */
        const bool ended = p->own && svi_process_ended(&p->process);
        const enum svi_channel_result result = look(p, message);
        if (result == SVI_CHANNEL_MESSAGE) {
            return SVI_BOT_DRIVER_FRAME;
        }
        if (result != SVI_CHANNEL_FINE && !p->own && p->session.state == SVI_BOT_SESSION_GREETING) {
            svi_connection_close(&p->connection);
            if (!listen_for(p)) {
                return SVI_BOT_DRIVER_GONE;
            }
        } else if (result == SVI_CHANNEL_E_PROTOCOL || result == SVI_CHANNEL_E_DESCRIPTOR) {
            svi_channel_describe(&p->connection.channel, result, p->why, sizeof p->why);
            return SVI_BOT_DRIVER_BROKEN;
        } else if (result != SVI_CHANNEL_FINE) {
            tell_end(p, result);
            return SVI_BOT_DRIVER_GONE;
        }
        if (ended) {
            svi_process_describe(&p->process, p->why, sizeof p->why);
            return SVI_BOT_DRIVER_GONE;
        }
        const int64_t left_us = until_us - svi_time_us();
        if (patience_ms != SVI_BOT_DRIVER_FOREVER && left_us <= 0) {
            return SVI_BOT_DRIVER_SILENCE;
        }
        struct epoll_event event;
        (void)epoll_wait(p->epoll, &event, 1,
                         patience_ms != SVI_BOT_DRIVER_FOREVER && left_us < TICK_MS * 1000
                             ? (int)(left_us / 1000 + 1)
                             : TICK_MS);
    }
}

/* Who connects and says no hello that is accepted is told so, and was not the bot: the place is
 * open again. */
static bool turn_away(struct svi_bot_driver *p)
{
    svi_note("turned a connection to %s away: %s", p->listen, p->why);
    (void)svi_connection_send(&p->connection, p->session.out.data, p->session.out.size);
    svi_bot_session_sent(&p->session, svi_time_us());
    svi_connection_close(&p->connection);
    return listen_for(p);
}

enum svi_bot_driver_news svi_bot_driver_hear(struct svi_bot_driver *p, int patience_ms)
{
    struct svi_zmtp_message message;
    for (;;) {
        const enum svi_bot_driver_news news = receive(p, &message, patience_ms);
        if (news != SVI_BOT_DRIVER_FRAME) {
            return news;
        }
        const char *lost =
            svi_bot_session_frame(&p->session, message.bytes, message.size, svi_time_us());
        if (lost == NULL) {
            return SVI_BOT_DRIVER_FRAME;
        }
        (void)snprintf(p->why, sizeof p->why, "%s", lost);
        if (p->listen == NULL || p->session.state != SVI_BOT_SESSION_GREETING) {
            return SVI_BOT_DRIVER_BROKEN;
        }
        if (!turn_away(p)) {
            return SVI_BOT_DRIVER_GONE;
        }
    }
}

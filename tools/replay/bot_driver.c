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

static enum sv_status start_process(struct svi_bot_driver *driver,
                                    const struct svi_bot_driver_setup *setup)
{
    char endpoint[SVI_ENDPOINT_BYTES + 24];
    const char *const set[] = {endpoint, NULL};
    struct svi_process_setup process = {
        .argv = setup->argv, .set = set, .output = setup->output, .terminal = setup->terminal};
    (void)snprintf(endpoint, sizeof endpoint, "SOLVENT_ENDPOINT=%s",
                   driver->connection.listener.text);
    driver->own = true;
    if (setup->name == NULL) {
        return svi_process_start(&driver->process, &process, &driver->why);
    }
    process.output = svi_output_open(&driver->output, setup->output, setup->name, NULL, NULL);
    if (process.output < 0) {
        (void)snprintf(driver->why.text, sizeof driver->why.text, "cannot be listened to: %s",
                       strerrordesc_np(errno));
        return SV_E_SYSTEM;
    }
    const enum sv_status status = svi_process_start(&driver->process, &process, &driver->why);
    close(process.output);
    return status;
}

/* Opens the place where the bot connects. */
static bool listen_for(struct svi_bot_driver *driver)
{
    char endpoint[SVI_SCRATCH_DIR_BYTES + 24];
    (void)snprintf(endpoint, sizeof endpoint, "ipc://%s/arbiter", driver->folder.path);
    return svi_connection_listen(&driver->connection,
                                 driver->listen != NULL ? driver->listen : endpoint,
                                 &driver->why) == SV_OK;
}

/* Waits for the hello and sends the welcome. */
static bool greet(struct svi_bot_driver *driver, uint32_t hello_ms)
{
    char how[sizeof driver->why.text / 2];
    switch (svi_bot_driver_hear(driver, hello_ms > 0 ? (int)hello_ms : SVI_BOT_DRIVER_FOREVER)) {
    case SVI_BOT_DRIVER_FRAME:
        return svi_bot_driver_send(driver);
    case SVI_BOT_DRIVER_GONE:
        (void)snprintf(how, sizeof how, "%.*s", (int)sizeof how - 1, driver->why.text);
        (void)snprintf(driver->why.text, sizeof driver->why.text, "%s before it said hello", how);
        return false;
    case SVI_BOT_DRIVER_SILENCE:
        (void)snprintf(driver->why.text, sizeof driver->why.text, "%s",
                       svi_bot_session_tick(&driver->session, SVI_NEVER - 1));
        return false;
    case SVI_BOT_DRIVER_BROKEN: /* it is told so */
        (void)svi_connection_send(&driver->connection, driver->session.out.data,
                                  driver->session.out.size);
        return false;
    }
    return false;
}

bool svi_bot_driver_init(struct svi_bot_driver *driver, const struct svi_bot_driver_setup *setup)
{
    memset(driver, 0, sizeof *driver);
    driver->user = setup->user;
    driver->listen = setup->argv == NULL ? setup->listen : NULL;
    driver->owner =
        (struct svi_bot_session_owner){.settled = setup->settled, .misdeed = setup->misdeed};
    driver->limits = (struct svi_clock_limits){.decision_us = (int64_t)setup->decision_ms * 1000,
                                               .strikes = UINT32_MAX};
    driver->epoll = epoll_create1(EPOLL_CLOEXEC);
    driver->buffer = malloc(SVI_CONNECTION_TURN_BYTES);
    svi_output_init(&driver->output, NULL, NULL);
    svi_bot_session_init(&driver->session, &driver->limits, &driver->owner, driver, 0);
    svi_connection_init(&driver->connection, driver->epoll, 0, &driver->stats);
    if (driver->epoll < 0 || driver->buffer == NULL) {
        (void)snprintf(driver->why.text, sizeof driver->why.text, "cannot wait for events: %s",
                       strerrordesc_np(driver->buffer == NULL ? ENOMEM : errno));
        return false;
    }
    if ((driver->listen == NULL &&
         !svi_scratch_dir_make(&driver->folder, "solvent", &driver->why)) ||
        !listen_for(driver) || (setup->argv != NULL && start_process(driver, setup) != SV_OK)) {
        return false;
    }
    svi_bot_session_open(&driver->session, setup->hello_ms, svi_time_us());
    return greet(driver, setup->hello_ms);
}

void svi_bot_driver_finish(struct svi_bot_driver *driver)
{
    svi_process_kill(&driver->process);
    svi_output_read(&driver->output);
    svi_output_close(&driver->output);
    svi_connection_close(&driver->connection);
    svi_scratch_dir_remove(&driver->folder);
    if (driver->epoll >= 0) {
        close(driver->epoll);
    }
    free(driver->buffer);
    svi_bot_session_finish(&driver->session);
}

/* ---- frames ---------------------------------------------------------------------------------- */

bool svi_bot_driver_send(struct svi_bot_driver *driver)
{
    const struct svi_buf *out = &driver->session.out;
    enum svi_channel_result result = SVI_CHANNEL_FINE;
    if (out->failed) {
        result = SVI_CHANNEL_E_MEMORY;
    } else if (out->size > 0) {
        result = svi_connection_send(&driver->connection, out->data, out->size);
    }
    svi_bot_session_sent(&driver->session, svi_time_us());
    if (result != SVI_CHANNEL_FINE) {
        svi_channel_describe(&driver->connection.channel, result, driver->why.text,
                             sizeof driver->why.text);
    }
    return result == SVI_CHANNEL_FINE;
}

/* Takes the next message of what has come, or reads more. MESSAGE, FINE: nothing is there; or how
 * the connection ended. */
static enum svi_channel_result look(struct svi_bot_driver *driver, struct svi_zmtp_message *message)
{
    struct svi_channel *c = &driver->connection.channel;
    if (svi_connection_waiting(&driver->connection)) {
        svi_connection_accept(&driver->connection);
    }
    if (!svi_connection_connected(&driver->connection)) {
        return SVI_CHANNEL_FINE;
    }
    for (;;) {
        enum svi_channel_result result = svi_channel_next(c, message);
        if (result != SVI_CHANNEL_FINE) {
            return result;
        }
        result = svi_channel_read(c, driver->buffer, SVI_CONNECTION_TURN_BYTES, false);
        if (result != SVI_CHANNEL_SOME) {
            /* What cannot be sent is told by whoever sends: what has come is read first. */
            (void)svi_connection_flush(&driver->connection);
            return result == SVI_CHANNEL_INTERRUPTED ? SVI_CHANNEL_FINE : result;
        }
    }
}

bool svi_bot_driver_wait(struct svi_bot_driver *driver, unsigned patience_ms)
{
    bool ended = false;
    do {
        const unsigned tick = patience_ms < TICK_MS ? patience_ms : TICK_MS;
        svi_output_read(&driver->output); /* or it may hang in a write */
        ended = svi_process_wait(&driver->process, tick);
        patience_ms -= tick;
    } while (!ended && patience_ms > 0);
    return ended;
}

/* The connection is over. A process has some time to end, as that has more to tell. */
static void tell_end(struct svi_bot_driver *driver, enum svi_channel_result result)
{
    if (driver->own && svi_bot_driver_wait(driver, CUT_MS)) {
        svi_process_describe(&driver->process, driver->why.text, sizeof driver->why.text);
    } else {
        svi_channel_describe(&driver->connection.channel, result, driver->why.text,
                             sizeof driver->why.text);
    }
}

/* Waits for a frame. */
static enum svi_bot_driver_news receive(struct svi_bot_driver *driver,
                                        struct svi_zmtp_message *message, int patience_ms)
{
    const int64_t until_us = svi_time_us() + (int64_t)patience_ms * 1000;
    for (;;) {
        svi_output_read(&driver->output);
        /* Looked at first, so that what was sent before the end is read. */
        const bool ended = driver->own && svi_process_ended(&driver->process);
        const enum svi_channel_result result = look(driver, message);
        if (result == SVI_CHANNEL_MESSAGE) {
            return SVI_BOT_DRIVER_FRAME;
        }
        if (result != SVI_CHANNEL_FINE && !driver->own &&
            driver->session.state == SVI_BOT_SESSION_GREETING) {
            svi_connection_close(&driver->connection);
            if (!listen_for(driver)) {
                return SVI_BOT_DRIVER_GONE;
            }
        } else if (result == SVI_CHANNEL_E_PROTOCOL || result == SVI_CHANNEL_E_DESCRIPTOR) {
            svi_channel_describe(&driver->connection.channel, result, driver->why.text,
                                 sizeof driver->why.text);
            return SVI_BOT_DRIVER_BROKEN;
        } else if (result != SVI_CHANNEL_FINE) {
            tell_end(driver, result);
            return SVI_BOT_DRIVER_GONE;
        }
        if (ended) {
            svi_process_describe(&driver->process, driver->why.text, sizeof driver->why.text);
            return SVI_BOT_DRIVER_GONE;
        }
        const int64_t left_us = until_us - svi_time_us();
        if (patience_ms != SVI_BOT_DRIVER_FOREVER && left_us <= 0) {
            return SVI_BOT_DRIVER_SILENCE;
        }
        struct epoll_event event;
        (void)epoll_wait(driver->epoll, &event, 1,
                         patience_ms != SVI_BOT_DRIVER_FOREVER && left_us < TICK_MS * 1000
                             ? (int)(left_us / 1000 + 1)
                             : TICK_MS);
    }
}

/* Who connects and says no hello that is accepted is told so, and was not the bot: the place is
 * open again. */
static bool turn_away(struct svi_bot_driver *driver)
{
    svi_note("refused a connection to %s: %s", driver->listen, driver->why.text);
    (void)svi_connection_send(&driver->connection, driver->session.out.data,
                              driver->session.out.size);
    svi_bot_session_sent(&driver->session, svi_time_us());
    svi_connection_close(&driver->connection);
    return listen_for(driver);
}

enum svi_bot_driver_news svi_bot_driver_hear(struct svi_bot_driver *driver, int patience_ms)
{
    struct svi_zmtp_message message;
    for (;;) {
        const enum svi_bot_driver_news news = receive(driver, &message, patience_ms);
        if (news != SVI_BOT_DRIVER_FRAME) {
            return news;
        }
        const char *lost =
            svi_bot_session_frame(&driver->session, message.bytes, message.size, svi_time_us());
        if (lost == NULL) {
            return SVI_BOT_DRIVER_FRAME;
        }
        (void)snprintf(driver->why.text, sizeof driver->why.text, "%s", lost);
        if (driver->listen == NULL || driver->session.state != SVI_BOT_SESSION_GREETING) {
            return SVI_BOT_DRIVER_BROKEN;
        }
        if (!turn_away(driver)) {
            return SVI_BOT_DRIVER_GONE;
        }
    }
}

/* One live bot in a command's hand: its process, its connection, and the arbiter's end of the
 * protocol with it (arbiter/session/bot_session.h). For commands that ask a bot questions outside a
 * match: `replay --drive` and `check`. What it sends is not trusted. */
#ifndef SVI_TOOLS_REPLAY_BOT_DRIVER_H
#define SVI_TOOLS_REPLAY_BOT_DRIVER_H

#include "base/error.h"
#include "process/output.h"
#include "process/process.h"
#include "process/scratch_dir.h"
#include "runner/connection.h"
#include "runner/run_config.h"
#include "session/bot_session.h"

#include <stdbool.h>
#include <stdint.h>

#define SVI_BOT_DRIVER_FOREVER (-1)

enum svi_bot_driver_news {
    SVI_BOT_DRIVER_FRAME,   /* one has come, and has been taken in by the session */
    SVI_BOT_DRIVER_SILENCE, /* nothing came in time */
    /* Nothing more is to be had; driver->why says why: */
    SVI_BOT_DRIVER_GONE,   /* its process has ended, or its connection is broken */
    SVI_BOT_DRIVER_BROKEN, /* no arbiter would listen to it any longer */
};

struct svi_bot_driver {
    struct svi_bot_session session;
    struct svi_clock_limits limits;
    struct svi_bot_session_owner owner;
    void *user;         /* the caller's */
    const char *listen; /* where a bot that connects by itself does; NULL: we start its process */
    int epoll;          /* -1: none */
    struct svi_connection connection;
    struct svi_run_stats stats;
    struct svi_process process;    /* none for a bot that connects by itself */
    struct svi_output output;      /* what it prints, if that is told under a name */
    struct svi_scratch_dir folder; /* of its socket, if it is on this machine */
    uint8_t *buffer;               /* SVI_CONNECTION_TURN_BYTES, for what is read */
    bool own;                      /* we have started its process */
    struct svi_error why;          /* one line, what was wrong: "exited with status 3" */
};

/* How a bot is got. */
struct svi_bot_driver_setup {
    const char *const
        *argv;          /* program and arguments, NULL at the end; NULL: it connects by itself */
    const char *listen; /* where to, or NULL */
    bool terminal;      /* the process shares our terminal, so that it may be a debugger */
    int output;         /* else: descriptor for what it prints */
    const char *name;   /* what stands as "[name] " before each line of that; NULL: nothing */
    uint32_t hello_ms;  /* it says hello within this; 0: whenever */
    uint32_t
        decision_ms; /* what it is told to have for a decision; nothing here looks at a clock */
    /* As in struct svi_bot_session_owner, with the driver as user. */
    void (*settled)(void *driver, struct svi_bot_session_seat *seat);
    void (*misdeed)(void *driver, struct svi_bot_session *session,
                    const struct svi_misdeed *misdeed);
    void *user; /* for driver->user */
};

/* Opens a line, starts the process and waits for its hello. Who connects by itself and is gone
 * before its hello, as a program in a debugger may be, can come again; who says one that is not
 * accepted is told so, and was not the bot. False with one line in driver->why: there is none in
 * time, or one of our own process that no arbiter takes. To be finished even then. */
bool svi_bot_driver_init(struct svi_bot_driver *driver, const struct svi_bot_driver_setup *setup);

/* Closes the connection and ends the process: at once, whatever it does. Its seats are not touched.
 */
void svi_bot_driver_finish(struct svi_bot_driver *driver);

/* Sends what the session has for it, if anything. False when the bot is gone. */
bool svi_bot_driver_send(struct svi_bot_driver *driver);

/* Waits until its process has ended, for so many milliseconds at most, and passes on what it
 * prints. True when it has. */
bool svi_bot_driver_wait(struct svi_bot_driver *driver, unsigned patience_ms);

/* Waits for the next frame of the bot; patience in milliseconds, or SVI_BOT_DRIVER_FOREVER. */
enum svi_bot_driver_news svi_bot_driver_hear(struct svi_bot_driver *driver, int patience_ms);

#endif

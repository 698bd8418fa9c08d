/* One live bot in a command's hand: its process, its connection, and the arbiter's end of the protocol with it
 * (arbiter/session/bot_session.h). For commands that ask a bot questions outside a match: `replay --drive` and `check`. What it sends
 * is not trusted. */
#ifndef SVI_TOOLS_REPLAY_BOT_DRIVER_H
#define SVI_TOOLS_REPLAY_BOT_DRIVER_H

#include "process/output.h"
#include "process/process.h"
#include "process/scratch_dir.h"
#include "runner/connection.h"
#include "session/bot_session.h"

#include <stdbool.h>
#include <stdint.h>

#define SVI_PUPPET_FOREVER (-1)

enum svi_puppet_news {
    SVI_PUPPET_FRAME,   /* one has come, and has been taken in by the host */
    SVI_PUPPET_SILENCE, /* nothing came in time */
    /* Nothing more is to be had; puppet->why says why: */
    SVI_PUPPET_GONE,   /* its process has ended, or its connection is broken */
    SVI_PUPPET_BROKEN, /* no arbiter would listen to it any longer */
};

struct svi_puppet {
    struct svi_host host;
    struct svi_clock_limits limits;
    struct svi_host_owner owner;
    void *user;         /* the caller's */
    const char *listen; /* where a bot that connects by itself does; NULL: we start its process */
    int epoll;          /* -1: none */
    struct svi_line line;
    struct svi_line_traffic traffic;
    struct svi_process process; /* none for a bot that connects by itself */
    struct svi_capture capture; /* what it prints, if that is told under a name */
    struct svi_folder folder;   /* of its socket, if it is on this machine */
    uint8_t *buffer;            /* SVI_LINE_TURN_BYTES, for what is read */
    bool own;                   /* we have started its process */
    char why[400];              /* one line, what was wrong: "exited with status 3" */
};

/* How a bot is got. */
struct svi_puppet_setup {
    const char *const
        *argv;          /* program and arguments, NULL at the end; NULL: it connects by itself */
    const char *listen; /* where to, or NULL */
    bool terminal;      /* the process shares our terminal, so that it may be a debugger */
    int output;         /* else: descriptor for what it prints */
    const char *name;   /* what stands as "[name] " before each line of that; NULL: nothing */
    uint32_t hello_ms;  /* it says hello within this; 0: whenever */
    uint32_t
        decision_ms; /* what it is told to have for a decision; nothing here looks at a clock */
    /* As in struct svi_host_owner, with the puppet as user. */
    void (*settled)(void *puppet, struct svi_host_seat *seat);
    void (*misdeed)(void *puppet, struct svi_host *host, const struct svi_misdeed *misdeed);
    void *user; /* for puppet->user */
};

/* Opens a line, starts the process and waits for its hello. Who connects by itself and is gone before its hello, as a
 * program in a debugger may be, can come again; who says one that is not accepted is told so, and was not the bot.
 * False with one line in puppet->why: there is none in time, or one of our own process that no arbiter takes. To be finished even then. */
bool svi_puppet_init(struct svi_puppet *puppet, const struct svi_puppet_setup *setup);

/* Closes the connection and ends the process: at once, whatever it does. Its seats are not touched. */
void svi_puppet_finish(struct svi_puppet *puppet);

/* Sends what the host has for it, if anything. False when the bot is gone. */
bool svi_puppet_send(struct svi_puppet *puppet);

/* Waits until its process has ended, for so many milliseconds at most, and passes on what it prints. True when it has. */
bool svi_puppet_wait(struct svi_puppet *puppet, unsigned patience_ms);

/* Waits for the next frame of the bot; patience in milliseconds, or SVI_PUPPET_FOREVER. */
enum svi_puppet_news svi_puppet_hear(struct svi_puppet *puppet, int patience_ms);

#endif

/* One live bot in a command's hand: its process, its connection, its hello. For commands that ask a bot
 * questions outside a match: `replay --drive` and `check`. What it sends is not trusted. */
#ifndef SVI_TOOLS_REPLAY_PUPPET_H
#define SVI_TOOLS_REPLAY_PUPPET_H

#include "arbiter/post.h"
#include "arbiter/process.h"

#include "wire/wire.h"

#include <stdbool.h>

#define SVI_PUPPET_FOREVER (-1)

enum svi_puppet_news {
    SVI_PUPPET_FRAME,   /* puppet->letter holds one */
    SVI_PUPPET_SILENCE, /* nothing came in time */
    SVI_PUPPET_GONE, /* its process has ended, or its connection is broken: puppet->why says which */
};

struct svi_puppet {
    struct svi_post post;
    struct svi_process process; /* none for a bot that connects by itself */
    struct svi_letter letter;
    struct svi_hello hello; /* once it is there */
    void *monitor;          /* tells when a connection breaks */
    bool own;               /* we have started its process */
    bool up;                /* it has said hello */
    bool broken;            /* its connection is */
    char token[33];
    uint8_t identity[255];
    uint8_t identity_size;
    struct svi_buf out; /* the next frame to it */
    char why[400];      /* one line, what was wrong: "exited with status 3" */
};

/* How a bot is got. */
struct svi_puppet_setup {
    const char *const
        *argv;          /* program and arguments, NULL at the end; NULL: it connects by itself */
    const char *listen; /* where to, or NULL */
    bool terminal;      /* the process shares our terminal, so that it may be a debugger */
    int output;         /* else: descriptor for what it prints */
};

/* Opens a socket and starts the process. SV_E_SYSTEM with one line in puppet->why; to be finished even then. */
enum sv_status svi_puppet_init(struct svi_puppet *puppet, const struct svi_puppet_setup *setup);

/* Closes the connection and ends the process: at once, whatever it does. */
void svi_puppet_finish(struct svi_puppet *puppet);

/* Waits for the hello and welcomes the bot. False when there is none in time or one that no arbiter takes: why
 * says so. */
bool svi_puppet_greet(struct svi_puppet *puppet, int patience_ms, uint32_t decision_ms);

/* Sends what is in puppet->out, and empties it. False when the bot is gone. */
bool svi_puppet_send(struct svi_puppet *puppet);

/* The next frame of the bot; patience in milliseconds, or SVI_PUPPET_FOREVER. Strangers' frames are dropped. */
enum svi_puppet_news svi_puppet_receive(struct svi_puppet *puppet, int patience_ms);

#endif

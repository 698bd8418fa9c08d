/* solvent replay --drive: a recorded game with live bots in it. */
#ifndef SVI_TOOLS_REPLAY_DRIVE_H
#define SVI_TOOLS_REPLAY_DRIVE_H

#include "tools/console/bot_argument.h"
#include "tools/console/exit.h"

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

struct svi_drive_options {
    bool given;                 /* --drive */
    bool any;                   /* any of these options */
    unsigned seat;              /* of the bot to look at */
    const char *const *command; /* its program and arguments, NULL at the end; or NULL and: */
    const char *listen;         /* where it connects by itself */
    uint32_t from;              /* the first decision that is asked, from 1 */
    bool stop;                  /* at the first difference */
    uint32_t what_if;           /* the first decision whose live answer is played; 0: none is */
    const char *output;         /* of the new game */
    struct svi_bot_argument bot[SV_MAX_SEATS]; /* --seat-bot; no argv where there is none */
};

/* The options, as a child of a command's own; its input is a struct svi_drive_options, zeroed. The
 * command fills `command`. */
extern const struct argp svi_drive_argp;

/* Feeds the bot what the seat was asked, and compares. FAILED: it answers otherwise; USAGE: no such game or
 * seat; ENVIRONMENT: the bot cannot start or has died. Frees the seat bots. */
enum svi_exit svi_replay_drive(const char *name, struct svi_drive_options *options);

#endif

/* solvent replay --drive: asks live bots the questions of a recorded game. cmd_replay.c calls it.
 * All texts stay the caller's. */
#ifndef SVI_TOOLS_REPLAY_DRIVE_H
#define SVI_TOOLS_REPLAY_DRIVE_H

#include "tools/console/bot_argument.h"
#include "tools/console/exit.h"
#include "tools/console/words.h"

#include <stdbool.h>
#include <stdint.h>

struct svi_drive_options {
    unsigned seat; /* seat of the bot to look at */
    /* The bot's program and arguments, ended by NULL. NULL: the bot connects by itself. */
    const char *const *command;
    const char *listen; /* endpoint for a bot that connects by itself */
    uint32_t from;      /* first decision to ask, from 1 */
    bool stop;          /* stops at the first difference */
    uint32_t what_if;   /* first decision whose live answer is played; 0: plays no live answers */
    const char *output; /* file of the new game */
    /* --seat-bot; seats without the option have no argv. */
    struct svi_bot_argument bot[SV_MAX_SEATS];
};

/* Takes a bot for one seat, K=COMMAND, for a struct svi_drive_options. */
void svi_drive_seat_bot(const struct svi_words *words, void *options);

/* Checks after the last word that the options of --drive fit together; ends the process if they do
 * not. */
void svi_drive_check(const struct svi_drive_options *options, const struct svi_words *words);

/* Asks the bot what the seat was asked, and compares the answers. Prints differences on stdout, and
 * writes the new game with `what_if`. Returns FAILED if the bot answers otherwise, USAGE if the
 * game, seat or decision does not exist, ENVIRONMENT if the bot cannot start or has died, or if the
 * new game cannot be written. Frees the seat bots in any case. If the bot is a command, SIGINT does
 * not end this program any more. */
enum svi_exit svi_replay_drive(const char *name, struct svi_drive_options *options);

#endif

/* solvent replay --drive: asks live bots the questions of a recorded game. */
#ifndef SVI_TOOLS_REPLAY_DRIVE_H
#define SVI_TOOLS_REPLAY_DRIVE_H

#include "tools/console/bot_argument.h"
#include "tools/console/exit.h"
#include "tools/console/words.h"

#include <stdbool.h>
#include <stdint.h>

struct svi_drive_options {
    bool given;    /* --drive was given */
    bool any;      /* any of these options was given */
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

enum svi_drive_key {
    SVI_DRIVE = SVI_KEY_OWN + 256,
    SVI_DRIVE_LISTEN,
    SVI_DRIVE_FROM,
    SVI_DRIVE_STOP,
    SVI_DRIVE_WHAT_IF,
    SVI_DRIVE_SEAT_BOT,
    SVI_DRIVE_OUTPUT = 'o',
};

/* Rows for a command's table of options. */
#define SVI_DRIVE_OPTIONS                                                                          \
    {NULL, 0, NULL, NULL, SVI_TAKES_TEXT, "With a live bot"},                                      \
        {"drive", SVI_DRIVE,      "S",                                                             \
         NULL,    SVI_TAKES_TEXT, "Ask a live bot what seat S was asked, and compare"},            \
        {"listen", SVI_DRIVE_LISTEN, "ENDPOINT",                                                   \
         NULL,     SVI_TAKES_TEXT,   "Without COMMAND: where the bot connects"},                   \
        {"from",                                                                                   \
         SVI_DRIVE_FROM,                                                                           \
         "N",                                                                                      \
         NULL,                                                                                     \
         SVI_TAKES_TEXT,                                                                           \
         "Ask from decision N on (1)\n"                                                            \
         "Ask a bot that remembers from the beginning."},                                          \
        {"stop", SVI_DRIVE_STOP, NULL,                                                             \
         NULL,   SVI_TAKES_TEXT, "Stop at the first answer that differs"},                         \
        {"what-if", SVI_DRIVE_WHAT_IF, "N",                                                        \
         NULL,      SVI_TAKES_TEXT,    "Play its answers from decision N on: a new game"},         \
        {"seat-bot", SVI_DRIVE_SEAT_BOT, "K=COMMAND",                                              \
         NULL,       SVI_TAKES_BOT,      "With --what-if: a bot in seat K; may be repeated"},      \
    {                                                                                              \
        "output", SVI_DRIVE_OUTPUT, "FILE", NULL, SVI_TAKES_REPLAY,                                \
            "Write the new game, or that of a store (.svr)"                                        \
    }

/* Takes the option that has just been read, which must be one of svi_drive_key. */
void svi_drive_option(struct svi_drive_options *options, int key, const struct svi_words *words);

/* Checks after the last word that the options fit together; ends the process if they do not. */
void svi_drive_check(const struct svi_drive_options *options, const struct svi_words *words);

/* Asks the bot what the seat was asked, and compares the answers. Returns FAILED if it answers
 * otherwise, USAGE if the game or seat does not exist, ENVIRONMENT if the bot cannot start or has
 * died. Frees the seat bots. */
enum svi_exit svi_replay_drive(const char *name, struct svi_drive_options *options);

#endif

/* solvent replay --drive: a recorded game with live bots in it. */
#ifndef SVI_TOOLS_REPLAY_DRIVE_H
#define SVI_TOOLS_REPLAY_DRIVE_H

#include "tools/console/bot_argument.h"
#include "tools/console/exit.h"
#include "tools/console/words.h"

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

/* Takes the option that has just been read, which is one of those. */
void svi_drive_option(struct svi_drive_options *options, int key, const struct svi_words *words);

/* After the last word: fails when they do not go together. */
void svi_drive_check(const struct svi_drive_options *options, const struct svi_words *words);

/* Feeds the bot what the seat was asked, and compares. FAILED: it answers otherwise; USAGE: no such
 * game or seat; ENVIRONMENT: the bot cannot start or has died. Frees the seat bots. */
enum svi_exit svi_replay_drive(const char *name, struct svi_drive_options *options);

#endif

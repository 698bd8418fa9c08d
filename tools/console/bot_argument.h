/* A bot as it is named on a command line:
 *
 *     COMMAND         a program and its arguments, e.g. "bots/planner --futures 16"
 *     NAME=COMMAND    the same under a name of its own; else it is called like its program, or,
 *                     if that is a bot.py, main, run or index, like the folder it is in
 *     NAME@           a bot that connects by itself and says that name
 *
 * A name is what a league file takes for one (base/name.h); it stands in quotes if it has blanks,
 * quotes or "=" in it. A command is split into words at blanks. '...' keeps everything as it is, in
 * "..." and outside of quotes a backslash takes the next character as it is. There is no shell: no
 * variables, no pipes, no wildcards. */
#ifndef SVI_TOOLS_CONSOLE_BOT_ARGUMENT_H
#define SVI_TOOLS_CONSOLE_BOT_ARGUMENT_H

#include "base/error.h"

#include <solvent/manifest.h>

#include <stdbool.h>
#include <stddef.h>

struct svi_bot_argument {
    char name[SV_MAX_NAME];
    char **argv; /* NULL at the end; NULL for a bot that connects by itself */
    char *text;  /* what the words lie in */
};

/* Reads one. False with one line in `error`. To be finished even then. */
bool svi_bot_argument_init(struct svi_bot_argument *bot, const char *text, struct svi_error *error);
void svi_bot_argument_finish(struct svi_bot_argument *bot);

/* Makes the last of `n` bots' names differ from those before it: "careful", "careful-2". Names that
 * were given are treated alike. */
void svi_bot_argument_distinguish(struct svi_bot_argument *bots, unsigned n);

#endif

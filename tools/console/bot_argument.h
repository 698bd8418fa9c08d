/* A bot as a command line names it:
 *
 *     COMMAND         a program and its arguments, e.g. "bots/planner --futures 16"
 *     NAME=COMMAND    the program under a name of its own. Without NAME= the bot is called like its
 *                     program, or its folder if the file is bot.py, main, run or index
 *     NAME@           a bot that connects by itself and gives that name
 *
 * A name follows the rules of names in league files (base/name.h). It stands in quotes if it has
 * blanks, quotes or "=" in it. A command is split into words at blanks. '...' keeps every
 * character; in "..." and outside of quotes a backslash keeps the next character. There is no
 * shell: no variables, no pipes, no wildcards. Commands that start bots read them so. Without
 * memory the program ends (memory/memory.h). */
#ifndef SVI_TOOLS_CONSOLE_BOT_ARGUMENT_H
#define SVI_TOOLS_CONSOLE_BOT_ARGUMENT_H

#include "base/error.h"
#include "tools/console/words.h"

#include <solvent/manifest.h>

#include <stdbool.h>

/* A bot. Owns its words and their text. */
struct svi_bot_argument {
    char name[SV_MAX_NAME];
    char **argv; /* NULL at the end; NULL for a bot that connects by itself */
    char *text;  /* holds the words of argv */
};

/* Reads a bot argument into *bot, whose bytes before are overwritten. Returns false with one line
 * in `error` if the text is wrong. Call svi_bot_argument_finish() in either case; it may be called
 * again, or for a bot that is all 0. */
bool svi_bot_argument_init(struct svi_bot_argument *bot, const char *text, struct svi_error *error);
void svi_bot_argument_finish(struct svi_bot_argument *bot);

/* Reads the word just read as a bot. Ends the process if it is wrong, or, with `starts`, if the bot
 * connects by itself. */
void svi_bot_argument_take(struct svi_bot_argument *bot, bool starts,
                           const struct svi_words *words);

/* Makes the last of `n` bots' names differ from the names before it: "careful", "careful-2". Given
 * names are treated like all others. */
void svi_bot_argument_distinguish(struct svi_bot_argument *bots, unsigned n);

#endif

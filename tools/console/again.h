/* The command line that a command was called by, to be given again: for lines that say how to go
 * on. */
#ifndef SVI_TOOLS_CONSOLE_AGAIN_H
#define SVI_TOOLS_CONSOLE_AGAIN_H

#include "tools/console/words.h"

#include "base/buf.h"

/* How the program was called, argv[0]; kept, not copied. "solvent" before. */
void svi_again_as(const char *program);

/* Appends a word as a shell takes it for one: plain, or in quotes. */
void svi_again_word(struct svi_buf *out, const char *word);

/* Appends the whole command line of a command. */
void svi_again(struct svi_buf *out, const struct svi_words *words);

#endif

/* Repeats the command line by which a command was called, for lines that tell the user how to go
 * on. */
#ifndef SVI_TOOLS_CONSOLE_AGAIN_H
#define SVI_TOOLS_CONSOLE_AGAIN_H

#include "tools/console/words.h"

#include "base/buf.h"

/* Sets the program's name, argv[0]. The string is kept, not copied. Until then the name is
 * "solvent". */
void svi_again_as(const char *program);

/* Appends a word as a shell reads it: plain, or in quotes where it needs them. */
void svi_again_word(struct svi_buf *out, const char *word);

/* Appends the whole command line of a command. */
void svi_again(struct svi_buf *out, const struct svi_words *words);

#endif

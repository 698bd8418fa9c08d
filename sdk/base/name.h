/* Names of bots and leagues: the same rule in league files and on command lines. */
#ifndef SVI_BASE_NAME_H
#define SVI_BASE_NAME_H

#include <stdbool.h>

/* Whether a text may name a bot or a league: 1 to SV_MAX_NAME - 1 bytes of UTF-8 without control
 * characters and "/", that do not begin with "." or "-": names become names of files (stores, logs)
 * and words of commands. */
bool svi_name_ok(const char *name);

/* Cuts a text off before the character that does not fit into `size` bytes with a 0 at the end. */
void svi_name_cut(char *text, unsigned size);

#endif

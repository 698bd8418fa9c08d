/* Files that `check --keep` writes for a failed point: the game up to the fault as a replay, and a
 * text with its seed and the command that asks the bot the same question again. play.c calls it.
 * The texts stay the caller's. */
#ifndef SVI_TOOLS_CHECK_KEEP_H
#define SVI_TOOLS_CHECK_KEEP_H

#include "tools/check/check_game.h"

/* Where and how to keep games. */
struct svi_check_keep {
    const char *folder;  /* NULL: keeps nothing */
    const char *command; /* the bot's command as given */
    unsigned points;     /* points kept so far */
};

/* Keeps the game of `table` under the name of a point, with the fault in words. The kept game is
 * finished by defaults; the table's own game is not changed. Reports each file that cannot be
 * written on stderr; without the folder, it keeps nothing from then on. */
void svi_check_keep(struct svi_check_keep *keep, const char *point, const char *fault,
                    struct svi_check_table *table);

#endif

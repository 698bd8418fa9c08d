/* What `check --keep` leaves of a point that fails: the game up to the fault as a replay, and a
 * text with its seed and the command that asks the bot the same again. */
#ifndef SVI_TOOLS_CHECK_KEEP_H
#define SVI_TOOLS_CHECK_KEEP_H

#include "tools/check/table.h"

/* Where it goes. */
struct svi_check_keep {
    const char *folder;  /* NULL: nothing is kept */
    const char *command; /* the bot's, as given */
    unsigned points;     /* kept so far */
    bool failed;         /* something could not be written, and that has been told */
};

/* Keeps the game of `table` under the name of a point, with the fault in words. What the game lacks
 * of an end is played by defaults; the table goes on as it was. */
void svi_check_keep(struct svi_check_keep *keep, const char *point, const char *fault,
                    struct svi_check_table *table);

#endif

/* The costliest decisions of a bot, of those that were played on: `analyse --depth play` of a store
 * lists them, and so does the bot's page in `serve`. They come from the rows that `what-if` and
 * `analyse --depth play` of a game have left in the store. */
#ifndef SVI_TOOLS_ANALYSIS_COSTLY_H
#define SVI_TOOLS_ANALYSIS_COSTLY_H

#include "store/rows.h"
#include "tools/analysis/stored.h"

#define SVI_COSTLY 10u

struct svi_costly_decision {
    uint64_t number;   /* of its match */
    uint32_t decision; /* number of the decision in the game */
    struct svi_stored_decision found;
};

/* Decisions that certainly cost something (they have a class), the costliest first. All 0 at
 * first. */
struct svi_costly {
    struct svi_costly_decision list[SVI_COSTLY];
    unsigned n;
    uint64_t measured; /* decisions that were played on */
};

/* Adds a row to those of its bot. Other rows are left out. by_bot[row->bot] is made when it is
 * NULL; svi_costly_finish() frees them. Without memory the program ends. The row stays the
 * caller's. */
void svi_costly_add(struct svi_costly *by_bot[], const struct svi_store_played_on *row);
void svi_costly_finish(struct svi_costly *by_bot[], unsigned n_bots);

/* Takes the answers' words away, which have the bots' names, for readers of pseudonyms. Does
 * nothing with NULL. */
void svi_costly_hide_words(struct svi_costly *costly);

#endif

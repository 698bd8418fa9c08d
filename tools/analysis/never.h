/* Acts that a bot never does, and what it costs to do without them: `solvent try` tells them.
 *
 * learner@1 plays the bot's games again in its seat, against the same rivals with the same dice,
 * once as it is and once without the act. The difference in points, luck taken off, is the price.
 * So it is the price for a bot that is otherwise learner@1. It needs no process, only rivals that
 * are reference bots. */
#ifndef SVI_TOOLS_ANALYSIS_NEVER_H
#define SVI_TOOLS_ANALYSIS_NEVER_H

#include "stats/ratings.h"
#include "thread/workers.h"
#include "tools/analysis/habits.h"
#include "tools/analysis/spread.h"

#define SVI_NEVERS 7u
#define SVI_NEVER_PLACES 3u

/* A game of the bot. The replay stays the caller's. */
struct svi_never_game {
    uint64_t number;
    const uint8_t *replay;
    size_t size;
    unsigned seat;
};

struct svi_never {
    const char *words; /* "never bids"; static */
    struct svi_spread points;
    /* Games whose deals it cost most, the costliest first. */
    uint64_t place[SVI_NEVER_PLACES];
    double most[SVI_NEVER_PLACES]; /* private */
};

/* Prices what a bot never does, by the acts that it does (svi_acts()) in all its games. Fills
 * `never` with the costliest first, and *n. Rivals must be called as reference bots. Returns
 * SV_E_SYSTEM if there is no memory or workers->stop has stopped it, SV_E_RANGE for another rival,
 * or the errors of svi_replay_open(); outputs are not valid then. */
enum sv_status svi_never_price(const struct svi_never_game game[], unsigned games, unsigned acts,
                               const struct svi_workers *workers,
                               struct svi_never never[SVI_NEVERS], unsigned *n);

#endif

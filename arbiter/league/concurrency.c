#include "league/concurrency.h"

#include <stdint.h>

unsigned svi_concurrency_busy(const struct svi_league *league)
{
    uint64_t places = 0; /* seats in the matches that a worker runs at once */
    for (unsigned i = 0; i < league->n_bots; i++) {
        places += league->bot[i].matches;
    }
    const uint64_t matches = places / league->settings.seats;
    return matches < 1 ? 1 : matches < league->n_bots ? (unsigned)matches : league->n_bots;
}

unsigned svi_concurrency_workers(const struct svi_league *league, unsigned cores, unsigned most)
{
    const unsigned workers = cores / (svi_concurrency_busy(league) + 1);
    if (workers < 1 || league->endpoint != NULL) {
        return 1;
    }
    return workers < most ? workers : most;
}

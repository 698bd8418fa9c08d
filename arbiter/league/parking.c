#include "league/parking.h"

#include <string.h>

static void set(struct svi_parking *parking, unsigned bot, bool parked)
{
    parking->n += parked;
    parking->n -= parking->parked[bot];
    parking->parked[bot] = parked;
}

/* Returns the slowest bot that was not tried yet, or n_bots if all were tried. */
static unsigned slowest(const uint64_t *answer_us, const bool *tried, unsigned n_bots)
{
    unsigned found = n_bots;
    for (unsigned i = 0; i < n_bots; i++) {
        if (!tried[i] && answer_us[i] > 0 && (found == n_bots || answer_us[i] > answer_us[found])) {
            found = i;
        }
    }
    return found;
}

unsigned svi_parking_park(struct svi_parking *parking, uint64_t *answer_us, unsigned n_bots,
                          bool (*others_left)(void *user), void *user)
{
    bool tried[SVI_MAX_BOTS] = {false};
    unsigned parked = 0, bot;
    while ((bot = slowest(answer_us, tried, n_bots)) < n_bots) {
        tried[bot] = true;
        set(parking, bot, true);
        if (others_left(user)) {
            parking->slow[bot] = true;
            parked++;
        } else {
            set(parking, bot, false);
            answer_us[bot] = 0;
        }
    }
    return parked;
}

void svi_parking_recall(struct svi_parking *parking)
{
    for (unsigned i = 0; i < SVI_MAX_BOTS; i++) {
        set(parking, i, parking->slow[i]);
    }
}

void svi_parking_clear(struct svi_parking *parking)
{
    memset(parking->parked, 0, sizeof parking->parked);
    parking->n = 0;
}

void svi_parking_finish(struct svi_parking *parking)
{
    svi_match_list_finish(&parking->suspended);
}

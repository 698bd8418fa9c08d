/* What one call into the game works out before it is needed: it forgets it all when it returns, so
 * that a state stays what the rules say it is, and forks carry none of it. All of it follows from
 * edition and state; the game is the same without it (when it is run step by step, game/chance.h),
 * only slower. */
#ifndef SVI_GAME_AHEAD_H
#define SVI_GAME_AHEAD_H

#include "game/lanes.h"

#include <solvent/game.h>

struct svi_ahead {
    uint32_t answers; /* kinds of decision that anybody answers himself */
    uint8_t sited; /* set of seats of which it is known where they may build while their deeds are
                      `owned` */
    /* Set of seats that have thrown in this call. A call with few throws computes none ahead. */
    uint8_t thrown;
    uint8_t known;  /* set of seats whose `throws` are filled in, for the rounds from `round` */
    uint16_t round; /* a multiple of SVI_LANE_ROUNDS */
    struct svi_throws throws;
    uint64_t owned[SV_MAX_SEATS], sites[SV_MAX_SEATS];
};

/* When a call begins. */
void svi_ahead_init(struct svi_ahead *ahead, const struct sv_state *st);

/* A throw, from the first, of which it is not known yet. */
uint32_t svi_ahead_find(struct svi_ahead *ahead, const struct sv_state *st, unsigned seat,
                        unsigned nth);

/* The nth throw, from 0, of a living seat in its turn in the round of the position, by the key: of
 * those that follow doubles, as they do. */
static inline uint32_t svi_ahead_throw(struct svi_ahead *ahead, const struct sv_state *st,
                                       unsigned seat, unsigned nth)
{
    const unsigned at = st->position.round % SVI_LANE_ROUNDS;
    if (nth > 1 || !sv_has(ahead->known, seat) || ahead->round != st->position.round - at) {
        return svi_ahead_find(ahead, st, seat, nth);
    }
    return nth == 0 ? ahead->throws.first[seat][at] : ahead->throws.second[seat][at];
}

#endif

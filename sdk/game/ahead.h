/* Values that one call into the game computes before it needs them. It forgets them when it
 * returns, so a state holds only the facts of the rules, and copies of a state carry no cache. All
 * values follow from edition and state; the game is the same without them (when it is run step by
 * step, game/chance.h), only slower. Nothing here allocates or fails. */
#ifndef SVI_GAME_AHEAD_H
#define SVI_GAME_AHEAD_H

#include "game/luck.h"

#include <solvent/game.h>

/* game.c makes one for each call into the game, on its stack. move.c takes throws from it, turn.c
 * and window.c the kinds of decision that are answered; when.c finds the building sites and leaves
 * them here. */
struct svi_ahead {
    /* Kinds of decision that any seat answers itself. */
    uint32_t answers;
    /* Set of seats whose building sites are known, as long as their deeds are `owned`. */
    uint8_t sited;
    /* Set of seats that have thrown in this call. A call with few throws computes none ahead. */
    uint8_t thrown;
    /* Set of seats whose `throws` are filled in, for the rounds from `round`. */
    uint8_t known;
    uint16_t round; /* a multiple of SVI_LANE_ROUNDS */
    struct svi_throws throws;
    uint64_t owned[SV_MAX_SEATS], sites[SV_MAX_SEATS];
};

/* Begins a call into the game. */
void svi_ahead_init(struct svi_ahead *ahead, const struct sv_state *st);

/* Returns a throw, counted from the first, that is not computed yet. */
uint32_t svi_ahead_find(struct svi_ahead *ahead, const struct sv_state *st, unsigned seat,
                        unsigned nth);

/* Returns the nth throw, from 0, of a living seat in its turn in the position's round, by the key.
 * Throws after the first are those that follow doubles. */
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

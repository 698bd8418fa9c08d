/* What one call into the game works out before it is needed: it forgets it all when it returns, so that a state stays what
 * the rules say it is, and forks carry none of it. All of it follows from edition and state; the game is the same without it
 * (when it is run step by step, game/fate.h), only slower. */
#ifndef SVI_GAME_AHEAD_H
#define SVI_GAME_AHEAD_H

#include "game/dice.h"

#include <solvent/game.h>

#define SVI_AHEAD_ROUNDS 4u /* a power of two */

struct svi_ahead {
    uint8_t
        sited; /* set of seats of which it is known where they may build while their deeds are `owned` */
    uint8_t
        thrown; /* set of seats that have thrown in this call: a short one throws nothing ahead */
    uint8_t known;  /* set of seats whose `dice` are filled in, for the rounds from `round` */
    uint16_t round; /* a multiple of SVI_AHEAD_ROUNDS */
    uint32_t dice[SV_MAX_SEATS][SVI_AHEAD_ROUNDS];
    uint64_t owned[SV_MAX_SEATS], sites[SV_MAX_SEATS];
};

/* The first throw of a living seat in the round of the position, by the key. */
uint32_t svi_ahead_throw(struct svi_ahead *ahead, const struct sv_state *st, unsigned seat);

/* luck.c: sv_luck() of `index` and of three more, `step` apart: a third faster than one by one. */
void svi_luck_row(const uint8_t key[SV_KEY_BYTES], unsigned purpose, unsigned seat, uint64_t index,
                  uint64_t step, uint64_t luck[SVI_AHEAD_ROUNDS]);

#endif

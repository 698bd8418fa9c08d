#include "game/ahead.h"

/* All that live, for as many rounds: the next turns find theirs here. */
static void throw_ahead(struct svi_ahead *ahead, const struct sv_state *st, unsigned round)
{
    ahead->known = st->position.alive;
    ahead->round = (uint16_t)round;
    for (unsigned left = ahead->known; left != 0; left &= left - 1) {
        const unsigned seat = sv_first(left);
        uint64_t luck[SVI_AHEAD_ROUNDS];

        svi_luck_row(st->secret.key, SV_PURPOSE_DICE, seat, svi_luck_index(round, 0),
                     svi_luck_index(1, 0), luck);
        for (unsigned i = 0; i < SVI_AHEAD_ROUNDS; i++) {
            ahead->dice[seat][i] = svi_dice(luck[i]);
        }
    }
}

uint32_t svi_ahead_throw(struct svi_ahead *ahead, const struct sv_state *st, unsigned seat)
{
    const unsigned nth = st->position.round % SVI_AHEAD_ROUNDS;
    const unsigned round = st->position.round - nth;

    if (!sv_has(ahead->known, seat) || ahead->round != round) {
        if (!sv_has(ahead->thrown, seat)) {
            ahead->thrown |= (uint8_t)(1u << seat);
            return svi_dice(sv_luck(st->secret.key, SV_PURPOSE_DICE, seat,
                                    svi_luck_index(st->position.round, 0)));
        }
        throw_ahead(ahead, st, round);
    }
    return ahead->dice[seat][nth];
}

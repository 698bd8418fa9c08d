#include "game/ahead.h"

#include "game/luck.h"

void svi_ahead_init(struct svi_ahead *ahead, const struct sv_state *st)
{
    ahead->answers = 0;
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        ahead->answers |= st->secret.answers[s];
    }
    ahead->sited = ahead->thrown = ahead->known = 0;
}

uint32_t svi_ahead_find(struct svi_ahead *ahead, const struct sv_state *st, unsigned seat,
                        unsigned nth)
{
    const unsigned at = st->position.round % SVI_LANE_ROUNDS;
    if (nth > 0 || !sv_has(ahead->thrown, seat)) {
        ahead->thrown |= (uint8_t)(1u << seat);
        return svi_dice(sv_luck(st->secret.key, SV_PURPOSE_DICE, seat,
                                svi_luck_index(st->position.round, nth)));
    }
    /* Computes the throws of all living seats for some rounds, for the turns that follow. */
    ahead->known = st->position.alive;
    ahead->round = (uint16_t)(st->position.round - at);
    svi_lanes()->dice(st->secret.key, ahead->known, ahead->round, &ahead->throws);
    return ahead->throws.first[seat][at];
}

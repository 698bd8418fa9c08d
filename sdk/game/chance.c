#include "game/chance.h"

#include "game/op.h"

#include <string.h>

uint32_t svi_fate_throw(struct svi_ctx *c, unsigned seat, bool moves, bool jail, bool three,
                        uint32_t dice)
{
    struct svi_fate *fate = c->fate;

    if (fate->first != SVI_CHANCE_NONE || !moves) {
        fate->more = fate->first != SVI_CHANCE_NONE;
        fate->first = fate->more ? fate->first : SVI_CHANCE_DRAW;
        return dice;
    }
    for (unsigned i = 0; i < 3; i++) {
        fate->thrown[i] = fate->dice[0] != 0 ? fate->dice[i] : svi_die(dice, i);
    }
    fate->first = SVI_CHANCE_THROW;
    fate->thrower = (uint8_t)seat;
    fate->three = three;
    fate->jail = jail;
    fate->doubles = c->p->doubles;
    fate->tries = c->p->jail[seat];
    return fate->thrown[0] | (uint32_t)fate->thrown[1] << 8 | (uint32_t)fate->thrown[2] << 16;
}

/* The unseen cards of a deck lie on top of it: what is put back goes under it, for all to see. Whichever of them changes
 * places with the top one, every order of them is as likely as before. */
void svi_fate_draw(struct svi_ctx *c, unsigned deck)
{
    struct svi_fate *fate = c->fate;
    const struct sv_position *p = c->p;
    uint8_t *cards = c->st->secret.deck[deck];
    unsigned unseen = 0;

    fate->more = fate->first != SVI_CHANCE_NONE;
    fate->first = fate->more ? fate->first : SVI_CHANCE_DRAW;
    if (!fate->redrawn || c->e->rules.deck == SV_RULE_DECK_REDRAW) {
        return;
    }
    while (unseen < p->deck_size[deck] &&
           p->seen[deck][(p->deck_head[deck] + unseen) % SV_MAX_CARDS] == SV_NONE) {
        unseen++;
    }
    if (unseen > 1) {
        unsigned top = p->deck_head[deck];
        unsigned other = (top + fate->card % unseen) % SV_MAX_CARDS;
        uint8_t card = cards[top];

        cards[top] = cards[other];
        cards[other] = card;
    }
    fate->card /= unseen > 1 ? unseen : 1; /* a second draw has a place of its own */
}

/* Two throws that are alike here lead to the same game, but for the dice that it shows. */
static unsigned outcome(const struct sv_edition *e, const struct svi_fate *fate,
                        const uint8_t dice[3])
{
    const bool doubles = dice[0] == dice[1];
    const unsigned white = (unsigned)dice[0] + dice[1];
    const unsigned pair = dice[0] < dice[1] ? dice[0] * 8u + dice[1] : dice[1] * 8u + dice[0];
    const unsigned speed = dice[2];

    if (fate->jail) { /* RULES 5.2: the pips count with doubles, or when it is the last try */
        return doubles || fate->tries == 3 ? white * 2 + doubles : 0;
    }
    if (speed == 0) {
        return doubles && fate->doubles == 2 ? 1 : white * 2 + doubles;
    }
    if (doubles && speed < SV_DIE_MR && speed == dice[0]) {
        return 1000; /* a triple goes wherever it likes (10.3) */
    }
    if (doubles && fate->doubles == 2) {
        return 1;
    }
    if (speed == SV_DIE_BUS && e->rules.bus == SV_RULE_BUS_WHITE) {
        return 2000 + pair; /* either die may be chosen (10.5) */
    }
    if (speed >= SV_DIE_MR) {
        return 3000 + speed * 100 + white * 2 + doubles;
    }
    return e->rules.utility_counts_speed_die ? 4000 + (white + speed) * 2 + doubles
                                             : 4000 + (white * 8 + speed) * 2 + doubles;
}

unsigned svi_fate_throws(const struct sv_edition *e, const struct svi_fate *fate,
                         struct svi_throw out[SVI_THROWS])
{
    static const uint8_t faces[6] = {1, 2, 3, SV_DIE_MR, SV_DIE_MR, SV_DIE_BUS};
    unsigned which[SVI_THROWS];
    unsigned n = 0;

    for (unsigned i = 0; i < 36u * (fate->three ? 6 : 1); i++) {
        const uint8_t dice[3] = {(uint8_t)(1 + i % 6), (uint8_t)(1 + i / 6 % 6),
                                 fate->three ? faces[i / 36] : 0};
        const unsigned what = outcome(e, fate, dice);
        unsigned k = 0;

        while (k < n && which[k] != what) {
            k++;
        }
        if (k == n) {
            which[n] = what;
            memcpy(out[n].dice, dice, sizeof dice);
            out[n].twin = SV_NONE;
            out[n++].chances = 0;
        }
        out[k].chances++;
    }
    for (unsigned i = 0; i < n && !fate->jail && !fate->three && fate->doubles < 2; i++) {
        for (unsigned k = 0; k < i; k++) {
            if (out[i].dice[0] + out[i].dice[1] == out[k].dice[0] + out[k].dice[1]) {
                out[i].twin = (uint8_t)k;
                out[k].twin = (uint8_t)i;
            }
        }
    }
    return n;
}

unsigned svi_fate_which(const struct sv_edition *e, const struct svi_fate *fate,
                        const struct svi_throw throws[], unsigned n)
{
    const unsigned what = outcome(e, fate, fate->thrown);
    unsigned k = 0;

    while (k < n && outcome(e, fate, throws[k].dice) != what) {
        k++;
    }
    return k;
}

#include "game/chance.h"

#include "game/op.h"

#include <string.h>

uint32_t svi_chance_throw(struct svi_ctx *c, unsigned seat, bool moves, bool jail, bool three,
                          uint32_t dice)
{
    struct svi_chance_event *chance = c->chance;
    if (chance->first != SVI_CHANCE_NONE || !moves) {
        chance->more = chance->first != SVI_CHANCE_NONE;
        chance->first = chance->more ? chance->first : SVI_CHANCE_DRAW;
        return dice;
    }
    for (unsigned i = 0; i < 3; i++) {
        chance->thrown[i] = chance->dice[0] != 0 ? chance->dice[i] : svi_die(dice, i);
    }
    chance->first = SVI_CHANCE_THROW;
    chance->thrower = (uint8_t)seat;
    chance->three = three;
    chance->jail = jail;
    chance->doubles = c->p->doubles;
    chance->tries = c->p->jail[seat];
    return chance->thrown[0] | (uint32_t)chance->thrown[1] << 8 | (uint32_t)chance->thrown[2] << 16;
}

/* The unseen cards of a deck lie on top: cards that are put back go under it, seen by everybody. If
 * a randomly chosen unseen card changes places with the top one, every order of the unseen cards
 * stays equally likely. */
void svi_chance_draw(struct svi_ctx *c, unsigned deck)
{
    struct svi_chance_event *chance = c->chance;
    const struct sv_position *p = c->p;
    uint8_t *cards = c->st->secret.deck[deck];
    unsigned unseen = 0;
    chance->more = chance->first != SVI_CHANCE_NONE;
    chance->first = chance->more ? chance->first : SVI_CHANCE_DRAW;
    if (!chance->redrawn || c->e->rules.deck == SV_RULE_DECK_REDRAW) {
        return;
    }
    while (unseen < p->deck_size[deck] &&
           p->seen[deck][(p->deck_head[deck] + unseen) % SV_MAX_CARDS] == SV_NONE) {
        unseen++;
    }
    if (unseen > 1) {
        unsigned top = p->deck_head[deck];
        unsigned other = (top + chance->card % unseen) % SV_MAX_CARDS;
        uint8_t card = cards[top];
        cards[top] = cards[other];
        cards[other] = card;
    }
    chance->card /= unseen > 1 ? unseen : 1; /* for a second draw, the rest of the number */
}

/* Returns a number that is equal for throws after which games differ only in the dice shown. */
static unsigned outcome(const struct sv_edition *e, const struct svi_chance_event *chance,
                        const uint8_t dice[3])
{
    const bool doubles = dice[0] == dice[1];
    const unsigned white = (unsigned)dice[0] + dice[1];
    const unsigned pair = dice[0] < dice[1] ? dice[0] * 8u + dice[1] : dice[1] * 8u + dice[0];
    const unsigned speed = dice[2];
    if (chance->jail) { /* RULES 5.2: the pips count with doubles, or when it is the last try */
        return doubles || chance->tries == 3 ? white * 2 + doubles : 0;
    }
    if (speed == 0) {
        return doubles && chance->doubles == 2 ? 1 : white * 2 + doubles;
    }
    if (doubles && speed < SV_DIE_MR && speed == dice[0]) {
        return 1000; /* a triple goes wherever it likes (10.3) */
    }
    if (doubles && chance->doubles == 2) {
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

unsigned svi_chance_throws(const struct sv_edition *e, const struct svi_chance_event *chance,
                           struct svi_throw out[SVI_THROWS])
{
    static const uint8_t faces[6] = {1, 2, 3, SV_DIE_MR, SV_DIE_MR, SV_DIE_BUS};
    unsigned which[SVI_THROWS];
    unsigned n = 0;
    for (unsigned i = 0; i < 36u * (chance->three ? 6 : 1); i++) {
        const uint8_t dice[3] = {(uint8_t)(1 + i % 6), (uint8_t)(1 + i / 6 % 6),
                                 chance->three ? faces[i / 36] : 0};
        const unsigned what = outcome(e, chance, dice);
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
    for (unsigned i = 0; i < n && !chance->jail && !chance->three && chance->doubles < 2; i++) {
        for (unsigned k = 0; k < i; k++) {
            if (out[i].dice[0] + out[i].dice[1] == out[k].dice[0] + out[k].dice[1]) {
                out[i].twin = (uint8_t)k;
                out[k].twin = (uint8_t)i;
            }
        }
    }
    return n;
}

unsigned svi_chance_which(const struct sv_edition *e, const struct svi_chance_event *chance,
                          const struct svi_throw throws[], unsigned n)
{
    const unsigned what = outcome(e, chance, chance->thrown);
    unsigned k = 0;
    while (k < n && outcome(e, chance, throws[k].dice) != what) {
        k++;
    }
    return k;
}

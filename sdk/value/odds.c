#include "value/odds.h"

#include <string.h>

/* A token on GO is anywhere after so many throws. */
#define THROWS 80u

/* A landing with a chance: counted, and the token put where it ends up. One card at most is
 * followed. */
static void land(const struct sv_edition *e, unsigned space, double chance, double landed[],
                 double stands[])
{
    const unsigned kind = e->space[space].kind;
    const unsigned deck = kind == SV_SPACE_CHANCE ? SV_DECK_CHANCE : SV_DECK_CHEST;
    landed[space] += chance;
    if (kind == SV_SPACE_GO_TO_JAIL) {
        stands[e->jail_space] += chance;
        return;
    }
    if (kind == SV_SPACE_CHANCE || kind == SV_SPACE_CHEST) {
        const double each = chance / (e->deck[deck].size > 0 ? e->deck[deck].size : 1);

        for (unsigned i = 0; i < e->deck[deck].size; i++) {
            const unsigned to = sv_card_leads_to(e, &e->deck[deck].card[i], space);

            if (to < e->n_spaces) {
                landed[to] += e->deck[deck].card[i].kind == SV_CARD_GO_TO_JAIL ? 0 : each;
                stands[to] += each;
                chance -= each;
            }
        }
    }
    stands[space] += chance;
}

void svi_value_odds_init(struct svi_value_odds *odds, const struct sv_edition *e)
{
    double stands[SV_MAX_SPACES] = {1.0};
    double landed[SV_MAX_SPACES];
    double total[2][SVI_TOTALS] = {{0}};
    memset(odds, 0, sizeof *odds);
    for (unsigned i = 0; i < 36; i++) {
        const unsigned white = 2 + i % 6 + i / 6;

        total[0][white] += 1.0 / 36;
        total[1][white] += 0.5 / 36; /* its other half moves later, and elsewhere */
        for (unsigned red = 1; red <= 3; red++) {
            total[1][white + red] += 1.0 / 216;
        }
    }
    for (unsigned t = 0; t < THROWS; t++) {
        double then[SV_MAX_SPACES] = {0};

        memset(landed, 0, sizeof landed);
        for (unsigned i = 0; i < e->n_spaces; i++) {
            for (unsigned pips = 2; pips <= 12; pips++) {
                land(e, (i + pips) % e->n_spaces, stands[i] * total[0][pips], landed, then);
            }
        }
        memcpy(stands, then, sizeof stands);
    }
    for (unsigned i = 0; i < e->n_spaces; i++) {
        const struct sv_space *s = &e->space[i];

        odds->land[i] = (float)landed[i];
        if (s->group < e->n_groups) {
            odds->set_deeds[s->group] += (float)s->price;
        }
        if (s->kind == SV_SPACE_STREET) {
            odds->set_rent[s->group] += (float)(s->rent[3] * landed[i]);
            odds->set_cost[s->group] += (float)(3 * s->house_cost);
        }
    }
    for (unsigned k = 0; k < SVI_TOTALS; k++) {
        odds->total[0][k] = (float)total[0][k];
        odds->total[1][k] = (float)total[1][k];
    }
}

#include "policy/appraisal.h"

int32_t sv_traffic(const struct sv_look *k)
{
    return 35 + 12 * (int32_t)(sv_count(k->p->alive) - 1);
}

int64_t sv_income(const struct sv_look *k, unsigned space, int32_t rent)
{
    return (int64_t)rent * k->odds->land[space] * sv_traffic(k) / SV_ODDS_ONE;
}

/* Rent that `seat` would pay on a space; utilities at seven pips. */
static int32_t rent_for(const struct sv_look *k, unsigned seat, unsigned space)
{
    unsigned owner = k->p->owner[space];
    return owner == seat || owner >= SV_BANK ? 0 : sv_rent(k->e, k->p, space, 7, 1, 0);
}

int32_t sv_rent_per_turn(const struct sv_look *k, unsigned seat)
{
    int64_t sum = 0;
    for (uint64_t left = k->e->deeds & ~k->p->owned[seat]; left != 0; left &= left - 1) {
        sum += (int64_t)rent_for(k, seat, sv_first(left)) * k->odds->land[sv_first(left)];
    }
    return (int32_t)(sum / SV_ODDS_ONE);
}

int32_t sv_reserve(const struct sv_look *k, unsigned seat)
{
    int64_t expected = 0;
    int32_t worst = 0;
    for (unsigned pips = 2; pips <= 12; pips++) {
        unsigned space = (k->p->space[seat] + pips) % k->e->n_spaces;
        int32_t rent = rent_for(k, seat, space);

        expected += (int64_t)rent * k->odds->roll[pips];
        worst = rent > worst ? rent : worst;
    }
    expected = expected / SV_ODDS_ONE * 3;
    return 50 + (int32_t)(expected > worst / 2 ? expected : worst / 2);
}

bool sv_freedom_pays(const struct sv_look *k)
{
    uint64_t unowned = k->e->deeds;
    for (unsigned s = 0; s < k->p->seats; s++) {
        unowned &= ~k->p->owned[s];
    }
    return sv_count(unowned) * 6 > sv_count(k->e->deeds) || sv_rent_per_turn(k, k->seat) < 40;
}

struct sv_holding sv_holding_of(const struct sv_look *k, unsigned seat)
{
    struct sv_holding h = {.deeds = k->p->owned[seat],
                           .mortgaged = k->p->mortgaged,
                           .cash = k->p->cash[seat],
                           .need = sv_reserve(k, seat),
                           .tickets = k->p->tickets[seat]};
    for (unsigned j = 0; j < k->e->n_jail_cards; j++) {
        h.cards = (uint8_t)(h.cards + (k->p->jail_holder[j] == seat));
    }
    return h;
}

int32_t sv_rivalry(const struct sv_look *k)
{
    unsigned others = sv_count(k->p->alive) - 1;
    return others <= 1 ? 100 : others == 2 ? 60 : others == 3 ? 40 : 25;
}

/* Returns the value of a deed to another seat. */
static int64_t rival_value(const struct sv_look *k, unsigned seat, unsigned space)
{
    struct sv_holding h = sv_holding_of(k, seat);
    struct svi_parts parts;
    struct svi_appraisal before;
    struct svi_appraisal after;
    svi_appraise(k, &h, &parts, &before);
    h.deeds |= UINT64_C(1) << space;
    svi_appraise_again(k, &h, &parts, &before, 1u << k->e->space[space].group, NULL, &after);
    return svi_worth_with(&after, h.cash) - svi_worth_with(&before, h.cash) -
           k->e->space[space].price;
}

/* Returns the value of the deed to the other seat that it would help most. */
static int64_t best_rival_value(const struct sv_look *k, unsigned space)
{
    int64_t best = 0;
    for (unsigned s = 0; s < k->p->seats; s++) {
        if (s != k->seat && sv_alive(k->p, s)) {
            int64_t value = rival_value(k, s, space);

            best = value > best ? value : best;
        }
    }
    return best;
}

int32_t sv_deed_price(const struct sv_look *k, unsigned space, int32_t most)
{
    struct sv_holding h = sv_holding_of(k, k->seat);
    struct svi_parts parts;
    struct svi_appraisal before;
    struct svi_appraisal with;
    int64_t without;
    int32_t low = 0;
    svi_appraise(k, &h, &parts, &before);
    without = svi_worth_with(&before, h.cash) - best_rival_value(k, space) * sv_rivalry(k) / 100;
    h.deeds |= UINT64_C(1) << space;
    h.mortgaged &= ~(UINT64_C(1) << space);
    svi_appraise_again(k, &h, &parts, &before, 1u << k->e->space[space].group, NULL, &with);
    with.hope = SVI_BUYING_HOPE;
    while (low < most) {
        int32_t middle = low + (most - low + 1) / 2;
        if (svi_worth_with(&with, h.cash - middle) >= without) {
            low = middle;
        } else {
            most = middle - 1;
        }
    }
    return low;
}

int32_t sv_landing(const struct sv_look *k, unsigned space)
{
    const struct sv_space *s = &k->e->space[space];
    int32_t cash = k->p->cash[k->seat];
    int32_t gain;
    switch ((enum sv_space_kind)s->kind) {
    case SV_SPACE_STREET:
    case SV_SPACE_RAIL:
    case SV_SPACE_UTILITY:
        if (k->p->owner[space] != SV_BANK) {
            return -rent_for(k, k->seat, space);
        }
        gain = sv_deed_price(k, space, cash) - s->price;
        return gain > 0 ? gain : 0;
    case SV_SPACE_TAX:
        return -s->amount;
    case SV_SPACE_GO_TO_JAIL:
        return sv_freedom_pays(k) ? -100 : 50;
    case SV_SPACE_BIRTHDAY:
        return s->amount;
    case SV_SPACE_BUS_TICKET:
        return SV_TICKET_VALUE;
    case SV_SPACE_CHANCE:
    case SV_SPACE_CHEST:
        return 10;
    case SV_SPACE_AUCTION:
        return 20;
    default:
        return 0;
    }
}

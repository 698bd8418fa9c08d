#include "value/settle.h"

/* Rents are looked at as if seven were thrown. */
#define PIPS 7

/* Removes a seat from the position: RULES 9.2, without auctions. */
static void fail(const struct sv_edition *e, struct sv_position *p, unsigned seat,
                 unsigned creditor)
{
    const uint64_t deeds = p->owned[seat];
    if (creditor < p->seats) {
        p->cash[creditor] += p->cash[seat];
    }
    for (uint64_t left = deeds; left != 0; left &= left - 1) {
        const unsigned space = sv_first(left);

        for (unsigned l = 0; creditor < p->seats && l < p->level[space]; l++) {
            p->cash[creditor] += sv_level_cost(e, space, l) / 2;
        }
        p->level[space] = 0;
        p->owner[space] = creditor < p->seats ? (uint8_t)creditor : SV_BANK;
    }
    if (creditor < p->seats) {
        p->owned[creditor] |= deeds;
    } else {
        p->mortgaged &= ~deeds;
    }
    for (unsigned j = 0; j < e->n_jail_cards; j++) {
        if (p->jail_holder[j] == seat) {
            p->jail_holder[j] = creditor < p->seats ? (uint8_t)creditor : SV_BANK;
        }
    }
    p->owned[seat] = 0;
    p->cash[seat] = 0;
    p->jail[seat] = 0;
    p->tickets[seat] = 0;
    p->place[seat] = (uint8_t)sv_count(p->alive);
    p->alive &= (uint8_t) ~(1u << seat);
    if (sv_count(p->alive) == 1) {
        p->over = SV_WHY_LAST_SOLVENT;
    }
}

/* One way to raise cash, and the rent that it loses. */
struct sale {
    unsigned space;
    bool mortgage; /* else one level is sold */
    int32_t loss, cash;
};

static void consider(struct sale *best, struct sale sale)
{
    if (sale.cash > 0 && (best->space == SV_NONE ||
                          (int64_t)sale.loss * best->cash < (int64_t)best->loss * sale.cash)) {
        *best = sale;
    }
}

/* Finds the sale that loses least for its money: levels from the highest of their set, or deeds
 * without levels. */
static struct sale best_sale(const struct sv_edition *e, struct sv_position *p, unsigned seat)
{
    struct sale best = {.space = SV_NONE};
    for (uint64_t left = p->owned[seat]; left != 0; left &= left - 1) {
        const unsigned space = sv_first(left);
        const struct sv_group *group = &e->group[e->space[space].group];
        const unsigned level = p->level[space];
        const int32_t rent = sv_has(p->mortgaged, space) ? 0 : sv_rent(e, p, space, PIPS, 1, 0);
        unsigned highest = 0;

        for (unsigned d = 0; d < group->size; d++) {
            const unsigned other = p->level[group->deed[d]];

            highest = other > highest ? other : highest;
        }
        if (level > 0 && (level == highest || group->kind != SV_SPACE_STREET)) {
            p->level[space]--;
            consider(&best, (struct sale){.space = space,
                                          .loss = rent - sv_rent(e, p, space, PIPS, 1, 0),
                                          .cash = sv_level_cost(e, space, level - 1) / 2});
            p->level[space]++;
        } else if (highest == 0 && !sv_has(p->mortgaged, space)) {
            /* A set that can be built on is worth more than its bare rents. */
            const bool set = group->kind == SV_SPACE_STREET && (group->mask & ~p->owned[seat]) == 0;

            consider(&best, (struct sale){.space = space,
                                          .mortgage = true,
                                          .loss = set ? 4 * rent : rent,
                                          .cash = e->space[space].mortgage});
        }
    }
    return best;
}

/* Sells and mortgages until that much cash is there. */
static void raise_cash(const struct sv_edition *e, struct sv_position *p, unsigned seat,
                       int32_t amount)
{
    while (p->cash[seat] < amount) {
        const struct sale sale = best_sale(e, p, seat);
        if (sale.space == SV_NONE) {
            return;
        }
        p->cash[seat] += sale.cash;
        if (sale.mortgage) {
            p->mortgaged |= UINT64_C(1) << sale.space;
        } else {
            p->level[sale.space]--;
        }
    }
}

static void pay(const struct sv_edition *e, struct sv_position *p, unsigned seat, unsigned to,
                int32_t amount)
{
    if (p->cash[seat] < amount && sv_liquid(e, p, seat) < amount) {
        fail(e, p, seat, to);
        return;
    }
    raise_cash(e, p, seat, amount);
    p->cash[seat] -= amount;
    if (to < p->seats) {
        p->cash[to] += amount;
    }
}

static void answer(const struct sv_edition *e, const struct sv_question *q, struct sv_position *p)
{
    const unsigned s = q->seat;
    switch ((enum sv_decision)q->kind) {
    case SV_DECISION_BUY:
        if (p->cash[s] >= q->amount && sv_has(q->choices, SV_CHOICE_BUY_BUY)) {
            p->cash[s] -= q->amount;
            p->owner[q->space] = (uint8_t)s;
            p->owned[s] |= UINT64_C(1) << q->space;
        }
        return;
    case SV_DECISION_DEBT:
        pay(e, p, s, q->other, q->amount);
        return;
    case SV_DECISION_CLAIM:
        pay(e, p, q->other, s, q->amount);
        return;
    case SV_DECISION_TAX: {
        const int32_t share = sv_worth(e, p, s) / 10;
        pay(e, p, s, SV_BANK, share < q->amount ? share : q->amount);
        return;
    }
    case SV_DECISION_CARD:
        pay(e, p, s, SV_BANK, q->amount);
        return;
    case SV_DECISION_GIFT:
        p->cash[s] += q->amount;
        return;
    default:
        return;
    }
}

void svi_settle(const struct sv_edition *e, const struct sv_state *st, struct sv_position *out)
{
    const unsigned asked = sv_pending(st);
    *out = st->position;
    for (unsigned k = 0; asked != 0 && k < out->seats; k++) {
        const unsigned seat = (st->position.turn_seat + k) % out->seats;
        struct sv_question q;

        if (out->over == 0 && sv_alive(out, seat) && sv_ask(e, st, seat, &q) == SV_OK) {
            answer(e, &q, out);
        }
    }
}

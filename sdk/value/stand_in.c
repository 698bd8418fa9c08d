#include "value/stand_in.h"

/* What a position has left of a seat that is out: RULES 9.2, without auctions. */
static void fail(const struct sv_edition *e, struct sv_position *p, unsigned seat,
                 unsigned creditor)
{
    const uint64_t deeds = p->owned[seat];

    if (creditor < p->seats) {
        p->cash[creditor] += p->cash[seat];
    }
    for (uint64_t left = deeds; left != 0; left &= left - 1) {
        const unsigned space = sv_first(left);

        if (creditor < p->seats && p->level[space] > 0) {
            p->cash[creditor] += sv_level_cost_total(e, space, p->level[space]) / 2;
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

static void pay(const struct sv_edition *e, struct sv_position *p, unsigned seat, unsigned to,
                int32_t amount)
{
    if (p->cash[seat] < amount && sv_liquid(e, p, seat) < amount) {
        fail(e, p, seat, to);
        return;
    }
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

void svi_stand_in(const struct sv_edition *e, const struct sv_state *st, struct sv_position *out)
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

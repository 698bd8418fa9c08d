#include "tools/analysis/charge.h"

#include <string.h>

/* What a seat has, but for its cash. */
struct estate {
    uint64_t owned, mortgaged;
    uint8_t level[SV_MAX_SPACES];
};

/* Which auction a seat bids in. */
struct auction {
    uint32_t turn;
    uint8_t space, unit;
};

struct standing {
    struct estate estate;
    struct auction auction;
    double missed; /* the most since the estate was as it is */
    double outbid; /* the most of a bid in the auction */
};

static void look(const struct sv_position *p, unsigned seat, struct estate *out)
{
    memset(out, 0, sizeof *out);
    out->owned = p->owned[seat];
    out->mortgaged = p->owned[seat] & p->mortgaged;
    for (uint64_t left = out->owned; left != 0; left &= left - 1) {
        out->level[sv_first(left)] = p->level[sv_first(left)];
    }
}

/* What `missed` is more than *most, which it raises. */
static double charge_more(double *most, double missed)
{
    const double before = *most;
    if (missed <= 0) {
        return missed;
    }
    *most = missed > before ? missed : before;
    return *most - before;
}

static double charge_bid(struct standing *s, const struct svi_decision *d, double missed)
{
    const struct auction now = {
        .turn = d->position.turn, .space = d->question.space, .unit = d->question.unit};
    if (now.turn != s->auction.turn || now.space != s->auction.space ||
        now.unit != s->auction.unit) {
        s->auction = now;
        s->outbid = 0;
    }
    return charge_more(&s->outbid, missed);
}

static double charge(struct standing *s, const struct svi_decision *d, double missed)
{
    struct estate now;
    const unsigned kind = d->question.kind;
    if (kind == SV_DECISION_BID) {
        return charge_bid(s, d, missed);
    }
    if (kind != SV_DECISION_MANAGE && kind != SV_DECISION_TRADE) {
        return missed;
    }
    look(&d->position, d->question.seat, &now);
    if (memcmp(&now, &s->estate, sizeof now) != 0) {
        s->estate = now;
        s->missed = 0;
    }
    return charge_more(&s->missed, missed);
}

void svi_charge(const struct svi_decisions *d, struct svi_evaluated evaluated[])
{
    struct standing seats[SV_MAX_SEATS];
    memset(seats, 0, sizeof seats);
    for (uint32_t i = 0; i < d->n; i++) {
        struct svi_evaluated *e = &evaluated[i];
        const double cost = charge(&seats[d->list[i].question.seat], &d->list[i], e->missed);
        const double share = e->missed != 0 ? cost / e->missed : 0;
        e->cost = cost;
        e->class = svi_class_of(cost, e->se * share);
        for (unsigned s = 0; s < d->seats; s++) {
            e->change[s] *= share;
        }
    }
}

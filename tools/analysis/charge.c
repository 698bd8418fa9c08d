#include "tools/analysis/charge.h"

#include <string.h>

/* What a seat has, but for its cash. */
struct estate {
    uint64_t owned, mortgaged;
    uint8_t level[SV_MAX_SPACES];
};

struct standing {
    struct estate estate;
    double missed; /* the most since the estate was as it is */
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

static double charge(struct standing *s, const struct svi_decision *d, double missed)
{
    struct estate now;
    const unsigned kind = d->question.kind;
    if (kind != SV_DECISION_MANAGE && kind != SV_DECISION_TRADE) {
        return missed;
    }
    look(&d->position, d->question.seat, &now);
    if (memcmp(&now, &s->estate, sizeof now) != 0) {
        s->estate = now;
        s->missed = 0;
    }
    if (missed <= 0) {
        return missed;
    }
    const double before = s->missed;
    s->missed = missed > before ? missed : before;
    return s->missed - before;
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

#include "tools/analysis/analysis.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- charge ---------------------------------------------------------------------------------- */

/* Charges decisions for what they missed. An opportunity that stays open would be missed again in
 * every window, and a game of a hundred windows would cost more points than there are. So while a
 * seat's deeds, mortgages and buildings do not change, windows and offers are charged only for the
 * part that is beyond the largest earlier miss. The same holds for the bids of a seat in one
 * auction. */

/* An opportunity that a seat misses lasts as long as these stay: the auction, or the seat's deeds
 * and buildings (not its cash). */
struct opportunity {
    uint64_t owned, mortgaged;
    uint32_t turn;
    uint8_t space, unit;
    uint8_t level[SV_MAX_SPACES];
};

struct standing {
    struct opportunity now;
    double missed; /* the most of it */
};

static void look(const struct svi_decision *d, struct opportunity *out)
{
    const struct sv_position *p = &d->position;
    const struct sv_question *q = &d->question;
    memset(out, 0, sizeof *out);
    if (q->kind == SV_DECISION_BID) {
        out->turn = p->turn;
        out->space = q->space;
        out->unit = q->unit;
        return;
    }
    out->owned = p->owned[q->seat];
    out->mortgaged = out->owned & p->mortgaged;
    for (uint64_t left = out->owned; left != 0; left &= left - 1) {
        out->level[sv_first(left)] = p->level[sv_first(left)];
    }
}

/* Returns the part of `missed` that the decision is charged for. A seat has a standing for windows
 * and offers, and one for bids. */
static double charge(struct standing of[2], const struct svi_decision *d, double missed)
{
    const unsigned kind = d->question.kind;
    struct standing *s = &of[kind == SV_DECISION_BID];
    struct opportunity now;
    if (kind != SV_DECISION_BID && kind != SV_DECISION_MANAGE && kind != SV_DECISION_TRADE) {
        return missed;
    }
    look(d, &now);
    if (memcmp(&now, &s->now, sizeof now) != 0) {
        s->now = now;
        s->missed = 0;
    }
    const double before = s->missed;
    s->missed = fmax(before, missed);
    return missed <= 0 ? missed : s->missed - before;
}

/* Fills in cost and change of points of each decision in the list by what it has missed. */
static void charge_all(const struct svi_decisions *d, struct svi_evaluated evaluated[])
{
    struct standing seats[SV_MAX_SEATS][2];
    memset(seats, 0, sizeof seats);
    for (uint32_t i = 0; i < d->n; i++) {
        struct svi_evaluated *e = &evaluated[i];
        const double cost = charge(seats[d->list[i].question.seat], &d->list[i], e->missed);
        const double share = e->missed != 0 ? cost / e->missed : 0;
        e->cost = cost;
        for (unsigned s = 0; s < d->seats; s++) {
            e->change[s] *= share;
        }
    }
}

/* ---- analysis -------------------------------------------------------------------------------- */

void svi_analyst_finish(struct svi_analyst *analyst)
{
    svi_evaluation_destroy(analyst->evaluation);
    memset(analyst, 0, sizeof *analyst);
}

bool svi_analyst_ready(struct svi_analyst *analyst, const struct svi_decisions *d)
{
    if (analyst->evaluation != NULL && analyst->seats == d->seats &&
        memcmp(analyst->hash, d->edition_hash, sizeof analyst->hash) == 0) {
        return true;
    }
    svi_analyst_finish(analyst);
    analyst->edition = d->edition;
    analyst->seats = d->seats;
    memcpy(analyst->hash, d->edition_hash, sizeof analyst->hash);
    analyst->evaluation = svi_evaluation_create(&analyst->edition, d->seats);
    return analyst->evaluation != NULL;
}

static void clear(struct svi_analysis *a)
{
    for (uint32_t i = 0; i < a->room; i++) {
        svi_evaluated_finish(&a->evaluated[i]);
    }
}

enum sv_status svi_analysis_make(struct svi_analysis *a, struct svi_analyst *analyst,
                                 const uint8_t *bytes, size_t size, struct svi_error *error)
{
    struct svi_decisions *d = &a->decisions;
    clear(a);
    enum sv_status status = svi_decisions_read(d, bytes, size, error);
    if (status != SV_OK) {
        return status;
    }
    if (d->n > a->room) {
        free(a->evaluated);
        a->evaluated = calloc(d->n, sizeof *a->evaluated);
        a->room = a->evaluated != NULL ? d->n : 0;
    }
    if (a->room < d->n || !svi_analyst_ready(analyst, d)) {
        return svi_fail(error, SV_E_SYSTEM, "no memory");
    }
    status = svi_evaluation_fit(analyst->evaluation, bytes, size);
    if (status != SV_OK) {
        return svi_fail(error, status, "%s",
                        status == SV_E_SYSTEM ? "no memory" : sv_status_text(status));
    }
    for (uint32_t i = 0; i < d->n; i++) {
        status = svi_evaluate(analyst->evaluation, &d->list[i], d->digest, &a->evaluated[i]);
        if (status != SV_OK) {
            return svi_fail(error, status, "decision %u: %s", d->list[i].number,
                            status == SV_E_SYSTEM ? "no memory" : sv_status_text(status));
        }
    }
    charge_all(d, a->evaluated);
    return SV_OK;
}

void svi_analysis_finish(struct svi_analysis *a)
{
    clear(a);
    free(a->evaluated);
    svi_decisions_finish(&a->decisions);
    memset(a, 0, sizeof *a);
}

unsigned svi_analysis_worst(const struct svi_analysis *a, unsigned seats, double least,
                            uint32_t order[], unsigned most)
{
    unsigned n = 0;
    unsigned kept = 0;
    for (uint32_t i = 0; i < a->decisions.n; i++) {
        if (a->evaluated[i].n < 2 || a->evaluated[i].cost < least ||
            !sv_has(seats, a->decisions.list[i].question.seat)) {
            continue;
        }
        n++;
        unsigned at = kept;
        while (at > 0 && a->evaluated[order[at - 1]].cost < a->evaluated[i].cost) {
            at--;
        }
        if (at == most) {
            continue;
        }
        kept += kept < most;
        memmove(&order[at + 1], &order[at], (kept - 1 - at) * sizeof *order);
        order[at] = i;
    }
    return n;
}

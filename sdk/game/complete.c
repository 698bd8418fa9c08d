/* Completing a set that already has buildings (RULES 11.2): the new street's mortgage is lifted,
 * then the street is built up to even. A player who cannot pay spreads the set's buildings
 * evenly. */
#include "game/op.h"
#include "game/plan.h"

#include <string.h>

enum step {
    LIFT,
    LIFTED,
    BUILD,
    SPREAD,
    DONE,
};

static void push_complete(struct svi_ctx *c, unsigned seat, unsigned group, uint64_t mortgaged)
{
    struct sv_frame_complete *f = &svi_push(c, SVI_OP_COMPLETE, seat)->complete;
    f->group = (uint8_t)group;
    f->lifts = mortgaged & c->e->group[group].mask;
}

/* Pushes the effects of receiving deeds: completed sets on top, so that no interest is due below
 * for mortgages that are lifted there. */
void svi_push_received(struct svi_ctx *c, unsigned seat, uint64_t deeds)
{
    uint64_t streets = deeds & c->e->streets;
    uint64_t mortgaged = deeds & c->p->mortgaged;
    if (mortgaged != 0) {
        svi_push_interest(c, seat, mortgaged);
    }
    if (c->e->rules.sets == SV_RULE_SETS_FULL ||
        c->e->rules.mega_completion == SV_RULE_MEGA_COMPLETION_LENIENT) {
        return;
    }
    while (streets != 0) {
        unsigned group = c->e->space[sv_first(streets)].group;

        streets &= ~c->e->group[group].mask;
        if (sv_set_full(c->e, c->p, group, seat) && sv_set_built(c->e, c->p, group, seat)) {
            push_complete(c, seat, group, mortgaged);
        }
    }
}

/* How a set stands: its levels together, lowest allowed to be even, and what raising to it
 * takes. */
struct survey {
    unsigned levels;
    unsigned floor;
    int64_t cost;
    unsigned units[SV_UNIT_COUNT];
};

static struct survey survey(const struct sv_edition *e, const struct sv_position *p,
                            const struct sv_group *g)
{
    struct survey s = {0};
    unsigned highest = 0;
    for (unsigned i = 0; i < g->size; i++) {
        unsigned level = p->level[g->deed[i]];

        s.levels += level;
        highest = level > highest ? level : highest;
    }
    s.floor = highest > 0 ? highest - 1 : 0;
    for (unsigned i = 0; i < g->size; i++) {
        for (unsigned l = p->level[g->deed[i]]; l < s.floor; l++) {
            s.cost += sv_level_cost(e, g->deed[i], l);
            s.units[svi_step_unit(e, g->deed[i], l)]++;
        }
    }
    return s;
}

static void build_up(struct svi_ctx *c, const struct sv_group *g, unsigned floor)
{
    for (unsigned level = 0; level < floor; level++) {
        for (unsigned i = 0; i < g->size; i++) {
            if (c->p->level[g->deed[i]] == level) {
                svi_raise_level(c, g->deed[i], sv_level_cost(c->e, g->deed[i], level),
                                SV_WHY_BUILD);
            }
        }
    }
}

/* Returns the most levels, up to those that stand, whose even layout the bank's stock allows. */
static unsigned most_levels(const struct sv_position *p, const struct sv_group *g, unsigned levels)
{
    for (; levels > 0; levels--) {
        unsigned base = levels / g->size;
        unsigned extra = levels % g->size;
        bool in_stock = true;
        for (unsigned u = SV_UNIT_HOUSE; u <= SV_UNIT_TOWER; u++) {
            unsigned needs =
                (g->size - extra) * svi_level_units(base, u) + extra * svi_level_units(base + 1, u);
            unsigned available = p->stock[u];

            for (unsigned i = 0; i < g->size; i++) {
                available += svi_level_units(p->level[g->deed[i]], u);
            }
            in_stock = in_stock && needs <= available;
        }
        if (in_stock) {
            break;
        }
    }
    return levels;
}

/* Pays for the levels that are not laid out: the highest first, of equal ones the last street's. */
static void sell_rest(struct svi_ctx *c, unsigned seat, const struct sv_group *g, unsigned levels)
{
    uint8_t left[SV_MAX_SPACES];
    unsigned stand = survey(c->e, c->p, g).levels;
    memcpy(left, c->p->level, sizeof left);
    for (; stand > levels; stand--) {
        unsigned from = g->deed[0];
        for (unsigned i = 1; i < g->size; i++) {
            from = left[g->deed[i]] >= left[from] ? g->deed[i] : from;
        }
        left[from]--;
    }
    for (unsigned i = 0; i < g->size; i++) {
        unsigned space = g->deed[i];

        svi_pay(c, SV_BANK, seat, svi_sale(c->e, space, c->p->level[space], left[space]),
                SV_WHY_SELL, space);
    }
}

/* Lays the remaining buildings out on the streets, which costs and pays nothing. */
static void spread(struct svi_ctx *c, const struct sv_group *g, const uint8_t level[SV_MAX_SPACES])
{
    /* All off, then all on: the bank's stock stays whole in between. */
    for (unsigned on = 0; on < 2; on++) {
        for (unsigned i = 0; i < g->size; i++) {
            unsigned space = g->deed[i];
            unsigned to = on ? level[space] : 0;

            if (c->p->level[space] != level[space] && c->p->level[space] != to) {
                svi_set_level(c, space, to);
            }
        }
    }
}

static void lift_next(struct svi_ctx *c, struct sv_frame_complete *f)
{
    if (f->lifts == 0) {
        f->step = BUILD;
        return;
    }
    f->step = LIFTED;
    svi_push_debt(c, f->seat, SV_BANK, sv_lift_cost(c->e, sv_first(f->lifts)), SV_WHY_LIFT,
                  sv_first(f->lifts), false);
}

/* The lifting is paid. The street may have been traded away to raise the money, or away and back,
 * lifted by another. */
static void lift(struct svi_ctx *c, struct sv_frame_complete *f)
{
    const unsigned space = sv_first(f->lifts);
    svi_interest_settled(c, f->seat, space);
    if (sv_has(c->p->owned[f->seat] & c->p->mortgaged, space)) {
        svi_set_mortgaged(c, space, false);
    }
    f->lifts &= f->lifts - 1;
    f->step = LIFT;
}

static void build_or_spread(struct svi_ctx *c, struct sv_frame_complete *f,
                            const struct sv_group *g)
{
    struct survey s = survey(c->e, c->p, g);
    bool can_build = s.cost <= c->p->cash[f->seat];
    for (unsigned u = 0; u < SV_UNIT_COUNT; u++) {
        can_build = can_build && s.units[u] <= c->p->stock[u];
    }
    f->step = DONE;
    if (can_build) {
        build_up(c, g, s.floor);
        return;
    }
    f->step = SPREAD;
    f->levels = (int32_t)most_levels(c->p, g, s.levels);
    svi_ask(c, f->seat, SV_DECISION_LAYOUT);
}

void svi_complete_run(struct svi_ctx *c, struct sv_frame_complete *f)
{
    const struct sv_group *g = &c->e->group[f->group];
    if (f->step == LIFTED && sv_alive(c->p, f->seat)) {
        lift(c, f);
    }
    /* Raising the money may have sold the set's buildings, or cost the player the game. */
    if (!sv_alive(c->p, f->seat) || !sv_set_full(c->e, c->p, f->group, f->seat) ||
        !sv_set_built(c->e, c->p, f->group, f->seat)) {
        svi_pop(c);
        return;
    }
    switch ((enum step)f->step) {
    case LIFT:
        lift_next(c, f);
        return;
    case BUILD:
        build_or_spread(c, f, g);
        return;
    default:
        svi_pop(c);
        return;
    }
}

void svi_complete_question(const struct sv_edition *e, const struct sv_state *st,
                           const struct sv_frame_complete *f, struct sv_question *q)
{
    (void)st;
    q->kind = SV_DECISION_LAYOUT;
    q->spaces = e->group[f->group].mask;
    q->amount = f->levels;
}

void svi_complete_answer(struct svi_ctx *c, struct sv_frame_complete *f, unsigned seat,
                         const struct sv_answer *a)
{
    const struct sv_group *g = &c->e->group[f->group];
    f->step = DONE;
    sell_rest(c, seat, g, (unsigned)f->levels);
    spread(c, g, a->plan.level);
}

bool svi_complete_possible(const struct svi_place *at, const struct sv_frame_complete *f)
{
    const struct sv_group *g = &at->e->group[f->group];
    if (f->group >= at->e->n_groups || g->kind != SV_SPACE_STREET) {
        return false;
    }
    if (at->above == NULL) {
        return f->step == SPREAD && sv_set_full(at->e, at->p, f->group, f->seat) &&
               f->levels == (int32_t)most_levels(at->p, g, survey(at->e, at->p, g).levels) &&
               f->lifts == 0;
    }
    return f->levels == 0 && (f->lifts & ~g->mask) == 0 &&
           (f->step == LIFT || (f->step == LIFTED && f->lifts != 0));
}

unsigned svi_complete_asks(const struct svi_place *at, const struct sv_frame_complete *f)
{
    (void)at;
    return 1u << f->seat;
}

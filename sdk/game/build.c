/* Buildings on their way between the bank and the board. */
#include "game/op.h"
#include "game/plan.h"

void svi_set_level(struct svi_ctx *c, unsigned space, unsigned level)
{
    struct sv_position *p = c->p;
    unsigned from = p->level[space];
    struct sv_event event = {.space = (uint8_t)space, .from = (uint8_t)from, .to = (uint8_t)level};
    if (c->e->space[space].kind == SV_SPACE_RAIL) {
        p->stock[SV_UNIT_DEPOT] = (uint8_t)(p->stock[SV_UNIT_DEPOT] + from - level);
        event.type = SV_EVENT_DEPOT;
        event.on = (uint8_t)level;
        event.from = event.to = 0;
    } else {
        for (unsigned u = SV_UNIT_HOUSE; u <= SV_UNIT_TOWER; u++) {
            p->stock[u] =
                (uint8_t)(p->stock[u] + svi_level_units(from, u) - svi_level_units(level, u));
        }
        event.type = SV_EVENT_LEVEL;
    }
    p->level[space] = (uint8_t)level;
    svi_emit(c, &event);
}

void svi_raise_level(struct svi_ctx *c, unsigned space, int32_t price, enum sv_why why)
{
    svi_pay(c, c->p->owner[space], SV_BANK, price, why, space);
    svi_set_level(c, space, c->p->level[space] + 1u);
}

/* Sells one space down to `level`. */
static void sell(struct svi_ctx *c, unsigned space, unsigned level)
{
    svi_pay(c, SV_BANK, c->p->owner[space], svi_sale(c->e, space, c->p->level[space], level),
            SV_WHY_SELL, space);
    svi_set_level(c, space, level);
}

/* Returns whether the bank has the buildings that one step down from `level` puts on the board. */
static bool step_in_stock(const struct svi_ctx *c, unsigned space, unsigned level)
{
    if (c->e->space[space].kind == SV_SPACE_RAIL || level <= 4) {
        return true;
    }
    return level == 5 ? c->p->stock[SV_UNIT_HOUSE] >= 4 : c->p->stock[SV_UNIT_HOTEL] >= 1;
}

void svi_sell_levels(struct svi_ctx *c, unsigned seat, const uint8_t wanted[SV_MAX_SPACES])
{
    for (;;) {
        unsigned step = SV_NONE;
        unsigned jump = SV_NONE;
        for (uint64_t left = c->p->owned[seat]; left != 0; left &= left - 1) {
            unsigned space = sv_first(left);
            unsigned level = c->p->level[space];

            if (level <= wanted[space]) {
                continue;
            }
            if (!step_in_stock(c, space, level)) {
                jump = jump == SV_NONE ? space : jump;
            } else if (step == SV_NONE || level >= c->p->level[step]) {
                step = space;
            }
        }
        if (step != SV_NONE) {
            sell(c, step, c->p->level[step] - 1u); /* highest first, so that sets stay even */
        } else if (jump != SV_NONE) {
            sell(c, jump, wanted[jump]); /* RULES 7.2: torn down in one action */
        } else {
            return;
        }
    }
}

void svi_sell_and_mortgage(struct svi_ctx *c, unsigned seat, const struct sv_plan *plan)
{
    if (svi_plan_changes(c->p, plan) != 0) {
        svi_sell_levels(c, seat, plan->level);
    }
    for (uint64_t left = plan->mortgage; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);

        svi_pay(c, SV_BANK, seat, c->e->space[space].mortgage, SV_WHY_MORTGAGE, space);
        svi_set_mortgaged(c, space, true);
    }
}

void svi_lift(struct svi_ctx *c, unsigned seat, uint64_t deeds)
{
    for (uint64_t left = deeds; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);

        svi_pay(c, seat, SV_BANK, sv_lift_cost(c->e, space), SV_WHY_LIFT, space);
        svi_interest_settled(c, seat, space);
        svi_set_mortgaged(c, space, false);
    }
}

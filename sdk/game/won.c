/* The payment and transfer after an auction (RULES 4, 7.3); a building is placed lawfully. */
#include "game/op.h"
#include "game/plan.h"

enum step {
    PAY,
    HAND_OVER,
    CHOOSE,
};

void svi_push_won(struct svi_ctx *c, unsigned seat, unsigned space, unsigned unit, int32_t price)
{
    struct sv_frame_won *f = &svi_push(c, SVI_OP_WON, seat)->won;
    f->space = (uint8_t)space;
    f->unit = (uint8_t)unit;
    f->price = price;
}

/* Where the winner may put the unit now. */
static uint64_t lawful_spaces(const struct sv_edition *e, const struct sv_position *p,
                              const struct sv_frame_won *f)
{
    return svi_raise_spaces(e, p, f->seat, f->unit);
}

static void build(struct svi_ctx *c, unsigned space)
{
    svi_pop(c);
    svi_set_level(c, space, c->p->level[space] + 1u);
    svi_window_placed(c, space);
}

static void hand_over(struct svi_ctx *c, struct sv_frame_won *f)
{
    unsigned seat = f->seat;
    unsigned space = f->space;
    uint64_t spaces;
    if (f->unit == SV_NONE) {
        svi_pop(c);
        svi_move_deed(c, space, seat, SV_WHY_AUCTION);
        svi_push_received(c, seat, UINT64_C(1) << space);
        return;
    }
    spaces = lawful_spaces(c->e, c->p, f);
    if ((spaces & (spaces - 1)) == 0) {
        build(c, sv_first(spaces));
    } else {
        f->step = CHOOSE;
        svi_ask(c, seat, SV_DECISION_PLACE);
    }
}

void svi_won_run(struct svi_ctx *c, struct sv_frame_won *f)
{
    if (f->step == PAY) {
        f->step = HAND_OVER;
        svi_push_debt(c, f->seat, SV_BANK, f->price, SV_WHY_AUCTION, f->space, false);
    } else {
        hand_over(c, f);
    }
}

void svi_won_question(const struct sv_edition *e, const struct sv_state *st,
                      const struct sv_frame_won *f, struct sv_question *q)
{
    q->kind = SV_DECISION_PLACE;
    q->unit = f->unit;
    q->spaces = lawful_spaces(e, &st->position, f);
}

void svi_won_answer(struct svi_ctx *c, struct sv_frame_won *f, unsigned seat,
                    const struct sv_answer *a)
{
    (void)f, (void)seat;
    build(c, a->space);
}

bool svi_won_possible(const struct svi_place *at, const struct sv_frame_won *f)
{
    if (f->price <= 0) {
        return false;
    }
    /* A building is paid for at once; then the winner is asked for its place. */
    if (at->above == NULL) {
        return f->step == CHOOSE && at->below->any.op == SVI_OP_WINDOW && f->space == SV_NONE &&
               f->unit == at->below->window.at && at->p->stock[f->unit] > 0;
    }
    return f->step == HAND_OVER && f->unit == SV_NONE && f->space < at->e->n_spaces &&
           at->p->owner[f->space] == SV_BANK;
}

unsigned svi_won_asks(const struct svi_place *at, const struct sv_frame_won *f)
{
    return lawful_spaces(at->e, at->p, f) != 0 ? 1u << f->seat : 0;
}

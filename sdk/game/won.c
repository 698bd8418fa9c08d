/* What was won in an auction is paid and handed over (RULES 4, 7.3). Frame: seat: the winner;
 * amount: the price; space: the deed; or n: the unit, which the winner places lawfully. */
#include "game/op.h"
#include "game/plan.h"

enum step {
    PAY,
    HAND_OVER,
    CHOOSE,
};

/* Where the winner may put the unit now. */
static uint64_t lawful_spaces(const struct sv_edition *e, const struct sv_position *p,
                              const struct sv_frame *f)
{
    return svi_raise_spaces(e, p, f->seat, f->n);
}

static void build(struct svi_ctx *c, unsigned space)
{
    svi_pop(c);
    svi_set_level(c, space, c->p->level[space] + 1u);
    svi_window_placed(c, space);
}

static void hand_over(struct svi_ctx *c, struct sv_frame *f)
{
    unsigned seat = f->seat;
    unsigned space = f->space;
    uint64_t spaces;

    if (f->n == SV_NONE) {
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
        svi_ask(c, f, seat, SV_DECISION_PLACE);
    }
}

void svi_won_run(struct svi_ctx *c, struct sv_frame *f)
{
    if (f->step == PAY) {
        f->step = HAND_OVER;
        svi_push_debt(c, f->seat, SV_BANK, f->amount, SV_WHY_AUCTION, f->space, false);
    } else {
        hand_over(c, f);
    }
}

void svi_won_question(const struct sv_edition *e, const struct sv_state *st,
                      const struct sv_frame *f, struct sv_question *q)
{
    q->kind = SV_DECISION_PLACE;
    q->unit = f->n;
    q->spaces = lawful_spaces(e, &st->position, f);
}

void svi_won_answer(struct svi_ctx *c, struct sv_frame *f, unsigned seat, const struct sv_answer *a)
{
    (void)f, (void)seat;
    build(c, a->space);
}

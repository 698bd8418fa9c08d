/* The receiver of a mortgaged deed lifts it now or pays 10% (RULES 8.4). */
#include "game/op.h"

enum step {
    CHOOSE,
    CHOSEN,
};

void svi_push_interest(struct svi_ctx *c, unsigned seat, uint64_t deeds)
{
    svi_push(c, SVI_OP_INTEREST, seat)->interest.deeds = deeds;
}

void svi_interest_settled(struct svi_ctx *c, unsigned seat, unsigned space)
{
    for (unsigned i = 0; i < c->st->course.depth; i++) {
        struct sv_frame *f = &c->st->course.frame[i];

        if (f->any.op == SVI_OP_INTEREST && f->any.seat == seat) {
            f->interest.deeds &= ~(UINT64_C(1) << space);
        }
    }
}

/* Deeds that the seat may lift: it may have traded others away to raise money, which still cost
 * their 10%. */
static uint64_t liftable(const struct sv_position *p, const struct sv_frame_interest *f)
{
    return f->deeds & p->mortgaged & p->owned[f->seat];
}

int64_t svi_interest_due(const struct sv_edition *e, uint64_t deeds)
{
    int64_t due = 0;
    for (; deeds != 0; deeds &= deeds - 1) {
        due += sv_interest(e, sv_first(deeds));
    }
    return due;
}

/* Returns whether the cash in hand would lift any one deed and pay the interest on the others. */
static bool can_lift(const struct svi_ctx *c, const struct sv_frame_interest *f)
{
    int64_t due = svi_interest_due(c->e, f->deeds);
    for (uint64_t left = liftable(c->p, f); left != 0; left &= left - 1) {
        if (due + c->e->space[sv_first(left)].mortgage <= c->p->cash[f->seat]) {
            return true;
        }
    }
    return false;
}

static void pay_interest(struct svi_ctx *c, struct sv_frame_interest *f)
{
    unsigned seat = f->seat;
    int64_t due = svi_interest_due(c->e, f->deeds);
    svi_pop(c);
    svi_push_debt(c, seat, SV_BANK, due, SV_WHY_INTEREST, SV_NONE, false);
}

void svi_interest_run(struct svi_ctx *c, struct sv_frame_interest *f)
{
    if (!sv_alive(c->p, f->seat)) {
        svi_pop(c);
    } else if (f->step == CHOOSE && can_lift(c, f)) {
        f->step = CHOSEN;
        svi_ask(c, f->seat, SV_DECISION_INTEREST);
    } else {
        pay_interest(c, f);
    }
}

void svi_interest_question(const struct sv_edition *e, const struct sv_state *st,
                           const struct sv_frame_interest *f, struct sv_question *q)
{
    q->kind = SV_DECISION_INTEREST;
    q->spaces = liftable(&st->position, f);
    q->amount = (int32_t)svi_interest_due(e, f->deeds);
}

void svi_interest_answer(struct svi_ctx *c, struct sv_frame_interest *f, unsigned seat,
                         const struct sv_answer *a)
{
    (void)f;
    svi_lift(c, seat, a->plan.lift);
}

bool svi_interest_possible(const struct svi_place *at, const struct sv_frame_interest *f)
{
    return f->step == (at->above == NULL ? CHOSEN : CHOOSE) && (f->deeds & ~at->e->deeds) == 0;
}

unsigned svi_interest_asks(const struct svi_place *at, const struct sv_frame_interest *f)
{
    return liftable(at->p, f) != 0 ? 1u << f->seat : 0;
}

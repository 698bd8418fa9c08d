/* A whole turn (RULES 2), in jail (RULES 5) or free. */
#include "game/move.h"

#include <string.h>

enum step {
    BEGIN,
    MOVE,  /* the window before the roll is closed */
    THROW, /* free to roll */
    /* The effects of the roll are settled. */
    AFTER,
    JAIL_FINE, /* the third miss's fine is paid */
};

void svi_push_turn(struct svi_ctx *c, unsigned seat)
{
    (void)svi_push(c, SVI_OP_TURN, seat);
}

void svi_turn_again(struct svi_ctx *c)
{
    struct sv_frame_turn *f = &c->st->course.frame[0].turn;
    f->again = 1;
}

/* Third turn in jail without luck so far? */
static bool last_try(const struct sv_position *p, unsigned seat)
{
    return p->jail[seat] == 3;
}

static unsigned jail_choices(const struct sv_edition *e, const struct sv_position *p, unsigned seat)
{
    unsigned choices = 1u << SV_CHOICE_JAIL_ROLL;
    if (p->cash[seat] >= e->rules.jail_fine &&
        (!last_try(p, seat) || e->rules.jail_pay_third_turn)) {
        choices |= 1u << SV_CHOICE_JAIL_PAY;
    }
    for (unsigned j = 0; j < e->n_jail_cards; j++) {
        choices |= (unsigned)(p->jail_holder[j] == seat) << SV_CHOICE_JAIL_CARD;
    }
    return choices;
}

/* The window before a roll. Whether the roll may follow at once. */
static bool open_window(struct svi_ctx *c, struct sv_frame_turn *f, bool all)
{
    f->step = MOVE;
    if (c->ahead == NULL) {
        (void)svi_push_window(c, f->seat, all);
        return false;
    }
    return !sv_has(c->ahead->answers, SV_DECISION_MANAGE) || !svi_push_window(c, f->seat, all);
}

static bool begin(struct svi_ctx *c, struct sv_frame_turn *f)
{
    struct sv_position *p = c->p;
    p->turn++;
    p->turn_seat = f->seat;
    p->doubles = 0;
    c->st->course.rolls = c->st->course.throws = c->st->course.draws = c->st->course.pips = 0;
    memset(p->dice, 0, sizeof p->dice);
    svi_emit(c, &(struct sv_event){.type = SV_EVENT_TURN,
                                   .seat = f->seat,
                                   .turn = p->turn,
                                   .round = p->round,
                                   .space = SV_NONE});
    return open_window(c, f, true);
}

/* The next turn, or the end (RULES 9.4). A round is over when the turn passes the seat that
 * began. */
static bool next_turn(struct svi_ctx *c, struct sv_frame_turn *f)
{
    struct sv_position *p = c->p;
    unsigned next = f->seat;
    bool round_over = false;
    do {
        next = svi_ring(next, 1, p->seats);
        round_over = round_over || next == p->first;
    } while (!sv_alive(p, next));
    if (p->round + round_over > c->e->rules.max_rounds) { /* one branch, which is foreseen */
        svi_end(c, SV_WHY_MAX_ROUNDS);
        return false;
    }
    p->round = (uint16_t)(p->round + round_over);
    *f = (struct sv_frame_turn){.op = SVI_OP_TURN, .seat = (uint8_t)next};
    return begin(c, f);
}

/* The roll, and what it causes. */
static void roll(struct svi_ctx *c, struct sv_frame_turn *f)
{
    f->step = AFTER;
    f->again = 0;
    svi_roll(c, f->seat);
}

/* Rolls for doubles with the white dice (RULES 5.2). */
static void roll_in_jail(struct svi_ctx *c, struct sv_frame_turn *f)
{
    struct sv_position *p = c->p;
    unsigned seat = f->seat;
    const uint32_t dice = svi_throw_white(c, seat, SV_WHY_JAIL);
    c->st->course.pips = (uint8_t)(svi_die(dice, 0) + svi_die(dice, 1));
    if (svi_die(dice, 0) == svi_die(dice, 1)) {
        svi_leave_jail(c, seat, SV_WHY_DOUBLES);
        f->step = JAIL_FINE;
        return;
    }
    if (last_try(p, seat)) {
        f->step = JAIL_FINE;
        svi_push_debt(c, seat, SV_BANK, c->e->rules.jail_fine, SV_WHY_FINE, c->e->jail_space,
                      false);
        return;
    }
    p->jail[seat]++;
    f->step = AFTER;
}

/* Moves by the roll that left jail; doubles do not roll again. */
static void move_out_of_jail(struct svi_ctx *c, struct sv_frame_turn *f)
{
    struct sv_position *p = c->p;
    unsigned seat = f->seat;
    f->step = AFTER;
    if (!sv_alive(p, seat)) {
        return;
    }
    if (p->jail[seat] != 0) {
        svi_leave_jail(c, seat, SV_WHY_FINE);
    }
    svi_move_forward(c, seat, svi_ring(p->space[seat], c->st->course.pips, c->e->n_spaces),
                     SV_WHY_ROLL, false);
    svi_push_land(c, seat);
}

/* The window is closed: free or in jail? */
static void move(struct svi_ctx *c, struct sv_frame_turn *f)
{
    const struct sv_position *p = c->p;
    const unsigned seat = f->seat;
    if (!sv_alive(p, seat)) {
        f->step = AFTER;
    } else if (p->jail[seat] == 0) {
        roll(c, f);
    } else if (!svi_answers(c, seat, SV_DECISION_JAIL) ||
               jail_choices(c->e, p, seat) == 1u << SV_CHOICE_JAIL_ROLL) {
        roll_in_jail(c, f); /* the default, too */
    } else {
        svi_ask(c, seat, SV_DECISION_JAIL);
    }
}

/* Returns whether the next roll may follow at once. */
static bool after(struct svi_ctx *c, struct sv_frame_turn *f)
{
    /* RULES 2.2: a window for the roller alone, then roll again */
    return f->again && svi_on_the_move(c->p, f->seat) ? open_window(c, f, false) : next_turn(c, f);
}

/* Returns whether the turn goes on by itself, as it nearly always does without questions about
 * windows. */
static bool goes_on(const struct svi_ctx *c)
{
    return c->ahead != NULL && c->st->course.depth == 1 && c->st->secret.asked == 0 &&
           c->p->over == 0;
}

void svi_turn_run(struct svi_ctx *c, struct sv_frame_turn *f)
{
    do {
        if (f->step == AFTER && !after(c, f)) {
            return;
        }
        switch ((enum step)f->step) {
        case BEGIN:
            (void)begin(c, f);
            break;
        case MOVE:
            move(c, f);
            break;
        case THROW:
            roll(c, f);
            break;
        case JAIL_FINE:
            move_out_of_jail(c, f);
            break;
        case AFTER:
            break;
        }
    } while (goes_on(c));
}

bool svi_turn_rests(const struct sv_frame_turn *f)
{
    return f->step == MOVE || f->step == AFTER;
}

void svi_turn_question(const struct sv_edition *e, const struct sv_state *st,
                       const struct sv_frame_turn *f, struct sv_question *q)
{
    q->kind = SV_DECISION_JAIL;
    q->choices = (uint8_t)jail_choices(e, &st->position, f->seat);
    q->amount = e->rules.jail_fine;
    q->space = e->jail_space;
}

void svi_turn_answer(struct svi_ctx *c, struct sv_frame_turn *f, unsigned seat,
                     const struct sv_answer *a)
{
    switch (a->choice) {
    case SV_CHOICE_JAIL_PAY:
        svi_pay(c, seat, SV_BANK, c->e->rules.jail_fine, SV_WHY_FINE, c->e->jail_space);
        svi_leave_jail(c, seat, SV_WHY_FINE);
        f->step = THROW;
        return;
    case SV_CHOICE_JAIL_CARD:
        for (unsigned j = 0; j < c->e->n_jail_cards; j++) {
            if (c->p->jail_holder[j] == seat) {
                svi_move_jail_card(c, j, SV_BANK);
                break;
            }
        }
        svi_leave_jail(c, seat, SV_WHY_CARD);
        f->step = THROW;
        return;
    default:
        roll_in_jail(c, f);
        return;
    }
}

bool svi_turn_possible(const struct svi_place *at, const struct sv_frame_turn *f)
{
    bool window = at->above != NULL && at->above->any.op == SVI_OP_WINDOW;
    return f->seat == at->p->turn_seat && f->again <= 1 &&
           (at->above == NULL || window ? f->step == MOVE
                                        : f->step == AFTER || f->step == JAIL_FINE);
}

unsigned svi_turn_asks(const struct svi_place *at, const struct sv_frame_turn *f)
{
    return f->step == MOVE && at->p->jail[f->seat] != 0 ? 1u << f->seat : 0;
}

/* One throw and the move it makes (RULES 2.1, 2.2), with bus tickets (11.5) and the speed die
 * (10). */
#include "game/move.h"

enum step {
    TICKET, /* a bus ticket in place of the roll? */
    THROW,
    TRIPLE, /* asked where to go */
    BUS,    /* asked which die to move by */
    SECOND, /* the second half of Mr. Monopoly or the Mega bus */
    RIDE,   /* asked: ticket or on */
    DONE,
};

/* Pips alone make triples: the red die has no four and no five (RULES 10.1, 10.3). */
static bool is_triple(const uint8_t dice[3])
{
    return dice[2] < SV_DIE_MR && dice[0] == dice[1] && dice[0] == dice[2];
}

/* Spaces a ticket reaches: the same side, up to and including its corner (RULES 11.5). */
static uint64_t ticket_spaces(const struct sv_edition *e, unsigned from)
{
    uint64_t spaces = 0;
    unsigned space = from;
    do {
        space = space + 1 == e->n_spaces ? 0 : space + 1;
        spaces |= UINT64_C(1) << space;
    } while (space != e->corner_after[from]);
    return spaces;
}

/* Moves by `pips` of the dice; utilities count `counted` of them (RULES 3.3, 10.6). */
static void move_by(struct svi_ctx *c, unsigned seat, unsigned pips, unsigned counted)
{
    unsigned to = svi_ring(c->p->space[seat], pips, c->e->n_spaces);
    c->st->course.pips = (uint8_t)counted;
    svi_move_forward(c, seat, to, SV_WHY_ROLL, false);
    svi_push_land(c, seat);
    svi_land_run(c, &svi_top(c->st)->land);
}

/* A move that no roll counts for, then acting on the space. */
static void go_to(struct svi_ctx *c, unsigned seat, unsigned to, enum sv_why why)
{
    c->st->course.pips = 0;
    svi_move_forward(c, seat, to, why,
                     c->e->space[to].kind == SV_SPACE_GO_TO_JAIL && why == SV_WHY_TRIPLE);
    svi_push_land(c, seat);
}

/* Doubles roll again (RULES 2.2); the third in a turn lead to jail: false. */
static bool doubles(struct svi_ctx *c, unsigned seat)
{
    if (++c->p->doubles == 3) {
        svi_send_to_jail(c, seat, SV_WHY_DOUBLES);
        return false;
    }
    svi_turn_again(c);
    return true;
}

static void throw_dice(struct svi_ctx *c, struct sv_frame_roll *f)
{
    struct sv_position *p = c->p;
    unsigned seat = f->seat;
    unsigned white;
    unsigned speed;
    (void)svi_throw(c, seat, SV_PURPOSE_DICE, SV_WHY_MOVE, sv_has(p->speeding, seat));
    white = (unsigned)p->dice[0] + p->dice[1];
    speed = p->dice[2];
    if (is_triple(p->dice)) {
        f->step = TRIPLE;
        svi_ask(c, seat, SV_DECISION_TRIPLE);
        return;
    }
    if (p->dice[0] == p->dice[1] && !doubles(c, seat)) {
        svi_pop(c);
        return;
    }
    if (speed == SV_DIE_BUS && c->e->rules.bus == SV_RULE_BUS_WHITE) {
        f->step = BUS;
        svi_ask(c, seat, SV_DECISION_BUS);
        return;
    }
    f->step = speed >= SV_DIE_MR ? SECOND : DONE;
    speed = speed >= SV_DIE_MR ? 0 : speed;
    move_by(c, seat, white + speed, c->e->rules.utility_counts_speed_die ? white + speed : white);
}

/* RULES 10.4: on to the next unowned deed, or the next where rent is due; none but that where the
 * token stands: stay. */
static void mr_monopoly(struct svi_ctx *c, struct sv_frame_roll *f)
{
    unsigned seat = f->seat;
    unsigned here = c->p->space[seat];
    uint64_t unowned = svi_unowned(c->e, c->p);
    uint64_t targets = unowned != 0 ? unowned : svi_rent_spaces(c, seat);
    unsigned to = svi_next_space(here, targets & ~(UINT64_C(1) << here));
    f->step = DONE;
    if (to != SV_NONE) {
        go_to(c, seat, to, SV_WHY_MR_MONOPOLY);
    }
}

static unsigned ride_choices(const struct sv_edition *e, const struct sv_position *p, unsigned seat)
{
    return (unsigned)(p->deck_size[SV_DECK_BUS] > 0) << SV_CHOICE_RIDE_TICKET |
           (unsigned)(e->next_card[p->space[seat]] != SV_NONE) << SV_CHOICE_RIDE_ADVANCE;
}

static void ride(struct svi_ctx *c, struct sv_frame_roll *f, unsigned choice)
{
    unsigned seat = f->seat;
    f->step = DONE;
    if (choice == SV_CHOICE_RIDE_TICKET) {
        svi_draw_ticket(c, seat);
    } else {
        go_to(c, seat, c->e->next_card[c->p->space[seat]], SV_WHY_BUS);
    }
}

/* Moves the second half, which a player loses by going to jail or bankrupt in the first (RULES
 * 10.4, 10.5). */
static void second_half(struct svi_ctx *c, struct sv_frame_roll *f)
{
    unsigned choices;
    if (!svi_on_the_move(c->p, f->seat)) {
        f->step = DONE;
        return;
    }
    if (c->p->dice[2] == SV_DIE_MR) {
        mr_monopoly(c, f);
        return;
    }
    choices = ride_choices(c->e, c->p, f->seat);
    f->step = RIDE;
    if (choices == 0) {
        f->step = DONE;
    } else if ((choices & (choices - 1)) == 0) {
        ride(c, f, sv_first(choices));
    } else {
        svi_ask(c, f->seat, SV_DECISION_RIDE);
    }
}

/* A white roll asks no seat how to move: the frame is pushed only if the effects of landing must
 * wait. */
static void roll_white(struct svi_ctx *c, unsigned seat)
{
    const uint32_t dice = svi_throw_white(c, seat, SV_WHY_MOVE);
    const unsigned white = (unsigned)svi_die(dice, 0) + svi_die(dice, 1);
    const unsigned to = svi_ring(c->p->space[seat], white, c->e->n_spaces);
    if (svi_die(dice, 0) == svi_die(dice, 1) && !doubles(c, seat)) {
        return;
    }
    c->st->course.pips = (uint8_t)white;
    svi_move_forward(c, seat, to, SV_WHY_ROLL, false);
    if (!svi_land_at_once(c, seat, to)) {
        svi_push(c, SVI_OP_ROLL, seat)->roll.step = DONE;
        svi_push_land(c, seat);
        svi_land_run(c, &svi_top(c->st)->land);
    }
}

void svi_roll(struct svi_ctx *c, unsigned seat)
{
    if (c->p->tickets[seat] == 0 && !sv_has(c->p->speeding, seat)) {
        roll_white(c, seat);
    } else {
        svi_roll_run(c, &svi_push(c, SVI_OP_ROLL, seat)->roll);
    }
}

void svi_roll_run(struct svi_ctx *c, struct sv_frame_roll *f)
{
    switch ((enum step)f->step) {
    case TICKET:
        if (c->p->tickets[f->seat] > 0) {
            svi_ask(c, f->seat, SV_DECISION_TICKET);
            return;
        }
        throw_dice(c, f);
        return;
    case THROW: /* the ticket was kept */
        throw_dice(c, f);
        return;
    case SECOND:
        second_half(c, f);
        return;
    default:
        svi_pop(c);
        return;
    }
}

/* The other spaces of the board, for triples (RULES 10.3). */
static uint64_t other_spaces(const struct sv_edition *e, unsigned from)
{
    uint64_t all = e->n_spaces == 64 ? ~UINT64_C(0) : (UINT64_C(1) << e->n_spaces) - 1;
    return all & ~(UINT64_C(1) << from);
}

void svi_roll_question(const struct sv_edition *e, const struct sv_state *st,
                       const struct sv_frame_roll *f, struct sv_question *q)
{
    const struct sv_position *p = &st->position;
    unsigned from = p->space[f->seat];
    switch ((enum step)f->step) {
    case TICKET:
        q->kind = SV_DECISION_TICKET;
        q->choices = 1u << SV_CHOICE_TICKET_ROLL | 1u << SV_CHOICE_TICKET_USE;
        q->spaces = ticket_spaces(e, from);
        return;
    case TRIPLE:
        q->kind = SV_DECISION_TRIPLE;
        q->spaces = other_spaces(e, from);
        return;
    case BUS:
        q->kind = SV_DECISION_BUS;
        q->choices =
            1u << SV_CHOICE_BUS_SUM | 1u << SV_CHOICE_BUS_FIRST | 1u << SV_CHOICE_BUS_SECOND;
        return;
    default:
        q->kind = SV_DECISION_RIDE;
        q->choices = (uint8_t)ride_choices(e, p, f->seat);
        return;
    }
}

void svi_roll_answer(struct svi_ctx *c, struct sv_frame_roll *f, unsigned seat,
                     const struct sv_answer *a)
{
    switch (a->kind) {
    case SV_DECISION_TICKET:
        f->step = THROW;
        if (a->choice == SV_CHOICE_TICKET_USE) {
            f->step = DONE;
            svi_move_ticket(c, seat, SV_NONE, SV_WHY_TICKET);
            go_to(c, seat, a->space, SV_WHY_TICKET);
        }
        return;
    case SV_DECISION_TRIPLE:
        f->step = DONE; /* RULES 10.3: acted on, and the turn is over */
        go_to(c, seat, a->space, SV_WHY_TRIPLE);
        return;
    case SV_DECISION_BUS: {
        unsigned first = c->p->dice[0];
        unsigned second = c->p->dice[1];
        unsigned pips = a->choice == SV_CHOICE_BUS_FIRST    ? first
                        : a->choice == SV_CHOICE_BUS_SECOND ? second
                                                            : first + second;
        f->step = DONE;
        move_by(c, seat, pips, pips);
        return;
    }
    default:
        ride(c, f, a->choice);
        return;
    }
}

bool svi_roll_possible(const struct svi_place *at, const struct sv_frame_roll *f)
{
    return f->seat == at->below->any.seat &&
           (at->above == NULL || f->step == SECOND || f->step == DONE);
}

unsigned svi_roll_asks(const struct svi_place *at, const struct sv_frame_roll *f)
{
    const struct sv_position *p = at->p;
    bool asks = false;
    switch ((enum step)f->step) {
    case TICKET:
        asks = p->tickets[f->seat] > 0;
        break;
    case TRIPLE:
        asks = true;
        break;
    case BUS:
        asks = at->e->rules.bus == SV_RULE_BUS_WHITE && p->dice[0] != 0 && p->dice[1] != 0;
        break;
    case RIDE:
        asks = ride_choices(at->e, p, f->seat) != 0;
        break;
    default:
        break;
    }
    return asks ? 1u << f->seat : 0;
}

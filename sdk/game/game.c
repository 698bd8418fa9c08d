#include <solvent/game.h>

#include "game/ahead.h"
#include "game/chance.h"
#include "game/deck.h"
#include "game/game.h"
#include "game/luck.h"

#include <assert.h>
#include <string.h>

/* The functions of every op by its number, each with its own frame; those of an op that never asks
 * are not called. */
#define RUN(NAME, name)                                                                            \
    static void run_##name(struct svi_ctx *c, struct sv_frame *f)                                  \
    {                                                                                              \
        svi_##name##_run(c, &f->name);                                                             \
    }
#define RUN_AND_ASK(NAME, name)                                                                    \
    RUN(NAME, name)                                                                                \
    static void question_##name(const struct sv_edition *e, const struct sv_state *st,             \
                                const struct sv_frame *f, struct sv_question *q)                   \
    {                                                                                              \
        svi_##name##_question(e, st, &f->name, q);                                                 \
    }                                                                                              \
    static void answer_##name(struct svi_ctx *c, struct sv_frame *f, unsigned seat,                \
                              const struct sv_answer *a)                                           \
    {                                                                                              \
        svi_##name##_answer(c, &f->name, seat, a);                                                 \
    }
SVI_OPS(RUN_AND_ASK, RUN)

static void (*const op_run[])(struct svi_ctx *, struct sv_frame *) = {
#define X(NAME, name) run_##name,
    SVI_OPS(X, X)
#undef X
};

#define QUIET(NAME, name) NULL,
static void (*const op_question[])(const struct sv_edition *, const struct sv_state *,
                                   const struct sv_frame *, struct sv_question *) = {
#define X(NAME, name) question_##name,
    SVI_OPS(X, QUIET)
#undef X
};

static void (*const op_answer[])(struct svi_ctx *, struct sv_frame *, unsigned,
                                 const struct sv_answer *) = {
#define X(NAME, name) answer_##name,
    SVI_OPS(X, QUIET)
#undef X
};

struct sv_frame *svi_push(struct svi_ctx *c, enum svi_op op, unsigned seat)
{
    struct sv_frame *f;
    assert(c->st->course.depth < SV_MAX_FRAMES);
    f = &c->st->course.frame[c->st->course.depth++];
    f->any.op = (uint8_t)op;
    f->any.seat = (uint8_t)seat;
    return f;
}

void svi_pop(struct svi_ctx *c)
{
    *svi_top(c->st) = (struct sv_frame){.any = {0}};
    c->st->course.depth--;
}

/* Runs the frame on top until an answer is awaited or the game is over. */
static void run(struct svi_ctx *c)
{
    struct svi_ahead ahead;
    if (c->st->secret.asked != 0 || c->p->over != 0) {
        return; /* others are still to answer, as nearly always when all are asked */
    }
    svi_ahead_init(&ahead, c->st);
    c->ahead = &ahead;
    while (c->st->secret.asked == 0 && c->p->over == 0) {
        struct sv_frame *f = svi_top(c->st);

        if (f->any.op == SVI_OP_TURN) {
            svi_turn_run(c, &f->turn); /* usually the only frame */
        } else {
            op_run[f->any.op](c, f);
        }
    }
    c->ahead = NULL;
}

static void fill_question(const struct sv_edition *e, const struct sv_state *st, unsigned seat,
                          struct sv_question *q)
{
    const struct sv_frame *f = &st->course.frame[st->course.depth - 1];
    *q = (struct sv_question){.seat = (uint8_t)seat, .space = SV_NONE, .other = SV_NONE};
    op_question[f->any.op](e, st, f, q);
}

void svi_ask(struct svi_ctx *c, unsigned seat, enum sv_decision kind)
{
    struct sv_frame *f = svi_top(c->st);
    struct sv_question q;
    struct sv_answer a;
    if (svi_answers(c, seat, kind)) {
        c->st->secret.asked = (uint8_t)(1u << seat);
        return;
    }
    fill_question(c->e, c->st, seat, &q);
    assert(q.kind == kind);
    sv_answer_default(c->e, c->p, &q, &a);
    op_answer[f->any.op](c, f, seat, &a);
}

void svi_end(struct svi_ctx *c, enum sv_why why)
{
    c->p->over = (uint8_t)why;
    c->st->secret.asked = 0;
    svi_emit(c,
             &(struct sv_event){.type = SV_EVENT_GAME_END, .why = (uint8_t)why, .space = SV_NONE});
}

bool svi_end_if_decided(struct svi_ctx *c)
{
    unsigned alive = c->p->alive;
    unsigned playing = alive & ~(unsigned)c->p->forfeited;
    if (c->p->over != 0) {
        return true;
    }
    if ((alive & (alive - 1)) == 0) {
        svi_end(c, SV_WHY_LAST_SOLVENT);
    } else if ((playing & (playing - 1)) == 0) {
        svi_end(c, SV_WHY_FORFEIT);
    }
    return c->p->over != 0;
}

void sv_ask_only(struct sv_state *st, unsigned seat, uint32_t answers,
                 const uint8_t when[SV_DECISION_COUNT])
{
    struct sv_secret *secret = &st->secret;
    assert(seat < SV_MAX_SEATS);
    secret->answers[seat] = answers;
    secret->curious &= (uint8_t) ~(1u << seat);
    memset(secret->when[seat], 0, sizeof secret->when[seat]);
    for (unsigned k = 0; k < SV_DECISION_COUNT && when != NULL; k++) {
        secret->when[seat][k] = when[k];
        if (sv_has(answers, k) && (when[k] & SV_WHEN_DEEDS_CHANGED) != 0) {
            secret->curious |= (uint8_t)(1u << seat);
        }
    }
}

static void set_up_board(const struct sv_edition *e, struct sv_state *st,
                         const struct sv_setup *setup)
{
    struct sv_position *p = &st->position;
    const int32_t stock[SV_UNIT_COUNT] = {e->rules.houses, e->rules.hotels, e->rules.skyscrapers,
                                          e->rules.depots};
    p->seats = setup->seats;
    p->alive = (uint8_t)((1u << setup->seats) - 1);
    p->speeding = e->rules.speed_die == SV_RULE_SPEED_DIE_ALWAYS ? p->alive : 0;
    memset(p->owner, SV_NONE, sizeof p->owner);
    for (unsigned i = 0; i < e->n_spaces; i++) {
        if (sv_has(e->deeds, i)) {
            p->owner[i] = SV_BANK;
        }
    }
    memset(p->jail_holder, SV_NONE, sizeof p->jail_holder);
    memset(p->jail_holder, SV_BANK, e->n_jail_cards);
    for (unsigned u = 0; u < SV_UNIT_COUNT; u++) {
        p->stock[u] = (uint8_t)stock[u];
    }
    for (unsigned s = 0; s < setup->seats; s++) {
        p->cash[s] = e->rules.start_cash;
        sv_ask_only(st, s, setup->answers[s], setup->when[s]);
    }
    p->auction_space = p->auction_unit = p->auction_seat = p->offer_seat = SV_NONE;
    p->round = 1;
    svi_decks_set_up(e, st);
}

/* RULES 1.3: highest total of two white dice; ties roll again among themselves. */
static unsigned roll_off(struct svi_ctx *c)
{
    unsigned in = c->p->alive;
    for (unsigned attempt = 0; (in & (in - 1)) != 0; attempt++) {
        unsigned best = 0;
        unsigned best_in = 0;

        for (unsigned s = 0; s < c->p->seats; s++) {
            struct sv_event event = {.type = SV_EVENT_ROLL,
                                     .why = SV_WHY_ORDER,
                                     .seat = (uint8_t)s,
                                     .space = SV_NONE,
                                     .luck = attempt};
            unsigned total;
            uint32_t dice;

            if (!sv_has(in, s)) {
                continue;
            }
            dice = svi_dice(sv_luck(c->st->secret.key, SV_PURPOSE_ORDER, s, attempt));
            event.dice[0] = svi_die(dice, 0);
            event.dice[1] = svi_die(dice, 1);
            svi_emit(c, &event);
            total = (unsigned)event.dice[0] + event.dice[1];
            if (total > best) {
                best = total;
                best_in = 0;
            }
            best_in |= total == best ? 1u << s : 0;
        }
        in = best_in;
    }
    return sv_first(in);
}

static unsigned first_seat(struct svi_ctx *c)
{
    switch (c->e->rules.first_player) {
    case SV_RULE_FIRST_PLAYER_ROLLOFF:
        return roll_off(c);
    case SV_RULE_FIRST_PLAYER_SEAT0:
        return 0;
    default:
        return (unsigned)(sv_luck(c->st->secret.key, SV_PURPOSE_FIRST, 0, 0) % c->p->seats);
    }
}

/* Carries out all steps before the first turn, and pushes the turn's frame. */
static enum sv_status open_game(struct svi_ctx *c, const struct sv_setup *setup)
{
    struct sv_state *st = c->st;
    if (setup->seats < 2 || setup->seats > SV_MAX_SEATS) {
        return SV_E_ARGUMENT;
    }
    for (unsigned i = 0; i < sizeof setup->when; i++) {
        if (((const uint8_t *)setup->when)[i] > SV_WHEN_ALL) {
            return SV_E_ARGUMENT;
        }
    }
    memset(st, 0, sizeof *st);
    sv_luck_game_key(setup->seed, st->secret.key);
    set_up_board(c->e, st, setup);
    svi_emit(c, &(struct sv_event){.type = SV_EVENT_GAME_START, .space = SV_NONE});
    c->p->first = (uint8_t)first_seat(c);
    c->p->turn_seat = c->p->first;
    svi_push_turn(c, c->p->first);
    return SV_OK;
}

enum sv_status sv_game_start(const struct sv_edition *e, struct sv_state *st,
                             const struct sv_setup *setup, const struct sv_sink *sink)
{
    struct svi_ctx c = {e, st, &st->position, sink, NULL, NULL};
    enum sv_status status = open_game(&c, setup);
    if (status == SV_OK) {
        run(&c);
    }
    return status;
}

void svi_open_turn(const struct sv_edition *e, struct sv_state *st, unsigned seat,
                   const struct sv_sink *sink)
{
    struct svi_ctx c = {e, st, &st->position, sink, NULL, NULL};
    svi_push_turn(&c, seat);
    run(&c);
}

enum sv_status sv_ask(const struct sv_edition *e, const struct sv_state *st, unsigned seat,
                      struct sv_question *out)
{
    if (seat >= SV_MAX_SEATS || !sv_has(st->secret.asked, seat)) {
        return SV_E_NOT_ASKED;
    }
    fill_question(e, st, seat, out);
    return SV_OK;
}

/* Takes an answer known to be legal; the game moves on when it was the last one awaited. */
static void take(struct svi_ctx *c, unsigned seat, const struct sv_answer *answer)
{
    struct sv_frame *f = svi_top(c->st);
    c->st->secret.asked = (uint8_t)(c->st->secret.asked & ~(1u << seat));
    op_answer[f->any.op](c, f, seat, answer);
}

void svi_apply_judged(const struct sv_edition *e, struct sv_state *st, unsigned seat,
                      const struct sv_answer *answer, const struct sv_sink *sink)
{
    struct svi_ctx c = {e, st, &st->position, sink, NULL, NULL};
    assert(sv_has(st->secret.asked, seat));
    take(&c, seat, answer);
    run(&c);
}

/* Runs on until an answer is awaited, the game is over, or it rests. */
static void run_to_rest(struct svi_ctx *c, bool resting)
{
    while (c->st->secret.asked == 0 && c->p->over == 0) {
        struct sv_frame *f = svi_top(c->st);

        if (!resting && c->st->course.depth == 1 && svi_turn_rests(&f->turn)) {
            return;
        }
        resting = false;
        op_run[f->any.op](c, f);
    }
}

enum sv_status svi_chance_start(const struct sv_edition *e, struct sv_state *st,
                                const struct sv_setup *setup)
{
    struct svi_ctx c = {e, st, &st->position, NULL, NULL, NULL};
    enum sv_status status = open_game(&c, setup);
    if (status == SV_OK) {
        run_to_rest(&c, false);
    }
    return status;
}

void svi_chance_apply(const struct sv_edition *e, struct sv_state *st, unsigned seat,
                      const struct sv_answer *answer, struct svi_chance_event *chance)
{
    struct svi_ctx c = {e, st, &st->position, NULL, chance, NULL};
    assert(sv_has(st->secret.asked, seat));
    take(&c, seat, answer);
    run_to_rest(&c, false);
}

void svi_chance_go_on(const struct sv_edition *e, struct sv_state *st,
                      struct svi_chance_event *chance)
{
    struct svi_ctx c = {e, st, &st->position, NULL, chance, NULL};
    run_to_rest(&c, true);
}

enum sv_status sv_apply(const struct sv_edition *e, struct sv_state *st, unsigned seat,
                        const struct sv_answer *answer, const struct sv_sink *sink)
{
    struct sv_question q;
    enum sv_status status = sv_ask(e, st, seat, &q);
    if (status == SV_OK) {
        status = sv_check(e, &st->position, &q, answer);
    }
    if (status == SV_OK) {
        svi_apply_judged(e, st, seat, answer, sink);
    }
    return status;
}

enum sv_status sv_forfeit(const struct sv_edition *e, struct sv_state *st, unsigned seat,
                          const struct sv_sink *sink)
{
    struct svi_ctx c = {e, st, &st->position, sink, NULL, NULL};
    if (seat >= st->position.seats || !sv_alive(&st->position, seat) || st->position.over != 0 ||
        sv_has(st->position.forfeited, seat)) {
        return SV_E_ARGUMENT;
    }
    st->position.forfeited |= (uint8_t)(1u << seat);
    st->secret.answers[seat] = 0;
    svi_emit(&c,
             &(struct sv_event){.type = SV_EVENT_FORFEIT, .seat = (uint8_t)seat, .space = SV_NONE});
    if (svi_end_if_decided(&c)) {
        return SV_OK;
    }
    if (sv_has(st->secret.asked, seat)) {
        struct sv_question q;
        struct sv_answer a;
        fill_question(e, st, seat, &q);
        sv_answer_default(e, &st->position, &q, &a);
        take(&c, seat, &a);
    }
    run(&c);
    return SV_OK;
}

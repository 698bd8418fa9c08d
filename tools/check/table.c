#include "tools/check/table.h"

#include "game/pack.h"

#include <solvent/policy.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TWIST_ROUND 8u

static void seat_bots(struct svi_check_table *t, uint64_t number)
{
    enum { COMPANY = 4 };
    static const struct sv_bot *const company[COMPANY] = {&sv_policy_random, &sv_policy_trader,
                                                          &sv_policy_random, &sv_policy_careful};
    for (unsigned s = 0; s < t->job.seats; s++) {
        struct sv_match *m = &t->own[s];
        const struct sv_bot *bot = s != t->job.seat ? company[(s + t->job.seed) % COMPANY] : NULL;
        t->bot[s] = bot;
        m->edition = t->job.edition;
        m->position = &t->state.position;
        m->id = number;
        m->seat = (uint8_t)s;
        m->seats = (uint8_t)t->job.seats;
        sv_luck_bot_key(t->luck, s, m->rng.key);
        for (unsigned i = 0; i < t->job.seats; i++) {
            (void)snprintf(m->name[i], sizeof m->name[i], "seat %u", i);
        }
        if (bot != NULL) {
            m->user = bot->user;
        }
        if (bot != NULL && bot->match_start != NULL) {
            bot->match_start(m);
        }
    }
}

static void drop_twin(struct svi_check_table *t)
{
    if (t->twin != NULL) {
        svi_game_finish(t->twin);
        free(t->twin);
        t->twin = NULL;
    }
}

/* Without memory there is no record, and the check goes on. */
static void begin_twin(struct svi_check_table *t, const struct sv_setup *setup)
{
    const char *names[SV_MAX_SEATS];
    const struct svi_game_setup whole = {
        .edition = t->job.edition, .setup = *setup, .names = names, .record = true};
    for (unsigned s = 0; s < t->job.seats; s++) {
        names[s] = t->own[s].name[s];
    }
    t->twin = malloc(sizeof *t->twin);
    if (t->twin != NULL) {
        svi_game_init(t->twin);
        if (svi_game_start(t->twin, &whole) != SV_OK) {
            drop_twin(t);
        }
    }
}

static void take_event(void *user, const struct sv_event *ev)
{
    svi_event_log_add(&((struct svi_check_table *)user)->events, ev);
}

void svi_check_table_init(struct svi_check_table *t, const struct svi_check_job *job,
                          uint64_t number, const struct svi_edition_cache *board,
                          struct svi_bot_session *session)
{
    struct sv_setup setup = {.seats = (uint8_t)job->seats};
    char seed[40];
    memset(t, 0, sizeof *t);
    t->job = *job;
    (void)snprintf(seed, sizeof seed, "check %u", job->seed);
    sv_luck_seed_text(seed, t->luck);
    seat_bots(t, number);
    memcpy(setup.seed, t->luck, sizeof setup.seed);
    for (unsigned s = 0; s < job->seats; s++) {
        setup.answers[s] = t->bot[s] != NULL ? sv_bot_answers(t->bot[s]) : session->kinds;
        if (t->bot[s] != NULL) {
            sv_bot_whens(t->bot[s], setup.when[s]);
        } else {
            memcpy(setup.when[s], session->when, sizeof setup.when[s]);
        }
    }
    const struct sv_sink sink = {take_event, t};
    const enum sv_status status = sv_game_start(job->edition, &t->state, &setup, &sink);
    assert(status == SV_OK);
    (void)status;
    if (job->recorded) {
        begin_twin(t, &setup);
    }
    uint8_t salt[SV_SALT_BYTES];
    sv_luck_salt(t->luck, 0, salt);
    const struct svi_match_view_setup match = {.board = board,
                                               .state = &t->state,
                                               .name = (const char(*)[SV_MAX_NAME])t->own[0].name,
                                               .seed = t->luck,
                                               .salt = salt,
                                               .seats = job->seats,
                                               .events = &t->events};
    svi_match_view_begin(&t->match, &match);
    svi_match_view_seat(&t->match, job->seat, session);
}

void svi_check_table_finish(struct svi_check_table *t)
{
    for (unsigned s = 0; s < t->job.seats; s++) {
        if (t->bot[s] != NULL && t->bot[s]->match_end != NULL) {
            t->bot[s]->match_end(&t->own[s], NULL);
        }
    }
    drop_twin(t);
    svi_match_view_finish(&t->match);
    svi_event_log_finish(&t->events);
}

/* True when all who are asked are in a window, where the position may be another. */
static bool in_window(const struct svi_check_table *t)
{
    struct sv_question q;
    for (unsigned s = 0; s < t->job.seats; s++) {
        if (sv_has(sv_pending(&t->state), s) &&
            (sv_ask(t->job.edition, &t->state, s, &q) != SV_OK || q.kind != SV_DECISION_MANAGE)) {
            return false;
        }
    }
    return true;
}

/* A leap is told as what happens is: who adds up events comes to the same table. */
static void tell_mortgaged(struct svi_check_table *t)
{
    const struct sv_position *p = &t->state.position;
    for (unsigned i = 0; i < t->job.edition->n_spaces; i++) {
        const struct sv_event sold = {.type = sv_has(t->job.edition->streets, i) ? SV_EVENT_LEVEL
                                                                                 : SV_EVENT_DEPOT,
                                      .space = (uint8_t)i,
                                      .from = p->level[i]};
        if (p->level[i] != 0) {
            take_event(t, &sold);
        }
        if (p->owner[i] < t->job.seats && !sv_has(p->mortgaged, i)) {
            take_event(t,
                       &(struct sv_event){.type = SV_EVENT_MORTGAGE, .space = (uint8_t)i, .on = 1});
        }
    }
}

static void twist(struct svi_check_table *t)
{
    struct sv_position *p = &t->state.position;
    const struct sv_rules *rules = &t->job.edition->rules;
    if (t->twisted || t->job.twist == SVI_CHECK_AS_IT_IS || p->round < TWIST_ROUND ||
        !sv_has(sv_pending(&t->state), t->job.seat) || !in_window(t)) {
        return;
    }
    t->twisted = true;
    drop_twin(t); /* a record has no such leaps */
    if (t->job.twist == SVI_CHECK_MORTGAGED) {
        tell_mortgaged(t);
        memset(p->level, 0, sizeof p->level);
        p->stock[SV_UNIT_HOUSE] = (uint8_t)rules->houses;
        p->stock[SV_UNIT_HOTEL] = (uint8_t)rules->hotels;
        p->stock[SV_UNIT_TOWER] = (uint8_t)rules->skyscrapers;
        p->stock[SV_UNIT_DEPOT] = (uint8_t)rules->depots;
        for (unsigned s = 0; s < t->job.seats; s++) {
            p->mortgaged |= p->owned[s];
        }
        return;
    }
    for (unsigned s = 0; s < t->job.seats; s++) {
        if (p->cash[s] > 1) {
            take_event(t, &(struct sv_event){.type = SV_EVENT_CASH,
                                             .from = (uint8_t)s,
                                             .to = SV_BANK,
                                             .amount = p->cash[s] - 1,
                                             .space = SV_NONE});
            p->cash[s] = 1;
        }
    }
}

/* Gives the record the answers that are about to be carried out, and what was wrong with that of
 * the bot under test. */
static void record_answers(struct svi_check_table *t)
{
    const unsigned asked = svi_game_pending(t->twin);
    enum sv_status status = SV_OK;
    for (unsigned left = asked; status == SV_OK && left != 0;) {
        const unsigned s = svi_game_next(t->twin);
        struct svi_bot_session_seat *seat = s == t->job.seat ? svi_check_table_seat(t) : NULL;
        enum sv_verdict verdict = seat != NULL ? (enum sv_verdict)seat->verdict : SV_VERDICT_OK;
        if (seat != NULL && seat->rejected_answers.waiting.size != 0) {
            status = svi_rejected_queue_give(&seat->rejected_answers, t->twin);
        }
        if (status == SV_OK) {
            status = svi_game_answer(t->twin, s, verdict, &t->answer[s]);
        }
        if (status != SV_OK && verdict == SV_VERDICT_OK) { /* one of ours; its default is taken */
            status = svi_game_answer(t->twin, s, SV_VERDICT_ILLEGAL, NULL);
        }
        left &= ~(1u << s);
    }
    if (status != SV_OK) {
        drop_twin(t);
    }
}

/* Carries out the answers to all open questions. */
static void carry_out(struct svi_check_table *t, unsigned asked)
{
    const struct sv_sink sink = {take_event, t};
    if (t->twin != NULL) {
        record_answers(t);
    }
    for (unsigned s = 0; s < t->job.seats; s++) {
        struct sv_question q;
        if (!sv_has(asked, s) ||
            sv_apply(t->job.edition, &t->state, s, &t->answer[s], &sink) == SV_OK) {
            continue;
        }
        (void)sv_ask(t->job.edition, &t->state, s, &q);
        sv_answer_default(t->job.edition, &t->state.position, &q, &t->answer[s]);
        (void)sv_apply(t->job.edition, &t->state, s, &t->answer[s], &sink);
    }
}

/* Tells the bot under test how it ended. */
static void end(struct svi_check_table *t)
{
    struct sv_result result = {.why = t->state.position.over};
    sv_places(t->job.edition, &t->state.position, result.place);
    for (unsigned s = 0; s < t->job.seats; s++) {
        result.worth[s] = sv_worth(t->job.edition, &t->state.position, s);
    }
    svi_match_view_end(&t->match, &result, 0);
    t->over = true;
}

void svi_check_table_step(struct svi_check_table *t)
{
    unsigned asked;
    while ((asked = sv_pending(&t->state)) != 0) {
        twist(t);
        t->unsendable |=
            !svi_course_travels(t->job.edition, &t->state.position, &t->state.course, asked);
        for (unsigned s = 0; s < t->job.seats; s++) {
            struct sv_question q;
            if (t->bot[s] != NULL && sv_has(asked, s) &&
                sv_ask(t->job.edition, &t->state, s, &q) == SV_OK) {
                t->own[s].course = t->bot[s]->model ? &t->state.course : NULL;
                sv_bot_decide(t->bot[s], &t->own[s], &q, &t->answer[s]);
            }
        }
        if (sv_has(asked, t->job.seat)) {
            svi_match_view_ask(&t->match, 1u << t->job.seat, 0);
            return;
        }
        carry_out(t, asked);
    }
    end(t);
}

void svi_check_table_answer(struct svi_check_table *t)
{
    struct svi_bot_session_seat *seat = svi_check_table_seat(t);
    t->answer[t->job.seat] = *svi_match_view_answer(seat);
    carry_out(t, sv_pending(&t->state));
    svi_match_view_pass(seat); /* here are no strikes, and nobody keeps what it says */
}

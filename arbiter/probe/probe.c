#include "probe/probe.h"

#include "memory/memory.h"
#include "record/record.h"
#include "record/replay.h"
#include "record/step.h"
#include "runner/bot_past.h"
#include "runner/live_match.h"
#include "runner/runner.h"
#include "wire/answer_codec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WHY 400u /* bytes of the reason of a loss */

/* A task whose match is being played, or whose result waits for earlier tasks. It is the driver of
 * the match. */
struct match_task {
    struct svi_match_driver driver; /* first: task_of() relies on it */
    struct svi_probe_task task;
    struct run *run;
    bool has_begun;
    bool is_silent;      /* bots get no more questions */
    bool is_played;      /* a new game has begun, and is played like any other */
    bool is_done;        /* `result` is filled in */
    bool is_past_answer; /* the round of questions of task.answer is over */
    /* Seats whose next answer is not compared: after another seat's forfeit the recorded question
     * was one about an earlier position. */
    unsigned uncompared;
    struct svi_probe_result result;
    struct match_task *next; /* in the order of tasks */
};

struct run {
    const struct svi_probe *probe;
    unsigned nobody; /* index of a bot that never plays; it takes seats without a bot */
    /* Tasks whose results have not been delivered, in their order. */
    struct match_task *first, *last;
    char (*why)[WHY]; /* by bot: reason of its last loss */
    bool starved;
};

static struct match_task *task_of(const struct svi_match_driver *driver)
{
    return (struct match_task *)(uintptr_t)driver;
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* Judges the answer of a SETTLED seat while the game awaits it. Returns its verdict, and in *played
 * the answer that would be played: this one or the default. */
static enum sv_verdict judge(struct svi_bot_session_seat *seat, struct sv_answer *played)
{
    const struct sv_edition *e = seat->game->edition;
    const struct sv_position *p = &seat->game->state->position;
    *played = *svi_match_view_answer(seat);
    if (seat->verdict != SV_VERDICT_OK || sv_check(e, p, &seat->asked, played) == SV_OK) {
        return (enum sv_verdict)seat->verdict;
    }
    sv_answer_default(e, p, &seat->asked, played);
    return SV_VERDICT_ILLEGAL;
}

/* Returns whether the live answer equals the recorded one, legal or not. `verdict` and `played`
 * come from judge(). A recorded verdict can be due to the clock, so refused answers are compared
 * too. */
static bool agrees(const struct svi_probe_answer *a, enum sv_verdict verdict,
                   const struct sv_answer *played)
{
    const struct svi_recorded_step *step = a->step;
    struct svi_rejected now;
    struct sv_answer then;
    if (step->forfeit) {
        return false;
    }
    if (step->verdict == SV_VERDICT_OK) {
        return verdict == SV_VERDICT_OK && svi_answer_same(played, &a->recorded);
    }
    if (step->refused == NULL) {
        return verdict == step->verdict;
    }
    const struct svi_rejected *own = &step->refused->said;
    if (a->now == NULL) { /* the live answer cannot be read: compare bytes */
        return svi_rejected_queue_last(&a->live->rejected_answers, &now) && own->size == now.size &&
               own->whole == now.whole && memcmp(own->bytes, now.bytes, now.size) == 0;
    }
    return svi_rejected_answer(own, a->game->edition, &a->game->state.position, &a->live->asked,
                               &then) &&
           svi_answer_same(&then, a->now);
}

/* Tells the caller how the seat's answer compares with the recorded one, if it can be compared. */
static void compare(struct match_task *t, struct svi_probe_answer *a, enum sv_verdict verdict,
                    const struct sv_answer *played)
{
    const struct svi_probe *probe = t->run->probe;
    const unsigned seat = a->step->seat;
    const bool answered = a->live->phase == SVI_SEAT_SETTLED;
    if (probe->answered == NULL || t->is_silent || t->task.bot[seat] == SVI_PROBE_NOBODY ||
        a->game->decisions + 1 < t->task.from || sv_has(t->uncompared, seat) ||
        (a->step->forfeit && !answered)) {
        return;
    }
    if (!answered) {
        a->verdict = a->step->verdict == SV_VERDICT_OK ? SVI_PROBE_OTHER : SVI_PROBE_LATE;
    } else if (verdict == SV_VERDICT_LATE || verdict == SV_VERDICT_OVERTIME) {
        a->verdict = SVI_PROBE_LATE;
    } else {
        a->now = a->live->verdict == SV_VERDICT_OK ? &a->live->answer : NULL;
        a->verdict = agrees(a, verdict, played) ? SVI_PROBE_SAME : SVI_PROBE_OTHER;
    }
    t->is_silent = !probe->answered(probe->user, a);
}

/* ---- lost processes -------------------------------------------------------------------------- */

static bool is_lost(const struct svi_match *m, unsigned seat)
{
    const struct svi_bot_session_seat *s = &m->bots.seat[seat];
    return s->session == NULL && !s->away && !sv_has(m->bots.vacant, seat);
}

/* Ends the run of a person who debugs: the process of the bot in this seat is lost. */
static enum sv_status end_lost(const struct match_task *t, const struct svi_match *m, unsigned seat)
{
    const struct svi_probe *probe = t->run->probe;
    const unsigned bot = t->task.bot[seat];
    struct sv_question question;
    const bool asked = svi_game_question(&m->game, seat, &question) == SV_OK;
    probe->lost(probe->user, &(struct svi_probe_lost){.bot = bot,
                                                      .why = t->run->why[bot],
                                                      .game = asked ? &m->game : NULL,
                                                      .question = asked ? &question : NULL});
    return SV_E_SYSTEM;
}

/* Returns the first seat of a set whose bot's process is lost, if that ends the run, or SV_NONE. */
static unsigned find_lost(const struct match_task *t, const struct svi_match *m, unsigned seats)
{
    for (; t->run->probe->run.debugging && seats != 0; seats &= seats - 1) {
        if (is_lost(m, sv_first(seats))) {
            return sv_first(seats);
        }
    }
    return SV_NONE;
}

static void take_lost(void *user, const struct svi_loss *loss)
{
    const struct run *run = user;
    const struct svi_probe *probe = run->probe;
    (void)snprintf(run->why[loss->bot], WHY, "%s", loss->why);
    if (probe->run.debugging && loss->unused) {
        probe->lost(probe->user,
                    &(struct svi_probe_lost){.bot = loss->bot, .why = run->why[loss->bot]});
    }
}

/* ---- a recorded game ------------------------------------------------------------------------- */

static enum sv_status start(struct svi_match *m, const struct sv_sink *sink)
{
    return svi_replay_begin(task_of(m->job.driver)->task.steps->replay, &m->game, sink);
}

static void begin(struct match_task *t, struct svi_match *m)
{
    const struct svi_probe *probe = t->run->probe;
    t->has_begun = true;
    for (unsigned s = 0; s < m->job.seats; s++) {
        if (t->task.bot[s] == SVI_PROBE_NOBODY) {
            svi_match_view_leave_vacant(&m->bots, s);
        }
    }
    if (t->task.from > 1 || probe->run.debugging) {
        m->bots.game.played = NULL; /* the record does not say which questions were asked */
    }
    if (probe->begun != NULL) {
        probe->begun(probe->user, &t->task, &m->game, m->bots.seat);
    }
}

/* Returns the set of seats to ask before a step. */
static unsigned seats_to_ask(const struct match_task *t, const struct svi_match *m,
                             const struct svi_recorded_step *step)
{
    const bool debugging = t->run->probe->run.debugging;
    unsigned set = 0;
    for (uint64_t left = svi_game_pending(&m->game) & ~m->bots.game.settled; left != 0;
         left &= left - 1) {
        const unsigned s = sv_first(left);
        const bool asked = !t->is_silent && t->task.bot[s] != SVI_PROBE_NOBODY &&
                           svi_game_decision(&m->game, s) >= t->task.from &&
                           (!step->forfeit || (debugging && step->seat == s));
        set |= (unsigned)asked << s;
    }
    return set;
}

/* Forgets the answers of a set of seats, as the game has gone on without them. */
static void pass(struct svi_match *m, unsigned seats)
{
    for (unsigned s = 0; s < m->job.seats; s++) {
        struct svi_bot_session_seat *seat = &m->bots.seat[s];
        if (!sv_has(seats, s)) {
            continue;
        }
        if (seat->phase == SVI_SEAT_SETTLED) {
            svi_match_view_pass(seat);
        }
        svi_log_queue_forget(&seat->log_entries);
        svi_rejected_queue_reset(&seat->rejected_answers); /* nothing of its budget is used */
    }
}

/* Moves the game on by the recorded step. */
static enum sv_status follow(struct match_task *t, struct svi_match *m,
                             const struct svi_recorded_step *step)
{
    const enum sv_status status = svi_recorded_step_give(t->task.steps, step, &m->game);
    const unsigned open = svi_game_pending(&m->game);
    m->tally[step->seat].forfeited |= step->forfeit;
    t->uncompared &= ~(1u << step->seat) | open;
    pass(m, 1u << step->seat | ~open);
    return status;
}

/* Moves the game on by one decision, once all seats that were asked have answered. */
static enum sv_status move_on(struct match_task *t, struct svi_match *m,
                              const struct svi_recorded_step *step)
{
    struct svi_bot_session_seat *seat = &m->bots.seat[step->seat];
    const bool answered = seat->phase == SVI_SEAT_SETTLED;
    const bool playing = t->task.play != 0 && m->game.decisions + 1 >= t->task.play &&
                         t->task.bot[step->seat] != SVI_PROBE_NOBODY;
    struct svi_probe_answer a = {
        .task = &t->task, .game = &m->game, .events = m->n_events, .step = step, .live = seat};
    struct sv_answer played = {0};
    const enum sv_verdict verdict = answered ? judge(seat, &played) : SV_VERDICT_DEAD;
    if (answered || !step->forfeit) { /* else the seat may have no question */
        svi_recorded_step_answer(t->task.steps, step, &m->game, &a.recorded);
    }
    compare(t, &a, verdict, &played);
    if (playing && (step->forfeit || (answered && !svi_answer_same(&played, &a.recorded)))) {
        t->result.parted = m->game.decisions + 1;
        t->is_played = true; /* open questions stay open, and answers that are there count */
        return SV_OK;
    }
    if (!playing || !answered) {
        return follow(t, m, step);
    }
    svi_log_queue_forget(&seat->log_entries); /* the recorded logs take their place */
    SVI_TRY(svi_recorded_step_aside(t->task.steps, step, &m->game));
    return svi_match_give_answer(m, seat);
}

/* Puts the first questions of a new game, and replaces the answer of a seat once all have answered.
 * A seat that forfeits keeps none. */
static enum sv_status impose_answer(struct match_task *t, struct svi_match *m, int64_t now_us)
{
    struct svi_bot_session_seat *seat = &m->bots.seat[t->task.answers];
    svi_match_view_ask(&m->bots, svi_game_pending(&m->game) & ~m->bots.game.settled, now_us);
    m->asked = m->game.decisions;
    if (svi_event_log_failed(&m->events) || svi_event_log_failed(&m->talk)) {
        return SV_E_SYSTEM;
    }
    t->is_past_answer = svi_match_ready(m);
    if (t->is_past_answer && seat->phase == SVI_SEAT_SETTLED) {
        svi_rejected_queue_reset(&seat->rejected_answers);
        seat->answer = *t->task.answer;
        seat->verdict = SV_VERDICT_OK;
        seat->by_default = false;
    }
    return SV_OK;
}

/* Plays the new game on. */
static enum sv_status play_on(struct match_task *t, struct svi_match *m, int64_t now_us)
{
    const unsigned lost = find_lost(t, m, svi_game_pending(&m->game) & ~m->bots.game.settled);
    if (lost != SV_NONE) {
        return end_lost(t, m, lost);
    }
    if (t->task.answer != NULL && !t->is_past_answer) {
        const enum sv_status asked = impose_answer(t, m, now_us);
        if (asked != SV_OK || !t->is_past_answer) {
            return asked;
        }
    }
    m->job.driver = NULL;
    const enum sv_status status = svi_match_step(m, now_us);
    m->job.driver = &t->driver;
    for (unsigned s = 0; s < m->job.seats && t->run->probe->run.debugging; s++) {
        if (m->tally[s].forfeited && is_lost(m, s)) { /* lost between two questions */
            return end_lost(t, m, s);
        }
    }
    return status;
}

/* Draws new chance if the task wants it from the next decision on. */
static enum sv_status redraw(struct match_task *t, struct svi_match *m)
{
    uint8_t key[SV_KEY_BYTES];
    if (!t->task.redraw || m->game.decisions + 1 < t->task.play) {
        return SV_OK;
    }
    sv_luck_game_key(t->task.seed, key);
    t->result.parted = t->task.play;
    t->is_played = true;
    SVI_TRY(svi_game_redraw(&m->game, key));
    if (m->follower != NULL) {
        svi_luck_follow_begin_at(m->follower, &m->game);
    }
    return SV_OK;
}

static enum sv_status step(struct svi_match *m, int64_t now_us)
{
    struct match_task *t = task_of(m->job.driver);
    enum sv_status status = SV_OK;
    if (!t->has_begun) {
        begin(t, m);
    }
    while (status == SV_OK && !t->is_played && !svi_game_over(&m->game)) {
        const struct svi_recorded_step *next = &t->task.steps->step[m->game.decisions];
        m->bots.game.forfeits = 0; /* the record decides about forfeits */
        status = redraw(t, m);
        if (status != SV_OK || t->is_played) {
            break;
        }
        unsigned asked = seats_to_ask(t, m, next);
        const unsigned lost = find_lost(t, m, asked);
        if (lost != SV_NONE) {
            return end_lost(t, m, lost);
        }
        for (unsigned s = 0; s < m->job.seats; s++) {
            asked &= ~((unsigned)is_lost(m, s) << s);
        }
        svi_match_view_ask(&m->bots, asked, now_us);
        m->asked = asked != 0 ? m->game.decisions : m->asked;
        if (svi_event_log_failed(&m->events) || svi_event_log_failed(&m->talk)) {
            return SV_E_SYSTEM;
        }
        if (!svi_match_ready(m)) {
            return SV_OK;
        }
        t->uncompared |= next->forfeit ? svi_game_pending(&m->game) & ~(1u << next->seat) : 0;
        status = move_on(t, m, next);
    }
    if (status == SV_OK && t->is_played && !svi_game_over(&m->game)) {
        status = play_on(t, m, now_us);
    }
    return status == SV_OK ? SV_OK : SV_E_SYSTEM;
}

/* ---- a single match -------------------------------------------------------------------------- */

struct single {
    struct match_task match; /* first: svi_probe_driver_destroy() relies on it */
    struct run run;
    struct svi_probe probe;
};

struct svi_match_driver *svi_probe_driver_create(const struct svi_probe_task *task)
{
    struct single *one = svi_new(1, sizeof *one);
    one->run.probe = &one->probe;
    one->match.run = &one->run;
    one->match.driver = (struct svi_match_driver){.start = start, .step = step};
    one->match.task = *task;
    one->match.result.task = &one->match.task;
    return &one->match.driver;
}

void svi_probe_driver_destroy(struct svi_match_driver *driver)
{
    free(driver); /* which a struct single begins with */
}

/* ---- tasks and results ----------------------------------------------------------------------- */

static bool next_job(void *user, struct svi_job *job)
{
    struct run *run = user;
    struct match_task *t = svi_new(1, sizeof *t);
    if (!run->probe->next(run->probe->user, &t->task)) {
        free(t);
        return false;
    }
    const struct svi_replay *replay = t->task.steps->replay;
    const struct svi_header *header = &replay->header;
    t->driver = (struct svi_match_driver){.start = start, .step = step};
    t->run = run;
    t->result.task = &t->task;
    *(run->last != NULL ? &run->last->next : &run->first) = t;
    run->last = t;
    *job = (struct svi_job){.number = t->task.number,
                            .edition = t->task.edition != NULL ? t->task.edition : &replay->edition,
                            .seats = header->setup.seats,
                            .driver = &t->driver};
    memcpy(job->seed, header->setup.seed, sizeof job->seed);
    memcpy(job->salt, header->salt, sizeof job->salt);
    for (unsigned s = 0; s < job->seats; s++) {
        job->bot[s] = t->task.bot[s] == SVI_PROBE_NOBODY ? run->nobody : t->task.bot[s];
    }
    return true;
}

/* Takes the first task out of the list. */
static void drop_first(struct run *run)
{
    SCOPED(scoped_free) struct match_task *t = run->first;
    run->first = t->next;
    run->last = run->first != NULL ? run->last : NULL;
    svi_buf_finish(&t->result.record);
}

static bool take_done(void *user, const struct svi_outcome *done)
{
    struct run *run = user;
    struct match_task *t = task_of(done->job.driver);
    bool more = true;
    t->is_done = true;
    t->result.result = done->result;
    t->result.decisions = done->decisions;
    t->result.rounds = done->rounds;
    if (done->luck != NULL) {
        t->result.luck = *done->luck;
    }
    memcpy(t->result.seat, done->seat, sizeof t->result.seat);
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        t->result.seat[s].printed = NULL;
    }
    if (t->task.play != 0 && !t->task.redraw) {
        svi_buf_append(&t->result.record, done->replay, done->replay_size);
        run->starved |= t->result.record.failed;
    }
    while (more && !run->starved && run->first != NULL && run->first->is_done) {
        more = run->probe->done(run->probe->user, &run->first->result);
        drop_first(run);
    }
    return more && !run->starved;
}

enum sv_status svi_probe_run(const struct svi_probe *probe, struct svi_error *error)
{
    /* never started: the bot is out from the beginning */
    static const char *const argv[] = {"true", NULL};
    const unsigned n = probe->run.n_bots;
    const unsigned workers = probe->run.workers > 0 ? probe->run.workers : 1;
    struct run run = {.probe = probe, .nobody = n};
    struct svi_run_config config = probe->run;
    SCOPED(scoped_free) struct svi_bot_past *past = svi_new(workers, sizeof *past);
    SCOPED(scoped_free) struct svi_bot_spec *specs = svi_new(n + 1u, sizeof *specs);
    run.why = svi_new(n + 1u, sizeof *run.why);
    memcpy(specs, probe->run.bots, n * sizeof *specs);
    specs[n] = (struct svi_bot_spec){.name = "", .argv = argv, .past = past};
    for (unsigned w = 0; w < workers; w++) {
        past[w].out = true;
    }
    config.bots = specs;
    config.n_bots = n + 1;
    config.talk = true; /* in games in which the bots talked */
    config.jobs.next = next_job;
    config.jobs.done = take_done;
    config.jobs.lost = take_lost;
    config.jobs.user = &run;
    enum sv_status status = svi_run(&config, NULL, error);
    if (status == SV_OK && run.starved) {
        status = svi_fail(error, SV_E_SYSTEM, "no memory");
    }
    while (run.first != NULL) {
        drop_first(&run);
    }
    free(run.why);
    return status;
}

/* ---- recorded steps -------------------------------------------------------------------------- */

/* A game that is being read. */
struct reading {
    struct svi_recorded_steps *steps;
    const struct svi_game *game;
};

/* Keeps a refused answer with the decision that it was for, this one or an earlier one. */
static void note_refused(struct svi_recorded_steps *steps, const struct sv_refusal *refusal)
{
    struct svi_recorded_step *step = &steps->step[refusal->decision - 1];
    if (step->refused == NULL) {
        step->refused = svi_new(1, sizeof *step->refused);
    }
    (void)snprintf(step->refused->why, sizeof step->refused->why, "%s", refusal->text);
    step->refused->said = (struct svi_rejected){
        .bytes = refusal->bytes, .size = refusal->size, .whole = refusal->whole};
}

static void note_step(void *user, const struct sv_event *ev)
{
    const struct reading *r = user;
    struct svi_recorded_step *step = &r->steps->step[r->steps->n];
    if (r->steps->n == r->steps->room) { /* the game begins */
        return;
    }
    if (svi_event_is_aside(ev)) {
        step->asides++;
        step->at = r->game->record.size; /* the record of the game has the same bytes */
    }
    if (ev->type == SV_EVENT_REFUSED) {
        note_refused(r->steps, ev->refusal);
    }
    if (ev->type == SV_EVENT_ANSWER) {
        step->seat = ev->seat;
        step->verdict = ev->verdict;
    }
}

static bool grow(struct svi_recorded_steps *steps)
{
    struct svi_recorded_step *step =
        svi_grow(steps->step, &steps->room, steps->n + 1u, sizeof *step);
    if (step == NULL) {
        return false;
    }
    steps->step = step;
    step[steps->n] =
        (struct svi_recorded_step){.aside = steps->replay->at, .at = steps->replay->at};
    return true;
}

enum sv_status svi_recorded_steps_read(struct svi_recorded_steps *steps, struct svi_replay *replay,
                                       struct svi_game *game)
{
    struct reading reading = {steps, game};
    const struct sv_sink sink = {note_step, &reading};
    steps->replay = replay;
    enum sv_status status = svi_replay_start(replay, game, &sink);
    while (status == SV_OK && !svi_game_over(game)) {
        if (!grow(steps)) {
            return SV_E_SYSTEM;
        }
        struct svi_recorded_step *step = &steps->step[steps->n];
        status = svi_replay_next(replay, game);
        step->at += status == SV_OK && step->verdict == SV_VERDICT_FALLBACK;
        if (status == SV_OK && svi_step_forfeits(replay->bytes[step->at])) {
            step->forfeit = true;
            step->seat = replay->bytes[step->at + SVI_STEP_BYTES];
        }
        steps->n++;
    }
    status = status == SV_OK ? svi_replay_end(replay, game) : status;
    if (status == SV_OK) {
        svi_game_result(game, &steps->result);
    }
    return status;
}

void svi_recorded_steps_finish(struct svi_recorded_steps *steps)
{
    for (uint32_t i = 0; i < steps->n; i++) {
        free(steps->step[i].refused);
    }
    free(steps->step);
}

static struct svi_cursor cursor_at(const struct svi_recorded_steps *steps, size_t at)
{
    return svi_cursor_over(steps->replay->bytes + at, steps->replay->size - at);
}

void svi_recorded_step_answer(const struct svi_recorded_steps *steps,
                              const struct svi_recorded_step *step, const struct svi_game *game,
                              struct sv_answer *answer)
{
    const unsigned what = steps->replay->bytes[step->at] & (SVI_STEP_VERDICT | SVI_STEP_DEFAULT);
    struct svi_cursor c = cursor_at(steps, step->at + SVI_STEP_BYTES);
    struct sv_question q;
    (void)svi_game_question(game, step->seat, &q);
    if (what == SV_VERDICT_OK) {
        (void)svi_get_answer(&c, &game->state.position, &q, answer);
    } else {
        sv_answer_default(game->edition, &game->state.position, &q, answer);
    }
}

enum sv_status svi_recorded_step_give(const struct svi_recorded_steps *steps,
                                      const struct svi_recorded_step *step, struct svi_game *game)
{
    struct svi_cursor c = cursor_at(steps, step->aside);
    SVI_TRY(svi_replay_asides(&c, game, false));
    return svi_replay_give(&c, game, false);
}

enum sv_status svi_recorded_step_aside(const struct svi_recorded_steps *steps,
                                       const struct svi_recorded_step *step, struct svi_game *game)
{
    struct svi_cursor c = cursor_at(steps, step->aside);
    return step->asides != 0 ? svi_replay_asides(&c, game, true) : SV_OK;
}

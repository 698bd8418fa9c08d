#include "tools/futures/futures.h"

#include "memory/memory.h"
#include "wire/answer_codec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST 8u /* futures of the first stage of a race; each further stage has twice as many */
#define FRESH (FIRST * SVI_PLAYED_ANSWERS) /* the first fresh future, after those of any race */
#define OPTIONS 7u                         /* candidates of the analysis */
#define PRICED 2u                          /* offers that are made at other prices */

/* ---- answers --------------------------------------------------------------------------------- */

struct choosing {
    struct svi_played *to;
    const struct svi_decisions *d;
    const struct svi_decision *at;
};

/* Adds an answer unless it is there, is not legal, or there is no room. Returns its place. */
static unsigned add(struct choosing *c, const struct sv_answer *a)
{
    unsigned i = 0;
    while (i < c->to->n && !svi_answer_same(&c->to->answer[i].answer, a)) {
        i++;
    }
    if (i == c->to->n && i < SVI_PLAYED_ANSWERS &&
        sv_check(&c->d->edition, &c->at->position, &c->at->question, a) == SV_OK) {
        c->to->answer[c->to->n++].answer = *a;
    }
    return i;
}

/* Adds an offer for a quarter less and a quarter more, by at least 20: on both sides of the price
 * at which the other is expected to accept. */
static void add_prices(struct choosing *c, const struct sv_answer *a)
{
    const int32_t net = a->offers[0].give_cash - a->offers[0].get_cash;
    const int32_t step = abs(net) / 4 < 20 ? 20 : abs(net) / 4;
    for (int side = -1; side <= 1; side += 2) {
        struct sv_answer other = *a;
        const int32_t price = net + side * step;
        other.offers[0].give_cash = price > 0 ? price : 0;
        other.offers[0].get_cash = price < 0 ? -price : 0;
        (void)add(c, &other);
    }
}

void svi_played_begin(struct svi_played *played, const struct svi_analysis *a, uint32_t decision,
                      unsigned futures)
{
    const struct svi_evaluated *e = &a->evaluated[decision];
    struct choosing c = {played, &a->decisions, &a->decisions.list[decision]};
    struct sv_answer answer;
    *played = (struct svi_played){.decision = decision, .n = 1};
    played->answer[0].answer = c.at->answer; /* whatever it is: it was carried out */
    sv_answer_default(&c.d->edition, &c.at->position, &c.at->question, &answer);
    (void)add(&c, &answer);
    sv_answer_clear(&c.at->position, &c.at->question, &answer);
    (void)add(&c, &answer);
    for (unsigned i = 0, priced = 0; i < e->n; i++) { /* the best first */
        const struct sv_answer *option = &e->candidate[i].answer;
        if (i < OPTIONS) {
            (void)add(&c, option);
        }
        if (option->n_offers == 1 && priced < PRICED) {
            add_prices(&c, option);
            priced++;
        }
    }
    const unsigned all = FRESH + futures;
    for (unsigned i = 0; i < played->n; i++) {
        played->answer[i].points = svi_new(all, sizeof(double));
        for (unsigned f = 0; f < all; f++) {
            played->answer[i].points[f] = NAN;
        }
    }
    played->in_race = (1u << played->n) - 1;
}

void svi_played_finish(struct svi_played *played)
{
    for (unsigned i = 0; i < played->n; i++) {
        free(played->answer[i].points);
    }
}

/* ---- keeping --------------------------------------------------------------------------------- */

void svi_played_keep(const struct svi_played *played, const struct svi_decision *decision,
                     struct svi_stored_decision *kept)
{
    *kept = (struct svi_stored_decision){.round = decision->position.round,
                                         .left_out = played->left_out,
                                         .kind = decision->question.kind,
                                         .class = (uint8_t)played->class,
                                         .n = (uint8_t)played->n,
                                         .best = (uint8_t)played->best,
                                         .cost = played->cost,
                                         .se = played->se};
    for (unsigned i = 0; i < played->n; i++) {
        kept->answer[i].difference = played->answer[i].difference;
        kept->answer[i].se = played->answer[i].se;
        kept->answer[i].futures = played->answer[i].futures;
    }
}

bool svi_played_restore(struct svi_played *played, const struct svi_stored_decision *kept)
{
    if (kept->n != played->n) {
        return false;
    }
    played->left_out = kept->left_out;
    played->class = (enum svi_class)kept->class;
    played->best = kept->best;
    played->cost = kept->cost;
    played->se = kept->se;
    for (unsigned i = 0; i < played->n; i++) {
        played->answer[i].difference = kept->answer[i].difference;
        played->answer[i].se = kept->answer[i].se;
        played->answer[i].futures = kept->answer[i].futures;
    }
    return true;
}

/* ---- a lane ---------------------------------------------------------------------------------- */

/* The futures of one answer to each decision. */
struct lane {
    const struct svi_futures *how;
    const struct svi_recorded_steps *steps;
    struct svi_played *played;
    unsigned n;
    unsigned place;       /* lane 0 plays the first answer in the race of each decision, ... */
    unsigned first, last; /* futures `first` to `last` - 1 */
    unsigned at, future;  /* the next task */
    uint64_t *done;
    uint64_t all;
};

/* Returns the answer of a decision that a lane plays, or NULL. */
static struct svi_played_answer *answer_of(struct svi_played *p, unsigned place)
{
    unsigned left = p->waits ? 0 : p->in_race;
    for (; place > 0; place--) {
        left &= left - 1;
    }
    return left != 0 ? &p->answer[sv_first(left)] : NULL;
}

static bool next_task(void *user, struct svi_probe_task *task)
{
    struct lane *l = user;
    while (l->at < l->n && answer_of(&l->played[l->at], l->place) == NULL) {
        l->at++;
    }
    if (l->at == l->n) {
        return false;
    }
    const struct svi_decisions *d = l->how->decisions;
    const struct svi_decision *at = &d->list[l->played[l->at].decision];
    struct svi_played_answer *answer = answer_of(&l->played[l->at], l->place);
    *task = (struct svi_probe_task){.steps = l->steps,
                                    .edition = &d->edition,
                                    .play = at->round,
                                    .redraw = true,
                                    .answer = &answer->answer,
                                    .answers = at->question.seat,
                                    .user = &answer->points[l->future]};
    memcpy(task->bot, l->how->bot, sizeof task->bot);
    sv_luck_seed_child(d->digest, "future", at->number, l->future, task->seed);
    if (++l->future == l->last) {
        l->future = l->first;
        l->at++;
    }
    return true;
}

/* Points of the seat that answers, less its luck in the future; NaN if a seat has forfeited. */
static double points_of(const struct svi_probe_result *result)
{
    const unsigned seats = result->task->steps->replay->header.setup.seats;
    const unsigned seat = result->task->answers;
    unsigned twice = 0;
    for (unsigned s = 0; s < seats; s++) {
        const uint8_t mine = result->result.place[seat];
        if (result->seat[s].forfeited) {
            return NAN;
        }
        twice += s == seat                        ? 0
                 : result->result.place[s] > mine ? 2
                                                  : result->result.place[s] == mine;
    }
    return twice / (2.0 * (seats - 1)) - result->luck.seat[seat].luck / (double)SVI_LUCK_UNIT;
}

static bool take_done(void *user, const struct svi_probe_result *result)
{
    struct lane *l = user;
    *(double *)result->task->user = points_of(result);
    ++*l->done;
    if (l->how->progress != NULL) {
        l->how->progress(l->how->user, *l->done, l->all);
    }
    return true;
}

/* Plays the tasks of a lane, with fresh processes. */
static enum sv_status run_lane(const struct svi_probe *probe, struct svi_error *error)
{
    SVI_TRY(svi_probe_run(probe, error));
    return probe->run.stop != NULL && *probe->run.stop ? svi_fail(error, SV_E_SYSTEM, "interrupted")
                                                       : SV_OK;
}

/* Plays futures of all answers in the race, a lane after the other. */
static enum sv_status play(struct lane *l, unsigned first, unsigned n, struct svi_error *error)
{
    for (l->place = 0; l->place < SVI_PLAYED_ANSWERS; l->place++) {
        struct svi_probe probe = {
            .run = l->how->run, .next = next_task, .done = take_done, .user = l};
        probe.run.luck = true;
        bool any = false;
        for (unsigned i = 0; i < l->n; i++) {
            any |= answer_of(&l->played[i], l->place) != NULL;
        }
        if (!any) {
            break;
        }
        l->at = 0;
        l->future = l->first = first;
        l->last = first + n;
        SVI_TRY(run_lane(&probe, error));
    }
    return SV_OK;
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* Compares an answer with the one given in `n` futures from `first` on. */
static void compare(struct svi_played *p, unsigned which, unsigned first, unsigned n)
{
    struct svi_played_answer *a = &p->answer[which];
    const double *given = p->answer[p->given].points;
    double sum = 0, squares = 0;
    a->futures = 0;
    for (unsigned f = first; f < first + n; f++) {
        const double by = a->points[f] - given[f];
        if (!isnan(by)) {
            sum += by;
            squares += by * by;
            a->futures++;
        }
    }
    const double m = a->futures;
    a->difference = m > 0 ? sum / m : 0;
    const double variance = m > 1 ? (squares - m * a->difference * a->difference) / (m - 1) : 0;
    a->se = m > 0 && variance > 0 ? sqrt(variance / m) : 0;
}

/* Keeps the better half of the race, at least one, and the answer given. */
static void halve(struct svi_played *p, unsigned played)
{
    const unsigned others = sv_count(p->in_race & ~(1u << p->given));
    for (unsigned i = 0; i < p->n; i++) {
        if (sv_has(p->in_race, i)) {
            compare(p, i, 0, played);
        }
    }
    for (unsigned drop = others > 1 ? others - others / 2 : 0; drop > 0; drop--) {
        unsigned worst = SV_NONE;
        for (unsigned i = 0; i < p->n; i++) {
            if (i != p->given && sv_has(p->in_race, i) &&
                (worst == SV_NONE || p->answer[i].difference <= p->answer[worst].difference)) {
                worst = i;
            }
        }
        p->in_race &= ~(1u << worst);
    }
}

/* Ends the race: the best answer and the one given stay if it was better, else none. A single
 * other answer needs no race. */
static void choose(struct svi_played *p)
{
    p->best = p->given;
    for (unsigned i = 0; i < p->n; i++) {
        if (sv_has(p->in_race, i) && i != p->given && (p->n == 2 || p->answer[i].difference > 0)) {
            p->best = i;
        }
    }
    p->in_race = p->best == p->given ? 0 : 1u << p->best | 1u << p->given;
}

static void conclude(struct svi_played *p, unsigned first, unsigned n)
{
    if (p->best != p->given) {
        compare(p, p->best, first, n);
        p->left_out = n - p->answer[p->best].futures;
        p->cost = p->answer[p->best].difference;
        p->se = p->answer[p->best].se;
    }
    if (p->cost <= 0) { /* the winner of the race is no better than the answer given */
        p->best = p->given;
        p->cost = p->se = 0;
    }
    p->class = p->se > 0 ? svi_class_of(p->cost, p->se) : SVI_CLASS_GOOD;
}

/* Stages of a race of `n` answers, the one given included, until one other is left. */
static unsigned stages_of(unsigned n)
{
    unsigned stages = 0;
    for (unsigned others = n - 1; others > 1; others /= 2) {
        stages++;
    }
    return stages;
}

uint64_t svi_futures_games(const struct svi_futures *how, const struct svi_played played[],
                           unsigned n)
{
    uint64_t games = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned others = played[i].n - 1;
        const unsigned stages = stages_of(played[i].n);
        for (unsigned s = 0; s < stages; s++) {
            games += (others + 1) * (uint64_t)(FIRST << s);
            others /= 2;
        }
        games += played[i].n > 1 ? 2 * (uint64_t)how->futures : 0;
    }
    return games;
}

/* Races and measures all decisions at once. */
static enum sv_status race(struct lane *l, struct svi_error *error)
{
    unsigned stages = 0;
    unsigned from = 0;
    for (unsigned i = 0; i < l->n; i++) {
        const unsigned own = stages_of(l->played[i].n);
        stages = own > stages ? own : stages;
    }
    for (unsigned s = 0; s < stages; s++) {
        for (unsigned i = 0; i < l->n; i++) { /* those whose race is over wait */
            l->played[i].waits = s >= stages_of(l->played[i].n);
        }
        SVI_TRY(play(l, from, FIRST << s, error));
        from += FIRST << s;
        for (unsigned i = 0; i < l->n; i++) {
            if (!l->played[i].waits) {
                halve(&l->played[i], from);
            }
        }
    }
    for (unsigned i = 0; i < l->n; i++) {
        l->played[i].waits = false;
        choose(&l->played[i]);
    }
    SVI_TRY(play(l, FRESH, l->how->futures, error));
    for (unsigned i = 0; i < l->n; i++) {
        conclude(&l->played[i], FRESH, l->how->futures);
    }
    return SV_OK;
}

/* A recorded game that bots are led through. All 0 at first. */
struct recorded {
    struct svi_replay *replay;
    struct svi_recorded_steps steps;
};

static enum sv_status open_recorded(struct recorded *r, const struct svi_buf *bytes,
                                    struct svi_error *error)
{
    struct svi_game game;
    r->replay = svi_new(1, sizeof *r->replay);
    svi_game_init(&game);
    enum sv_status status = svi_replay_open(r->replay, bytes->data, bytes->size);
    status = status == SV_OK ? svi_recorded_steps_read(&r->steps, r->replay, &game) : status;
    if (status != SV_OK) {
        (void)svi_fail(error, status, "%s", r->replay->error.text);
    }
    svi_game_finish(&game);
    return status;
}

static void close_recorded(struct recorded *r)
{
    svi_recorded_steps_finish(&r->steps);
    free(r->replay);
}

enum sv_status svi_futures_play(const struct svi_futures *how, struct svi_played played[],
                                unsigned n, struct svi_error *error)
{
    SCOPED(close_recorded) struct recorded recorded = {0};
    uint64_t done = 0;
    struct lane lane = {.how = how,
                        .steps = &recorded.steps,
                        .played = played,
                        .n = n,
                        .done = &done,
                        .all = svi_futures_games(how, played, n)};
    SVI_TRY(open_recorded(&recorded, how->game, error));
    return race(&lane, error);
}

/* ---- own ------------------------------------------------------------------------------------- */

/* The bot's answers to all decisions, or the reference's. */
struct own_lane {
    const struct svi_own_futures *how;
    const struct recorded *recorded; /* by seat of how->seat */
    bool reference;
    unsigned at, decision; /* the next task */
};

static bool next_own(void *user, struct svi_probe_task *task)
{
    struct own_lane *l = user;
    while (l->at < l->how->n && l->decision == l->how->seat[l->at].sample->n) {
        l->at++;
        l->decision = 0;
    }
    if (l->at == l->how->n) {
        return false;
    }
    const struct svi_own_seat *seat = &l->how->seat[l->at];
    const struct svi_own_decision *own = &seat->sample->list[l->decision];
    *task = (struct svi_probe_task){.steps = &l->recorded[l->at].steps,
                                    .edition = seat->edition,
                                    .play = own->round,
                                    .redraw = true,
                                    .answer = l->reference ? &own->reference : &own->given,
                                    .answers = seat->seat,
                                    .user = &seat->points[l->decision]};
    memcpy(task->bot, seat->bot, sizeof task->bot);
    sv_luck_seed_child(seat->sample->digest, "own", own->number,
                       (uint64_t)own->future << 8 | seat->seat, task->seed);
    l->decision++;
    return true;
}

static bool take_own(void *user, const struct svi_probe_result *result)
{
    const struct own_lane *l = user;
    double *points = result->task->user;
    *points = l->reference ? *points - points_of(result) : points_of(result);
    if (l->how->progress != NULL) {
        l->how->progress(l->how->user);
    }
    return true;
}

enum sv_status svi_own_futures_play(const struct svi_own_futures *how, struct svi_error *error)
{
    SCOPED(scoped_free) struct recorded *recorded = svi_new(how->n, sizeof *recorded);
    enum sv_status status = SV_OK;
    for (unsigned i = 0; i < how->n && status == SV_OK; i++) {
        status = open_recorded(&recorded[i], how->seat[i].game, error);
    }
    for (unsigned lane = 0; lane < 2 && status == SV_OK; lane++) {
        struct own_lane own = {.how = how, .recorded = recorded, .reference = lane > 0};
        struct svi_probe probe = {
            .run = how->run, .next = next_own, .done = take_own, .user = &own};
        probe.run.luck = true;
        status = run_lane(&probe, error);
    }
    for (unsigned i = 0; i < how->n; i++) {
        close_recorded(&recorded[i]);
    }
    return status;
}

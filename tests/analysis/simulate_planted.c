/* Measures how many planted blunders the bots that played find (`analyse --depth play`).
 *
 *     simulate_planted [EACH [FUTURES [EDITION [GAMES [PLAYED [SEATS]]]]]]
 *
 * In positions of league games, drawn by seed, replaces the seat's own answer by a bad answer of
 * one of the kinds in planted.h, at most EACH for a kind and edition. The bots that sat at the table
 * play on in processes of their own, PLAYED futures (200) that measure. The judge (judge.h), on
 * which the analysis has no influence, plays both answers on with the same policies in FUTURES
 * other futures and so finds the cost. Prints for each edition
 *
 *     cost    mean cost according to the judge, by class and by kind
 *     told    share that the analysis gives a class: inaccuracy, mistake or blunder
 *     called  share that it calls a mistake or a blunder
 *     sure    costs above 0.10 with 95% certainty: the analysis should tell 98% of these
 *     alarms  on the same positions, as the seat played them: own answers that are called mistakes
 *             or blunders, and the number that the judge does not confirm
 *
 * Fails if fewer than 95% of the sure ones of all editions are told, or fewer than 75% if there are
 * fewer than 40. GAMES limits the games of an edition (60), SEATS their seats. Without EACH it takes
 * a few positions of one game of classic. PLANTED_LIST in the environment adds a line for each sure
 * one that was not told. */
#include "base/scoped.h"
#include "tests/analysis/judge.h"
#include "tests/analysis/planted.h"
#include "tests/analysis/recorded_game.h"
#include "tools/analysis/evaluation.h"
#include "tools/futures/futures.h"

#include "memory/memory.h"
#include "record/record.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_GAMES 60u
#define OF_A_GAME 2u /* of a kind */
#define CERTAIN 1.645

struct line {
    unsigned n, told, called;
    double cost;
};

enum { BELOW, SMALL, MIDDLE, GREAT, SURE, BANDS };
static const char *const bands[BANDS] = {"below 0.05", "0.05-0.10", "0.10-0.15", "above 0.15",
                                         "sure"};

struct tally {
    struct line band[BANDS], kind[PLANTED_COUNT];
    unsigned positions, alarms, unconfirmed;
};

#define OWN PLANTED_COUNT /* in the place of a kind: the seat's own answer */

/* An answer to a decision that the analysis is to judge. */
struct answered {
    uint32_t decision; /* its place in the list */
    unsigned kind;
    struct sv_answer answer, best; /* `best` by the analysis */
    enum svi_class class;
    double missed, se;
};

struct run {
    const char *edition;
    unsigned each, futures, played, seats;
    struct tally t;
    struct svi_buf record;
    struct svi_decisions d;
    struct answered *list;
    unsigned n;
    size_t room;
    struct svi_evaluation *v;
    struct judge judge;
    struct sv_odds odds;
    unsigned game;
    unsigned of_game[PLANTED_COUNT];
};

static void count(struct line *l, double cost, enum svi_class class)
{
    l->n++;
    l->cost += cost;
    l->told += class > SVI_CLASS_GOOD;
    l->called += class > SVI_CLASS_INACCURACY;
}

static void print(const char *edition, const char *what, const struct line *l)
{
    if (l->n > 0) {
        (void)printf("%-10s %-22s n %4u  cost %+.3f  told %3.0f%%  called %3.0f%%\n", edition, what,
                     l->n, l->cost / l->n, 100. * l->told / l->n, 100. * l->called / l->n);
    }
}

/* A number for each decision and kind, the same in every run. */
static uint64_t draw(const struct svi_decisions *d, uint32_t i, unsigned kind)
{
    uint64_t x;
    memcpy(&x, d->digest, sizeof x);
    x = (x ^ d->list[i].number ^ (uint64_t)kind << 32) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 31) * UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ x >> 30;
}

static double judged(struct run *r, uint32_t i, const struct sv_answer *a,
                     const struct sv_answer *b, double *se)
{
    const struct svi_decision *at = &r->d.list[i];
    const struct judge_scene scene = {.e = &r->d.edition,
                                      .position = &at->position,
                                      .course = &at->course,
                                      .asked = at->asked,
                                      .seat = at->question.seat,
                                      .number = (uint64_t)r->game << 32 | i};
    return judge_difference(&r->judge, &scene, a, b, r->futures, se);
}

/* Finds candidates beside an answer. */
static void evaluate(struct run *r, const struct answered *x, struct svi_evaluated *out)
{
    struct svi_decision d = r->d.list[x->decision];
    d.answer = x->answer;
    if (svi_evaluate(r->v, &d, r->d.digest, out) != SV_OK) {
        (void)fprintf(stderr, "decision %u cannot be evaluated\n", d.number);
        exit(1);
    }
}

/* Judges all answers by the bots that sat at the table. */
static void play_on(struct run *r)
{
    static const char *const argv[][2] = {{SOLVENT_BINARY_DIR "/bots/trader"},
                                          {SOLVENT_BINARY_DIR "/bots/careful"},
                                          {SOLVENT_BINARY_DIR "/bots/learner@1"},
                                          {SOLVENT_BINARY_DIR "/bots/random"}};
    static const struct svi_bot_spec spec[] = {
        {.name = "trader", .argv = argv[0], .matches = 64, .trusted = true},
        {.name = "careful", .argv = argv[1], .matches = 64, .trusted = true},
        {.name = "learner@1", .argv = argv[2], .matches = 64, .trusted = true},
        {.name = "random", .argv = argv[3], .matches = 64, .trusted = true}};
    const unsigned bots = sizeof spec / sizeof *spec;
    struct svi_futures how = {.run = {.bots = spec,
                                      .n_bots = bots,
                                      .workers = 1,
                                      .conditions.decision_ms = 600000,
                                      .conditions.bank_ms = 600000,
                                      .conditions.strikes = UINT32_MAX,
                                      .sandbox.own = true},
                              .game = &r->record,
                              .decisions = &r->d,
                              .futures = r->played};
    struct svi_error error;
    struct svi_played *played = svi_new(r->n + 1u, sizeof *played);
    struct svi_analysis a = {.decisions = r->d};
    a.evaluated = svi_new(r->d.n, sizeof *a.evaluated);
    for (unsigned s = 0; s < r->d.seats; s++) {
        while (strcmp(spec[how.bot[s]].name, r->d.name[s]) != 0) {
            how.bot[s]++;
            assert(how.bot[s] < bots);
        }
    }
    for (unsigned k = 0; k < r->n; k++) {
        struct svi_decision *at = &r->d.list[r->list[k].decision];
        struct svi_evaluated *found = &a.evaluated[r->list[k].decision];
        const struct sv_answer own = at->answer;
        evaluate(r, &r->list[k], found);
        at->answer = r->list[k].answer;
        svi_played_begin(&played[k], &a, r->list[k].decision, r->played);
        at->answer = own;
        svi_evaluated_finish(found);
        memset(found, 0, sizeof *found);
    }
    if (r->n > 0 && svi_futures_play(&how, played, r->n, &error) != SV_OK) {
        (void)fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    for (unsigned k = 0; k < r->n; k++) {
        r->list[k].class = played[k].class;
        r->list[k].missed = played[k].cost;
        r->list[k].se = played[k].se;
        r->list[k].best = played[k].answer[played[k].best].answer;
        svi_played_finish(&played[k]);
    }
    free(a.evaluated);
    free(played);
}

/* Counts a judged answer. */
static void take(struct run *r, const struct answered *x)
{
    const enum planted kind = (enum planted)x->kind;
    const uint32_t i = x->decision;
    double se;
    if (x->kind == OWN) {
        r->t.positions++;
        if (x->class > SVI_CLASS_INACCURACY) {
            r->t.alarms++;
            r->t.unconfirmed += judged(r, i, &x->best, &x->answer, &se) <= 0;
        }
        return;
    }
    const double cost = judged(r, i, &r->d.list[i].answer, &x->answer, &se);
    const bool sure = cost - CERTAIN * se >= 0.10;
    count(&r->t.kind[kind], cost, x->class);
    count(&r->t.band[cost < 0.05   ? BELOW
                     : cost < 0.10 ? SMALL
                     : cost < 0.15 ? MIDDLE
                                   : GREAT],
          cost, x->class);
    if (sure) {
        count(&r->t.band[SURE], cost, x->class);
    }
    if (sure && x->class == SVI_CLASS_GOOD && getenv("PLANTED_LIST") != NULL) {
        (void)printf("%s game %u decision %u: %s costs %.3f ±%.3f, found %.3f ±%.3f\n", r->edition,
                     r->game, r->d.list[i].number, planted_name(kind), cost, 1.96 * se, x->missed,
                     1.96 * x->se);
    }
}

static void add(struct run *r, uint32_t i, unsigned kind, const struct sv_answer *answer)
{
    r->list = svi_grow(r->list, &r->room, r->n + 1u, sizeof *r->list);
    r->list[r->n++] = (struct answered){.decision = i, .kind = kind, .answer = *answer};
}

/* Plants blunders at a decision, and adds the seat's own answer if there are any. */
static void look_at(struct run *r, uint32_t i)
{
    const unsigned before = r->n;
    for (unsigned kind = 0; kind < PLANTED_COUNT; kind++) {
        struct sv_answer answer;
        /* Management questions come in every window, so most are skipped to see all stages of a
         * game. */
        if (r->t.kind[kind].n + r->of_game[kind] < r->each && r->of_game[kind] < OF_A_GAME &&
            (r->d.list[i].question.kind != SV_DECISION_MANAGE || draw(&r->d, i, kind) % 16 == 0) &&
            planted_answer((enum planted)kind, &r->d.edition, &r->odds, &r->d.list[i], &answer)) {
            r->of_game[kind]++;
            add(r, i, kind, &answer);
        }
    }
    if (r->n > before) {
        add(r, i, OWN, &r->d.list[i].answer);
    }
}

static bool play(struct run *r)
{
    static const char *const tables[] = {"tctl", "trcc", "ttlc", "tct", "lct", "tl", "ct"};
    const struct sv_bot *bot[SV_MAX_SEATS];
    const char *table = tables[r->game % (sizeof tables / sizeof *tables)];
    char seed[64];
    struct svi_error error;
    struct svi_game g;
    if (r->seats != 0 && r->seats != strlen(table)) {
        return true;
    }
    svi_game_init(&g);
    (void)snprintf(seed, sizeof seed, "planted %u", r->game);
    recorded_game_play(&g, r->edition, table, seed, 150, NULL, NULL);
    svi_buf_clear(&r->record);
    svi_buf_append(&r->record, g.record.data, g.record.size);
    const bool ok = svi_decisions_read(&r->d, r->record.data, r->record.size, &error) == SV_OK;
    svi_game_finish(&g);
    if (!ok) {
        (void)fprintf(stderr, "%s\n", error.text);
        return false;
    }
    memset(r->of_game, 0, sizeof r->of_game);
    sv_odds_init(&r->odds, &r->d.edition);
    r->v = svi_evaluation_create(&r->d.edition, r->d.seats);
    for (unsigned s = 0; s < r->d.seats; s++) {
        bot[s] = recorded_game_bot(table[s]);
    }
    judge_init_company(&r->judge, &r->d.edition, bot, r->d.seats);
    r->n = 0;
    for (uint32_t i = 0; r->v != NULL && i < r->d.n; i++) {
        look_at(r, i);
    }
    if (r->v != NULL) {
        play_on(r);
    }
    for (unsigned k = 0; k < r->n; k++) {
        take(r, &r->list[k]);
    }
    judge_finish(&r->judge);
    svi_evaluation_destroy(r->v);
    return r->v != NULL;
}

static bool measure(const struct run *how, const char *edition, unsigned games, struct line *all)
{
    static struct run r;
    bool ok = true;
    unsigned kinds = 0;
    r = *how;
    r.edition = edition;
    for (r.game = 0; r.game < games && ok; r.game++) {
        ok = play(&r);
    }
    svi_decisions_finish(&r.d);
    svi_buf_finish(&r.record);
    free(r.list);
    for (unsigned k = 0; k < PLANTED_COUNT; k++) {
        print(edition, planted_name((enum planted)k), &r.t.kind[k]);
        kinds += r.t.kind[k].n > 0;
    }
    for (unsigned b = 0; b < BANDS; b++) {
        print(edition, bands[b], &r.t.band[b]);
    }
    (void)printf("%-10s %u kinds; %u of %u own answers called mistakes, %u of them not "
                 "confirmed\n",
                 edition, kinds, r.t.alarms, r.t.positions, r.t.unconfirmed);
    (void)fflush(stdout);
    all->n += r.t.band[SURE].n;
    all->told += r.t.band[SURE].told;
    all->called += r.t.band[SURE].called;
    all->cost += r.t.band[SURE].cost;
    return ok;
}

int main(int argc, char **argv)
{
    static struct run how;
    const unsigned games = argc > 4   ? (unsigned)strtoul(argv[4], NULL, 10)
                           : argc > 1 ? MOST_GAMES
                                      : 1;
    struct line sure = {0};
    bool ok = true;
    how.each = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1;
    how.futures = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 100;
    how.played = argc > 5   ? (unsigned)strtoul(argv[5], NULL, 10)
                 : argc > 1 ? SVI_PLAYED_FUTURES
                            : 20;
    how.seats = argc > 6 ? (unsigned)strtoul(argv[6], NULL, 10) : 0;
    if (how.each == 0 || how.futures < 4 || how.futures > JUDGE_MOST || games == 0 ||
        how.played < SVI_LEAST_PLAYED_FUTURES || how.played > SVI_MOST_PLAYED_FUTURES) {
        (void)fprintf(stderr,
                      "found EACH %u, FUTURES %u, GAMES %u and PLAYED %u, expected 1 or more, 4 to "
                      "%u, 1 or more, and %u to %u\n",
                      how.each, how.futures, games, how.played, JUDGE_MOST,
                      SVI_LEAST_PLAYED_FUTURES, SVI_MOST_PLAYED_FUTURES);
        return 2;
    }
    for (unsigned i = 0; recorded_game_editions[i] != NULL; i++) {
        const char *edition = recorded_game_editions[i];
        if (argc > 3 ? strcmp(argv[3], edition) == 0 || strcmp(argv[3], "all") == 0
                     : argc > 1 || i == 0) {
            ok = measure(&how, edition, games, &sure) && ok;
        }
    }
    print("all", bands[SURE], &sure);
    ok = ok && sure.n > 0 && 100 * sure.told >= (sure.n < 40 ? 75 : 95) * sure.n;
    return ok ? 0 : 1;
}

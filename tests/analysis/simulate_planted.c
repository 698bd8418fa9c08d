/* Measures how many planted blunders an analysis finds.
 *
 *     simulate_planted [EACH [FUTURES [DEPTH [EDITION]]]]
 *
 * In positions of league games, drawn by seed, replaces the seat's own answer by a bad answer of
 * one of the kinds in planted.h, at most EACH for a kind and edition. The judge (judge.h), on which
 * the analysis has no influence, plays both answers on to the end in FUTURES futures and so finds
 * the cost. Prints for each edition and depth
 *
 *     cost    mean cost according to the judge, by class and by kind
 *     told    share that the analysis gives a class: inaccuracy, mistake or blunder
 *     called  share that it calls a mistake or a blunder
 *     sure    costs above 0.10 with 95% certainty: the analysis should tell 95% of these
 *     alarms  on the same positions, as the seat played them: own answers that are called mistakes
 *             or blunders, and the number that the judge does not confirm
 *
 * Fails if fewer than 95% of the sure ones of all editions are told, or fewer than 75% if there are
 * fewer than 40. Without EACH it takes a few positions of all editions. PLANTED_LIST in the
 * environment adds a line for each sure one that was not told. */
#include "tests/analysis/judge.h"
#include "tests/analysis/planted.h"
#include "tests/analysis/recorded_game.h"
#include "tests/base/scoped.h"
#include "tools/analysis/evaluation.h"

#include "record/record.h"

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

struct run {
    const char *edition;
    unsigned each, futures;
    enum svi_depth depth;
    struct tally t;
    struct svi_decisions d;
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

static enum svi_class class_of(struct run *r, const struct svi_decision *d,
                               struct svi_evaluated *out)
{
    if (svi_evaluate(r->v, d, r->d.digest, r->depth, SVI_FUTURES, out) != SV_OK) {
        (void)fprintf(stderr, "decision %u cannot be evaluated\n", d->number);
        exit(1);
    }
    return out->class;
}

/* Checks how the analysis judges the seat's own answer to the same question. */
static void look_for_alarm(struct run *r, uint32_t i)
{
    SCOPED(svi_evaluated_finish) struct svi_evaluated own;
    double se;
    r->t.positions++;
    if (class_of(r, &r->d.list[i], &own) > SVI_CLASS_INACCURACY) {
        r->t.alarms++;
        r->t.unconfirmed += judged(r, i, &own.candidate[own.best].answer,
                                   &own.candidate[own.given].answer, &se) <= 0;
    }
}

static void plant(struct run *r, uint32_t i, enum planted kind, const struct sv_answer *answer)
{
    struct svi_decision bad = r->d.list[i];
    SCOPED(svi_evaluated_finish) struct svi_evaluated found;
    double se;
    const double cost = judged(r, i, &r->d.list[i].answer, answer, &se);
    bad.answer = *answer;
    const enum svi_class class = class_of(r, &bad, &found);
    const bool sure = cost - CERTAIN * se >= 0.10;
    count(&r->t.kind[kind], cost, class);
    count(&r->t.band[cost < 0.05   ? BELOW
                     : cost < 0.10 ? SMALL
                     : cost < 0.15 ? MIDDLE
                                   : GREAT],
          cost, class);
    if (sure) {
        count(&r->t.band[SURE], cost, class);
    }
    if (sure && class == SVI_CLASS_GOOD && getenv("PLANTED_LIST") != NULL) {
        (void)printf("%s game %u decision %u: %s costs %.3f ±%.3f, found %.3f ±%.3f\n", r->edition,
                     r->game, bad.number, planted_name(kind), cost, 1.96 * se, found.missed,
                     1.96 * found.se);
    }
}

static void look_at(struct run *r, uint32_t i)
{
    bool any = false;
    for (unsigned kind = 0; kind < PLANTED_COUNT; kind++) {
        struct sv_answer answer;
        /* Management questions come in every window, so most are skipped to see all stages of a
         * game. */
        if (r->t.kind[kind].n < r->each && r->of_game[kind] < OF_A_GAME &&
            (r->d.list[i].question.kind != SV_DECISION_MANAGE || draw(&r->d, i, kind) % 16 == 0) &&
            planted_answer((enum planted)kind, &r->d.edition, &r->odds, &r->d.list[i], &answer)) {
            r->of_game[kind]++;
            plant(r, i, (enum planted)kind, &answer);
            any = true;
        }
    }
    if (any) {
        look_for_alarm(r, i);
    }
}

static bool play(struct run *r)
{
    static const char *const tables[] = {"tctl", "trcc", "ttlc", "tct", "lct"};
    char seed[64];
    struct svi_error error;
    struct svi_game g;
    svi_game_init(&g);
    (void)snprintf(seed, sizeof seed, "planted %u", r->game);
    recorded_game_play(&g, r->edition, tables[r->game % 5], seed, 150, NULL, NULL);
    const bool ok = svi_decisions_read(&r->d, g.record.data, g.record.size, &error) == SV_OK;
    svi_game_finish(&g);
    if (!ok) {
        (void)fprintf(stderr, "%s\n", error.text);
        return false;
    }
    memset(r->of_game, 0, sizeof r->of_game);
    sv_odds_init(&r->odds, &r->d.edition);
    r->v = svi_evaluation_create(&r->d.edition, r->d.seats);
    judge_init(&r->judge, &r->d.edition, r->d.seats);
    for (uint32_t i = 0; r->v != NULL && i < r->d.n; i++) {
        look_at(r, i);
    }
    judge_finish(&r->judge);
    svi_evaluation_destroy(r->v);
    return r->v != NULL;
}

static bool measure(const char *edition, unsigned each, unsigned futures, enum svi_depth depth,
                    unsigned games, struct line *all)
{
    static struct run r;
    bool ok = true;
    unsigned kinds = 0;
    memset(&r, 0, sizeof r);
    r.edition = edition;
    r.each = each;
    r.futures = futures;
    r.depth = depth;
    for (r.game = 0; r.game < games && ok; r.game++) {
        ok = play(&r);
    }
    svi_decisions_finish(&r.d);
    for (unsigned k = 0; k < PLANTED_COUNT; k++) {
        print(edition, planted_name((enum planted)k), &r.t.kind[k]);
        kinds += r.t.kind[k].n > 0;
    }
    for (unsigned b = 0; b < BANDS; b++) {
        print(edition, bands[b], &r.t.band[b]);
    }
    (void)printf("%-10s %s: %u kinds; %u of %u own answers called mistakes, %u of them not "
                 "confirmed\n",
                 edition, depth == SVI_DEPTH_QUICK ? "quick" : "search", kinds, r.t.alarms,
                 r.t.positions, r.t.unconfirmed);
    all->n += r.t.band[SURE].n;
    all->told += r.t.band[SURE].told;
    all->called += r.t.band[SURE].called;
    all->cost += r.t.band[SURE].cost;
    return ok;
}

int main(int argc, char **argv)
{
    const unsigned each = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1;
    const unsigned futures = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 40;
    const enum svi_depth depth =
        argc > 3 && strcmp(argv[3], "search") == 0 ? SVI_DEPTH_SEARCH : SVI_DEPTH_QUICK;
    struct line sure = {0};
    bool ok = true;
    if (each == 0 || futures < 4 || futures > JUDGE_MOST) {
        (void)fprintf(stderr, "found EACH %u and FUTURES %u, expected 1 or more, and 4 to %u\n",
                      each, futures, JUDGE_MOST);
        return 2;
    }
    for (unsigned i = 0; recorded_game_editions[i] != NULL; i++) {
        const char *edition = recorded_game_editions[i];
        if (argc <= 4 || strcmp(argv[4], edition) == 0) {
            ok = measure(edition, each, futures, depth, argc > 1 ? MOST_GAMES : 2, &sure) && ok;
        }
    }
    print("all", bands[SURE], &sure);
    ok = ok && sure.n > 0 && 100 * sure.told >= (sure.n < 40 ? 75 : 95) * sure.n;
    return ok ? 0 : 1;
}

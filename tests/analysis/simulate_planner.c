/* How many of the planner's answers an independent judge calls mistakes: simulate_planner
 * [DECISIONS [FUTURES [EDITION]]]. Decisions with two candidates or more of planners in league
 * games, drawn by seed, at most 12 a game. The judge (judge.h) looks at the three best other
 * candidates, and at the best of these once more, in eight times as many futures drawn anew: what
 * it finds then is not chosen for being great. Told for each edition: decisions, the mean of
 * what the other answer brings with its 95% interval, the share of mistakes (at least 0.05 points,
 * by the lower end of the one-sided 95% interval) with the upper end of its own, and the share in
 * which 0.05 are found, whatever the error. It fails where more than 5% are mistakes, and two more of
 * fewer than 200 decisions. */
#include "base/scoped.h"
#include "tests/analysis/judge.h"
#include "tests/analysis/recorded_game.h"
#include "tools/analysis/analysis.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OTHERS 3u
#define MOST_OF_A_GAME 12u
#define AGAIN 8u
#define MISTAKE 0.05

struct tally {
    unsigned n, mistakes, beyond;
    double sum, squares;
};

/* The upper end of the one-sided 95% interval of a share (Wilson). */
static double upper_of(unsigned k, unsigned n)
{
    const double z = 1.645, p = (double)k / n;
    return (p + z * z / (2 * n) + z * sqrt(p * (1 - p) / n + z * z / (4.0 * n * n))) /
           (1 + z * z / n);
}

/* The number of a decision's draw, the same in every run. */
static uint64_t draw(const struct svi_decisions *d, uint32_t i)
{
    uint64_t x;
    memcpy(&x, d->digest, sizeof x);
    x = (x ^ d->list[i].number) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 31) * UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ x >> 29;
}

/* The planner's decisions of a game that are looked at; returns how many. */
static unsigned choose(const struct svi_analysis *a, const char *table, uint32_t out[])
{
    const struct svi_decisions *d = &a->decisions;
    unsigned n = 0;
    for (uint32_t i = 0; i < d->n; i++) {
        if (table[d->list[i].question.seat] != 'p' || a->evaluated[i].n < 2) {
            continue;
        }
        unsigned at = n < MOST_OF_A_GAME ? n++ : MOST_OF_A_GAME;
        for (; at > 0 && draw(d, out[at - 1]) > draw(d, i); at--) {
            if (at < MOST_OF_A_GAME) {
                out[at] = out[at - 1];
            }
        }
        if (at < MOST_OF_A_GAME) {
            out[at] = i;
        }
    }
    return n;
}

static void look(struct judge *judge, struct judge_scene *scene, const struct svi_evaluated *e,
                 unsigned futures, struct tally *t)
{
    const struct sv_answer *given = &e->candidate[e->given].answer;
    const struct sv_answer *best = NULL;
    double most = 0, se;
    unsigned seen = 0;
    for (unsigned c = 0; c < e->n && seen < OTHERS; c++) {
        if (c != e->given) {
            const double brings =
                judge_difference(judge, scene, &e->candidate[c].answer, given, futures, &se);
            if (best == NULL || brings > most) {
                best = &e->candidate[c].answer;
                most = brings;
            }
            seen++;
        }
    }
    scene->number ^= UINT64_C(1) << 63;
    const double brings = judge_difference(judge, scene, best, given, AGAIN * futures, &se);
    t->n++;
    t->sum += brings;
    t->squares += brings * brings;
    t->beyond += brings >= MISTAKE;
    t->mistakes += svi_class_of(brings, se) >= SVI_CLASS_MISTAKE;
}

static bool measure(const char *edition, unsigned decisions, unsigned futures)
{
    static const char *const tables[] = {"ptcc", "cp", "lptc", "tp", "pcp"};
    static struct svi_analysis a;
    struct tally t = {0};
    bool ok = true;
    for (unsigned i = 0; t.n < decisions && ok; i++) {
        const char *table = tables[i % 5];
        SCOPED(svi_analyst_finish) struct svi_analyst analyst = {0};
        SCOPED(svi_game_finish) struct svi_game g;
        SCOPED(judge_finish) struct judge judge;
        uint32_t chosen[MOST_OF_A_GAME];
        struct svi_error error;
        char seed[64];
        svi_game_init(&g);
        (void)snprintf(seed, sizeof seed, "planner %u", i);
        recorded_game_play(&g, edition, table, seed, 150, NULL, NULL);
        ok = svi_analysis_make(&a, &analyst, g.record.data, g.record.size, &error) == SV_OK;
        const struct svi_decisions *d = &a.decisions;
        judge_init(&judge, &d->edition, d->seats);
        const unsigned n = ok ? choose(&a, table, chosen) : 0;
        for (unsigned k = 0; k < n && t.n < decisions; k++) {
            const struct svi_decision *at = &d->list[chosen[k]];
            struct judge_scene scene = {.e = &d->edition,
                                        .position = &at->position,
                                        .course = &at->course,
                                        .asked = at->asked,
                                        .seat = at->question.seat,
                                        .number = (uint64_t)i << 32 | chosen[k]};
            look(&judge, &scene, &a.evaluated[chosen[k]], futures, &t);
        }
    }
    svi_analysis_finish(&a);
    const double mean = t.sum / t.n;
    (void)printf("%-10s n %4u  the other answer %+.4f ±%.4f  mistakes %.1f%% (below %.1f%%)  "
                 "0.05 found %.1f%%\n",
                 edition, t.n, mean, 1.96 * sqrt((t.squares / t.n - mean * mean) / t.n),
                 100. * t.mistakes / t.n, 100 * upper_of(t.mistakes, t.n), 100. * t.beyond / t.n);
    (void)fflush(stdout);
    return ok && t.mistakes <= 0.05 * t.n + (decisions < 200 ? 2 : 0);
}

int main(int argc, char **argv)
{
    const unsigned decisions = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 12;
    const unsigned futures = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 16;
    bool ok = true;
    if (decisions == 0 || futures < 4 || futures * AGAIN > JUDGE_MOST) {
        (void)fprintf(stderr,
                      "usage: simulate_planner [DECISIONS [FUTURES [EDITION]]], FUTURES "
                      "4 to %u\n",
                      JUDGE_MOST / AGAIN);
        return 2;
    }
    for (unsigned i = 0; recorded_game_editions[i] != NULL; i++) {
        const char *edition = recorded_game_editions[i];
        if (argc > 3 ? strcmp(argv[3], edition) == 0 : argc > 1 || i == 0) {
            ok = measure(edition, decisions, futures) && ok;
        }
    }
    return ok ? 0 : 1;
}

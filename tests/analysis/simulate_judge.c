/* Compares an analysis with a judge: the bots that played, as `analyse --depth play` has them, or
 * with JUDGE_OTHERS in the environment an independent table (judge.h).
 *
 *     simulate_judge [DECISIONS [FUTURES [EDITION]]]
 *
 * Takes decisions of league games in which the analysis found another candidate better, drawn by
 * seed over kinds. The judge plays them on to the end of the game, with both answers in the same
 * futures. Prints for each edition, by kind, for offers and other answers, and for the decisions
 * that `analyse` lists (SVI_COSTLY_ESTIMATE)
 *
 *     n        decisions
 *     cost     mean cost according to the analysis
 *     judge    mean cost according to the judge, with a 95% interval
 *     sign     share of decisions for which the judge also finds the other answer better
 *
 * and the slope of the judge's figures on the analysis's figures (1: calibrated). Fails if the
 * judge finds no cost on average. Without DECISIONS it takes a few, of classic alone. JUDGE_LIST in
 * the environment adds a line for each decision. */
#include "tests/analysis/judge.h"
#include "tests/analysis/recorded_game.h"
#include "tools/analysis/analysis.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
    unsigned n, sign;
    double cost, judge, squares, noise;
    double xy, xx;
};

struct tally {
    struct line kind[SV_DECISION_COUNT], offers, others, listed, all;
};

static void count(struct line *l, double cost, double judge, double se)
{
    l->n++;
    l->sign += judge > 0;
    l->cost += cost;
    l->judge += judge;
    l->squares += judge * judge;
    l->noise += se * se;
    l->xy += cost * judge;
    l->xx += cost * cost;
}

static double slope_of(const struct line *l)
{
    return (l->xy - l->cost * l->judge / l->n) / (l->xx - l->cost * l->cost / l->n);
}

static void print(const char *edition, const char *what, const struct line *l)
{
    if (l->n == 0) {
        return;
    }
    const double mean = l->judge / l->n;
    const double variance = l->squares / l->n - mean * mean;
    const double sxx = l->xx - l->cost * l->cost / l->n;
    const double slope = slope_of(l);
    const double rest = l->squares - l->n * mean * mean - slope * slope * sxx;
    (void)printf("%-10s %-11s n %4u  cost %.3f  judge %+.3f ±%.3f  sign %3.0f%%", edition, what,
                 l->n, l->cost / l->n, mean, 1.96 * sqrt(variance / l->n), 100. * l->sign / l->n);
    if (l->n > 9) {
        (void)printf("  slope %.2f ±%.2f", slope, 1.96 * sqrt(rest / (l->n - 2) / sxx));
    }
    (void)printf("  (a decision's error %.3f)\n", sqrt(l->noise / l->n));
}

/* Draws a number from 0 to 1 for each decision, the same in every run, to thin out common kinds. */
static double draw(const struct svi_decisions *d, uint32_t i)
{
    uint64_t x;
    memcpy(&x, d->digest, sizeof x);
    x = (x ^ d->list[i].number) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 31) * UINT64_C(0xbf58476d1ce4e5b9);
    return (double)(x >> 11) / 9007199254740992.;
}

/* Whether one of the answers makes or accepts an offer. */
static bool has_offer(const struct svi_evaluated *e)
{
    const struct sv_answer *best = &e->candidate[e->best].answer;
    const struct sv_answer *given = &e->candidate[e->given].answer;
    return best->kind == SV_DECISION_TRADE || best->n_offers > 0 || given->n_offers > 0;
}

static bool wanted(const struct svi_analysis *a, uint32_t i)
{
    const struct svi_evaluated *e = &a->evaluated[i];
    if (e->best == e->given || e->cost < 0.01) {
        return false;
    }
    return e->cost >= SVI_COSTLY_ESTIMATE || draw(&a->decisions, i) < 0.15;
}

static bool measure(const char *edition, unsigned decisions, unsigned futures)
{
    static const char *const tables[] = {"rctl", "trcc", "ttlc", "rt", "lcr"};
    static struct svi_analysis a;
    static struct tally t;
    struct svi_error error;
    char seed[64];
    bool ok = true;
    memset(&t, 0, sizeof t);
    for (unsigned i = 0; t.all.n < decisions && ok; i++) {
        struct svi_analyst analyst = {0};
        struct svi_game g;
        struct judge judge;
        unsigned of_game = 0;
        svi_game_init(&g);
        (void)snprintf(seed, sizeof seed, "judge %u", i);
        recorded_game_play(&g, edition, tables[i % 5], seed, 150, NULL, NULL);
        ok = svi_analysis_make(&a, &analyst, g.record.data, g.record.size, &error) == SV_OK;
        const struct svi_decisions *d = &a.decisions;
        if (getenv("JUDGE_OTHERS") != NULL) {
            judge_init(&judge, &d->edition, d->seats);
        } else {
            const struct sv_bot *bot[SV_MAX_SEATS];
            for (unsigned s = 0; s < d->seats; s++) {
                bot[s] = recorded_game_bot(tables[i % 5][s]);
            }
            judge_init_company(&judge, &d->edition, bot, d->seats);
        }
        for (uint32_t k = 0; ok && k < d->n && t.all.n < decisions && of_game < 20; k++) {
            if (!wanted(&a, k)) {
                continue;
            }
            const struct svi_decision *at = &d->list[k];
            const struct svi_evaluated *e = &a.evaluated[k];
            const struct judge_scene scene = {.e = &d->edition,
                                              .position = &at->position,
                                              .course = &at->course,
                                              .asked = at->asked,
                                              .seat = at->question.seat,
                                              .number = (uint64_t)i << 32 | k};
            double se;
            const double judged = judge_difference(&judge, &scene, &e->candidate[e->best].answer,
                                                   &e->candidate[e->given].answer, futures, &se);
            count(&t.kind[at->question.kind], e->missed, judged, se);
            count(&t.all, e->missed, judged, se);
            count(has_offer(e) ? &t.offers : &t.others, e->missed, judged, se);
            if (e->cost >= SVI_COSTLY_ESTIMATE) {
                count(&t.listed, e->missed, judged, se);
            }
            of_game++;
            if (getenv("JUDGE_LIST") != NULL) {
                (void)printf("%s game %u (%s) decision %u: %s cost %.3f judge %+.3f ±%.3f\n",
                             edition, i, tables[i % 5], at->number,
                             sv_decision_name(at->question.kind), e->missed, judged, 1.96 * se);
            }
        }
        judge_finish(&judge);
        svi_game_finish(&g);
        svi_analyst_finish(&analyst);
    }
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        print(edition, sv_decision_name(k), &t.kind[k]);
    }
    print(edition, "offers", &t.offers);
    print(edition, "others", &t.others);
    print(edition, "listed", &t.listed);
    print(edition, "all", &t.all);
    svi_analysis_finish(&a);
    return ok && t.all.judge > 0;
}

int main(int argc, char **argv)
{
    const unsigned decisions = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 24;
    const unsigned futures = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 40;
    bool ok = true;
    if (futures < 4 || futures > JUDGE_MOST) {
        (void)fprintf(stderr, "FUTURES: found %u, expected 4 to %u\n", futures, JUDGE_MOST);
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

/* The account of a game adds up, and follows from what each decision has cost: summed up anew here,
 * in games of all editions, with faults and forfeits. */
#include "tests/analysis/recorded_game.h"
#include "tests/base/testing.h"
#include "tests/record/games.h"
#include "tools/analysis/analysis.h"
#include "wire/answer_codec.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void make(struct svi_analysis *a, const struct svi_game *g, unsigned jobs,
                 enum svi_depth depth)
{
    struct svi_analyst analysts[4] = {{0}};
    const struct svi_workers workers = {.jobs = jobs};
    struct svi_error error;
    if (svi_analysis_make(a, analysts, &workers, g->record.data, g->record.size, depth, 16,
                          &error) != SV_OK) {
        fail_msg("%s", error.text);
    }
    for (unsigned i = 0; i < 4; i++) {
        svi_analyst_finish(&analysts[i]);
    }
}

/* Writes a seat's deeds and their state as text. */
static void estate(const struct sv_position *p, unsigned seat, char out[1024])
{
    size_t at = 0;
    out[0] = '\0';
    for (unsigned s = 0; s < SV_MAX_SPACES; s++) {
        if (p->owner[s] == seat) {
            at += (size_t)snprintf(out + at, 1024 - at, "%u:%u%c ", s, p->level[s],
                                   (p->mortgaged >> s & 1) != 0 ? 'm' : ' ');
        }
    }
}

/* Writes the parts of a position that stay the same while a seat misses one opportunity: the
 * auction, or the seat's deeds and their state. */
static void opportunity(const struct svi_decision *d, char out[1024])
{
    const struct sv_question *q = &d->question;
    if (q->kind == SV_DECISION_BID) {
        (void)snprintf(out, 1024, "turn %u, space %u, unit %u", d->position.turn, q->space,
                       q->unit);
    } else {
        estate(&d->position, q->seat, out);
    }
}

/* The account by a sum of its own. */
static void hold(const struct svi_analysis *a, const struct svi_game *g)
{
    const struct svi_decisions *d = &a->decisions;
    double by[SV_MAX_SEATS][SV_MAX_SEATS] = {{0}};
    double most[SV_MAX_SEATS][2] = {{0}}; /* of windows and offers, of bids */
    char then[SV_MAX_SEATS][2][1024] = {{{0}}};
    for (unsigned i = 0; i < d->n; i++) {
        const struct svi_evaluated *e = &a->evaluated[i];
        const struct sv_question *q = &d->list[i].question;
        const struct svi_candidate *best = &e->candidate[e->best];
        const struct svi_candidate *given = &e->candidate[e->given];
        double cost = e->n > 1 ? best->points - given->points : 0;
        double all = 0;
        assert_true(fabs(e->missed - cost) < 1e-9);
        assert_true(svi_answer_same(&given->answer, &d->list[i].answer));
        for (unsigned k = 0; k < e->n; k++) {
            assert_true(a->depth == SVI_DEPTH_SEARCH || e->candidate[k].points <= best->points);
        }
        const bool bids = q->kind == SV_DECISION_BID;
        if (bids || q->kind == SV_DECISION_MANAGE || q->kind == SV_DECISION_TRADE) {
            char now[1024];
            opportunity(&d->list[i], now);
            if (strcmp(now, then[q->seat][bids]) != 0) {
                memcpy(then[q->seat][bids], now, sizeof now);
                most[q->seat][bids] = 0;
            }
            if (cost > 0) {
                const double before = most[q->seat][bids];
                most[q->seat][bids] = fmax(before, cost);
                cost = most[q->seat][bids] - before;
            }
        }
        assert_true(fabs(e->cost - cost) < 1e-9);
        assert_true(fabs(e->change[q->seat] + cost) < 1e-9);
        for (unsigned s = 0; s < d->seats; s++) {
            by[q->seat][s] += e->change[s];
            all += e->change[s];
        }
        assert_true(fabs(all) < 1e-9);
    }
    struct svi_replay_luck *r = svi_replay_luck_create();
    struct svi_game_luck luck;
    assert_int_equal(svi_replay_luck_read(r, g->record.data, g->record.size, NULL, &luck), SV_OK);
    svi_replay_luck_destroy(r);
    struct sv_result result;
    svi_game_result(g, &result);
    int64_t sums[6] = {0};
    for (unsigned s = 0; s < d->seats; s++) {
        const struct svi_account *c = &a->account[s];
        double points = 0;
        int64_t others = 0;
        for (unsigned o = 0; o < d->seats; o++) {
            points += o == s ? 0
                      : result.place[s] < result.place[o]
                          ? 1
                          : (result.place[s] == result.place[o]) / 2.;
            assert_true(o == s || fabs(c->others[o] - by[o][s] * 1e6) <= SV_MAX_SEATS);
            others += c->others[o];
        }
        assert_int_equal(c->others[s], 0);
        assert_true(fabs(c->points - points * 1e6 / (d->seats - 1)) <= 1);
        assert_int_equal(c->luck, luck.seat[s].luck);
        assert_int_equal(c->start, 500000);
        assert_true(fabs(c->own - by[s][s] * 1e6) <= SV_MAX_SEATS);
        assert_int_equal(c->points, c->start + c->luck + c->own + others + c->drift + c->forfeit);
        assert_true(fabs(c->own + (double)others + c->options - d->answered[s] * 1e6) <= 1);
        assert_true(d->forfeited || c->forfeit == 0);
        sums[0] += c->points;
        sums[1] += c->own + others;
        sums[2] += c->luck;
        sums[3] += c->drift;
        sums[4] += c->forfeit;
        sums[5] += c->options;
    }
    assert_true(llabs(sums[0] - (int64_t)d->seats * 500000) <= SV_MAX_SEATS);
    assert_int_equal(sums[1], 0);
    assert_true(llabs(sums[2]) <= SV_MAX_SEATS);
    assert_true(llabs(sums[3]) <= 2 * SV_MAX_SEATS);
    assert_true(llabs(sums[4]) <= 1);
    assert_int_equal(sums[5], 0);
    for (unsigned j = 0; j < d->seats; j++) {
        int64_t column = a->account[j].own;
        for (unsigned s = 0; s < d->seats; s++) {
            column += a->account[s].others[j];
        }
        assert_int_equal(column, 0);
    }
}

TEST(adds_up_in_every_edition)
{
    static const char *const tables[] = {"tcl", "rc", "lrtc", "ttcrl"};
    SCOPED(svi_analysis_finish) struct svi_analysis a = {0};
    SCOPED(svi_game_finish) struct svi_game g;
    svi_game_init(&g);
    for (unsigned i = 0; recorded_game_editions[i] != NULL; i++) {
        for (unsigned t = 0; t < 2; t++) {
            recorded_game_play(&g, recorded_game_editions[i], tables[(i + 2 * t) % 4], "account",
                               25, NULL, NULL);
            make(&a, &g, 1, SVI_DEPTH_QUICK);
            assert_true(a.decisions.n > 20);
            hold(&a, &g);
        }
    }
}

TEST(adds_up_with_faults_and_forfeits)
{
    SCOPED(svi_analysis_finish) struct svi_analysis a = {0};
    SCOPED(svi_game_finish) struct svi_game g;
    unsigned forfeited = 0;
    svi_game_init(&g);
    for (unsigned i = 0; i < 24; i++) {
        const struct pastime pastime = {.edition = recorded_game_editions[i % 5],
                                        .seed = i,
                                        .seats = 2 + i % 5,
                                        .max_rounds = 12,
                                        .conditions = true,
                                        .talk = i % 2 == 0,
                                        .misconduct = true};
        game_play(&g, &pastime);
        make(&a, &g, 1, SVI_DEPTH_QUICK);
        forfeited += a.decisions.forfeited;
        hold(&a, &g);
    }
    assert_true(forfeited > 3);
}

TEST(searches_alike_with_any_number_of_threads)
{
    SCOPED(svi_analysis_finish) struct svi_analysis one = {0};
    SCOPED(svi_analysis_finish) struct svi_analysis four = {0};
    SCOPED(svi_game_finish) struct svi_game g;
    svi_game_init(&g);
    recorded_game_play(&g, "mega", "tcl", "threads", 6, NULL, NULL);
    make(&one, &g, 1, SVI_DEPTH_SEARCH);
    make(&four, &g, 4, SVI_DEPTH_SEARCH);
    hold(&one, &g);
    assert_int_equal(one.decisions.n, four.decisions.n);
    assert_memory_equal(one.account, four.account, sizeof one.account);
    for (unsigned i = 0; i < one.decisions.n; i++) {
        assert_true(recorded_game_alike(&one.evaluated[i], &four.evaluated[i]));
    }
}

TEST(rounds_to_the_same_sum)
{
    const double third[] = {1 / 3., 1 / 3., 1 / 3.};
    const double zero[] = {0.1234564, 0.1234564, -0.2469128};
    int32_t out[3];
    svi_account_round(third, 3, out);
    assert_int_equal(out[0] + out[1] + out[2], 1000000);
    svi_account_round(zero, 3, out);
    assert_int_equal(out[0] + out[1] + out[2], 0);
    for (unsigned s = 0; s < 3; s++) {
        assert_true(fabs(out[s] - zero[s] * 1e6) < 1);
    }
}

TEST(has_classes_only_where_certain)
{
    assert_int_equal(svi_class_of(0.019, 0), SVI_CLASS_GOOD);
    assert_int_equal(svi_class_of(0.02, 0), SVI_CLASS_INACCURACY);
    assert_int_equal(svi_class_of(0.06, 0), SVI_CLASS_MISTAKE);
    assert_int_equal(svi_class_of(0.2, 0), SVI_CLASS_BLUNDER);
    assert_int_equal(svi_class_of(0.2, 0.05), SVI_CLASS_BLUNDER);
    assert_int_equal(svi_class_of(0.2, 0.08), SVI_CLASS_MISTAKE);
    assert_int_equal(svi_class_of(0.2, 0.2), SVI_CLASS_GOOD);
    assert_int_equal(svi_class_of(-1, 0), SVI_CLASS_GOOD);
}

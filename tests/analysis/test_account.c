/* The costs of decisions, computed anew from what each has missed: in games of all editions, with
 * faults and forfeits. */
#include "tests/analysis/recorded_game.h"
#include "tests/base/testing.h"
#include "tests/record/games.h"
#include "tools/analysis/analysis.h"
#include "wire/answer_codec.h"

#include <math.h>

static void make(struct svi_analysis *a, const struct svi_game *g)
{
    SCOPED(svi_analyst_finish) struct svi_analyst analyst = {0};
    struct svi_error error;
    if (svi_analysis_make(a, &analyst, g->record.data, g->record.size, &error) != SV_OK) {
        fail_msg("%s", error.text);
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

/* Costs by a sum of their own. */
static void hold(const struct svi_analysis *a)
{
    const struct svi_decisions *d = &a->decisions;
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
            assert_true(e->candidate[k].points <= best->points);
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
            all += e->change[s];
        }
        assert_true(fabs(all) < 1e-9);
    }
}

TEST(adds_up_in_every_edition)
{
    static const char *const tables[] = {"tcl", "rc", "lrtc", "ttcrl"};
    SCOPED(svi_analysis_finish) struct svi_analysis a = {0};
    NEW_GAME(g);
    for (unsigned i = 0; recorded_game_editions[i] != NULL; i++) {
        for (unsigned t = 0; t < 2; t++) {
            recorded_game_play(&g, recorded_game_editions[i], tables[(i + 2 * t) % 4], "account",
                               25, NULL, NULL);
            make(&a, &g);
            assert_true(a.decisions.n > 20);
            hold(&a);
        }
    }
}

TEST(adds_up_with_faults_and_forfeits)
{
    SCOPED(svi_analysis_finish) struct svi_analysis a = {0};
    NEW_GAME(g);
    unsigned forfeited = 0;
    for (unsigned i = 0; i < 24; i++) {
        const struct pastime pastime = {.edition = recorded_game_editions[i % 5],
                                        .seed = i,
                                        .seats = 2 + i % 5,
                                        .max_rounds = 12,
                                        .conditions = true,
                                        .talk = i % 2 == 0,
                                        .misconduct = true};
        game_play(&g, &pastime);
        make(&a, &g);
        forfeited += a.decisions.forfeited;
        hold(&a);
    }
    assert_true(forfeited > 3);
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

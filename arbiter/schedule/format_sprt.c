/* Is a candidate better than a baseline? A sequential test (stats/sprt.h) with one observation a
 * deal: the candidate's mean points less the baseline's, on the same seed, in the same seats and
 * against the same field. The field of a deal are `seats` - 1 of the other bots, drawn by lot. With
 * no other bots and two seats, candidate and baseline meet in duels. Deals are looked at one after
 * the other, in the order of their numbers; `deals` is the most.
 *
 * Where luck decides, the observation is the difference less B times the difference of luck, with B
 * from the deals before (stats/luck_weight.h). The test is then the bounded one, which may end with
 * any deal. */
#include "base/error.h"
#include "base/out.h"
#include "job/points.h"
#include "memory/memory.h"
#include "schedule/schedule.h"
#include "schedule/sequential.h"
#include "schedule/settings.h"
#include "stats/luck_weight.h"
#include "stats/sprt.h"

#include <solvent/luck.h>

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DEALS 20000u
#define NOTHING 1e-12 /* points; rounding errors of equal values */
/* Least deals of a stage. It has a quarter of the deals before it, so that few are played in
 * vain. */
#define LEAST_STAGE 50u
#define FIRST_BY_LUCK 40u
#define LEAST_BY_LUCK 20u
#define MILLION 1000000

static unsigned bot_of(const struct svi_settings *settings, enum svi_sprt_field field)
{
    return (unsigned)settings->sprt.value[field];
}

static bool is_duel(const struct svi_settings *settings)
{
    return settings->bots == 2;
}

static unsigned deal_tables(const struct svi_settings *settings)
{
    return is_duel(settings) ? 1 : 2;
}

static struct svi_sprt_settings test_of(const struct svi_settings *settings)
{
    struct svi_sprt_settings test =
        svi_sprt_test(&settings->sprt, is_duel(settings) ? settings->seats : 0);
    test.bounded = settings->luck;
    return test;
}

/* ---- deals ----------------------------------------------------------------------------------- */

/* Draws the field of a deal. */
static void draw_field(const struct svi_schedule *schedule, uint64_t deal, unsigned field[])
{
    const struct svi_settings *settings = &schedule->settings;
    const unsigned candidate = bot_of(settings, SVI_SPRT_candidate);
    const unsigned baseline = bot_of(settings, SVI_SPRT_baseline);
    unsigned left[SVI_MAX_BOTS], n = 0;
    uint8_t seed[SV_SEED_BYTES];
    struct sv_rng lots = {0};
    sv_luck_seed_child(settings->seed, "field", deal, 0, seed);
    sv_luck_game_key(seed, lots.key);
    for (unsigned b = 0; b < settings->bots; b++) {
        if (b != candidate && b != baseline && settings->status[b] == SVI_STATUS_PLAYS) {
            left[n++] = b;
        }
    }
    assert(n + 1 >= settings->seats); /* can_go_on() */
    for (unsigned i = 0; i + 1 < settings->seats; i++) {
        const unsigned lot = sv_rng_below(&lots, n);
        field[i] = left[lot];
        left[lot] = left[--n];
    }
}

static enum sv_status add_deals(struct svi_schedule *schedule, uint64_t n,
                                struct svi_schedule_fault *fault)
{
    const struct svi_settings *settings = &schedule->settings;
    const uint64_t before = schedule->matches / schedule->lanes;
    SCOPED(scoped_free) struct svi_lineup *lineup = svi_new(n, sizeof *lineup);
    if (lineup == NULL) {
        return svi_schedule_no_memory(fault);
    }
    for (uint64_t d = 0; d < n; d++) {
        lineup[d].bot[0][0] = bot_of(settings, SVI_SPRT_candidate);
        if (is_duel(settings)) {
            lineup[d].bot[0][1] = bot_of(settings, SVI_SPRT_baseline);
            continue;
        }
        draw_field(schedule, before + d, &lineup[d].bot[0][1]);
        memcpy(lineup[d].bot[1], lineup[d].bot[0], sizeof lineup[d].bot[0]);
        lineup[d].bot[1][0] = bot_of(settings, SVI_SPRT_baseline);
    }
    return svi_schedule_add_lineups(schedule, lineup, n, 1, fault);
}

/* Returns SV_E_RANGE with a line in `fault` for settings that make no test. */
static enum sv_status check(const struct svi_settings *settings, struct svi_schedule_fault *fault)
{
    if (!settings->sprt.given) {
        return svi_schedule_refuse(
            fault, "sprt",
            "found none, expected {candidate: NAME, baseline: NAME, elo0: 0, "
            "elo1: 20}, for format: sprt");
    }
    const char *wrong = svi_sprt_fault(&settings->sprt);
    if (wrong != NULL) {
        return svi_schedule_refuse(fault, "sprt", "%s", wrong);
    }
    if (bot_of(settings, SVI_SPRT_candidate) >= settings->bots ||
        bot_of(settings, SVI_SPRT_baseline) >= settings->bots) {
        return svi_schedule_refuse(
            fault, "sprt", "found a candidate or baseline that is not there, expected two bots");
    }
    if (!is_duel(settings) && settings->bots < settings->seats + 1) {
        return svi_schedule_refuse(fault, "seats",
                                   "found %u bots, expected %u at least for tables of %u: "
                                   "candidate, baseline and a field (or, for duels, seats: 2 "
                                   "and these two alone)",
                                   settings->bots, (unsigned)settings->seats + 1,
                                   (unsigned)settings->seats);
    }
    return SV_OK;
}

/* Returns whether both still play, and enough others to fill their tables. */
static bool can_go_on(const struct svi_settings *settings)
{
    return settings->status[bot_of(settings, SVI_SPRT_candidate)] == SVI_STATUS_PLAYS &&
           settings->status[bot_of(settings, SVI_SPRT_baseline)] == SVI_STATUS_PLAYS &&
           (is_duel(settings) || svi_settings_playing(settings) > settings->seats);
}

static bool ended(const struct svi_settings *settings)
{
    return !can_go_on(settings);
}

static enum sv_status change(struct svi_schedule *schedule, const struct svi_settings *before,
                             struct svi_schedule_fault *fault)
{
    return is_duel(before) && !is_duel(&schedule->settings)
               ? svi_schedule_refuse(fault, "bots",
                                     "found %u, expected the two of a duel, as it began",
                                     schedule->settings.bots)
               : SV_OK;
}

static enum sv_status first(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    SVI_TRY(check(&schedule->settings, fault));
    if (!can_go_on(&schedule->settings)) {
        return svi_schedule_refuse(fault, "sprt",
                                   "found a candidate, a baseline or a field that does not play, "
                                   "expected them all");
    }
    const uint32_t most = schedule->settings.deals;
    const uint32_t deals = schedule->settings.luck ? FIRST_BY_LUCK : SVI_SPRT_FIRST_LOOK;
    return add_deals(schedule, most < deals ? most : deals, fault);
}

/* ---- results --------------------------------------------------------------------------------- */

/* Returns the difference of points in a deal, from 0, which has been taken in whole: a sum over its
 * games, in units. */
static int64_t difference(const struct svi_schedule *schedule, uint64_t deal)
{
    const struct svi_settings *settings = &schedule->settings;
    const unsigned candidate = bot_of(settings, SVI_SPRT_candidate);
    const unsigned baseline = bot_of(settings, SVI_SPRT_baseline);
    int64_t sum = 0;
    for (uint32_t lane = 0; lane < schedule->lanes; lane++) {
        const uint64_t number = deal * schedule->lanes + lane + 1;
        uint32_t points[SV_MAX_SEATS];
        struct svi_pairing p;
        svi_schedule_seating(schedule, number, &p);
        svi_points(schedule->place[number - 1], settings->seats, points);
        for (unsigned s = 0; s < settings->seats; s++) {
            sum += p.bot[s] == candidate ? (int64_t)points[s] : 0;
            sum -= p.bot[s] == baseline ? (int64_t)points[s] : 0;
        }
    }
    return sum;
}

/* The test so far, and the weight of luck. */
struct look {
    struct svi_sprt sprt;
    struct svi_luck_weight weight;
    int64_t sum;        /* sum of the differences, in units */
    double *difference; /* difference of each deal, as the test took it; may be NULL */
};

static void take_deal(const struct svi_schedule *schedule, struct look *look, uint64_t deal)
{
    const struct svi_settings *settings = &schedule->settings;
    const int64_t units = (int64_t)svi_points_unit(settings->seats) * schedule->seatings;
    const int64_t sum = difference(schedule, deal);
    assert(units > 0);
    double points = (double)sum / (double)units;
    if (settings->luck) {
        const int64_t luck =
            (svi_schedule_luck(schedule, deal, bot_of(settings, SVI_SPRT_candidate)) -
             svi_schedule_luck(schedule, deal, bot_of(settings, SVI_SPRT_baseline))) /
            schedule->seatings;
        const int64_t mean = deal > 0 ? look->sum * MILLION / units / (int64_t)deal : 0;
        points = svi_luck_taken_off(points, luck, svi_luck_weight(&look->weight));
        svi_luck_weight_take(&look->weight, sum * MILLION / units - mean, luck);
    }
    look->sum += sum;
    if (look->difference != NULL) {
        look->difference[look->sprt.deals] = points;
    }
    (void)svi_sprt_add(&look->sprt, points);
}

/* Returns whether a deal was played to its end; a league that was given up has others. */
static bool is_whole(const struct svi_schedule *schedule, uint64_t deal)
{
    bool whole = true;
    for (uint32_t lane = 0; lane < schedule->lanes; lane++) {
        whole &= schedule->place[deal * schedule->lanes + lane][0] != 0;
    }
    return whole;
}

/* Runs the test over the deals so far. `difference` has room for all deals that have been taken in,
 * or is NULL. */
static struct svi_sprt look_at(const struct svi_schedule *schedule, double difference[])
{
    const struct svi_sprt_settings settings = test_of(&schedule->settings);
    const uint64_t deals = schedule->taken / schedule->lanes;
    struct look look = {.sum = 0};
    look.difference = difference;
    svi_sprt_init(&look.sprt, &settings);
    for (uint64_t deal = 0;
         deal < deals && is_whole(schedule, deal) && look.sprt.state == SVI_SPRT_GOES_ON; deal++) {
        take_deal(schedule, &look, deal);
    }
    return look.sprt;
}

static struct svi_sprt look(const struct svi_schedule *schedule)
{
    return look_at(schedule, NULL);
}

static bool done(const struct svi_schedule *schedule)
{
    return schedule->matches / schedule->lanes >= schedule->settings.deals ||
           !can_go_on(&schedule->settings) || look(schedule).state != SVI_SPRT_GOES_ON;
}

static enum sv_status next(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    const uint64_t before = schedule->matches / schedule->lanes;
    const uint64_t left = schedule->settings.deals - before;
    const uint64_t least = schedule->settings.luck ? LEAST_BY_LUCK : LEAST_STAGE;
    const uint64_t stage = before / 4 > least ? before / 4 : least;
    return add_deals(schedule, stage < left ? stage : left, fault);
}

/* Ranks candidate and baseline before the field, which has met only them. */
static void stand(const struct svi_schedule *schedule, unsigned standing[])
{
    for (unsigned i = 0; i < schedule->settings.bots; i++) {
        standing[i] = i != bot_of(&schedule->settings, SVI_SPRT_candidate) &&
                      i != bot_of(&schedule->settings, SVI_SPRT_baseline);
    }
}

/* Judges by the limits themselves: between them either decision is right. */
static enum svi_judged judge(const struct svi_schedule *schedule, const double elo[])
{
    const struct svi_settings *settings = &schedule->settings;
    const struct svi_sprt sprt = look(schedule);
    const unsigned candidate = bot_of(settings, SVI_SPRT_candidate);
    const unsigned baseline = bot_of(settings, SVI_SPRT_baseline);
    double points = 0;
    if (sprt.state == SVI_SPRT_GOES_ON) {
        return SVI_UNDECIDED;
    }
    if (is_duel(settings)) {
        points = svi_sprt_points(elo[candidate] - elo[baseline], settings->seats);
    }
    for (unsigned b = 0; b < settings->bots;
         /* Each bot of the field is equally likely. */
         b++) {
        if (b != candidate && b != baseline) {
            points += (svi_sprt_points(elo[candidate] - elo[b], 0) -
                       svi_sprt_points(elo[baseline] - elo[b], 0)) /
                      (settings->bots - 2);
        }
    }
    const bool wrong = sprt.state == SVI_SPRT_CANDIDATE ? points <= sprt.settings.points0 + NOTHING
                                                        : points >= sprt.settings.points1 - NOTHING;
    return wrong ? SVI_DECIDED_WRONG : SVI_DECIDED_RIGHT;
}

/* Reports about how many deals the test takes. The variance of a deal's difference is not known
 * before. As a bound it uses points drawn by lot, independently in every seating; a deal's variance
 * is less, as its seatings share their luck. Less luck it is at most half of that. */
static void tell_expected(const struct svi_schedule *schedule, struct svi_buf *out)
{
    const struct svi_settings *settings = &schedule->settings;
    const struct svi_sprt_settings t = test_of(settings);
    const double seats = settings->seats;
    const double one = (seats + 1) / (12 * (seats - 1)); /* variance of one game's points */
    const double plain = (is_duel(settings) ? 4 : 2) * one / schedule->seatings;
    const double variance = settings->luck ? plain / 2 : plain;
    svi_out_format(out,
                   "about %.0f deals are expected if it is as the first limit says, %.0f if as the "
                   "second, %.0f half way, %u at most",
                   ceil(svi_sprt_expected(&t, t.points0, variance)),
                   ceil(svi_sprt_expected(&t, t.points1, variance)),
                   ceil(svi_sprt_expected(&t, 0.5 * (t.points0 + t.points1), variance)),
                   (unsigned)settings->deals);
}

/* Writes the estimate and its interval: " +0.036 points a deal (90% interval: -0.001 to 0.073)". */
static void put_estimate(const struct svi_schedule *schedule, struct svi_buf *out)
{
    double *difference = svi_new(schedule->taken / schedule->lanes + 1, sizeof *difference);
    if (difference == NULL) {
        out->failed = true;
        return;
    }
    const struct svi_sprt sprt = look_at(schedule, difference);
    double low, high;
    svi_sprt_interval(&sprt, difference, &low, &high);
    free(difference);
    svi_out_format(out, "%+.4f points a deal%s", sprt.mean,
                   schedule->settings.luck ? " less luck" : "");
    if (isfinite(low)) {
        svi_out_format(out, " (%g%% interval: %.4f to %.4f)",
                       100 * (1 - sprt.settings.alpha - sprt.settings.beta), low, high);
    }
    svi_out_text(out, ", ");
}

/* Writes "LLR 1.27 (-2.94, 2.94) [0, 20]": the test so far, its bounds, and the limits that it
 * compares. */
static void put_llr(const struct svi_settings *settings, const struct svi_sprt *sprt,
                    struct svi_buf *out)
{
    const bool points = svi_sprt_in_points(&settings->sprt);
    const double low =
        svi_group_decimal(&settings->sprt, points ? SVI_SPRT_points0 : SVI_SPRT_elo0);
    const double high =
        svi_group_decimal(&settings->sprt, points ? SVI_SPRT_points1 : SVI_SPRT_elo1);
    svi_out_format(out, "%s %.2f (%.2f, %.2f) [%g, %g]%s", settings->luck ? "evidence" : "LLR",
                   sprt->llr, sprt->lower, sprt->upper, low, high, points ? " points" : "");
}

static void tell_live(const struct svi_schedule *schedule, struct svi_buf *out)
{
    const struct svi_sprt sprt = look(schedule);
    put_llr(&schedule->settings, &sprt, out);
}

static void tell(const struct svi_schedule *schedule, const char *const names[],
                 struct svi_buf *out)
{
    const struct svi_sprt sprt = look(schedule);
    static const char *const states[] = {[SVI_SPRT_GOES_ON] = "undecided",
                                         [SVI_SPRT_BASELINE] = "below the second limit",
                                         [SVI_SPRT_CANDIDATE] = "above the first limit"};
    svi_out_text(out, "sprt: ");
    svi_out_plain(out, names[bot_of(&schedule->settings, SVI_SPRT_candidate)]);
    svi_out_text(out, " against ");
    svi_out_plain(out, names[bot_of(&schedule->settings, SVI_SPRT_baseline)]);
    svi_out_text(out, ": ");
    if (sprt.deals == 0) {
        tell_expected(schedule, out);
        return;
    }
    svi_out_format(out, "%s after %llu deals: ", states[sprt.state],
                   (unsigned long long)sprt.deals);
    put_estimate(schedule, out);
    put_llr(&schedule->settings, &sprt, out);
}

static void course(const struct svi_schedule *schedule, struct svi_sprt_course *out)
{
    const struct svi_settings *settings = &schedule->settings;
    const struct svi_sprt_settings test = test_of(settings);
    const uint64_t deals = look(schedule).deals;
    const uint64_t step = (deals + SVI_SPRT_COURSE - 1) / SVI_SPRT_COURSE;
    struct look look = {.sum = 0};
    svi_sprt_init(&look.sprt, &test);
    *out = (struct svi_sprt_course){.given = true,
                                    .candidate = bot_of(settings, SVI_SPRT_candidate),
                                    .baseline = bot_of(settings, SVI_SPRT_baseline),
                                    .lower = look.sprt.lower,
                                    .upper = look.sprt.upper};
    for (uint64_t deal = 0; deal < deals; deal++) {
        take_deal(schedule, &look, deal);
        if ((deal + 1) % step == 0 || deal + 1 == deals) {
            out->deal[out->n] = (uint32_t)deal + 1;
            out->llr[out->n++] = look.sprt.llr;
        }
    }
    out->state = look.sprt.state;
}

const struct svi_format svi_format_sprt = {.name = "sprt",
                                           .may_grow = "deals bots",
                                           .may_change = "bots[",
                                           .by_luck = true,
                                           .own = 1u << SVI_TERM_sprt,
                                           .deals = MOST_DEALS,
                                           .forfeits = true,
                                           .ended = ended,
                                           .change = change,
                                           .deal_tables = deal_tables,
                                           .first = first,
                                           .done = done,
                                           .next = next,
                                           .stand = stand,
                                           .tell = tell,
                                           .tell_live = tell_live,
                                           .course = course,
                                           .judge = judge};

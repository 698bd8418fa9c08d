/* A round robin or a gauntlet that ends when its first places are separated: `stop_when`. Deals are
 * looked at one after the other, in the order of their numbers (stats/topk.h), and the most
 * informative deals are played next (stats/topk.h).
 *
 * The comparison stays the same from deal to deal, whatever the results: the points of two bots on
 * one seed, with all others drawn by lot. In a round robin they meet at one table with any others.
 * Candidates never meet: each has a table of its own, with the same bots of the field in the same
 * seats. A deal that was drawn to compare two counts for these two alone; at a table that was drawn
 * as a whole all pairs count. The first stage draws tables as a whole. With `uniform`, or with only
 * one possible table, all stages do.
 *
 * Where luck decides, points are less B times their luck, with B from the deals before, of all
 * contenders alike (stats/luck_weight.h). The test is then the bounded one, which may end with any
 * deal. */
#include "base/error.h"
#include "base/out.h"
#include "job/points.h"
#include "memory/memory.h"
#include "schedule/comparison.h"
#include "schedule/schedule.h"
#include "schedule/sequential.h"
#include "schedule/settings.h"
#include "schedule/standings.h"
#include "stats/luck_weight.h"
#include "stats/numeric.h"
#include "stats/topk.h"

#include <solvent/luck.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- stopping look --------------------------------------------------------------------------- */

/* The deals of a league with `stop_when` that have been taken, and their evidence. */

/* The evidence so far; kept in schedule->memo, so that each deal is taken once. */
struct stopping_look {
    bool begun;
    unsigned changes; /* schedule->changes when it was begun */
    unsigned stage;   /* stage of the next deal to take */
    uint64_t deal;
    struct svi_sides sides;
    struct svi_topk topk;
    struct svi_lucb lucb;
    struct svi_luck_weight weight;
    double mean[SVI_MAX_BOTS]; /* by contender, of the present deal */
    bool played[SVI_MAX_BOTS];
};

static inline const struct svi_comparison *svi_comparison_of(const struct svi_settings *settings)
{
    return settings->format->comparison;
}

#define MILLION 1000000

/* Divides the bots that play into contenders and others. */
static void stopping_sides(const struct svi_settings *settings, struct svi_sides *s)
{
    s->n = s->others = 0;
    for (unsigned b = 0; b < settings->bots; b++) {
        s->contender[b] = SVI_NOT_COMPARED;
        if (settings->status[b] != SVI_STATUS_PLAYS) {
            continue; /* its games stay among those of the others */
        }
        if (svi_comparison_of(settings)->candidates_only && !settings->candidates[b]) {
            s->other[s->others++] = b;
        } else {
            s->contender[b] = s->n;
            s->bot[s->n++] = b;
        }
    }
}

static void look_finish(struct stopping_look *look)
{
    svi_topk_finish(&look->topk);
    svi_lucb_finish(&look->lucb);
    memset(look, 0, sizeof *look);
}

/* Frees a memo. */
static void stopping_forget(void *memo)
{
    look_finish(memo);
    free(memo);
}

/* Finds the mean points of a deal of each bot in `who`, less luck where that decides. */
static void find_means(const struct svi_schedule *schedule, struct stopping_look *look,
                       uint64_t deal, const unsigned who[], unsigned n, double mean[])
{
    const struct svi_settings *settings = &schedule->settings;
    const int64_t units = (int64_t)svi_points_unit(settings->seats) * schedule->seatings;
    const int32_t weight = svi_luck_weight(&look->weight); /* from earlier deals, for all */
    int64_t points[SV_MAX_SEATS], luck[SV_MAX_SEATS];
    svi_scores_of_deal(schedule, deal, who, n, points, luck);
    for (unsigned i = 0; i < n; i++) {
        mean[i] = (double)points[i] / (double)units;
        if (settings->luck) {
            const int64_t each = luck[i] / schedule->seatings;
            mean[i] = svi_luck_taken_off(mean[i], each, weight);
            svi_luck_weight_take(&look->weight, points[i] * MILLION / units - MILLION / 2, each);
        }
    }
}

/* Keeps the bots of a table that are still compared; none if a bot there is disqualified. Returns
 * their number. */
static unsigned drop_gone(const struct svi_schedule *schedule, const struct svi_sides *s,
                          const struct svi_lineup *lineup, unsigned who[], unsigned n)
{
    const unsigned tables = svi_comparison_of(&schedule->settings)->tables;
    unsigned left = 0;
    for (unsigned i = 0; i < tables * schedule->settings.seats; i++) {
        const unsigned bot =
            lineup->bot[i / schedule->settings.seats][i % schedule->settings.seats];
        if (schedule->settings.status[bot] == SVI_STATUS_DISQUALIFIED) {
            return 0;
        }
    }
    for (unsigned i = 0; i < n; i++) {
        if (s->contender[who[i]] != SVI_NOT_COMPARED) {
            who[left++] = who[i];
        }
    }
    return left;
}

/* Takes a deal. Returns whether the places are separated. */
static bool take_deal(const struct svi_schedule *schedule, struct stopping_look *look,
                      const struct svi_lineup *lineup, uint64_t deal)
{
    const struct svi_sides *s = &look->sides;
    unsigned who[SV_MAX_SEATS];
    double mean[SV_MAX_SEATS];
    bool over;
    const unsigned all =
        svi_comparison_of(&schedule->settings)->who(&schedule->settings, lineup, who);
    const unsigned n = drop_gone(schedule, s, lineup, who, all);
    if (n < 2) {
        return false;
    }
    find_means(schedule, look, deal, who, n, mean);
    for (unsigned i = 0; i < n; i++) {
        who[i] = s->contender[who[i]];
        look->mean[who[i]] = mean[i];
        look->played[who[i]] = true;
    }
    svi_lucb_add(&look->lucb, who, mean, n);
    if (lineup->chosen) {
        const unsigned a = s->contender[lineup->pair[0]], b = s->contender[lineup->pair[1]];
        over = a != SVI_NOT_COMPARED && b != SVI_NOT_COMPARED &&
               svi_topk_add_pair(&look->topk, a, b, look->mean[a], look->mean[b]);
    } else {
        over = svi_topk_add(&look->topk, look->mean, look->played);
    }
    for (unsigned i = 0; i < n; i++) {
        look->played[who[i]] = false;
    }
    return over;
}

/* Returns whether too few bots still play to separate places, or to fill a table. */
static bool stopping_ended(const struct svi_settings *settings)
{
    struct svi_sides s;
    if (svi_settings_playing(settings) == settings->bots) {
        return false;
    }
    stopping_sides(settings, &s);
    return (unsigned)settings->stop_when.value[SVI_STOP_top] >= s.n ||
           !svi_comparison_of(settings)->fills_table(settings, &s);
}

/* Begins anew with the present settings. */
static enum sv_status look_init(const struct svi_schedule *schedule, struct stopping_look *look)
{
    const struct svi_settings *settings = &schedule->settings;
    look_finish(look);
    stopping_sides(settings, &look->sides);
    const struct svi_topk_settings test = {
        (unsigned)settings->stop_when.value[SVI_STOP_top],
        svi_group_decimal(&settings->stop_when, SVI_STOP_confidence),
        svi_group_decimal(&settings->stop_when, SVI_STOP_margin), 0, settings->luck};
    if (svi_topk_init(&look->topk, look->sides.n, &test) != SV_OK ||
        svi_lucb_init(&look->lucb, look->sides.n) != SV_OK) {
        look_finish(look);
        return SV_E_SYSTEM;
    }
    look->begun = true;
    look->changes = schedule->changes;
    return SV_OK;
}

/* Returns the evidence of all deals that have been taken in, up to the one that decided: the
 * schedule's memo. Returns NULL if the league has ended before, or if there is no memory. */
static struct stopping_look *stopping_look(const struct svi_schedule *schedule)
{
    struct stopping_look *look = schedule->memo;
    const uint64_t taken = schedule->taken / schedule->lanes;
    if (stopping_ended(&schedule->settings) ||
        ((!look->begun || look->changes != schedule->changes) &&
         look_init(schedule, look) != SV_OK)) {
        return NULL;
    }
    while (look->deal < taken && !look->topk.decided) {
        const struct svi_stage *stage = &schedule->stage[look->stage];
        const uint64_t at = look->deal - stage->deals_before;
        if (at == stage->lineups) {
            look->stage++;
        } else {
            (void)take_deal(schedule, look, &stage->listed[at], look->deal++);
        }
    }
    return look;
}

/* ---- format stopping ------------------------------------------------------------------------- */

#define LEAST_STAGE 50u /* deals, so that bots are not started for few */
#define LEAST_BY_LUCK 25u
/* A stage has one deal for this many before it, so that few are played in vain. */
#define STAGE_SHARE 8u
/* Average deals of each bot in the first stage, */
#define FIRST_DEALS 20u
/* or of each pair, where whole tables are the most informative. */
#define FIRST_MEETINGS SVI_TOPK_FIRST_LOOK
#define NAMES_TOLD 8u
#define NOTHING 1e-12 /* points; rounding errors of equal values */

static unsigned deal_tables(const struct svi_settings *settings)
{
    return svi_comparison_of(settings)->tables;
}

/* Returns whether every deal's table is drawn as a whole: by the settings, or because there is only
 * one table. */
static bool is_uniform(const struct svi_settings *settings)
{
    return settings->stop_when.value[SVI_STOP_uniform] != 0 ||
           (deal_tables(settings) == 1 && svi_settings_playing(settings) == settings->seats);
}

/* ---- the settings ---------------------------------------------------------------------------- */

static unsigned top_of(const struct svi_settings *settings)
{
    return (unsigned)settings->stop_when.value[SVI_STOP_top];
}

/* Returns the deals that would be played without an early end: every table `deals` times, at most
 * SVI_MAX_MATCHES tables. */
static uint64_t all_deals(const struct svi_settings *settings, const struct svi_sides *s)
{
    const uint64_t tables = svi_comparison_of(settings)->all_tables(settings, s);
    return tables > SVI_MAX_MATCHES ? SVI_MAX_MATCHES : tables * settings->deals;
}

static uint64_t most_deals(const struct svi_schedule *schedule, const struct svi_sides *s)
{
    const int64_t most = schedule->settings.stop_when.value[SVI_STOP_max_deals];
    const uint64_t fit = SVI_MAX_MATCHES / schedule->lanes;
    const uint64_t all = all_deals(&schedule->settings, s);
    return most != SVI_NONE_GIVEN ? (uint64_t)most : all < fit ? all : fit;
}

/* Returns SV_E_RANGE with a line in `fault` for settings that make no league. */
static enum sv_status check(const struct svi_schedule *schedule, const struct svi_sides *s,
                            struct svi_schedule_fault *fault)
{
    const struct svi_settings *settings = &schedule->settings;
    const struct svi_comparison *comparison = svi_comparison_of(settings);
    if (settings->tables != 0) {
        return svi_schedule_refuse(fault, "tables",
                                   "found with stop_when, expected one of them: with stop_when, "
                                   "tables are drawn deal by deal");
    }
    if (comparison->check != NULL && comparison->check(settings, s, fault) != SV_OK) {
        return SV_E_RANGE;
    }
    const char *wrong = svi_stop_fault(&settings->stop_when);
    if (wrong != NULL) {
        return svi_schedule_refuse(fault, "stop_when", "%s", wrong);
    }
    if (top_of(settings) >= s->n) {
        return svi_schedule_refuse(fault, "stop_when",
                                   "found top: %u for %u %s, expected at most %u", top_of(settings),
                                   s->n, comparison->contenders, s->n - 1);
    }
    const uint64_t most = most_deals(schedule, s);
    if (most < SVI_TOPK_FIRST_LOOK || most > SVI_MAX_MATCHES / schedule->lanes) {
        return svi_schedule_refuse(fault, "stop_when",
                                   "found max_deals: %" PRIu64 "%s, expected %u to %" PRIu64, most,
                                   most < SVI_TOPK_FIRST_LOOK ? ", as many as all tables have" : "",
                                   SVI_TOPK_FIRST_LOOK, SVI_MAX_MATCHES / schedule->lanes);
    }
    return SV_OK;
}

/* ---- deals ----------------------------------------------------------------------------------- */

/* Draws the lineup of a deal, to compare a pair of contenders, or none. */
static void draw_deal(const struct svi_settings *settings, const struct svi_sides *s, uint64_t deal,
                      const struct svi_lucb_pair *pair, struct svi_lineup *lineup)
{
    uint8_t seed[SV_SEED_BYTES];
    struct sv_rng lots = {0};
    sv_luck_seed_child(settings->seed, "stop", deal, 0, seed);
    sv_luck_game_key(seed, lots.key);
    memset(lineup, 0, sizeof *lineup);
    svi_comparison_of(settings)->draw(settings, s, pair, &lots, lineup);
}

/* Adds a stage for these pairs, or for none. */
static enum sv_status add_deals(struct svi_schedule *schedule, const struct svi_sides *s,
                                const struct svi_lucb_pair pairs[], uint64_t n,
                                struct svi_schedule_fault *fault)
{
    const uint64_t before = schedule->matches / schedule->lanes;
    SCOPED(scoped_free) struct svi_lineup *lineup = svi_new(n, sizeof *lineup);
    if (lineup == NULL) {
        return svi_schedule_no_memory(fault);
    }
    for (uint64_t d = 0; d < n; d++) {
        draw_deal(&schedule->settings, s, before + d, pairs != NULL ? &pairs[d] : NULL, &lineup[d]);
    }
    return svi_schedule_add_lineups(schedule, lineup, n, 1, fault);
}

static uint64_t least_stage(const struct svi_settings *settings)
{
    return settings->luck ? LEAST_BY_LUCK : LEAST_STAGE;
}

/* Returns the deals of the first stage, which are drawn as a whole. If a table holds more than one
 * pair of inside and outside on average, whole tables are the most informative until every pair can
 * be looked at. Otherwise they only have to show roughly where each bot stands. */
static uint64_t first_stage(const struct svi_settings *settings, const struct svi_sides *s)
{
    const double n = s->n, k = top_of(settings);
    const unsigned at_deal = svi_comparison_of(settings)->at_deal;
    const double at_table = at_deal != 0 ? at_deal : settings->seats; /* contenders at a table */
    const double each = ceil(FIRST_DEALS * n / at_table);
    const double pairs = ceil(FIRST_MEETINGS * n * (n - 1) / (at_table * (at_table - 1)));
    const double telling = at_table * (at_table - 1) * k * (n - k) / (n * (n - 1));
    const double deals = telling > 1 ? pairs : each < pairs ? each : pairs;
    const uint64_t least = least_stage(settings);
    return deals > (double)least ? (uint64_t)deals : least;
}

static enum sv_status first(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    struct svi_sides s;
    stopping_sides(&schedule->settings, &s);
    SVI_TRY(check(schedule, &s, fault));
    schedule->memo = svi_new(1, sizeof(struct stopping_look));
    const uint64_t most = most_deals(schedule, &s);
    const uint64_t deals = first_stage(&schedule->settings, &s);
    return add_deals(schedule, &s, NULL, deals < most ? deals : most, fault);
}

/* ---- results --------------------------------------------------------------------------------- */

static bool done(const struct svi_schedule *schedule)
{
    if (stopping_ended(&schedule->settings)) {
        return true;
    }
    struct stopping_look *look =
        stopping_look(schedule); /* without memory, the next stage finds none either */
    return look != NULL && (look->topk.decided || schedule->matches / schedule->lanes >=
                                                      most_deals(schedule, &look->sides));
}

static enum sv_status next(struct svi_schedule *schedule, struct svi_schedule_fault *fault)
{
    const uint64_t before = schedule->matches / schedule->lanes;
    struct stopping_look *look = stopping_look(schedule);
    if (look == NULL) {
        return svi_schedule_no_memory(fault);
    }
    const uint64_t left = most_deals(schedule, &look->sides) - before;
    const uint64_t least = least_stage(&schedule->settings);
    const uint64_t share = before / STAGE_SHARE > least ? before / STAGE_SHARE : least;
    uint64_t stage = share < left ? share : left;
    SCOPED(scoped_free) struct svi_lucb_pair *pairs = NULL;
    enum sv_status status = SV_OK;
    if (!is_uniform(&schedule->settings)) {
        double needed = 0;
        pairs = svi_new(stage, sizeof *pairs);
        status = pairs != NULL ? svi_lucb_allocate(&look->lucb, &look->topk, pairs, stage, &needed)
                               : SV_E_SYSTEM;
        needed = needed > (double)least ? needed : (double)least;
        stage = needed < (double)stage ? (uint64_t)needed : stage;
    }
    return status == SV_OK ? add_deals(schedule, &look->sides, pairs, stage, fault)
                           : svi_schedule_no_memory(fault);
}

/* Returns whether a contender is inside, once that is decided. */
static bool is_inside(const struct stopping_look *look, unsigned contender)
{
    bool found = false;
    for (unsigned i = 0; i < look->topk.settings.top; i++) {
        found |= look->topk.order[i] == contender;
    }
    return found;
}

/* Ranks the bots that are decided to be inside before all others, and the field of a gauntlet
 * behind. */
static void stand(const struct svi_schedule *schedule, unsigned standing[])
{
    struct stopping_look *look = stopping_look(schedule);
    for (unsigned i = 0; look != NULL && i < look->sides.n; i++) {
        standing[look->sides.bot[i]] = look->topk.decided && !is_inside(look, i);
    }
    for (unsigned i = 0; look != NULL && i < look->sides.others; i++) {
        standing[look->sides.other[i]] = 2;
    }
}

/* ---- reports --------------------------------------------------------------------------------- */

/* Returns about how many deals tell two bots apart whose difference is `points`, as in
 * format_sprt.c. */
static double deals_to_tell(const struct svi_schedule *schedule, const struct svi_topk *topk,
                            double points)
{
    const double seats = schedule->settings.seats;
    const double one = (seats + 1) / (12 * (seats - 1)); /* variance of one game's points */
    const double both = svi_comparison_of(&schedule->settings)->variance(one, seats);
    const double each = both / schedule->seatings + points * points;
    double deals = SVI_TOPK_FIRST_LOOK;
    for (;;) {
        const double v = each * deals;
        const double bound = (v + SVI_TOPK_RHO) * (svi_log(1 + v / SVI_TOPK_RHO) + topk->penalty);
        if (points * deals * points * deals >= bound) {
            return ceil(deals);
        }
        deals *= 1.01;
    }
}

static void tell_names(const struct stopping_look *look, const char *const names[],
                       struct svi_buf *out)
{
    const unsigned top = look->topk.settings.top;
    for (unsigned i = 0; i < top && i < NAMES_TOLD; i++) {
        svi_out_text(out, i > 0 ? ", " : "");
        svi_out_plain(out, names[look->sides.bot[look->topk.order[i]]]);
    }
    if (top > NAMES_TOLD) {
        svi_out_format(out, " and %u more", top - NAMES_TOLD);
    }
}

static void tell_least_sure(struct stopping_look *look, const char *const names[],
                            struct svi_buf *out)
{
    struct svi_lucb_pair pair;
    double needed;
    if (svi_lucb_allocate(&look->lucb, &look->topk, &pair, 1, &needed) == SV_OK) {
        svi_out_text(out, "; least sure is ");
        svi_out_plain(out, names[look->sides.bot[pair.inside]]);
        svi_out_text(out, " before ");
        svi_out_plain(out, names[look->sides.bot[pair.outside]]);
    }
}

static void tell(const struct svi_schedule *schedule, const char *const names[],
                 struct svi_buf *out)
{
    struct stopping_look *look = stopping_look(schedule);
    char confidence[16];
    if (look == NULL) {
        svi_out_text(out, stopping_ended(&schedule->settings)
                              ? "stop_when: ended, since too few still play"
                              : "");
        return;
    }
    const uint64_t most = most_deals(schedule, &look->sides);
    const struct svi_topk *topk = &look->topk;
    (void)snprintf(confidence, sizeof confidence, "%g",
                   100 * svi_group_decimal(&schedule->settings.stop_when, SVI_STOP_confidence));
    if (topk->deals == 0) {
        svi_out_format(out,
                       "stop_when: ends when the first %u of %u %s stand above the others at "
                       "%s%%, or after %" PRIu64 " deals. To tell two apart takes about %.0f deals "
                       "if they differ by 0.1 points, %.0f if by 0.05",
                       topk->settings.top, look->sides.n,
                       svi_comparison_of(&schedule->settings)->contenders, confidence, most,
                       deals_to_tell(schedule, topk, 0.1), deals_to_tell(schedule, topk, 0.05));
    } else if (topk->decided) {
        svi_out_format(out, "stop_when: separated at %s%% after %" PRIu64 " deals: ", confidence,
                       topk->deals);
        tell_names(look, names, out);
        svi_out_text(out, topk->settings.top > 1 ? " stand above all others"
                                                 : " stands above all others");
    } else {
        svi_out_format(out, "stop_when: undecided at %s%% after %" PRIu64 " deals%s", confidence,
                       topk->deals, topk->deals >= most ? ", the most that are played" : "");
        tell_least_sure(look, names, out);
    }
}

/* ---- the truth ------------------------------------------------------------------------------- */

static enum svi_judged judge(const struct svi_schedule *schedule, const double elo[])
{
    const struct svi_comparison *comparison = svi_comparison_of(&schedule->settings);
    struct stopping_look *look = stopping_look(schedule);
    enum svi_judged judged = SVI_UNDECIDED;
    if (look != NULL && look->topk.decided) {
        const unsigned k = look->topk.settings.top;
        judged = SVI_DECIDED_RIGHT;
        for (unsigned a = 0; a < k; a++) {
            for (unsigned b = k; b < look->sides.n; b++) {
                const double lead = comparison->true_lead(&schedule->settings, elo,
                                                          look->sides.bot[look->topk.order[a]],
                                                          look->sides.bot[look->topk.order[b]]);
                if (lead + look->topk.settings.margin <= NOTHING) {
                    judged = SVI_DECIDED_WRONG;
                }
            }
        }
    }
    return judged;
}

const struct svi_format svi_format_stopping = {.name = "stopping",
                                               .by_luck = true,
                                               .forfeits = true,
                                               .ended = stopping_ended,
                                               .deal_tables = deal_tables,
                                               .first = first,
                                               .done = done,
                                               .next = next,
                                               .forget = stopping_forget,
                                               .stand = stand,
                                               .tell = tell,
                                               .judge = judge};

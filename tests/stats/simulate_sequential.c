/* Sequential tests on simulated deals, looked at after each: how often they err. And leagues that
 * they decide, through the real schedule, by plain points and by points less luck: also how many
 * games these take. */
#include "base/scoped.h"
#include "league/simulate.h"
#include "schedule/schedule.h"
#include "schedule/settings.h"
#include "stats/sprt.h"
#include "stats/topk.h"
#include "tests/stats/leagues.h"
#include "tests/stats/simulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEAL_LUCK 0.7 /* effect of a deal on a seat, in ln alpha */

/* Points of the first seat's bot at one table, of seats of these strengths. */
static double points_of_first(const double strength[], unsigned seats, struct svi_draw *draw)
{
    double first = 0, behind = 0;
    for (unsigned s = 0; s < seats; s++) {
        const double time = -svi_log(svi_draw_uniform(draw)) / svi_exp(strength[s]);
        if (s == 0) {
            first = time;
        } else {
            behind += time > first;
        }
    }
    return behind / (seats - 1);
}

/* The difference of a deal: candidate and baseline on the same seats of two tables against a field
 * of baselines, in all seatings; with two seats each other. */
static double difference(unsigned seats, double elo, struct svi_draw *draw)
{
    const double better = elo / SVI_ELO_PER_NAT;
    double sum = 0, luck[SVI_STATS_SEATS];
    for (unsigned s = 0; s < seats; s++) {
        luck[s] = DEAL_LUCK * svi_draw_normal(draw);
    }
    for (unsigned turn = 0; turn < seats; turn++) {
        for (unsigned table = 0; table < (seats == 2 ? 1u : 2u); table++) {
            double strength[SVI_STATS_SEATS];
            for (unsigned s = 0; s < seats; s++) {
                strength[s] = luck[(turn + s) % seats];
            }
            strength[0] += table == 0 ? better : 0;
            const double points = points_of_first(strength, seats, draw);
            sum += seats == 2 ? 2 * points - 1 : table == 0 ? points : -points;
        }
    }
    return sum / seats;
}

/* Returns the points for a difference in strength, with deal luck. */
static double true_points(unsigned seats, double elo, unsigned deals)
{
    struct svi_draw draw = {.state = 1234};
    double sum = 0;
    for (unsigned i = 0; i < deals; i++) {
        sum += difference(seats, elo, &draw);
    }
    return sum / deals;
}

/* Both limits, half way, and beyond. */
static const double sprt_elo[] = {0, 40, 20, 80};

/* Tries the test, and the interval at its end. */
static void try_sprt(struct simulation *s, unsigned seats, const double truth[4], bool bounded)
{
    enum { MOST_DEALS = 100000 };
    static double seen[MOST_DEALS];
    const struct svi_sprt_settings settings = {truth[0], truth[1], 0.05, 0.05, bounded};
    struct svi_draw draw = {.state = seats};
    char what[80];
    double wrong[4] = {0}, deals[4] = {0}, width = 0;
    for (unsigned kind = 0; kind < 4; kind++) {
        double held = 0;
        for (unsigned i = 0; i < s->leagues; i++) {
            struct svi_sprt test;
            double low, high;
            svi_sprt_init(&test, &settings);
            do {
                seen[test.deals] = difference(seats, sprt_elo[kind], &draw);
            } while (svi_sprt_add(&test, seen[test.deals]) == SVI_SPRT_GOES_ON &&
                     test.deals < MOST_DEALS);
            svi_sprt_interval(&test, seen, &low, &high);
            wrong[kind] += (test.state == SVI_SPRT_CANDIDATE) != (kind == 1);
            deals[kind] += (double)test.deals / s->leagues;
            held += low <= truth[kind] && truth[kind] <= high;
            width += (high - low) / (4 * s->leagues);
            s->failed |= (test.state == SVI_SPRT_CANDIDATE) != (low >= settings.points0 - 1e-9) ||
                         (test.state == SVI_SPRT_BASELINE) != (high <= settings.points1 + 1e-9);
        }
        (void)snprintf(what, sizeof what, "sprt%s, %u seats, %.0f Elo: interval",
                       bounded ? " (bounded)" : "", seats, sprt_elo[kind]);
        simulation_share(s, what, held, s->leagues, 0.9, 1);
    }
    printf("    width of intervals %.3f, limits %.3f apart\n", width, settings.points1);
    if (bounded) {
        return; /* leagues try its errors */
    }
    (void)snprintf(what, sizeof what, "sprt, %u seats, %.0f deals: alpha", seats, deals[0]);
    simulation_errors(s, what, wrong[0], s->leagues, settings.alpha);
    (void)snprintf(what, sizeof what, "sprt, %u seats, %.0f deals: beta", seats, deals[1]);
    simulation_errors(s, what, wrong[1], s->leagues, settings.beta);
}

/* One deal of all bots, four at a table drawn anew: the mean points of those that played. */
static void deal(const double theta[], unsigned bots, unsigned seats, bool skewed,
                 struct svi_draw *draw, double mean[], bool played[])
{
    unsigned who[SVI_STATS_SEATS] = {0};
    double time[SVI_STATS_SEATS];
    for (unsigned i = 0; i < bots; i++) {
        const unsigned at = (unsigned)(svi_draw_bits(draw) % (i + 1));
        who[i] = who[at];
        who[at] = i;
        played[i] = false;
    }
    for (unsigned s = 0; s < seats; s++) {
        time[s] = -svi_log(svi_draw_uniform(draw)) / svi_exp(theta[who[s]]);
    }
    for (unsigned s = 0; s < seats; s++) {
        unsigned behind = 0;
        for (unsigned o = 0; o < seats; o++) {
            behind += time[o] > time[s];
        }
        played[who[s]] = true;
        mean[who[s]] = (double)behind / (seats - 1);
        if (skewed) { /* a win counts, and nothing else */
            mean[who[s]] = behind == seats - 1 ? 1 : 0;
        }
    }
}

static void try_stop(struct simulation *s, const char *name, const double theta[], unsigned bots,
                     unsigned seats, bool skewed)
{
    const struct svi_topk_settings settings = {.top = 2, .confidence = 0.95, .max_deals = 2000};
    struct svi_draw draw = {.state = bots + seats};
    double wrong = 0;
    char what[80];
    for (unsigned i = 0; i < s->leagues; i++) {
        SCOPED(svi_topk_finish) struct svi_topk topk;
        double mean[SVI_STATS_SEATS];
        bool played[SVI_STATS_SEATS];
        if (svi_topk_init(&topk, bots, &settings) != SV_OK) {
            abort();
        }
        do {
            deal(theta, bots, seats, skewed, &draw, mean, played);
        } while (!svi_topk_add(&topk, mean, played));
        bool right = true; /* no bot outside is truly as good as one inside */
        for (unsigned a = 0; a < 2 && topk.decided; a++) {
            for (unsigned b = 2; b < bots; b++) {
                right &= theta[topk.order[a]] > theta[topk.order[b]];
            }
        }
        wrong += !right;
    }
    (void)snprintf(what, sizeof what, "stop_when, %s: wrong", name);
    simulation_errors(s, what, wrong, s->leagues, 1 - settings.confidence);
}

/* ---- leagues --------------------------------------------------------------------------------- */

/* By plain points; less luck as an account finds it; less luck whose account has heavy tails. */
enum accounts { PLAIN, ACCOUNT, TAILS, ACCOUNTS };
static const char *const accounts[ACCOUNTS] = {"plain", "less luck", "less luck with tails"};

struct league {
    const char *name;
    struct svi_settings settings;
    double elo[16];
};

static void play_league(const struct league *league, uint64_t number, enum accounts kind,
                        enum svi_judged *judged, double *games)
{
    const struct svi_simulator sim = {.elo = league->elo,
                                      .shared = 0.5,
                                      .account = kind == TAILS ? 0.3 : 0.9,
                                      .tails = kind == TAILS,
                                      .seed = number};
    struct svi_settings settings = league->settings;
    SCOPED(svi_schedule_finish) struct svi_schedule schedule;
    struct svi_schedule_fault fault;
    settings.luck = kind != PLAIN;
    memcpy(settings.seed, &number, sizeof number);
    if (svi_schedule_init(&schedule, &settings, &fault) != SV_OK ||
        svi_simulate(&sim, &schedule, NULL, NULL, &fault) != SV_OK) {
        (void)fprintf(stderr, "%s: %s: %s\n", league->name, fault.key, fault.text);
        abort();
    }
    *judged = svi_format_of(&settings)->judge(&schedule, league->elo);
    *games = (double)schedule.matches;
}

static void try_league(struct simulation *s, const struct league *league)
{
    const unsigned leagues = s->whole ? s->leagues : s->leagues / 4;
    /* Either of two may be taken for the better, each with the chance 0.05. */
    const bool duel_of_equals = league->settings.stop_when.given && league->settings.bots == 2;
    const char *only = getenv("SOLVENT_SCENE"); /* a part of the names of those to be simulated */
    if (only != NULL && strstr(league->name, only) == NULL) {
        return;
    }
    for (unsigned kind = 0; kind < ACCOUNTS; kind++) {
        double wrong = 0, undecided = 0, all = 0;
        char what[120];
        for (unsigned l = 0; l < leagues; l++) {
            enum svi_judged judged;
            double games;
            play_league(league, l + 1, (enum accounts)kind, &judged, &games);
            wrong += judged == SVI_DECIDED_WRONG;
            undecided += judged == SVI_UNDECIDED;
            all += games / leagues;
        }
        (void)snprintf(what, sizeof what, "%s, %s, %.0f games, %.3f undecided: wrong", league->name,
                       accounts[kind], all, undecided / leagues);
        simulation_errors(s, what, wrong, leagues, duel_of_equals ? 0.1 : 0.05);
    }
}

/* Candidate and baseline among bots like the baseline, or in a duel. */
static void try_sprt_league(struct simulation *s, const char *name, unsigned seats, double elo)
{
    struct league league = {
        .name = name, .settings = {.format = &svi_format_sprt, .seats = seats, .deals = 20000}};
    int64_t *value = league.settings.sprt.value;
    league.settings.bots = seats == 2 ? 2 : seats + 1;
    league.settings.sprt.given = true;
    value[SVI_SPRT_candidate] = 0;
    value[SVI_SPRT_baseline] = 1;
    value[SVI_SPRT_elo0] = 0;
    value[SVI_SPRT_elo1] = 40 * SVI_MILLION;
    value[SVI_SPRT_points0] = value[SVI_SPRT_points1] = SVI_NONE_GIVEN;
    value[SVI_SPRT_alpha] = value[SVI_SPRT_beta] = 50000;
    league.elo[0] = elo;
    try_league(s, &league);
}

static void try_stop_league(struct simulation *s, const char *name, unsigned bots, unsigned seats,
                            unsigned top, const double elo[])
{
    struct league league = {
        .name = name, .settings = {.format = &svi_format_round_robin, .seats = seats, .deals = 25}};
    int64_t *value = league.settings.stop_when.value;
    league.settings.bots = bots;
    league.settings.stop_when.given = true;
    value[SVI_STOP_top] = top;
    value[SVI_STOP_confidence] = 950000;
    value[SVI_STOP_max_deals] = 1000;
    memcpy(league.elo, elo, bots * sizeof *elo);
    try_league(s, &league);
}

static void try_leagues(struct simulation *s)
{
    static const double equal[16] = {0}, leader[16] = {60}, twins[16] = {200, 200};
    static const double spread[16] = {120, 100, 80, 60, 40, 20, 0};
    try_sprt_league(s, "sprt league, 2 seats, equal", 2, 0);
    try_sprt_league(s, "sprt league, 2 seats, 40 Elo", 2, 40);
    try_sprt_league(s, "sprt league, 4 seats, equal", 4, 0);
    try_sprt_league(s, "sprt league, 4 seats, 40 Elo", 4, 40);
    try_sprt_league(s, "sprt league, 8 seats, equal", 8, 0);
    try_sprt_league(s, "sprt league, 8 seats, 40 Elo", 8, 40);
    try_stop_league(s, "stop_when league, 4 equals", 4, 4, 1, equal);
    try_stop_league(s, "stop_when league, a leader of 60 Elo", 4, 4, 1, leader);
    try_stop_league(s, "stop_when league, 6, the first two equal", 6, 4, 1, twins);
    try_stop_league(s, "stop_when league, 7, 20 Elo apart, top 3", 7, 4, 3, spread);
    try_stop_league(s, "stop_when league, a duel of equals", 2, 2, 1, equal);
}

static void try_tests(struct simulation *s)
{
    static const double null[SVI_STATS_SEATS] = {0};
    static const double tie[] = {0.6, 0.002, 0, -0.002, -0.5, -0.5, -0.5, -0.5};
    static const double skewed[] = {-1.5, -1.5, -1.5, 1.5, 0, 0};
    for (unsigned seats = 2; seats <= 8; seats *= 2) {
        double truth[4] = {0};
        for (unsigned kind = 1; kind < 4; kind++) {
            truth[kind] = true_points(seats, sprt_elo[kind], s->whole ? 400000 : 40000);
        }
        try_sprt(s, seats, truth, false);
        try_sprt(s, seats, truth, true);
    }
    try_stop(s, "4 equals", null, 4, 4, false);
    try_stop(s, "8 equals at 4 seats", null, 8, 4, false);
    try_stop(s, "8, second and third near", tie, 8, 4, false);
    try_stop(s, "6 equals, winner takes all", null, 6, 4, true);
    try_stop(s, "6, winner takes all, skewed", skewed, 6, 4, true);
}

int main(int argc, char **argv)
{
    struct simulation s = simulation_begin("sequential", argc, argv, 100);
    if (getenv("SOLVENT_SCENE") == NULL) {
        try_tests(&s);
    }
    try_leagues(&s);
    return simulation_end(&s);
}

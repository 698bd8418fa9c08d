/* Ladders through the real schedule and the real ratings: how often intervals and all brackets
 * together hold the truth, and how wide they are; by plain points, and where luck has a part in the
 * tilt, also of ratings less luck. Luck is 1/2 - U of a seat's chance U, of which its account sees
 * a part (league/simulate.h). The truth is what a long league without any tilt finds: strengths
 * where games follow the model, else the strengths under the uniform law. */
#include "base/scoped.h"
#include "league/simulate.h"
#include "schedule/schedule.h"
#include "schedule/settings.h"
#include "stats/adjust.h"
#include "stats/numeric.h"
#include "stats/ratings.h"
#include "tests/stats/leagues.h"
#include "tests/stats/simulate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 40u
#define COMPARED 400u   /* leagues that are simulated without a tilt too */
#define UNIFORM_SHARE 2 /* one of this many deals is uniform, in leagues rated by these alone */
#define ACCOUNT 0.9     /* of luck, that its account sees */
#define ONE_SIDED 2.326 /* standard errors, 99% */
#define EFFECT 150.0    /* Elo: the standard deviation of pair effects */

/* Strengths, and when bots play: bots from `bots` on join at 1/3 of the games, and the first
 * `leave` leave then. */
struct scene {
    const char *name;
    unsigned bots, seats, games;
    const char *kind;
    unsigned join, leave;
    bool small; /* a short run has it */
};

static const struct scene scenes[] = {
    {"12 equals, 2 seats", 12, 2, 1968, "equals", 0, 0, false},
    {"12 equals, 4 seats", 12, 4, 480, "equals", 0, 0, true},
    {"12 equals, 4 seats, longer", 12, 4, 1968, "equals", 0, 0, false},
    {"3 equals, 2 seats", 3, 2, 400, "equals", 0, 0, false},
    {"30 equals, 8 seats", 30, 8, 1920, "equals", 0, 0, false},
    {"two groups of six copies", 12, 4, 960, "copies", 0, 0, true},
    {"four clusters", 16, 4, 1280, "clusters", 0, 0, false},
    {"a leader 300 Elo ahead", 12, 3, 1440, "leader", 0, 0, false},
    {"two crash in half of their games", 10, 4, 960, "crashes", 0, 0, false},
    {"three join, two leave", 10, 3, 1200, "spread", 3, 2, false},
    {"three that crash always join", 10, 3, 1200, "crashers", 3, 0, true},
    {"a circle of three among six", 6, 2, 1200, "circle", 0, 0, false},
    {"a circle of six, 4 seats", 9, 4, 1440, "circle6", 0, 0, false},
    {"24 bots, 20 Elo apart", 24, 4, 1920, "spread", 0, 0, false},
    {"8 bots, pair effects, 2 seats", 8, 2, 7680, "effects", 0, 0, false},
    {"8 bots, pair effects, 2 seats, shorter", 8, 2, 960, "effects", 0, 0, true},
    {"10 bots, pair effects, 4 seats", 10, 4, 1920, "effects", 0, 0, false},
};

/* ---- how a game goes ------------------------------------------------------------------------- */

static double elo_of(const struct scene *scene, unsigned i)
{
    const char *k = scene->kind;
    if (strcmp(k, "copies") == 0) {
        return i % 2 * 60.0;
    }
    if (strcmp(k, "clusters") == 0) {
        const unsigned within = i / 4;
        return i % 4 * 100.0 + within * 5.0;
    }
    if (strcmp(k, "leader") == 0) {
        return i == 4 ? 300 : 10.0 * i;
    }
    if (strcmp(k, "crashers") == 0) {
        return i >= 10 ? -3000 : 15.0 * i;
    }
    if (strcmp(k, "spread") == 0) {
        return 20.0 * (i * 7 % (scene->bots + scene->join));
    }
    return strcmp(k, "crashes") == 0 ? 20.0 * i : 0;
}

/* A bot's gain from meeting another, in a scene of pair effects and equal strengths. */
static double effect[MOST][MOST];

static void draw_effects(unsigned bots, uint64_t number)
{
    struct svi_draw draw = {.state = number * 31337 + 11};
    for (unsigned i = 0; i < bots; i++) {
        for (unsigned j = 0; j < i; j++) {
            effect[i][j] = EFFECT * svi_draw_normal(&draw);
            effect[j][i] = -effect[i][j];
        }
    }
}

static bool has_effects(const struct scene *scene)
{
    return strcmp(scene->kind, "effects") == 0;
}

/* Returns the gain of i from meeting j beside the difference of strengths. */
static double suits(const struct scene *scene, unsigned i, unsigned j)
{
    if (has_effects(scene)) {
        return effect[i][j];
    }
    const unsigned n = strcmp(scene->kind, "circle") == 0    ? 3
                       : strcmp(scene->kind, "circle6") == 0 ? 6
                                                             : 0;
    if (i >= n || j >= n || i == j) {
        return 0;
    }
    return (j + n - i) % n == 1 ? 60 : (i + n - j) % n == 1 ? -60 : 0;
}

/* Moves `k` of the `n`, each alike, to the front. */
static void draw_some(unsigned who[], unsigned n, unsigned k, struct svi_draw *draw)
{
    for (unsigned i = 0; i < k && i < n; i++) {
        const unsigned other = i + (unsigned)(svi_draw_bits(draw) % (n - i));
        const unsigned one = who[other];
        who[other] = who[i];
        who[i] = one;
    }
}

/* Places by seat, and luck in millionths of a point. Of each seat's chance the half belongs to the
 * deal. */
static void play(const struct scene *scene, const unsigned bot[], struct svi_draw *of_deal,
                 struct svi_draw *own, uint8_t place[], int32_t luck[])
{
    struct svi_draw of_account = {.state = own->state ^ UINT64_C(0x5bf03635)};
    double time[SV_MAX_SEATS];
    for (unsigned s = 0; s < scene->seats; s++) {
        double elo = elo_of(scene, bot[s]);
        for (unsigned o = 0; o < scene->seats; o++) {
            elo += suits(scene, bot[s], bot[o]) / (scene->seats - 1);
        }
        const double both = svi_draw_uniform(of_deal), alone = svi_draw_uniform(own);
        const double u = svi_draw_uniform(own) < 0.5 ? both : alone;
        const double other = svi_draw_uniform(&of_account);
        luck[s] = (int32_t)floor((ACCOUNT * (0.5 - u) + (1 - ACCOUNT) * (0.5 - other)) * 1e6 + 0.5);
        time[s] = -svi_log(u) * svi_exp(-elo / SVI_ELO_PER_NAT);
        if (strcmp(scene->kind, "crashes") == 0 && bot[s] < 2 && svi_draw_uniform(own) < 0.5) {
            time[s] += 1e9;
        }
    }
    for (unsigned s = 0; s < scene->seats; s++) {
        place[s] = 1;
        for (unsigned o = 0; o < scene->seats; o++) {
            place[s] = (uint8_t)(place[s] + (time[o] < time[s]));
        }
    }
}

/* ---- a league -------------------------------------------------------------------------------- */

static void add(struct svi_games *games, const struct svi_schedule *schedule, double weight,
                const struct svi_pairing *p, const uint8_t place[], const int32_t luck[])
{
    double mean = 0; /* subtracted, as the mean of a table's points is fixed */
    for (unsigned s = 0; s < schedule->settings.seats; s++) {
        mean += (double)luck[s] / schedule->settings.seats;
    }
    for (unsigned s = 0; s < schedule->settings.seats; s++) {
        struct svi_seat_result row = {.deal = p->deal,
                                      .game = p->number,
                                      .points = -1,
                                      .weight = weight,
                                      .bot = (uint16_t)p->bot[s],
                                      .seat = (uint8_t)s,
                                      .place = place[s]};
        row.figure[0] = (float)((luck[s] - mean) / 1e6);
        if (svi_games_add(games, &row) != SV_OK) {
            abort();
        }
    }
}

static void rate(struct svi_games *games, struct svi_ratings *r)
{
    const struct svi_rating_options options = {.prior = 1, .anchor = games->n_bots};
    order_games(games);
    if (svi_ratings_init(r, games, &options) != SV_OK) {
        abort();
    }
}

/* Another lineup for a deal: those that play, all alike; and it weighs 1. */
static void draw_alike(const struct svi_settings *settings, struct svi_draw *draw, unsigned bot[])
{
    unsigned who[MOST] = {0}, n = 0;
    for (unsigned i = 0; i < settings->bots; i++) {
        if (settings->status[i] == SVI_STATUS_PLAYS) {
            who[n++] = i;
        }
    }
    draw_some(who, n, settings->seats, draw);
    memcpy(bot, who, settings->seats * sizeof *bot);
}

/* Kinds of leagues: a ladder whose tilt uses points less luck; one whose tilt uses points; the same
 * number of games of lineups drawn without a tilt; or, of such games, the share that a ladder keeps
 * uniform if it is rated by those alone. */
enum kind { LUCKY, TILTED, ALIKE, SHARE, KINDS };

static void league(const struct scene *scene, uint64_t number, enum kind kind,
                   struct svi_games *games, struct svi_ratings *r)
{
    const bool alike = kind >= ALIKE;
    unsigned lineup[SV_MAX_SEATS] = {0};
    struct svi_settings settings = {
        .format = &svi_format_ladder, .bots = scene->bots, .seats = scene->seats, .deals = 4};
    settings.luck = kind == LUCKY;
    struct svi_draw own = {.state = number * 1000003 + 7};
    struct svi_schedule schedule;
    struct svi_schedule_fault fault;
    bool more, changed = scene->join == 0;
    settings.budget.given = true;
    settings.budget.value[SVI_BUDGET_games] = scene->games;
    settings.budget.value[SVI_BUDGET_minutes] = SVI_NONE_GIVEN;
    memcpy(settings.seed, &number, sizeof number);
    if (svi_schedule_init(&schedule, &settings, &fault) != SV_OK) {
        abort();
    }
    svi_games_init(games);
    name_bots(games, scene->bots + scene->join);
    if (svi_games_have_luck(games, 1) != SV_OK) {
        abort();
    }
    for (uint64_t n = 1; n <= scene->games; n++) {
        if (n > schedule.matches) {
            if (!changed && 3 * n > scene->games) {
                settings.bots += scene->join;
                for (unsigned i = 0; i < scene->leave; i++) {
                    settings.status[i] = SVI_STATUS_LEFT;
                }
                changed = true;
                if (svi_schedule_change(&schedule, &settings, &fault) != SV_OK) {
                    abort();
                }
            }
            if (svi_schedule_next(&schedule, &more, &fault) != SV_OK) {
                abort();
            }
        }
        struct svi_pairing p;
        uint8_t place[SV_MAX_SEATS] = {0};
        int32_t luck[SV_MAX_SEATS] = {0};
        svi_schedule_seating(&schedule, n, &p);
        if (alike && p.lane == 0) {
            draw_alike(&settings, &own, lineup);
        }
        for (unsigned k = 0; alike && k < scene->seats; k++) {
            p.bot[k] = lineup[(k + p.lane) % scene->seats];
        }
        struct svi_draw deals = {.state = number * 7919 + p.deal * UINT64_C(0x9e3779b97f4a7c15)};
        /* Scattered: states of neighbours in a line are draws of one another. */
        struct svi_draw of_deal = {.state = svi_draw_bits(&deals)};
        play(scene, p.bot, &of_deal, &own, place, luck);
        if (svi_schedule_take(&schedule, place, luck) != SV_OK) {
            abort();
        }
        if (kind == SHARE && p.deal % UNIFORM_SHARE != 0) {
            continue;
        }
        add(games, &schedule, alike ? 1 : svi_schedule_weight(&schedule, p.deal), &p, place, luck);
    }
    svi_schedule_finish(&schedule);
    rate(games, r);
}

/* As find_truth(), for pair effects, which differ between leagues. */
static void find_truth_of_effects(const struct scene *scene, double truth[])
{
    double elo[MOST] = {0}, pair[MOST * MOST];
    unsigned who[MOST];
    for (unsigned i = 0; i < scene->bots; i++) {
        who[i] = i;
        memcpy(pair + (size_t)i * scene->bots, effect[i], scene->bots * sizeof *pair);
    }
    const struct svi_simulator sim = {.elo = elo, .pair = pair, .bots = scene->bots};
    if (svi_simulate_truth(&sim, who, scene->bots, scene->seats, truth) != SV_OK) {
        abort();
    }
}

/* Finds the values that ratings estimate: ratings of a long league whose lineups are all equally
 * likely. */
static void find_truth(const struct simulation *s, const struct scene *scene, double truth[])
{
    const unsigned n = scene->bots + scene->join;
    const bool exact =
        strcmp(scene->kind, "crashes") != 0 && strncmp(scene->kind, "circle", 6) != 0;
    double mean = 0;
    for (unsigned i = 0; i < n; i++) {
        truth[i] = elo_of(scene, i);
    }
    if (!exact) {
        SCOPED(svi_ratings_finish) struct svi_ratings r;
        struct svi_draw draw = {.state = 4};
        SCOPED(svi_games_finish) struct svi_games games = named_games(n);
        for (unsigned d = 1; d <= (s->whole ? 200000u : 20000u); d++) {
            unsigned who[MOST] = {0}, places[SV_MAX_SEATS];
            uint8_t place[SV_MAX_SEATS];
            int32_t luck[SV_MAX_SEATS];
            for (unsigned i = 0; i < n; i++) {
                who[i] = i;
            }
            draw_some(who, n, scene->seats, &draw);
            struct svi_draw of_deal = {.state = svi_draw_bits(&draw)};
            play(scene, who, &of_deal, &draw, place, luck);
            for (unsigned k = 0; k < scene->seats; k++) {
                places[k] = place[k];
            }
            add_game(&games, d, d, scene->seats, who, places);
        }
        rate(&games, &r);
        for (unsigned i = 0; i < n; i++) {
            truth[i] = r.bot[i].rating.value;
        }
        if (strncmp(scene->kind, "circle", 6) == 0) {
            for (unsigned i = 0; i < n; i++) {
                truth[i] = 0; /* by symmetry */
            }
        }
    }
    for (unsigned i = 0; i < n; i++) {
        mean += truth[i] / n;
    }
    for (unsigned i = 0; i < n; i++) {
        truth[i] -= mean;
    }
}

/* ---- all ------------------------------------------------------------------------------------- */

/* Sums over the leagues of a scene. */
struct sums {
    double in, held, squares, intervals, width, ranks, fewest; /* held: shares of leagues */
    double strict; /* leagues in which no bracket claims anything false */
    double all;    /* leagues in which each bracket holds some true rank of its bot */
};

/* Adds a league: how many intervals, and whether all brackets, hold the truth. Equals have all
 * ranks between them. */
static void judge(struct sums *sums, const struct svi_ratings *r, const double truth[], unsigned n)
{
    unsigned in = 0, count = 0, wrong = 0, disjoint = 0;
    double mean = 0, m = 0;
    for (unsigned i = 0; i < n; i++) {
        if (r->luce.group[i] == r->luce.main_group) {
            mean += truth[i];
            m++;
        }
    }
    mean /= m;
    for (unsigned i = 0; i < n; i++) {
        const struct svi_rating *b = &r->bot[i];
        unsigned best = 1, worst = n;
        for (unsigned j = 0; j < n; j++) {
            best += truth[j] > truth[i] + 0.01;
            worst -= truth[j] < truth[i] - 0.01;
        }
        sums->fewest = fmin(sums->fewest, b->deals);
        if (isfinite(b->rating.low)) {
            count++;
            in += b->rating.low <= truth[i] - mean && truth[i] - mean <= b->rating.high;
            sums->width += b->rating.high - b->rating.low;
        }
        wrong += b->rank_low > 0 && (b->rank_low > best || b->rank_high < worst);
        disjoint += b->rank_low > 0 && (b->rank_low > worst || b->rank_high < best);
        sums->ranks += (b->rank_high - b->rank_low + 1.0) / n;
    }
    const double share = count > 0 ? (double)in / count : 1;
    sums->in += in;
    sums->held += share;
    sums->squares += share * share;
    sums->intervals += count;
    sums->strict += wrong == 0;
    sums->all += disjoint == 0;
}

/* Plays a league of a kind, and adds it: [0] by points, [1] less luck. */
static void add_league(struct sums sums[2], const struct scene *scene, unsigned number,
                       enum kind kind, const double truth[])
{
    const unsigned n = scene->bots + scene->join;
    SCOPED(svi_games_finish) struct svi_games games;
    SCOPED(svi_ratings_finish) struct svi_ratings r;
    struct svi_adjusted adjusted;
    league(scene, number, kind, &games, &r);
    judge(&sums[0], &r, truth, n);
    if (kind < SHARE) {
        if (svi_adjusted_init(&adjusted, &r) != SV_OK) {
            abort();
        }
        judge(&sums[1], &adjusted.ratings, truth, n);
        svi_adjusted_finish(&adjusted);
    }
}

/* Holds what leagues of a kind come to against the bounds. */
static void check(struct simulation *s, const struct scene *scene, const char *how, double low,
                  const struct sums *sums)
{
    const double leagues = s->leagues;
    const double share = sums->held / leagues, sure = sums->strict / leagues;
    const double error = sqrt(fmax(0, sums->squares / leagues - share * share) / leagues);
    char what[120];
    (void)snprintf(what, sizeof what, "%s%s: intervals", scene->name, how);
    simulation_share(s, what, sums->in, sums->intervals, low, 1);
    (void)snprintf(what, sizeof what, "%s%s: no false bracket", scene->name, how);
    simulation_share(s, what, sums->strict, leagues, 0.94, 1);
    printf("    by league, up to %.4f and %.4f; width %.1f Elo, %.2f ranks; fewest deals %.0f; no "
           "bracket beside the truth %.4f\n",
           share + ONE_SIDED * error, sure + ONE_SIDED * sqrt(sure * (1 - sure) / leagues),
           sums->width / sums->intervals, sums->ranks / leagues, sums->fewest, sums->all / leagues);
}

static void compare(const char *how, const struct sums *sums, double leagues)
{
    printf("    %s: %.4f and %.4f; width %.1f Elo, %.2f ranks; fewest deals %.0f\n", how,
           sums->in / sums->intervals, sums->strict / leagues, sums->width / sums->intervals,
           sums->ranks / leagues, sums->fewest);
}

static void simulate(struct simulation *s, const struct scene *scene)
{
    const double compared = fmin(s->leagues, COMPARED);
    double truth[MOST];
    struct sums sums[KINDS][2];
    if (!has_effects(scene)) {
        find_truth(s, scene, truth);
    }
    for (unsigned i = 0; i < 2 * KINDS; i++) {
        sums[i / 2][i % 2] = (struct sums){.fewest = 1e9};
    }
    for (unsigned l = 0; l < s->leagues; l++) {
        if (has_effects(scene)) {
            draw_effects(scene->bots, l);
            find_truth_of_effects(scene, truth);
        }
        for (unsigned kind = 0; kind < (s->whole && l < COMPARED ? KINDS : TILTED + 1u); kind++) {
            add_league(sums[kind], scene, l + 1, (enum kind)kind, truth);
        }
    }
    check(s, scene, "", 0.94, &sums[TILTED][0]);
    check(s, scene, ", luck in the tilt", 0.94, &sums[LUCKY][0]);
    check(s, scene, ", also off ratings", 0.94, &sums[LUCKY][1]);
    if (s->whole) {
        compare("ratings less luck, none in the tilt", &sums[TILTED][1], s->leagues);
        compare("without a tilt", &sums[ALIKE][0], compared);
        compare("without a tilt, ratings less luck", &sums[ALIKE][1], compared);
        compare("by a uniform half alone", &sums[SHARE][0], compared);
    }
    (void)fflush(stdout);
}

int main(int argc, char **argv)
{
    struct simulation s = simulation_begin("ladder", argc, argv, 20);
    const char *only = getenv("SOLVENT_SCENE"); /* a part of the names of those to be simulated */
    for (unsigned i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        if (only != NULL ? strstr(scenes[i].name, only) != NULL : s.whole || scenes[i].small) {
            simulate(&s, &scenes[i]);
        }
    }
    return simulation_end(&s);
}

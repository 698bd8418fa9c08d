/* solvent league simulate FILE.yaml */
#include "base/json.h"
#include "base/nearest.h"
#include "base/order.h"
#include "base/out.h"
#include "config/league.h"
#include "config/league_file.h"
#include "league/simulate.h"
#include "memory/memory.h"
#include "ranking/ranking.h"
#include "schedule/settings.h"
#include "stats/numeric.h"
#include "tools/analysis/figure.h"
#include "tools/cli/commands.h"
#include "tools/cli/store_open.h"
#include "tools/console/say.h"
#include "tools/console/words.h"
#include "tools/report/rank_print.h"
#include "tools/report/rank_sheet.h"

#include <inttypes.h>
#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_RUNS 1000000u
#define MOST_ELO 4000.0
#define ACCOUNT 0.7 /* of luck that is measured, where luck decides */

enum { FORMAT_TEXT, FORMAT_CSV, FORMAT_JSON };

struct arguments {
    const char *file, *strengths, *seed;
    double luck, ties, effects;
    uint32_t runs, nights;
    bool quick, wide;
    unsigned format;
};

static const struct svi_option options[] = {
    {"strengths", 0, "LIST",
     "Strength of bots: NAME=ELO,NAME=ELO (0)\n"
     "A bot with 400 more finishes ahead in 10 of 11 games.",
     SVI_SET_TEXT(strengths)},
    {"effects", 0, "ELO",
     "Spread of extra strength between pairs of bots (0)\n"
     "It is a standard deviation: each pair draws its effect in each league. With effects, bots "
     "beat each other in circles.",
     SVI_SET_DECIMAL(effects, 0, MOST_ELO)},
    {"luck", 0, "SHARE", "Share of luck that games of a deal share, 0 to 1 (0.5)",
     SVI_SET_DECIMAL(luck, 0, 1)},
    {"ties", 0, "CHANCE", "Chance that neighbours tie, from 0 to 1 (0)",
     SVI_SET_DECIMAL(ties, 0, 1)},
    {"seed", 0, "SEED", "Seed of the results: any text or number (0)", SVI_SET_TEXT(seed)},
    {"runs", 0, "R", "Number of leagues, each with other luck (1)",
     SVI_SET_NUMBER(runs, 1, MOST_RUNS)},
    {"nights", 0, "N",
     "Of a ladder: number of nights (1)\n"
     "Each is as long as its budget of games.",
     SVI_SET_NUMBER(nights, 1, MOST_RUNS)},
    {"quick", 0, NULL, "With --runs: order by mean points, without ratings", SVI_SET_FLAG(quick)},
    {"wide", 0, NULL, "Of one league: every column", SVI_SET_FLAG(wide)},
    {"format", 'f', "FORMAT",
     "text (default), csv or json\n"
     "csv has the ranking, or a line for each of many runs; json has one object.",
     SVI_SET_WORD(format), .words = "text csv json"},
    {0},
};

/* ---- one simulated league -------------------------------------------------------------------- */

/* Simulates one league, from the plan to the ranking, and compares the ranking with the truth. */

/* The league to simulate; every run uses other random numbers. */
struct simulated {
    const struct svi_league *league;
    const double *elo;   /* strength of each bot */
    double shared, ties; /* as in struct svi_simulator */
    /* Standard deviation of pair effects, in Elo. Each run draws its own effects; 0: no effects. */
    double effects;
    uint8_t seed[SV_SEED_BYTES];
    uint32_t nights; /* nights of a ladder */
    /* Ranks by mean points, without ratings and intervals. */
    bool quick;
};

/* A share: `n` of `of`. Only cases that could be judged are counted. */
struct share {
    uint64_t n, of;
};

/* The shares, each with its name and its description. With pair effects, the truth of all shares is
 * svi_simulate_truth(); for a league too large for that, nothing can be judged. */
enum { FIRST, PAIRS, ORDER, INTERVALS, BRACKETS, SHARES };
static const char *const share_names[] = {"first", "pairs", "order", "intervals", "brackets"};
static const char *const share_texts[] = {
    "the best bot stands first", "of pairs, in the right order", "all pairs in the right order",
    "of ratings' intervals, with the true rating", "no bracket claims anything false"};

struct league_run {
    uint64_t games, deals;
    enum svi_judged judged;
    struct share share[SHARES];
};

/* Destinations of the rows. */
struct taking {
    struct svi_ranking *tally;
    struct svi_games *games; /* NULL: not wanted */
    crypto_generichash_state digest;
};

static enum sv_status take(void *user, const struct svi_store_match *m)
{
    struct taking *t = user;
    uint8_t places[8 + SV_MAX_SEATS] = {0};
    enum sv_status status = SV_OK;
    svi_ranking_add(t->tally, m);
    for (unsigned s = 0; s < m->seats && status == SV_OK; s++) {
        const struct svi_seat_result row = {.deal = m->deal,
                                            .game = m->number,
                                            .points = -1,
                                            .bot = (uint16_t)m->seat[s].bot,
                                            .seat = (uint8_t)s,
                                            .place = m->seat[s].place};
        places[8 + s] = m->seat[s].place;
        status = t->games != NULL ? svi_games_add(t->games, &row) : SV_OK;
    }
    for (unsigned i = 0; i < 8; i++) {
        places[i] = (uint8_t)(m->number >> (8 * i));
    }
    (void)crypto_generichash_update(&t->digest, places, sizeof places);
    return status;
}

static uint64_t number_of(const uint8_t seed[SV_SEED_BYTES])
{
    uint64_t number = 0;
    for (unsigned i = 0; i < 8; i++) {
        number |= (uint64_t)seed[i] << (8 * i);
    }
    return number;
}

/* ---- comparison with the truth --------------------------------------------------------------- */

/* Fills the rank of each bot, by ratings or by mean points; a better bot has a smaller number. */
static void find_places(const struct svi_ranking *tally, const struct svi_rank_sheet *sheet,
                        unsigned place[])
{
    for (unsigned i = 0; i < tally->n_rows; i++) {
        const struct svi_rank_row *row = &tally->row[i];
        place[row->bot] = sheet != NULL ? sheet->ratings.bot[row->bot].rank : row->rank;
    }
}

/* Judges the order of the bots of `class` 0, which may all be ranked first whatever happens. `elo`
 * is the truth. */
static void judge_order(const struct simulated *s, const double elo[], const unsigned class[],
                        const unsigned place[], struct league_run *run)
{
    const unsigned n = s->league->n_bots;
    unsigned first = UINT32_MAX;
    double best = -INFINITY;
    bool best_is_first = false;
    for (unsigned i = 0; i < n; i++) {
        if (class[i] == 0) {
            first = place[i] < first ? place[i] : first;
            best = elo[i] > best ? elo[i] : best;
        }
    }
    for (unsigned i = 0; i < n; i++) {
        best_is_first |= class[i] == 0 && place[i] == first && elo[i] >= best;
        for (unsigned j = 0; j < n; j++) {
            if (class[i] == 0 && class[j] == 0 && elo[i] > elo[j]) {
                run->share[PAIRS].of++;
                run->share[PAIRS].n += place[i] < place[j];
            }
        }
    }
    if (run->share[PAIRS].of > 0) {
        run->share[FIRST] = (struct share){best_is_first, 1};
        run->share[ORDER] = (struct share){run->share[PAIRS].n == run->share[PAIRS].of, 1};
    }
}

/* Judges the intervals of a simulation without ties, in which the truth equals what ratings
 * estimate. */
static void judge_intervals(const struct simulated *s, const double elo[],
                            const struct svi_rank_sheet *sheet, const unsigned class[],
                            struct league_run *run)
{
    const struct svi_luce *luce = &sheet->ratings.luce;
    const unsigned n = s->league->n_bots;
    double mean = 0;
    unsigned in_mean = 0, claimed = 0, covered = 0;
    bool one_class = true;
    for (unsigned i = 0; i < n; i++) {
        one_class &= class[i] == 0;
        if (luce->group[svi_games_place(&sheet->games, i)] == luce->main_group) {
            mean += elo[i];
            in_mean++;
        }
    }
    mean /= in_mean > 0 ? in_mean : 1;
    for (unsigned i = 0; i < n; i++) {
        const struct svi_rating *r = &sheet->ratings.bot[i];
        unsigned best = 1, worst = n; /* equal bots hold all the ranks of their group */
        for (unsigned j = 0; j < n; j++) {
            best += elo[j] > elo[i];
            worst -= elo[j] < elo[i];
        }
        if (isfinite(r->rating.low) && isfinite(r->rating.high)) {
            run->share[INTERVALS].of++;
            run->share[INTERVALS].n +=
                r->rating.low <= elo[i] - mean && elo[i] - mean <= r->rating.high;
        }
        claimed += r->rank_low > 0;
        covered += r->rank_low > 0 && r->rank_low <= best && worst <= r->rank_high;
    }
    if (one_class && claimed == n) {
        run->share[BRACKETS] = (struct share){covered == n, 1};
    }
}

/* ---- pair effects ---------------------------------------------------------------------------- */

/* Draws each bot's gain from meeting another, from the number of the run. */
static void draw_effects(const struct simulated *s, uint64_t number, double pair[])
{
    const unsigned n = s->league->n_bots;
    uint8_t seed[SV_SEED_BYTES];
    sv_luck_seed_child(s->seed, "pairs", number, 0, seed);
    struct svi_draw draw = {.state = number_of(seed)};
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < i; j++) {
            const double gain = s->effects * svi_draw_normal(&draw);
            pair[(size_t)i * n + j] = gain;
            pair[(size_t)j * n + i] = -gain;
        }
    }
}

/* Finds the true strengths of the bots that play; all others get NAN. */
static enum sv_status find_truth(const struct simulated *s, const struct svi_simulator *sim,
                                 double truth[])
{
    const struct svi_settings *settings = &s->league->settings;
    double found[SVI_MAX_BOTS];
    unsigned who[SVI_MAX_BOTS], n = 0;
    if (sim->pair == NULL) {
        memcpy(truth, s->elo, s->league->n_bots * sizeof *truth);
        return SV_OK;
    }
    for (unsigned i = 0; i < s->league->n_bots; i++) {
        truth[i] = NAN;
        if (settings->status[i] == SVI_STATUS_PLAYS) {
            who[n++] = i;
        }
    }
    const enum sv_status status = svi_simulate_truth(sim, who, n, settings->seats, found);
    for (unsigned k = 0; k < n && status == SV_OK; k++) {
        truth[who[k]] = found[k];
    }
    return status;
}

/* ---- a run ----------------------------------------------------------------------------------- */

static noreturn void no_memory(void)
{
    svi_die(SVI_EXIT_ENVIRONMENT, "no memory for a league");
}

/* Ends the process if the league has no schedule. */
static void must(const struct simulated *s, enum sv_status status,
                 const struct svi_schedule_fault *fault)
{
    if (status != SV_OK) {
        svi_die(svi_exit_of(status), "%s: %s: %s", s->league->file, fault->key, fault->text);
    }
}

static void begin_games(struct svi_games *games, const struct svi_store_info *info)
{
    unsigned bot;
    svi_games_init(games);
    for (unsigned i = 0; i < info->n_bots; i++) {
        if (svi_games_bot(games, info->bot[i], &bot) != SV_OK) {
            no_memory();
        }
    }
}

/* Plays a run with its schedule made and its tally begun. `truth` is NULL if unknown. */
static void play(const struct simulated *s, const struct svi_simulator *sim, const double truth[],
                 struct svi_schedule *schedule, struct svi_ranking *tally,
                 struct svi_store_info *info, struct league_run *run, struct svi_rank_sheet *sheet)
{
    static const struct svi_rank_options usual = {.prior = 1.0};
    unsigned class[SVI_MAX_BOTS], place[SVI_MAX_BOTS] = {0};
    struct svi_games games, *wanted = s->quick ? NULL : &games;
    struct svi_games_fault unordered;
    struct svi_schedule_fault fault;
    struct svi_error error;
    struct taking taking = {.tally = tally, .games = wanted};
    svi_schedule_stand(schedule, class);
    (void)crypto_generichash_init(&taking.digest, NULL, 0, sizeof tally->digest);
    if (wanted != NULL) {
        begin_games(wanted, info);
    }
    must(s, svi_simulate(sim, schedule, take, &taking, &fault), &fault);
    if (wanted != NULL && svi_games_order(wanted, &unordered) != SV_OK) {
        no_memory();
    }
    if (wanted != NULL) {
        svi_ranking_games_weigh(wanted, schedule);
    }
    (void)crypto_generichash_final(&taking.digest, tally->digest, sizeof tally->digest);
    info->matches = tally->planned = schedule->matches;
    svi_ranking_stand(tally, schedule);
    svi_ranking_order(tally);
    *run = (struct league_run){.games = schedule->matches,
                               .deals = schedule->matches / schedule->lanes};
    const struct svi_format *format = svi_format_of(&schedule->settings);
    run->judged = format->judge != NULL ? format->judge(schedule, s->elo) : SVI_UNDECIDED;
    if (wanted != NULL) {
        svi_must(svi_rank_sheet_init_league(sheet, tally, wanted, &usual, &error), &error);
    }
    if (truth != NULL) {
        find_places(wanted != NULL ? &sheet->tally : tally, wanted != NULL ? sheet : NULL, place);
        judge_order(s, truth, class, place, run);
        if (wanted != NULL && s->ties <= 0) {
            judge_intervals(s, truth, sheet, class, run);
        }
    }
}

/* Fills `info` as a store of this league would; the caller frees its bots and entries. */
static void init_info(struct svi_store_info *info, const struct svi_league *league)
{
    *info = (struct svi_store_info){.seats = league->settings.seats, .n_bots = league->n_bots};
    memcpy(info->name, league->name, sizeof info->name);
    memcpy(info->edition, league->edition.name, sizeof info->edition);
    info->bot = svi_new(league->n_bots, sizeof *info->bot);
    info->entry = svi_new(league->n_bots, sizeof *info->entry);
    if (info->entry == NULL) {
        no_memory();
    }
    for (unsigned i = 0; i < league->n_bots; i++) {
        memcpy(info->bot[i], league->bot[i].name, SV_MAX_NAME);
        info->entry[i].status = league->settings.status[i];
    }
}

/* Plays run number `number`, from 0. If the league gives a seed, the first run uses it. Unless
 * `quick` is set, `sheet` gets the ranking; the caller finishes it, and it points into `info`. */
static void play_league(const struct simulated *s, uint64_t number, struct league_run *run,
                        struct svi_rank_sheet *sheet, struct svi_store_info *info)
{
    struct svi_settings settings = s->league->settings;
    struct svi_schedule schedule;
    struct svi_schedule_fault fault;
    struct svi_ranking tally;
    struct svi_error error;
    uint8_t results[SV_SEED_BYTES];
    double truth[SVI_MAX_BOTS];
    if (number > 0 || !s->league->seeded) {
        sv_luck_seed_child(s->seed, "simulate", number, 0, settings.seed);
    }
    sv_luck_seed_child(s->seed, "results", number, 0, results);
    struct svi_simulator sim = {.elo = s->elo,
                                .bots = s->league->n_bots,
                                .shared = s->shared,
                                .ties = s->ties,
                                .account = ACCOUNT,
                                .seed = number_of(results),
                                .nights = s->nights};
    SCOPED(scoped_free) double *pair = NULL;
    if (s->effects > 0) {
        pair = svi_new((size_t)sim.bots * sim.bots + 1, sizeof *pair);
        if (pair == NULL) {
            no_memory();
        }
        draw_effects(s, number, pair);
        sim.pair = pair;
    }
    const enum sv_status known = find_truth(s, &sim, truth);
    if (known == SV_E_SYSTEM) {
        no_memory();
    }
    must(s, svi_schedule_init(&schedule, &settings, &fault), &fault);
    info->matches = schedule.matches;
    info->lanes = schedule.lanes;
    svi_must(svi_ranking_begin(&tally, info, &error), &error);
    play(s, &sim, known == SV_OK ? truth : NULL, &schedule, &tally, info, run, sheet);
    svi_ranking_finish(&tally);
    svi_schedule_finish(&schedule);
}

/* ---- words ----------------------------------------------------------------------------------- */

static void read_words(struct svi_words *w, struct arguments *a)
{
    svi_words_read(w, a);
    if (a->quick && a->runs == 1) {
        svi_words_fail(w, "found --quick with one run, expected it with --runs");
    }
    if (a->wide && (a->runs > 1 || a->format != FORMAT_TEXT)) {
        svi_words_fail(w, "found --wide, expected it with one run as text");
    }
}

/* Reads strengths by bot: "a=0,b=50". Names may contain '='. */
static void read_strengths(const struct svi_league *league, const char *list, double elo[])
{
    bool given[SVI_MAX_BOTS] = {false};
    char item[SV_MAX_NAME + 64];
    for (const char *at = list; at != NULL;) {
        const size_t length = strcspn(at, ",");
        (void)snprintf(item, sizeof item, "%.*s", (int)(length < sizeof item ? length : 0), at);
        char *value = strrchr(item, '=');
        unsigned bot = 0;
        if (value == NULL) {
            svi_die(SVI_EXIT_USAGE, "--strengths: found '%.40s', expected NAME=ELO", item);
        }
        *value++ = '\0';
        while (bot < league->n_bots && strcmp(league->bot[bot].name, item) != 0) {
            bot++;
        }
        if (bot == league->n_bots) {
            char expected[SVI_EXPECTED];
            const struct svi_choices choices = {
                .at = svi_league_bot_at, .words = league, .what = "the name of a bot"};
            svi_die(SVI_EXIT_USAGE, "--strengths: found '%.40s', %s", item,
                    svi_expected(&choices, item, expected, sizeof expected));
        }
        if (given[bot]) {
            svi_die(SVI_EXIT_USAGE, "--strengths: found %s twice, expected it once", item);
        }
        if (!svi_words_parse(value, -MOST_ELO, MOST_ELO, &elo[bot])) {
            svi_die(SVI_EXIT_USAGE,
                    "--strengths: %s: found '%.40s', expected a number from -4000 to 4000", item,
                    value);
        }
        given[bot] = true;
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
}

/* ---- one league ------------------------------------------------------------------------------ */

static enum svi_exit play_one(const struct simulated *s, const struct arguments *a,
                              struct svi_store_info *info)
{
    struct league_run run;
    struct svi_rank_sheet sheet;
    struct svi_buf out = {0};
    play_league(s, 0, &run, &sheet, info);
    if (a->format == FORMAT_CSV) {
        svi_rank_print_csv(&sheet, &out);
    } else if (a->format == FORMAT_JSON) {
        svi_rank_print_json(&sheet, &out);
    } else {
        svi_rank_print_table(&sheet, svi_say_in_colour(STDOUT_FILENO), a->wide, &out);
    }
    svi_rank_sheet_finish(&sheet);
    return svi_say_result(SVI_EXIT_DONE, &out);
}

/* ---- many ------------------------------------------------------------------------------------ */

struct sums {
    uint64_t runs, judged[3];
    uint64_t *games, *deals; /* by run, later sorted */
    struct share share[SHARES];
};

static void add_run(struct sums *sums, const struct league_run *run)
{
    sums->games[sums->runs] = run->games;
    sums->deals[sums->runs++] = run->deals;
    sums->judged[run->judged]++;
    for (unsigned i = 0; i < SHARES; i++) {
        sums->share[i].n += run->share[i].n;
        sums->share[i].of += run->share[i].of;
    }
}

static double share_of(struct share s)
{
    return s.of > 0 ? (double)s.n / (double)s.of : NAN;
}

static const char *const judged_names[] = {"undecided", "right", "wrong"};

static void csv_run(uint64_t number, const struct league_run *run, struct svi_buf *out)
{
    svi_out_format(out, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%s", number + 1, run->games,
                   run->deals, judged_names[run->judged]);
    for (unsigned i = 0; i < SHARES; i++) {
        svi_out_format(out, ",%s", svi_figure(share_of(run->share[i]), 6, "").text);
    }
    svi_out_char(out, '\n');
}

SVI_ORDER(compare, uint64_t, SVI_COMPARE(*one, *other))

struct spread {
    double mean;
    uint64_t low, high; /* range of 95% of the runs */
};

static struct spread spread_of(uint64_t values[], uint64_t n)
{
    struct spread s = {0};
    for (uint64_t i = 0; i < n; i++) {
        s.mean += (double)values[i] / (double)n;
    }
    qsort(values, n, sizeof *values, compare);
    s.low = values[n / 40];
    s.high = values[n - 1 - n / 40];
    return s;
}

/* Computes the 95% bounds of a share (Wilson 1927). */
static void wilson(uint64_t n, uint64_t of, double *low, double *high)
{
    const double z = 1.959964, t = (double)of, p = (double)n / t;
    const double middle = (p + z * z / (2 * t)) / (1 + z * z / t);
    const double half = z / (1 + z * z / t) * sqrt(p * (1 - p) / t + z * z / (4 * t * t));
    *low = middle > half ? middle - half : 0;
    *high = middle + half < 1 ? middle + half : 1;
}

static void text_sums(const struct simulated *s, const struct arguments *a, struct sums *sums,
                      struct svi_buf *out)
{
    const struct spread games = spread_of(sums->games, sums->runs);
    const struct spread deals = spread_of(sums->deals, sums->runs);
    svi_out_plain(out, s->league->name);
    svi_out_format(out, ": %u simulated leagues, luck %g, ties %g", a->runs, s->shared, s->ties);
    if (s->effects > 0) {
        svi_out_format(out, ", pair effects %g Elo", s->effects);
    }
    svi_out_char(out, '\n');
    svi_out_format(out, "games      %.1f (%" PRIu64 "-%" PRIu64 " in 95 of 100)\n", games.mean,
                   games.low, games.high);
    svi_out_format(out, "deals      %.1f (%" PRIu64 "-%" PRIu64 ")\n", deals.mean, deals.low,
                   deals.high);
    const bool decides = svi_format_of(&s->league->settings)->judge != NULL;
    for (unsigned i = 0; i < 3 && decides; i++) {
        double low, high;
        wilson(sums->judged[i], sums->runs, &low, &high);
        svi_out_format(out, "%-10s %.4f (%" PRIu64 "; 95%%: %.4f-%.4f)\n", judged_names[i],
                       (double)sums->judged[i] / (double)sums->runs, sums->judged[i], low, high);
    }
    for (unsigned i = 0; i < SHARES; i++) {
        if (sums->share[i].of > 0) {
            svi_out_format(out, "%-10s %.4f  %s\n", share_names[i], share_of(sums->share[i]),
                           share_texts[i]);
        }
    }
}

static void json_sums(const struct simulated *s, struct sums *sums, struct svi_buf *out)
{
    const struct spread games = spread_of(sums->games, sums->runs);
    const struct spread deals = spread_of(sums->deals, sums->runs);
    svi_out_char(out, '{');
    svi_json_members(out, JSON_TEXT("league", s->league->name), JSON_INT("runs", sums->runs));
    svi_figure_json(out, "luck", s->shared, 6);
    svi_figure_json(out, "ties", s->ties, 6);
    svi_figure_json(out, "effects", s->effects, 6);
    svi_figure_json(out, "games", games.mean, 6);
    svi_json_members(out, JSON_INT("games_low", games.low), JSON_INT("games_high", games.high));
    svi_figure_json(out, "deals", deals.mean, 6);
    for (unsigned i = 0; i < 3; i++) {
        svi_json_int(out, judged_names[i], (int64_t)sums->judged[i]);
    }
    for (unsigned i = 0; i < SHARES; i++) {
        svi_figure_json(out, share_names[i], share_of(sums->share[i]), 6);
    }
    svi_out_text(out, "}\n");
}

static enum svi_exit play_many(const struct simulated *s, const struct arguments *a,
                               struct svi_store_info *info)
{
    struct sums sums = {0};
    struct svi_buf out = {0};
    sums.games = svi_new(a->runs, sizeof *sums.games);
    sums.deals = svi_new(a->runs, sizeof *sums.deals);
    if (sums.games == NULL || sums.deals == NULL) {
        svi_die(SVI_EXIT_ENVIRONMENT, "no memory for %u runs", (unsigned)a->runs);
    }
    if (a->format == FORMAT_CSV) {
        svi_out_text(&out, "run,games,deals,decision,first,pairs,order,intervals,brackets\n");
    }
    for (uint32_t i = 0; i < a->runs; i++) {
        struct league_run run;
        struct svi_rank_sheet sheet;
        play_league(s, i, &run, &sheet, info);
        add_run(&sums, &run);
        if (a->format == FORMAT_CSV) {
            csv_run(i, &run, &out);
        }
        if (!s->quick) {
            svi_rank_sheet_finish(&sheet);
        }
    }
    if (a->format == FORMAT_TEXT) {
        text_sums(s, a, &sums, &out);
    } else if (a->format == FORMAT_JSON) {
        json_sums(s, &sums, &out);
    }
    free(sums.games);
    free(sums.deals);
    return svi_say_result(SVI_EXIT_DONE, &out);
}

/* ---- all ------------------------------------------------------------------------------------- */

static enum svi_exit simulate(const struct svi_league *league, const struct arguments *a)
{
    SCOPED(scoped_free) double *elo = svi_new(league->n_bots, sizeof *elo);
    struct svi_store_info info;
    struct simulated s = {.league = league,
                          .elo = elo,
                          .shared = a->luck,
                          .ties = a->ties,
                          .effects = a->effects,
                          .nights = a->nights,
                          .quick = a->quick};
    sv_luck_seed_text(a->seed, s.seed);
    init_info(&info, league);
    read_strengths(league, a->strengths, elo);
    if (a->effects > 0 && svi_format_of(&league->settings)->judge != NULL) {
        svi_die(SVI_EXIT_USAGE, "--effects: found a league that compares two strengths, expected "
                                "one without stop_when and of another format than sprt");
    }
    const enum svi_exit result = (a->runs == 1 ? play_one : play_many)(&s, a, &info);
    free(info.bot);
    free(info.entry);
    return result;
}

static enum svi_exit run(struct svi_words *w)
{
    static struct svi_league league;
    struct arguments a = {.seed = "0", .luck = 0.5, .runs = 1};
    read_words(w, &a);
    svi_league_open(&league, a.file);
    const enum svi_exit result = simulate(&league, &a);
    svi_league_finish(&league);
    return result;
}

const struct svi_command svi_cmd_league_simulate = {
    .name = "simulate",
    .brief = "play one or many leagues with simulated results",
    .operands = "FILE.yaml",
    .operand = {{"league file", SVI_SET_TEXT(file)}},
    .takes = SVI_TAKES_LEAGUE,
    .options = options,
    .text =
        "Schedules and ranks the league as it would be played, with results drawn by the "
        "strengths that you give. No bot is started. One league is printed like a ranking. Of "
        "many it prints how often they were right:\n"
        "\n"
        "  right, wrong, undecided\n"
        "            what a league with stop_when or of format sprt decided\n"
        "  first, pairs, order\n"
        "            how the ranking compares with the strengths\n"
        "  intervals, brackets\n"
        "            how many intervals of ratings have the truth, how often no\n"
        "            bracket claims anything false\n"
        "\n"
        "With --effects, the true strength of a bot is that of all lineups, played equally often.",
    .topic = "ranking",
    .examples = "solvent league simulate cup.yaml --strengths trader=100,tiny=-50\n"
                "solvent league simulate cup.yaml --strengths trader=20 --runs 1000",
    .exits = {"done", NULL, "usage or bad input", "no memory"},
    .run = run,
};

#include "tools/cli/simulate_run.h"

#include "memory/memory.h"
#include "ranking/ranking_games.h"
#include "stats/numeric.h"

#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
static void judge_order(const struct svi_simulated *s, const double elo[], const unsigned class[],
                        const unsigned place[], struct svi_simulated_run *run)
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
                run->pairs.of++;
                run->pairs.n += place[i] < place[j];
            }
        }
    }
    if (run->pairs.of > 0) {
        run->first = (struct svi_simulated_share){best_is_first, 1};
        run->whole = (struct svi_simulated_share){run->pairs.n == run->pairs.of, 1};
    }
}

/* Judges the intervals of a simulation without ties, in which the truth equals what ratings
 * estimate. */
static void judge_intervals(const struct svi_simulated *s, const double elo[],
                            const struct svi_rank_sheet *sheet, const unsigned class[],
                            struct svi_simulated_run *run)
{
    const struct svi_luce *luce = &sheet->ratings.luce;
    const unsigned n = s->league->n_bots;
    double mean = 0;
    unsigned in_mean = 0, claimed = 0, held = 0;
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
            run->covered.of++;
            run->covered.n += r->rating.low <= elo[i] - mean && elo[i] - mean <= r->rating.high;
        }
        claimed += r->rank_low > 0;
        held += r->rank_low > 0 && r->rank_low <= best && worst <= r->rank_high;
    }
    if (one_class && claimed == n) {
        run->brackets = (struct svi_simulated_share){held == n, 1};
    }
}

/* ---- pair effects ---------------------------------------------------------------------------- */

/* Draws each bot's gain from meeting another, from the number of the run. */
static void draw_effects(const struct svi_simulated *s, uint64_t number, double pair[])
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
static enum sv_status find_truth(const struct svi_simulated *s, const struct svi_simulator *sim,
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

static enum sv_status no_memory(struct svi_error *error)
{
    return svi_fail(error, SV_E_SYSTEM, "no memory for a league");
}

static enum sv_status begin_games(struct svi_games *games, const struct svi_store_info *info)
{
    enum sv_status status = SV_OK;
    svi_games_init(games);
    for (unsigned i = 0; i < info->n_bots && status == SV_OK; i++) {
        unsigned bot;
        status = svi_games_bot(games, info->bot[i], &bot);
    }
    return status;
}

/* Plays a run with its schedule made and its tally begun. `truth` is NULL if unknown. */
static enum sv_status play(const struct svi_simulated *s, const struct svi_simulator *sim,
                           const double truth[], struct svi_schedule *schedule,
                           struct svi_ranking *tally, struct svi_store_info *info,
                           struct svi_simulated_run *run, struct svi_rank_sheet *sheet,
                           struct svi_error *error)
{
    static const struct svi_rank_options usual = {.prior = 1.0};
    unsigned class[SVI_MAX_BOTS], place[SVI_MAX_BOTS] = {0};
    struct svi_games games, *wanted = s->quick ? NULL : &games;
    struct svi_games_fault unordered;
    struct svi_schedule_fault fault;
    struct taking taking = {.tally = tally, .games = wanted};
    svi_schedule_stand(schedule, class);
    (void)crypto_generichash_init(&taking.digest, NULL, 0, sizeof tally->digest);
    enum sv_status status = SV_OK;
    if (wanted != NULL && begin_games(wanted, info) != SV_OK) {
        svi_games_finish(wanted);
        return no_memory(error);
    }
    status = svi_simulate(sim, schedule, take, &taking, &fault);
    if (status != SV_OK) {
        (void)svi_fail(error, status, "%s: %s: %s", s->league->file, fault.key, fault.text);
    } else if (wanted != NULL && svi_games_order(wanted, &unordered) != SV_OK) {
        status = no_memory(error);
    }
    if (status != SV_OK) {
        if (wanted != NULL) {
            svi_games_finish(wanted);
        }
        return status;
    }
    if (wanted != NULL) {
        svi_ranking_games_weigh(wanted, schedule);
    }
    (void)crypto_generichash_final(&taking.digest, tally->digest, sizeof tally->digest);
    info->matches = tally->planned = schedule->matches;
    svi_ranking_stand(tally, schedule);
    svi_ranking_order(tally);
    *run = (struct svi_simulated_run){.games = schedule->matches,
                                      .deals = schedule->matches / schedule->lanes};
    const struct svi_format *format = svi_format_of(&schedule->settings);
    run->judged = format->judge != NULL ? format->judge(schedule, s->elo) : SVI_UNDECIDED;
    if (wanted == NULL) {
        find_places(tally, NULL, place);
        if (truth != NULL) {
            judge_order(s, truth, class, place, run);
        }
        return SV_OK;
    }
    status = svi_rank_sheet_init_league(sheet, tally, wanted, &usual, error);
    if (status == SV_OK && truth != NULL) {
        find_places(&sheet->tally, sheet, place);
        judge_order(s, truth, class, place, run);
        if (s->ties <= 0) {
            judge_intervals(s, truth, sheet, class, run);
        }
    }
    return status;
}

void svi_simulated_info_finish(struct svi_store_info *info)
{
    free(info->bot);
    free(info->entry);
    info->bot = NULL;
    info->entry = NULL;
}

enum sv_status svi_simulated_info_init(struct svi_store_info *info, const struct svi_league *league)
{
    *info = (struct svi_store_info){.seats = league->settings.seats, .n_bots = league->n_bots};
    memcpy(info->name, league->name, sizeof info->name);
    memcpy(info->edition, league->edition.name, sizeof info->edition);
    info->bot = svi_new(league->n_bots, sizeof *info->bot);
    info->entry = svi_new(league->n_bots, sizeof *info->entry);
    for (unsigned i = 0; i < league->n_bots; i++) {
        memcpy(info->bot[i], league->bot[i].name, SV_MAX_NAME);
    }
    if (info->entry == NULL) {
        svi_simulated_info_finish(info);
        return SV_E_SYSTEM;
    }
    for (unsigned i = 0; i < league->n_bots; i++) {
        info->entry[i].status = league->settings.status[i];
    }
    return SV_OK;
}

enum sv_status svi_simulated_play(const struct svi_simulated *s, uint64_t number,
                                  struct svi_simulated_run *run, struct svi_rank_sheet *sheet,
                                  struct svi_store_info *info, struct svi_error *error)
{
    struct svi_settings settings = s->league->settings;
    struct svi_schedule schedule;
    struct svi_schedule_fault fault;
    struct svi_ranking tally;
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
                                .account = s->account,
                                .tails = s->tails,
                                .seed = number_of(results),
                                .nights = s->nights};
    double *pair = NULL;
    if (s->effects > 0) {
        pair = svi_new((size_t)sim.bots * sim.bots + 1, sizeof *pair);
        if (pair == NULL) {
            return no_memory(error);
        }
        draw_effects(s, number, pair);
        sim.pair = pair;
    }
    const enum sv_status known = find_truth(s, &sim, truth);
    enum sv_status status = known == SV_E_SYSTEM ? no_memory(error) : SV_OK;
    if (status == SV_OK && (status = svi_schedule_init(&schedule, &settings, &fault)) != SV_OK) {
        (void)svi_fail(error, status, "%s: %s: %s", s->league->file, fault.key, fault.text);
    } else if (status == SV_OK) {
        info->matches = schedule.matches;
        info->lanes = schedule.lanes;
        status = svi_ranking_begin(&tally, info, error);
        if (status == SV_OK) {
            status = play(s, &sim, known == SV_OK ? truth : NULL, &schedule, &tally, info, run,
                          sheet, error);
            svi_ranking_finish(&tally);
        }
        svi_schedule_finish(&schedule);
    }
    free(pair);
    return status;
}

#include "tools/report/figures.h"

#include "memory/memory.h"
#include "store/store_matches.h"
#include "store/store_results.h"
#include "store/store_revisions.h"
#include "store/store_runs.h"
#include "store/store_sessions.h"
#include "store/visible_games.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const enum sv_why svi_figure_ends[SVI_FIGURE_ENDS] = {SV_WHY_LAST_SOLVENT, SV_WHY_MAX_ROUNDS,
                                                      SV_WHY_FORFEIT};

/* ---- figures dates --------------------------------------------------------------------------- */

static void take_night(void *user, uint64_t night, uint64_t matches)
{
    struct svi_figures *f = user;
    if (night <= 1) {
        return;
    }
    if (f->n_nights == SVI_FIGURE_NIGHTS) {
        memmove(f->night, f->night + 1, (SVI_FIGURE_NIGHTS - 1) * sizeof *f->night);
        f->n_nights--;
    }
    f->night[f->n_nights++] = (uint32_t)(matches / f->league->lanes);
    f->first_night = night - f->n_nights + 1;
}

static void take_run(void *user, const struct svi_store_run *run)
{
    struct svi_figures *f = user;
    if (run->games > 0) {
        f->run = svi_grow(f->run, &f->runs_room, f->n_runs + 1, sizeof *f->run);
        f->run[f->n_runs++] = *run;
    }
}

/* Runs store games by their numbers, at an even pace; shards do not tell when each came. */
int64_t svi_figures_when(const struct svi_figures *f, uint64_t number)
{
    for (size_t k = f->n_runs; k-- > 0;) {
        const struct svi_store_run *run = &f->run[k];
        if (run->shards <= 1 && number > run->before) {
            const double games = (double)(number - run->before);
            const double share = games < (double)run->games ? games / (double)run->games : 1;
            return run->began_ms + (int64_t)(share * (double)(run->last_ms - run->began_ms));
        }
    }
    return 0;
}

/* Finds the time and the night of each step. */
static enum sv_status date_steps(struct svi_figures *f, struct svi_store *store)
{
    SVI_TRY(svi_store_nights(store, take_night, f));
    SVI_TRY(svi_store_runs(store, take_run, f));
    for (unsigned k = 0; k < f->n_steps; k++) {
        struct svi_figure_step *step = &f->step[k];
        step->at_ms = svi_figures_when(f, (uint64_t)step->deals * f->league->lanes);
        for (unsigned n = 0; n < f->n_nights; n++) {
            step->night = f->night[n] < step->deals ? f->first_night + n : step->night;
        }
        /* Nights before those that are kept are not told apart. */
        step->night = step->night == 0 && f->first_night == 2 ? 1 : step->night;
    }
    SVI_TRY(svi_store_about(store, "author", &f->author));
    return svi_store_about(store, "machine", &f->machine);
}

/* ---- which bot is meant ---------------------------------------------------------------------- */

static struct svi_pair_figures *pair_of(const struct svi_figures *f, unsigned i, unsigned j)
{
    return f->pair == NULL || i == j ? NULL
           : i < j                   ? &f->pair[(size_t)i * f->n + j]
                                     : &f->pair[(size_t)j * f->n + i];
}

const struct svi_pair_figures *svi_figures_pair(const struct svi_figures *f, unsigned i, unsigned j)
{
    return pair_of(f, i, j);
}

/* ---- the pass over the results --------------------------------------------------------------- */

/* Keeps the lowest numbers of any: ascending, each once. */
static unsigned keep_lowest(uint64_t kept[], unsigned n, unsigned most, uint64_t number)
{
    unsigned at = n;
    while (at > 0 && kept[at - 1] > number) {
        at--;
    }
    if (at == most || (at > 0 && kept[at - 1] == number)) {
        return n;
    }
    const unsigned stay = n < most ? n : most - 1;
    memmove(kept + at + 1, kept + at, (stay - at) * sizeof *kept);
    kept[at] = number;
    return stay + 1;
}

/* Returns whether a game is shorter than the kept one (0: none), or as long and earlier. */
static bool is_first(uint64_t kept, uint32_t kept_rounds, uint64_t number, uint32_t rounds)
{
    return kept == 0 || rounds < kept_rounds || (rounds == kept_rounds && number < kept);
}

static void take_seat(struct svi_figures *f, const struct svi_store_match *m, unsigned s)
{
    const struct svi_store_seat *seat = &m->seat[s];
    struct svi_bot_figures *b = &f->bot[seat->bot];
    const uint32_t incidents = svi_store_incidents(seat);
    if (seat->place >= 1 && seat->place <= SV_MAX_SEATS) {
        b->place[seat->place - 1]++;
    }
    if (incidents > 0) {
        b->incidents++;
        b->n_incident = keep_lowest(b->incident, b->n_incident, SVI_FIGURE_INCIDENTS, m->number);
    }
    if (seat->place == 1 && is_first(b->won, b->won_rounds, m->number, m->rounds)) {
        b->won = m->number;
        b->won_rounds = m->rounds;
    }
    f->incidents += incidents;
    f->forfeited += seat->forfeited;
}

struct results {
    struct svi_figures *f;
    atomic_ullong *read; /* progress for another thread, or NULL */
};

static void take_match(void *user, const struct svi_store_match *m)
{
    const struct results *results = user;
    struct svi_figures *f = results->f;
    if (results->read != NULL) {
        atomic_fetch_add_explicit(results->read, 1, memory_order_relaxed);
    }
    const unsigned why = m->why < SV_WHY_COUNT ? m->why : 0;
    f->ends[why]++;
    f->first_end[why] =
        f->first_end[why] == 0 || m->number < f->first_end[why] ? m->number : f->first_end[why];
    const uint32_t rounds = m->rounds < SVI_FIGURE_ROUNDS ? m->rounds : SVI_FIGURE_ROUNDS;
    f->rounds[rounds]++;
    if (f->first_of[rounds] == 0 || m->number < f->first_of[rounds]) {
        f->first_of[rounds] = m->number;
    }
    f->rounds_sum += m->rounds;
    if (is_first(f->shortest, f->shortest_rounds, m->number, m->rounds)) {
        f->shortest = m->number;
        f->shortest_rounds = m->rounds;
    }
    if (is_first(f->longest, UINT32_MAX - f->longest_rounds, m->number, UINT32_MAX - m->rounds)) {
        f->longest = m->number;
        f->longest_rounds = m->rounds;
    }
    for (unsigned s = 0; s < m->seats; s++) {
        take_seat(f, m, s);
    }
}

/* ---- from the games of the sheet ------------------------------------------------------------- */

/* Points by seat: the mean over all games, its error by deals. */
static void find_seats(struct svi_figures *f)
{
    const struct svi_games *games = &f->sheet.games;
    f->seats = f->sheet.seats <= SV_MAX_SEATS ? f->sheet.seats : 0;
    for (unsigned s = 0; s < f->seats; s++) {
        struct svi_ratio points = {0};
        for (uint32_t d = 0; d < games->n_deals; d++) {
            for (uint32_t g = games->deal_game[d]; g < games->deal_game[d + 1]; g++) {
                svi_ratio_add(&points, svi_games_points(games, &games->game[g], s), 1);
            }
            svi_ratio_close(&points);
        }
        f->seat[s] = svi_estimate_within(svi_ratio_estimate(&points), 0, 1);
        if (games->no_intervals) {
            f->seat[s].low = f->seat[s].high = NAN;
        }
    }
}

/* Keeps the last numbers of an ascending row. */
static void keep_last(uint64_t kept[], uint8_t *n, unsigned most, uint64_t number)
{
    if (*n > 0 && kept[*n - 1] == number) {
        return; /* a bot with two seats */
    }
    if (*n == most) {
        memmove(kept, kept + 1, --*n * sizeof *kept);
    }
    kept[(*n)++] = number;
}

/* Finds the points of each bot over the deals, and the last games of bots and of pairs. In a great
 * field each pair keeps one game, so that a report stays short. */
static void find_courses(struct svi_figures *f)
{
    const struct svi_games *games = &f->sheet.games;
    const unsigned most = f->n <= 24 ? SVI_FIGURE_MEETINGS : 1;
    for (size_t g = 0; g < games->n_games; g++) {
        const struct svi_game_rows *game = &games->game[g];
        const unsigned stretch =
            (unsigned)((uint64_t)game->deal * SVI_FIGURE_STRETCHES / games->n_deals);
        for (unsigned s = 0; s < svi_game_seats(game); s++) {
            const unsigned i = svi_games_number(games, games->row[game->first + s].bot);
            struct svi_bot_figures *b = &f->bot[i];
            b->stretch_points[stretch] += svi_games_points(games, game, s);
            b->stretch_games[stretch]++;
            keep_last(b->last, &b->n_last, SVI_FIGURE_LAST, game->number);
            for (unsigned o = 0; o < s; o++) {
                const unsigned j = svi_games_number(games, games->row[game->first + o].bot);
                struct svi_pair_figures *p = pair_of(f, i, j);
                if (p != NULL) {
                    keep_last(p->last, &p->n_last, most, game->number);
                }
            }
        }
    }
}

static void keep_step(struct svi_figures *f, uint32_t deals, const struct svi_ratings *ratings)
{
    struct svi_figure_step *step = &f->step[f->n_steps++];
    step->deals = deals;
    for (unsigned i = 0; i < ratings->games->n_bots; i++) {
        const struct svi_rating *bot = &ratings->bot[i];
        step->rating[i] = bot->deals > 1 ? bot->rating : (struct svi_estimate){NAN, NAN, NAN};
    }
}

/* Rates the first `deals` deals, as a table of games of their own. */
static enum sv_status take_step(struct svi_figures *f, uint32_t deals)
{
    struct svi_figure_step *step = &f->step[f->n_steps];
    struct svi_games first = f->sheet.games;
    struct svi_rating_options options = f->sheet.ratings.options;
    struct svi_ratings ratings;
    options.no_brackets = true;
    step->rating = svi_new(first.n_bots + 1u, sizeof *step->rating);
    if (step->rating != NULL && deals == first.n_deals) { /* all: they are there */
        keep_step(f, deals, &f->sheet.ratings);
        return SV_OK;
    }
    first.n_deals = deals;
    first.n_games = first.deal_game[deals];
    first.n_rows = first.game[first.n_games].first;
    if (step->rating == NULL || svi_ratings_init(&ratings, &first, &options) != SV_OK) {
        free(step->rating);
        return SV_E_SYSTEM;
    }
    keep_step(f, deals, &ratings);
    svi_ratings_finish(&ratings);
    return SV_OK;
}

/* Each step has about half as many deals again as the one before, so that all together cost what
 * one or two rankings do. */
static enum sv_status find_steps(struct svi_figures *f, struct svi_store *store)
{
    uint32_t deals[SVI_FIGURE_STEPS];
    unsigned n = 0;
    double next = f->sheet.games.n_deals;
    const double factor = next > 3000 ? 1.9 : 1.5;
    while (n < SVI_FIGURE_STEPS && (next >= 5 || (n == 0 && next >= 2))) {
        if (n == 0 || (uint32_t)next < deals[n - 1]) {
            deals[n++] = (uint32_t)next;
        }
        next = next / factor < next - 1 ? next / factor : next - 1;
    }
    while (n > 0) {
        SVI_TRY(svi_store_check_stop(store));
        SVI_TRY(take_step(f, deals[--n]));
    }
    return SV_OK;
}

/* ---- clocks and losses ---------------------------------------------------------------------- */

static void take_times(void *user, unsigned bot, enum sv_decision kind,
                       const struct svi_times *times)
{
    struct svi_figures *f = user;
    svi_times_join(&f->bot[bot].times[kind], times);
    svi_times_join(&f->bot[bot].all_times, times);
}

/* The slowest answer may be of a game that is not to be seen yet. */
static void hide_games(struct svi_figures *f, const struct svi_store *store)
{
    for (unsigned i = 0; i < f->n; i++) {
        for (unsigned k = 0; k <= SV_DECISION_COUNT; k++) {
            struct svi_times *times =
                k < SV_DECISION_COUNT ? &f->bot[i].times[k] : &f->bot[i].all_times;
            if (times->slowest > 0 &&
                !svi_visible_games_over(store, (times->slowest - 1) / f->league->lanes)) {
                times->slowest = 0;
            }
        }
    }
}

static bool take_loss(void *user, const struct svi_loss *loss)
{
    struct svi_figures *f = user;
    struct svi_bot_figures *b = &f->bot[loss->bot];
    b->losses++;
    f->lost++;
    if (b->n_loss < SVI_FIGURE_LOSSES) {
        b->loss[b->n_loss++] = (struct svi_loss_note){.match = loss->match,
                                                      .seat = loss->seat,
                                                      .recovered = loss->recovered,
                                                      .report = svi_copy(loss->report)};
    }
    return true;
}

/* ---- all ------------------------------------------------------------------------------------- */

uint32_t svi_figures_rounds(const struct svi_figures *f, unsigned per_mille)
{
    const uint64_t all = f->sheet.games.n_games;
    uint64_t before = 0;
    uint32_t rounds = 0;
    while (rounds < SVI_FIGURE_ROUNDS && (before += f->rounds[rounds]) * 1000 < all * per_mille) {
        rounds++;
    }
    return rounds;
}

unsigned svi_figures_bars(const struct svi_figures *f, struct svi_figure_bar bar[SVI_FIGURE_BARS],
                          unsigned *width)
{
    const uint32_t most =
        f->longest_rounds < SVI_FIGURE_ROUNDS ? f->longest_rounds : SVI_FIGURE_ROUNDS;
    *width = most / SVI_FIGURE_BARS + 1;
    memset(bar, 0, SVI_FIGURE_BARS * sizeof *bar);
    for (uint32_t r = 0; r <= most; r++) {
        struct svi_figure_bar *b = &bar[r / *width];
        b->games += f->rounds[r];
        if (f->first_of[r] != 0 && (b->first == 0 || f->first_of[r] < b->first)) {
            b->first = f->first_of[r];
        }
    }
    return most / *width + 1;
}

/* ---- trades: transfers by deal and pair, and the games with the greatest --------------------- */

struct trading {
    struct svi_figures *f;
    size_t at;     /* the game that was found last */
    uint64_t last; /* that is wanted */
    enum sv_status status;
};

static void keep_gift(struct svi_pair_figures *p, uint64_t number, int32_t gain)
{
    unsigned at = p->n_gift;
    while (at > 0 && (llabs(p->gain[at - 1]) < llabs(gain) ||
                      (llabs(p->gain[at - 1]) == llabs(gain) && p->gift[at - 1] > number))) {
        at--;
    }
    if (at == SVI_FIGURE_GIFTS) {
        return;
    }
    const unsigned kept = p->n_gift < SVI_FIGURE_GIFTS ? p->n_gift : SVI_FIGURE_GIFTS - 1;
    memmove(&p->gift[at + 1], &p->gift[at], (kept - at) * sizeof *p->gift);
    memmove(&p->gain[at + 1], &p->gain[at], (kept - at) * sizeof *p->gain);
    p->gift[at] = number;
    p->gain[at] = gain;
    p->n_gift = (uint8_t)(kept + 1);
}

static void take_pair(struct trading *t, const struct svi_game_rows *game, uint64_t number,
                      const struct svi_trade_pair *pair)
{
    struct svi_figures *f = t->f;
    const struct svi_games *games = &f->sheet.games;
    const unsigned i = svi_games_number(games, games->row[game->first + pair->seat].bot);
    const unsigned j = svi_games_number(games, games->row[game->first + pair->other].bot);
    struct svi_pair_figures *p = pair_of(f, i, j);
    if (p != NULL) {
        keep_gift(p, number, i < j ? pair->gain : -pair->gain);
    }
}

/* Every pair that sat at the game has a transfer, of 0 where nothing was traded. */
static bool take_trades(void *user, uint64_t number, const struct svi_trade_pair pair[], unsigned n)
{
    struct trading *t = user;
    struct svi_figures *f = t->f;
    const struct svi_games *games = &f->sheet.games;
    if (number > t->last) {
        return false;
    }
    while (t->at < games->n_games && games->game[t->at].number < number) {
        t->at++;
    }
    if (t->at == games->n_games || games->game[t->at].number != number) {
        return true;
    }
    const struct svi_game_rows *game = &games->game[t->at];
    const unsigned seats = svi_game_seats(game);
    int32_t gain[SV_MAX_SEATS][SV_MAX_SEATS] = {{0}};
    uint32_t trades[SV_MAX_SEATS][SV_MAX_SEATS] = {{0}};
    f->traded++;
    for (unsigned k = 0; k < n; k++) {
        if (pair[k].other < seats) {
            gain[pair[k].seat][pair[k].other] = pair[k].gain;
            trades[pair[k].seat][pair[k].other] = pair[k].trades;
            take_pair(t, game, number, &pair[k]);
        }
    }
    for (unsigned s = 0; s < seats && s < SV_MAX_SEATS; s++) {
        for (unsigned o = s + 1; o < seats && o < SV_MAX_SEATS && t->status == SV_OK; o++) {
            t->status = svi_transfers_add(&f->transfers, (uint32_t)game->deal_number,
                                          svi_games_number(games, games->row[game->first + s].bot),
                                          svi_games_number(games, games->row[game->first + o].bot),
                                          trades[s][o], gain[s][o]);
        }
    }
    return t->status == SV_OK;
}

/* Of all games, or of those that were added. */
static enum sv_status read_trades(struct svi_figures *f, struct svi_store *store,
                                  const struct svi_figures_before *before)
{
    struct trading t = {.f = f, .last = UINT64_MAX};
    uint64_t deal = 0;
    uint64_t after = 0;
    if (before == NULL) {
        SVI_TRY(svi_store_trades(store, 0, take_trades, &t));
        return t.status;
    }
    while (svi_visible_games_news(store, before->store, &deal, &after, &t.last)) {
        SVI_TRY(svi_store_trades(store, after, take_trades, &t));
        SVI_TRY(t.status);
    }
    return svi_transfers_join(&f->transfers, &before->figures->transfers);
}

/* Reads the trades of all games, or of those added since `before`, and judges them. */
static enum sv_status find_transfers(struct svi_figures *f, struct svi_store *store,
                                     const struct svi_figures_before *before)
{
    const enum sv_status status = svi_transfers_init(&f->transfers, f->n);
    if (status == SV_E_RANGE) {
        return SV_OK;
    }
    SVI_TRY(status);
    f->has_transfers = true;
    SVI_TRY(read_trades(f, store, before));
    return svi_transfers_judge(&f->transfers);
}

/* ---- all figures ----------------------------------------------------------------------------- */

static enum sv_status find_rest(struct svi_figures *f, struct svi_store *store,
                                const struct svi_figures_before *before)
{
    SVI_TRY(svi_store_check_stop(store));
    if (f->sheet.games.n_games > 0) {
        find_seats(f);
        find_courses(f);
        SVI_TRY(find_steps(f, store));
        const enum sv_status status = svi_field_init(&f->field, &f->sheet.ratings);
        f->has_field = status == SV_OK;
        SVI_TRY(status == SV_E_RANGE ? SV_OK : status);
    }
    SVI_TRY(date_steps(f, store));
    SVI_TRY(svi_store_check_stop(store));
    SVI_TRY(find_transfers(f, store, before));
    SVI_TRY(svi_store_times(store, take_times, f));
    hide_games(f, store);
    return svi_store_losses(store, take_loss, f);
}

/* Whether what was made before is of these bots, all as they are now. */
static bool fits(const struct svi_figures *f, const struct svi_figures_before *before)
{
    const struct svi_store_info *now = f->league;
    const struct svi_store_info *then = before->figures->league;
    bool same = now->n_bots == then->n_bots && now->n_revisions == then->n_revisions &&
                now->seats == then->seats && now->lanes == then->lanes;
    for (unsigned i = 0; same && i < now->n_bots; i++) {
        same = strcmp(now->bot[i], then->bot[i]) == 0 &&
               (now->entry == NULL || now->entry[i].status == then->entry[i].status);
    }
    return same;
}

/* Takes over the sums of an earlier pass over the results. Figures that are computed from all games
 * stay empty. */
static void begin_as_before(struct svi_figures *f, const struct svi_figures *old)
{
    memcpy(f->ends, old->ends, sizeof f->ends);
    memcpy(f->first_end, old->first_end, sizeof f->first_end);
    memcpy(f->rounds, old->rounds, sizeof f->rounds);
    memcpy(f->first_of, old->first_of, sizeof f->first_of);
    f->rounds_sum = old->rounds_sum;
    f->shortest = old->shortest;
    f->longest = old->longest;
    f->shortest_rounds = old->shortest_rounds;
    f->longest_rounds = old->longest_rounds;
    f->incidents = old->incidents;
    f->forfeited = old->forfeited;
    f->traded = old->traded;
    for (unsigned i = 0; i < f->n; i++) {
        struct svi_bot_figures *b = &f->bot[i];
        *b = old->bot[i];
        memset(b->stretch_points, 0, sizeof b->stretch_points);
        memset(b->stretch_games, 0, sizeof b->stretch_games);
        memset(b->times, 0, sizeof b->times);
        memset(&b->all_times, 0, sizeof b->all_times);
        b->losses = 0; /* so is f->lost */
        b->n_loss = 0;
        b->n_last = 0;
    }
    for (size_t k = 0; f->pair != NULL && k < (size_t)f->n * f->n; k++) {
        f->pair[k] = old->pair[k];
        f->pair[k].n_last = 0;
    }
}

enum sv_status svi_figures_init(struct svi_figures *f, struct svi_store *store,
                                const struct svi_rank_options *options,
                                const struct svi_figures_before *before, atomic_ullong *read,
                                struct svi_error *error)
{
    memset(f, 0, sizeof *f);
    struct results results = {f, read};
    f->league = svi_store_info(store);
    f->n = f->league->n_bots;
    f->bot = svi_new(f->n, sizeof *f->bot);
    f->pair = f->n <= SVI_FIGURE_PAIR_BOTS ? svi_new((size_t)f->n * f->n, sizeof *f->pair) : NULL;
    if (f->bot == NULL || (f->pair == NULL && f->n <= SVI_FIGURE_PAIR_BOTS)) {
        (void)svi_fail(error, SV_E_SYSTEM, "no memory for the figures");
        svi_figures_finish(f);
        return SV_E_SYSTEM;
    }
    enum sv_status status = svi_store_snapshot(store);
    if (status != SV_OK) {
        (void)svi_fail(error, status, "%s", svi_store_error(store));
        svi_figures_finish(f);
        return status;
    }
    before = before != NULL && fits(f, before) ? before : NULL;
    if (before != NULL) {
        begin_as_before(f, before->figures);
    }
    const struct svi_rank_before sheet = {before != NULL ? &before->figures->sheet : NULL,
                                          before != NULL ? before->store : NULL};
    status = svi_rank_sheet_init_with(&f->sheet, store, options, before != NULL ? &sheet : NULL,
                                      take_match, &results, error);
    if (status == SV_OK) {
        status = svi_store_hidden(store, &f->hidden);
        f->has_digest = f->sheet.has_digest;
        status = status == SV_OK ? find_rest(f, store, before) : status;
        if (status != SV_OK) {
            (void)svi_fail(error, status, "%s",
                           svi_store_error(store)[0] != '\0' ? svi_store_error(store)
                                                             : "no memory for the figures");
        }
    }
    svi_store_snapshot_end(store);
    if (status != SV_OK) {
        svi_figures_finish(f);
    }
    return status;
}

void svi_figures_finish(struct svi_figures *f)
{
    for (unsigned i = 0; f->bot != NULL && i < f->n; i++) {
        for (unsigned k = 0; k < f->bot[i].n_loss; k++) {
            free(f->bot[i].loss[k].report);
        }
    }
    for (unsigned k = 0; k < f->n_steps; k++) {
        free(f->step[k].rating);
    }
    if (f->has_field) {
        svi_field_finish(&f->field);
    }
    if (f->has_transfers) {
        svi_transfers_finish(&f->transfers);
    }
    if (f->sheet.ratings.games != NULL || f->sheet.has_tally) {
        svi_rank_sheet_finish(&f->sheet);
    }
    free(f->bot);
    free(f->pair);
    free(f->run);
    free(f->author);
    free(f->machine);
    memset(f, 0, sizeof *f);
}

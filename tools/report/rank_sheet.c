#include "tools/report/rank_sheet.h"

#include "base/order.h"
#include "memory/memory.h"
#include "ranking/ranking.h"
#include "store/store_chain.h"
#include "store/store_matches.h"
#include "store/store_replies.h"
#include "store/store_results.h"
#include "store/store_revisions.h"
#include "store/visible_games.h"
#include "tools/analysis/spread.h"
#include "tools/analysis/stored.h"

#include "base/nearest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names in options ------------------------------------------------------------------------ */

static const char *name_at(const void *games, size_t i)
{
    const struct svi_games *g = games;
    return i < g->n_bots ? g->bot[i] : NULL;
}

enum sv_status svi_rank_find(const struct svi_games *games, const char *option, const char *name,
                             unsigned *bot, struct svi_error *error)
{
    *bot = svi_games_find(games, name);
    if (*bot < games->n_bots) {
        return SV_OK;
    }
    char expected[SVI_EXPECTED];
    const struct svi_choices choices = {.at = name_at, .words = games, .what = "a bot's name"};
    return svi_fail(error, SV_E_RANGE, "--%s: found '%.200s', %s", option, name,
                    svi_expected(&choices, name, expected, sizeof expected));
}

/* Marks the bots of a list, comma between, in `out`. Counts them in *n. */
static enum sv_status leave_out(const struct svi_games *games, const char *list, bool out[],
                                unsigned *n, struct svi_error *error)
{
    char name[SVI_STATS_NAME];
    for (const char *at = list; at != NULL;) {
        const size_t length = strcspn(at, ",");
        unsigned bot;
        (void)snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : 0), at);
        SVI_TRY(svi_rank_find(games, "without", name, &bot, error));
        *n += !out[bot];
        out[bot] = true;
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    return SV_OK;
}

/* ---- figures beside the statistics ----------------------------------------------------------- */

static void add_seats(struct svi_rank_sheet *sheet)
{
    const struct svi_games *games = &sheet->games;
    sheet->seats = games->n_games > 0 ? svi_game_seats(games->game)
                   : sheet->has_tally ? sheet->tally.league->seats
                                      : 0;
    for (size_t g = 0; g < games->n_games; g++) {
        const struct svi_seat_row *rows = &games->row[games->game[g].first];
        sheet->seats = svi_game_seats(&games->game[g]) == sheet->seats ? sheet->seats : 0;
        for (unsigned s = 0; s < svi_game_seats(&games->game[g]); s++) {
            if (rows[s].seat < SV_MAX_SEATS) {
                struct svi_rank_seat *seat =
                    &sheet->seat[svi_games_number(games, rows[s].bot)][rows[s].seat];
                seat->games++;
                seat->points += svi_games_points(games, &games->game[g], s);
            }
        }
    }
}

static void find_rows(struct svi_rank_sheet *sheet)
{
    for (unsigned k = 0; k < sheet->tally.n_rows && sheet->has_tally; k++) {
        const struct svi_rank_row *row = &sheet->tally.row[k];
        sheet->tier[row->bot] = row->standing;
        sheet->row[row->bot] = sheet->games.out == NULL ? row : NULL;
    }
}

/* ---- all ------------------------------------------------------------------------------------- */

static enum sv_status no_memory(struct svi_error *error)
{
    return svi_fail(error, SV_E_SYSTEM, "no memory for a ranking");
}

/* Leaves the bots of a list, comma between, and their results out of the games. */
static enum sv_status leave_games_out(struct svi_rank_sheet *sheet, const char *list,
                                      struct svi_error *error)
{
    struct svi_games less;
    unsigned n = 0;
    SCOPED(scoped_free) bool *out = svi_new(sheet->games.n_bots + 1u, sizeof *out);
    SVI_TRY(out != NULL ? leave_out(&sheet->games, list, out, &n, error) : no_memory(error));
    if (n > 0) {
        SVI_TRY(svi_games_without(&sheet->games, out, &less) == SV_OK ? SV_OK : no_memory(error));
        svi_games_finish(&sheet->games);
        sheet->games = less;
    }
    return SV_OK;
}

/* With games and tally in place. */
static enum sv_status fill(struct svi_rank_sheet *sheet, const struct svi_rank_options *options,
                           struct svi_error *error)
{
    const unsigned n = sheet->games.n_bots;
    struct svi_rating_options how = {.prior = options->prior, .anchor = n};
    sheet->row = svi_new(n + 1u, sizeof(void *));
    sheet->seat = svi_new(n + 1u, sizeof(struct svi_rank_seat[SV_MAX_SEATS]));
    sheet->tier = svi_new(n + 1u, sizeof *sheet->tier);
    if (sheet->row == NULL || sheet->seat == NULL || sheet->tier == NULL) {
        return no_memory(error);
    }
    SVI_TRY(leave_games_out(sheet, options->without, error));
    if (options->anchor != NULL) {
        SVI_TRY(svi_rank_find(&sheet->games, "anchor", options->anchor, &how.anchor, error));
        if (sheet->games.out != NULL && sheet->games.out[how.anchor]) {
            return svi_fail(error, SV_E_RANGE,
                            "--anchor: found '%.200s', expected a bot that is not left out",
                            options->anchor);
        }
    }
    if (sheet->games.out != NULL && sheet->games.n_games == 0) {
        return svi_fail(error, SV_E_RANGE,
                        "--without: found no game left, expected to leave bots in that met");
    }
    find_rows(sheet);
    add_seats(sheet);
    how.tier = sheet->tier;
    if (svi_ratings_init(&sheet->ratings, &sheet->games, &how) != SV_OK) {
        return no_memory(error);
    }
    if (sheet->games.n_figures > 0) {
        const enum sv_status adjusted = svi_adjusted_init(&sheet->adjusted, &sheet->ratings);
        if (adjusted == SV_E_SYSTEM) {
            return no_memory(error);
        }
        sheet->has_adjusted = adjusted == SV_OK;
    }
    return SV_OK;
}

/* Fills in the rest. On failure, finishes the parts that have been filled in. */
static enum sv_status complete(struct svi_rank_sheet *sheet, const struct svi_rank_options *options,
                               struct svi_error *error)
{
    const enum sv_status status = fill(sheet, options, error);
    if (status != SV_OK) {
        svi_rank_sheet_finish(sheet);
    }
    return status;
}

enum sv_status svi_rank_sheet_init_games(struct svi_rank_sheet *sheet, struct svi_games *games,
                                         const struct svi_rank_options *options,
                                         struct svi_error *error)
{
    memset(sheet, 0, sizeof *sheet);
    sheet->games = *games;
    svi_games_init(games);
    return complete(sheet, options, error);
}

enum sv_status svi_rank_sheet_init_league(struct svi_rank_sheet *sheet, struct svi_ranking *tally,
                                          struct svi_games *games,
                                          const struct svi_rank_options *options,
                                          struct svi_error *error)
{
    memset(sheet, 0, sizeof *sheet);
    sheet->games = *games;
    sheet->tally = *tally;
    sheet->has_tally = true;
    svi_games_init(games);
    memset(tally, 0, sizeof *tally);
    return complete(sheet, options, error);
}

/* ---- costs of language models ---------------------------------------------------------------- */

struct place {
    uint64_t number; /* of the match */
    uint32_t deal;
};

/* The sums of all bots and deals. Arrays are made when the first cost comes: few leagues have any,
 * and great ones have no memory for these. */
struct sums {
    const struct svi_games *games;
    struct place *place;           /* of each game, by its number */
    double (*deal)[SVI_COSTS];     /* by bot and deal */
    uint32_t *played;              /* games, by bot and deal */
    struct svi_model_costs *costs; /* by bot */
    bool begun, failed;
};

SVI_ORDER(by_number, struct place, SVI_COMPARE(one->number, other->number))

static void begin_costs(struct sums *sums)
{
    const struct svi_games *games = sums->games;
    const size_t deals = games->n_deals, cells = games->n_bots * deals;
    sums->begun = true;
    sums->place = svi_new(games->n_games + 1, sizeof *sums->place);
    sums->deal = svi_new(cells + 1, sizeof *sums->deal);
    sums->played = svi_new(cells + 1, sizeof *sums->played);
    sums->failed = sums->place == NULL || sums->deal == NULL || sums->played == NULL;
    for (size_t g = 0; g < games->n_games && !sums->failed; g++) {
        const struct svi_game_rows *game = &games->game[g];
        sums->place[g] = (struct place){.number = game->number, .deal = game->deal};
        for (unsigned s = 0; s < svi_game_seats(game); s++) {
            const unsigned bot = svi_games_number(games, games->row[game->first + s].bot);
            sums->played[bot * deals + game->deal]++;
        }
    }
    if (!sums->failed) {
        qsort(sums->place, games->n_games, sizeof *sums->place, by_number);
    }
}

static void take_cost(void *user, const struct svi_store_cost *cost)
{
    struct sums *sums = user;
    const struct svi_games *games = sums->games;
    if (!sums->begun) {
        begin_costs(sums);
    }
    const unsigned bot = svi_games_find(games, cost->bot);
    const struct place key = {.number = cost->number};
    const struct place *at = games->n_games > 0 && !sums->failed
                                 ? bsearch(&key, sums->place, games->n_games, sizeof key, by_number)
                                 : NULL;
    if (bot < games->n_bots && at != NULL) {
        double *sum = sums->deal[(size_t)bot * games->n_deals + at->deal];
        sum[SVI_COST_TOKENS] += cost->tokens;
        sum[SVI_COST_DOLLARS] += cost->dollars;
        sum[SVI_COST_SECONDS] += cost->seconds;
        sums->costs[bot].known = true;
    }
}

/* Fills in the means of a bot from its deals; played[d] is its number of games in deal d. */
static void finish_costs(struct svi_model_costs *costs, double (*deal)[SVI_COSTS],
                         const uint32_t played[], uint32_t n_deals)
{
    for (unsigned k = 0; k < SVI_COSTS; k++) {
        struct svi_spread spread = {0};
        uint64_t n = 0;
        for (uint32_t d = 0; d < n_deals; d++) {
            if (played[d] > 0) {
                svi_spread_add(&spread, deal[d][k] / played[d]);
                n++;
            }
        }
        const double count = (double)n;
        costs->mean[k] = svi_estimate_by_deals(svi_spread_mean(&spread, n),
                                               svi_spread_sd(&spread, n) / sqrt(count), count);
    }
}

/* Reads the costs of the games of an ordered table from beside the store. *costs is by bot, for the
 * caller to free. Returns the status of svi_store_costs(), and SV_E_SYSTEM without memory. */
static enum sv_status read_costs(struct svi_store *store, const struct svi_games *games,
                                 struct svi_model_costs **costs)
{
    const size_t deals = games->n_deals;
    struct sums sums = {.games = games, .costs = svi_new(games->n_bots + 1u, sizeof *sums.costs)};
    const enum sv_status status = svi_store_costs(store, take_cost, &sums);
    for (unsigned bot = 0; bot < games->n_bots; bot++) {
        if (sums.costs[bot].known) {
            finish_costs(&sums.costs[bot], sums.deal + bot * deals, sums.played + bot * deals,
                         games->n_deals);
        }
    }
    free(sums.place);
    free(sums.deal);
    free(sums.played);
    *costs = sums.costs;
    return sums.failed ? SV_E_SYSTEM : status;
}

/* ---- a store --------------------------------------------------------------------------------- */

/* The targets of the one pass over the results. */
struct reading {
    struct svi_rank_sheet *sheet;
    const struct svi_rank_before *before;
    uint64_t last; /* match that is wanted */
    void (*each)(void *user, const struct svi_store_match *m);
    void *user;
    enum sv_status status;
};

static bool take(void *user, const struct svi_store_match *m)
{
    struct reading *r = user;
    if (m->number > r->last) {
        return false;
    }
    svi_ranking_add(&r->sheet->tally, m);
    if (!svi_store_counts(r->sheet->tally.league, m)) {
        return true;
    }
    r->status = svi_ranking_games_add(&r->sheet->games, m);
    if (r->each != NULL) {
        r->each(r->user, m);
    }
    return r->status == SV_OK;
}

/* Sums and games as they were. */
static enum sv_status begin_as_before(struct reading *r, struct svi_error *error)
{
    const struct svi_rank_sheet *old = r->before->sheet;
    struct svi_rank_sheet *sheet = r->sheet;
    sheet->tally.matches = old->tally.matches;
    sheet->tally.decisions = old->tally.decisions;
    sheet->tally.left_out = old->tally.left_out;
    for (unsigned k = 0; k < old->tally.n_rows; k++) {
        struct svi_rank_row *row = &sheet->tally.row[old->tally.row[k].bot];
        const char *name = row->name;
        *row = old->tally.row[k];
        row->name = name;
        row->standing = row->rank = 0;
    }
    return svi_games_copy(&old->games, &sheet->games) == SV_OK ? SV_OK : no_memory(error);
}

static enum sv_status begin(struct reading *r, const struct svi_store_info *info,
                            struct svi_error *error)
{
    struct svi_rank_sheet *sheet = r->sheet;
    const enum sv_status status = svi_ranking_begin(&sheet->tally, info, error);
    sheet->has_tally = status == SV_OK;
    return status != SV_OK     ? status
           : r->before != NULL ? begin_as_before(r, error)
                               : svi_ranking_games_begin(&sheet->games, info, error);
}

static enum sv_status read_results(struct reading *r, struct svi_store *store)
{
    uint64_t deal = 0;
    uint64_t after = 0;
    if (r->before == NULL) {
        r->last = UINT64_MAX;
        return svi_store_results(store, 0, take, r);
    }
    while (r->status == SV_OK &&
           svi_visible_games_news(store, r->before->store, &deal, &after, &r->last)) {
        SVI_TRY(svi_store_results(store, after, take, r));
    }
    return SV_OK;
}

static bool take_own(void *user, const struct svi_store_played_on *row)
{
    struct svi_rank_sheet *sheet = user;
    struct svi_own_game game;
    if (row->bot >= sheet->games.n_bots) {
        return true;
    }
    if (row->decision > 0) {
        svi_costly_add(sheet->costly, row);
    } else if (svi_stored_get_own(row->found, row->size, &game)) {
        svi_own_add(&sheet->own[row->bot], row->number, &game);
    }
    return true;
}

/* Reads figures of the whole store that are not results. A digest of only some games says nothing
 * and takes a pass over them, so it is left out then. */
static enum sv_status read_rest(struct svi_rank_sheet *sheet, struct svi_store *store)
{
    uint64_t hidden = 0;
    bool has_luck = false;
    SVI_TRY(svi_store_hidden(store, &hidden));
    sheet->has_digest = hidden == 0;
    if (sheet->has_digest) {
        SVI_TRY(svi_store_digest(store, sheet->tally.digest));
        SVI_TRY(svi_store_chain(store, NULL, NULL, sheet->head));
    }
    SVI_TRY(svi_store_has_luck(store, &has_luck));
    sheet->without_luck = sheet->tally.matches;
    if (has_luck) {
        SVI_TRY(svi_store_count_without_luck(store, NULL, &sheet->without_luck));
        SVI_TRY(svi_ranking_games_luck(store, &sheet->games));
        if (sheet->without_luck == 0 && !sheet->games.has_luck) {
            sheet->without_luck = sheet->tally.matches;
        }
    }
    sheet->own = svi_new(sheet->games.n_bots + 1u, sizeof *sheet->own);
    sheet->costly = svi_new(sheet->games.n_bots + 1u, sizeof *sheet->costly);
    SVI_TRY(read_costs(store, &sheet->games, &sheet->costs));
    SVI_TRY(svi_store_played_on(store, 0, take_own, sheet));
    for (unsigned b = 0; b < sheet->games.n_bots && svi_store_has_pseudonyms(store); b++) {
        svi_costly_hide_words(sheet->costly[b]);
    }
    return SV_OK;
}

/* Reads tally and games, of one moment. */
static enum sv_status read_store(struct reading *r, struct svi_store *store,
                                 struct svi_error *error)
{
    struct svi_rank_sheet *sheet = r->sheet;
    SVI_TRY(begin(r, svi_store_info(store), error));
    if (read_results(r, store) != SV_OK) {
        return svi_fail(error, SV_E_SYSTEM, "%s", svi_store_error(store));
    }
    if (r->status != SV_OK) {
        return no_memory(error);
    }
    SVI_TRY(svi_ranking_games_end(&sheet->games, error));
    if (read_rest(sheet, store) != SV_OK) {
        return svi_store_error(store)[0] == '\0'
                   ? no_memory(error)
                   : svi_fail(error, SV_E_SYSTEM, "%s", svi_store_error(store));
    }
    return svi_ranking_stand_by(&sheet->tally, store, &sheet->games, error);
}

enum sv_status svi_rank_sheet_init_with(struct svi_rank_sheet *sheet, struct svi_store *store,
                                        const struct svi_rank_options *options,
                                        const struct svi_rank_before *before,
                                        void (*each)(void *user, const struct svi_store_match *m),
                                        void *user, struct svi_error *error)
{
    struct reading reading = {.sheet = sheet, .before = before, .each = each, .user = user};
    memset(sheet, 0, sizeof *sheet);
    if (svi_store_snapshot(store) != SV_OK) {
        return svi_fail(error, SV_E_SYSTEM, "%s", svi_store_error(store));
    }
    enum sv_status status = read_store(&reading, store, error);
    svi_store_snapshot_end(store);
    if (status != SV_OK) {
        svi_rank_sheet_finish(sheet);
        return status;
    }
    return complete(sheet, options, error);
}

enum sv_status svi_rank_sheet_init_store(struct svi_rank_sheet *sheet, struct svi_store *store,
                                         const struct svi_rank_options *options,
                                         struct svi_error *error)
{
    return svi_rank_sheet_init_with(sheet, store, options, NULL, NULL, NULL, error);
}

void svi_rank_sheet_finish(struct svi_rank_sheet *sheet)
{
    if (sheet->has_tally) {
        svi_ranking_finish(&sheet->tally);
    }
    if (sheet->has_adjusted) {
        svi_adjusted_finish(&sheet->adjusted);
    }
    if (sheet->ratings.games != NULL) {
        svi_ratings_finish(&sheet->ratings);
    }
    if (sheet->costly != NULL) {
        svi_costly_finish(sheet->costly, sheet->games.n_bots);
    }
    svi_games_finish(&sheet->games);
    free(sheet->row);
    free(sheet->seat);
    free(sheet->tier);
    free(sheet->own);
    free(sheet->costs);
    memset(sheet, 0, sizeof *sheet);
}

#include "tools/report/bot_columns.h"

#include "memory/memory.h"
#include "store/store_results.h"
#include "store/store_revisions.h"
#include "tools/report/figures.h"

#include "base/json.h"
#include "base/out.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VERSION_SHOWN 8u /* characters */

/* ---- rows ------------------------------------------------------------------------------------ */

struct svi_bot_row svi_bot_row_of_tally(const struct svi_ranking *tally,
                                        const struct svi_rank_row *row)
{
    const struct svi_store_entry *const entry =
        tally->league->entry != NULL ? &tally->league->entry[row->bot] : NULL;
    return (struct svi_bot_row){.bot = row->bot,
                                .name = {row->name, SVI_NO_PAGE},
                                .tally = tally,
                                .row = row,
                                .entry = entry,
                                .origin = entry != NULL ? entry->origin : NULL,
                                .status = entry != NULL ? svi_status_name(entry->status) : NULL,
                                .conditions =
                                    entry != NULL ? svi_store_conditions(entry->definition) : NULL,
                                .decisions = {NAN, NAN, NAN},
                                .points_a_dollar = NAN,
                                .trade_gain = NAN};
}

struct svi_bot_row svi_bot_row(const struct svi_rank_sheet *sheet, unsigned bot,
                               const struct svi_figures *figures)
{
    struct svi_bot_row row = {
        .decisions = {NAN, NAN, NAN}, .points_a_dollar = NAN, .trade_gain = NAN};
    if (sheet->row[bot] != NULL) {
        row = svi_bot_row_of_tally(&sheet->tally, sheet->row[bot]);
    }
    row.sheet = sheet;
    row.bot = bot;
    row.name = (struct svi_bot_name){sheet->games.bot[bot], figures != NULL ? bot : SVI_NO_PAGE};
    row.rating = &sheet->ratings.bot[bot];
    if (sheet->has_adjusted) {
        row.adjusted = &sheet->adjusted.points[bot];
        row.adjusted_rating =
            sheet->adjusted.has_ratings ? &sheet->adjusted.ratings.bot[bot] : NULL;
    }
    if (sheet->own != NULL && sheet->own[bot].games > 0) {
        row.decisions = svi_own_points(&sheet->own[bot], SV_DECISION_COUNT);
    }
    if (sheet->costs != NULL && sheet->costs[bot].known) {
        row.costs = &sheet->costs[bot];
        row.points_a_dollar = row.rating->points.value / row.costs->mean[SVI_COST_DOLLARS].value;
    }
    if (figures != NULL && figures->has_transfers && figures->traded > 0) {
        row.trade_gain = figures->transfers.skill[bot];
    }
    row.figures = figures;
    row.of = figures != NULL ? &figures->bot[bot] : NULL;
    return row;
}

struct svi_bot_row *svi_bot_rows(const struct svi_rank_sheet *sheet,
                                 const struct svi_figures *figures, struct svi_rows *rows)
{
    struct svi_bot_row *row = svi_new(sheet->ratings.n_order + 1u, sizeof *row);
    for (unsigned i = 0; i < sheet->ratings.n_order; i++) {
        row[i] = svi_bot_row(sheet, sheet->ratings.order[i], figures);
    }
    *rows = (struct svi_rows){row, sizeof *row, sheet->ratings.n_order};
    return row;
}

struct svi_bot_row *svi_bot_rows_of_tally(const struct svi_ranking *tally, struct svi_rows *rows)
{
    struct svi_bot_row *row = svi_new(tally->n_rows + 1u, sizeof *row);
    for (unsigned i = 0; i < tally->n_rows; i++) {
        row[i] = svi_bot_row_of_tally(tally, &tally->row[i]);
    }
    *rows = (struct svi_rows){row, sizeof *row, tally->n_rows};
    return row;
}

struct svi_bot_row *svi_bot_incident_rows(const struct svi_figures *figures, struct svi_rows *rows)
{
    struct svi_bot_row *row = svi_bot_rows(&figures->sheet, figures, rows);
    unsigned n = 0;
    for (unsigned i = 0; i < rows->n; i++) {
        if (row[i].of->incidents + row[i].of->losses > 0) {
            row[n++] = row[i];
        }
    }
    rows->n = n;
    return row;
}

static uint64_t incidents_of(const struct svi_rank_row *row)
{
    uint64_t sum = row->forfeited;
    for (unsigned i = 0; i < SVI_INCIDENTS; i++) {
        sum += row->verdicts[svi_incidents[i]];
    }
    return sum;
}

bool svi_bot_put_reasons(const struct svi_store_info *league, const char *before,
                         void (*text)(struct svi_buf *out, const char *text), struct svi_buf *out)
{
    bool any = false;
    for (unsigned i = 0; i < league->n_bots; i++) {
        const struct svi_store_entry *entry = &league->entry[i];
        if (entry->reason != NULL) {
            svi_out_text(out, before);
            text(out, league->bot[i]);
            svi_out_text(out, " is ");
            svi_out_text(out, svi_store_state(entry));
            svi_out_text(out, ": ");
            text(out, entry->reason);
            svi_out_char(out, '\n');
            any = true;
        }
    }
    return any;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* sum / (games * unit), exact. */
static void put_mean(struct svi_cell *value, int64_t sum, uint64_t games, uint32_t unit)
{
    value->kind = games > 0 ? SVI_CELL_RATIO : SVI_CELL_NONE;
    value->number = sum;
    value->unit = (int64_t)(games * unit);
}

static void get_rank(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_row *r = row;
    (void)which;
    svi_cell_set_int(value, r->rating != NULL ? r->rating->rank : r->row->rank);
    if (r->rating != NULL) {
        const bool claimed = r->rating->rank_low > 0;
        value->real = (struct svi_estimate){r->rating->rank,
                                            claimed ? (double)r->rating->rank_low : (double)NAN,
                                            claimed ? (double)r->rating->rank_high : (double)NAN};
    }
}

enum { POINTS, PLACE, WORTH };

/* Means over a tally's games are exact; without a tally they are the ratings'. */
static void get_mean(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_row *r = row;
    if (r->rating != NULL && which == POINTS) {
        svi_cell_set_real(value, r->rating->points);
    } else if (r->rating != NULL && which == PLACE) {
        svi_cell_set_real(value, (struct svi_estimate){r->rating->mean_place, NAN, NAN});
    }
    if (r->row != NULL) {
        put_mean(value,
                 which == POINTS  ? (int64_t)r->row->points
                 : which == PLACE ? (int64_t)r->row->places
                                  : r->row->worth,
                 r->row->games, which == POINTS ? r->tally->points_unit : 1);
    }
}

void svi_bot_seat_points(const struct svi_bot_row *row, unsigned seat, struct svi_cell *value)
{
    value->kind = SVI_CELL_NONE;
    if (row->row != NULL) {
        put_mean(value, (int64_t)row->row->seat_points[seat], row->row->seat_games[seat],
                 row->tally->points_unit);
    } else {
        const struct svi_rank_seat *sums = &row->sheet->seat[row->bot][seat];
        const double mean = sums->points / (double)sums->games; /* NAN of 0 / 0 */
        svi_cell_set_real(value, (struct svi_estimate){mean, NAN, NAN});
    }
}

static void get_seat_points(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_row *r = row;
    if (which < r->sheet->seats && which < SV_MAX_SEATS) {
        svi_bot_seat_points(r, which, value);
    } else {
        value->kind = SVI_CELL_END;
    }
}

enum { GAMES, WINS, INCIDENTS, FIRST_INCIDENT };

static void get_count(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_row *r = row;
    if (which == GAMES) {
        svi_cell_set_int(value, r->rating != NULL ? r->rating->seats : r->row->games);
    } else if (which == WINS) {
        svi_cell_set_int(value, r->rating != NULL ? r->rating->wins : r->row->wins);
    } else if (which == INCIDENTS && r->row != NULL) {
        svi_cell_set_int(value, incidents_of(r->row));
    } else if (which == FIRST_INCIDENT && r->row != NULL && r->row->incident > 0) {
        svi_cell_set_int(value, r->row->incident);
    }
}

/* The hash of its files. */
static void get_version(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_store_entry *entry = ((const struct svi_bot_row *)row)->entry;
    (void)which;
    if (entry != NULL && entry->versioned) {
        for (unsigned i = 0; i < sizeof entry->version; i++) {
            (void)snprintf(value->made + (size_t)2 * i, 3, "%02x", entry->version[i]);
        }
        svi_cell_set_text(value, value->made);
    }
}

static void get_tags(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_row *r = row;
    const struct svi_store_entry *entry = r->entry;
    static char *const none[] = {NULL};
    (void)which;
    if (r->sheet->tags) {
        value->kind = SVI_CELL_PAIRS;
        value->pairs = entry != NULL && entry->tags != NULL ? entry->tags : none;
    }
}

/* Likelihood of superiority over each bot, in the order of the rows. */
static void get_superiority(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_row *r = row;
    if (which >= r->sheet->ratings.n_order) {
        value->kind = SVI_CELL_END;
        return;
    }
    const unsigned other = r->sheet->ratings.order[which];
    const double p =
        other != r->bot ? svi_ratings_superiority(&r->sheet->ratings, r->bot, other) : NAN;
    svi_cell_set_real(value, (struct svi_estimate){p, NAN, NAN});
}

static void get_places(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_row *r = row;
    if (r->figures != NULL && which < r->figures->league->seats) {
        svi_cell_set_int(value, r->of->place[which]);
    } else {
        value->kind = SVI_CELL_END;
    }
}

static void get_over_deals(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_figures *b = ((const struct svi_bot_row *)row)->of;
    if (b != NULL && which < SVI_FIGURE_STRETCHES) {
        const double mean = b->stretch_points[which] / (double)b->stretch_games[which];
        svi_cell_set_real(value, (struct svi_estimate){mean, NAN, NAN});
    } else {
        value->kind = SVI_CELL_END;
    }
}

static void put_game(const uint64_t number[], unsigned n, unsigned which, struct svi_cell *value)
{
    if (which < n) {
        svi_cell_set_int(value, number[which]);
    } else {
        value->kind = SVI_CELL_END;
    }
}

static void get_incident_games(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_figures *b = ((const struct svi_bot_row *)row)->of;
    put_game(b != NULL ? b->incident : NULL, b != NULL ? b->n_incident : 0, which, value);
}

static void get_last_games(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_figures *b = ((const struct svi_bot_row *)row)->of;
    put_game(b != NULL ? b->last : NULL, b != NULL ? b->n_last : 0, which, value);
}

/* ---- the columns ----------------------------------------------------------------------------- */

#define COUNTED SVI_IN_WIDE | SVI_IN_DATA
static const struct svi_column bot_columns[] = {
    {"rank", SVI_INTEGER, NULL,
     "By rating. 2 (2-4): second, and the true rank lies from 2 to 4; in 95 of 100 rankings all "
     "brackets are right. (?): no claim, after too few deals or in a knockout",
     SVI_IN_ALL | SVI_IN_STATUS | SVI_IN_LEAGUE | SVI_IN_FACTS, SVI_BRACKET, .get = get_rank},
    {"bot", SVI_TEXT, NULL, "Its name",
     SVI_IN_ALL | SVI_IN_STATUS | SVI_IN_LEAGUE | SVI_IN_LUCK | SVI_IN_INCIDENTS | SVI_IN_REPORT,
     .treated = SVI_COLUMN_NAME, SVI_AT(struct svi_bot_row, name)},
    {"rating_interval", SVI_NUMBER, NULL, "The rating and its 95% interval", SVI_IN_PAGE, SVI_CHART,
     SVI_VIA(struct svi_bot_row, rating, rating)},
    {"rating", SVI_NUMBER, "Elo",
     "Fitted to all places of all games; a bot with 400 more finishes ahead in 10 of 11 games. 0 "
     "is the mean, or the bot of --anchor",
     SVI_IN_ALL | SVI_IN_FACTS, SVI_INTERVAL, .digits = 2,
     SVI_VIA(struct svi_bot_row, rating, rating)},
    {"points", SVI_NUMBER, "points a game",
     "Mean: a game gives 1 to its winner, 0 to its last, and those between evenly spaced points; "
     "equal places share",
     SVI_IN_ALL | SVI_IN_STATUS | SVI_IN_LEAGUE | SVI_IN_FACTS | SVI_IN_LUCK, SVI_INTERVAL,
     .digits = 6, .shown = 3, .get = get_mean, .which = POINTS},
    {"luck", SVI_NUMBER, "points a game",
     "What dice and cards gave the bot, above what they give on average",
     COUNTED | SVI_IN_FACTS | SVI_IN_LUCK, SVI_INTERVAL, .digits = 6, .shown = 3,
     SVI_VIA(struct svi_bot_row, rating, luck)},
    {"luck_interval", SVI_NUMBER, NULL, "The luck and its 95% interval", SVI_IN_LUCK, SVI_CHART,
     SVI_VIA(struct svi_bot_row, rating, luck)},
    {"adjusted", SVI_NUMBER, "points a game",
     "Points minus luck: the same on average, with a smaller interval",
     SVI_IN_TABLES | SVI_IN_DATA | SVI_IN_FACTS | SVI_IN_LUCK, SVI_INTERVAL, .digits = 6,
     .shown = 3, .drop = SVI_BOT_DROPS_ADJUSTED, SVI_TO(struct svi_bot_row, adjusted)},
    {"adjusted_rating", SVI_NUMBER, "Elo", "The rating from scores less luck",
     COUNTED | SVI_IN_FACTS | SVI_IN_LUCK, SVI_INTERVAL, .digits = 2,
     SVI_VIA(struct svi_bot_row, adjusted_rating, rating)},
    {"place", SVI_NUMBER, NULL, "Mean place", SVI_IN_ALL | SVI_IN_FACTS, .digits = 4, .shown = 2,
     .drop = 1, .get = get_mean, .which = PLACE},
    {"worth", SVI_NUMBER, "money", "Mean worth at the end", COUNTED, .digits = 2, .get = get_mean,
     .which = WORTH},
    {"games", SVI_INTEGER, NULL, "That are in",
     SVI_IN_ALL | SVI_IN_STATUS | SVI_IN_LEAGUE | SVI_IN_FACTS, .get = get_count, .which = GAMES},
    {"deals", SVI_INTEGER, NULL,
     "In which it played. A deal, all games on one seed, counts as one observation",
     COUNTED | SVI_IN_FACTS, SVI_VIA(struct svi_bot_row, rating, deals)},
    {"wins", SVI_INTEGER, NULL, "Wins, shared first places included", SVI_IN_ALL | SVI_IN_FACTS,
     .drop = 2, .get = get_count, .which = WINS},
    {"incidents", SVI_INTEGER, NULL,
     "Decisions for which the default was taken, and games forfeited",
     SVI_IN_ALL | SVI_IN_STATUS | SVI_IN_LEAGUE, .treated = SVI_COLUMN_ZERO, .drop = 3,
     .get = get_count, .which = INCIDENTS},
    {"late", SVI_INTEGER, NULL, "Answers that came after their time",
     COUNTED | SVI_IN_LEAGUE | SVI_IN_INCIDENTS,
     SVI_VIA(struct svi_bot_row, row, verdicts[SV_VERDICT_LATE])},
    {"malformed", SVI_INTEGER, NULL, "Answers that could not be read",
     COUNTED | SVI_IN_LEAGUE | SVI_IN_INCIDENTS,
     SVI_VIA(struct svi_bot_row, row, verdicts[SV_VERDICT_MALFORMED])},
    {"illegal", SVI_INTEGER, NULL, "Answers that the rules forbid",
     COUNTED | SVI_IN_LEAGUE | SVI_IN_INCIDENTS,
     SVI_VIA(struct svi_bot_row, row, verdicts[SV_VERDICT_ILLEGAL])},
    {"dead", SVI_INTEGER, NULL, "Decisions at which its process was gone",
     COUNTED | SVI_IN_LEAGUE | SVI_IN_INCIDENTS,
     SVI_VIA(struct svi_bot_row, row, verdicts[SV_VERDICT_DEAD])},
    {"overtime", SVI_INTEGER, NULL, "Decisions after its time for the match was used up",
     COUNTED | SVI_IN_LEAGUE | SVI_IN_INCIDENTS,
     SVI_VIA(struct svi_bot_row, row, verdicts[SV_VERDICT_OVERTIME])},
    {"fallback", SVI_INTEGER, NULL, "Answers in place of those that the bot could not get",
     COUNTED | SVI_IN_LEAGUE, SVI_VIA(struct svi_bot_row, row, verdicts[SV_VERDICT_FALLBACK])},
    {"forfeited", SVI_INTEGER, NULL, "Games that it did not play to their end",
     COUNTED | SVI_IN_STATUS | SVI_IN_LEAGUE | SVI_IN_INCIDENTS,
     SVI_VIA(struct svi_bot_row, row, forfeited)},
    {"processes_lost", SVI_INTEGER, NULL,
     "Crashes and other unexpected ends of its processes; its games may go on in others",
     COUNTED | SVI_IN_STATUS | SVI_IN_LEAGUE | SVI_IN_INCIDENTS,
     SVI_VIA(struct svi_bot_row, row, lost)},
    {"first_incident", SVI_INTEGER, NULL, "The number of the first game with an incident",
     SVI_IN_DATA | SVI_IN_LEAGUE, .get = get_count, .which = FIRST_INCIDENT},
    {"last_solvent", SVI_INTEGER, NULL, "Games that ended with one player left", COUNTED,
     SVI_VIA(struct svi_bot_row, row, ends[SV_WHY_LAST_SOLVENT])},
    {"max_rounds", SVI_INTEGER, NULL, "Games that ended at the limit of rounds", COUNTED,
     SVI_VIA(struct svi_bot_row, row, ends[SV_WHY_MAX_ROUNDS])},
    {"forfeit", SVI_INTEGER, NULL, "Games that ended as all others had forfeited", COUNTED,
     SVI_VIA(struct svi_bot_row, row, ends[SV_WHY_FORFEIT])},
    {"own", SVI_NUMBER, "points a game",
     "What its decisions brought against learner@1's in the same company (solvent analyse --depth "
     "play)",
     COUNTED | SVI_IN_FACTS, SVI_INTERVAL, .digits = 6, .shown = 3,
     SVI_AT(struct svi_bot_row, decisions)},
    {"model_tokens", SVI_NUMBER, "tokens a game", "Tokens of its language model, in and out",
     COUNTED | SVI_IN_FACTS, SVI_INTERVAL, .digits = 2,
     SVI_VIA(struct svi_bot_row, costs, mean[SVI_COST_TOKENS])},
    {"model_dollars", SVI_NUMBER, "$ a game", "The price of these tokens", COUNTED | SVI_IN_FACTS,
     SVI_INTERVAL, .digits = 6, .shown = 4,
     SVI_VIA(struct svi_bot_row, costs, mean[SVI_COST_DOLLARS])},
    {"model_seconds", SVI_NUMBER, "s a game", "Time of the requests to its language model",
     COUNTED | SVI_IN_FACTS, SVI_INTERVAL, .digits = 3, .shown = 1,
     SVI_VIA(struct svi_bot_row, costs, mean[SVI_COST_SECONDS])},
    {"points_a_dollar", SVI_NUMBER, "points a $", "Its points by its dollars",
     COUNTED | SVI_IN_FACTS, .digits = 4, .shown = 2, SVI_AT(struct svi_bot_row, points_a_dollar)},
    {"points_by_seat", SVI_NUMBER, "points a game", "Means by seat, from 0", SVI_IN_DATA, SVI_LIST,
     .digits = 6, .shown = 3, .elements = SV_MAX_SEATS, .get = get_seat_points},
    {"status", SVI_TEXT, NULL,
     "plays, withdrawn, disqualified or set aside; of a ladder also old (a newer version plays) or "
     "left (not in the file any more)",
     SVI_IN_TABLES | SVI_IN_DATA | SVI_IN_LEAGUE, .treated = SVI_COLUMN_DIFFER,
     SVI_AT(struct svi_bot_row, status)},
    {"reason", SVI_TEXT, NULL, "Why it doesn't play", SVI_IN_DATA | SVI_IN_LEAGUE,
     SVI_VIA(struct svi_bot_row, entry, reason)},
    {"version", SVI_TEXT, NULL, "Of a ladder: the hash of its files", COUNTED,
     .shown = VERSION_SHOWN, .get = get_version},
    {"origin", SVI_TEXT, NULL, "Its name in the league file", SVI_IN_DATA,
     SVI_AT(struct svi_bot_row, origin)},
    {"tags", SVI_OBJECT, NULL, "Its tags in the league file (of rank alone: pages don't show them)",
     SVI_IN_DATA, .get = get_tags},
    {"conditions", SVI_TEXT, NULL,
     "Its own clock, limits and network, where these differ from the league's",
     SVI_IN_TABLES | SVI_IN_DATA | SVI_IN_LEAGUE, .treated = SVI_COLUMN_DIFFER,
     SVI_AT(struct svi_bot_row, conditions)},
    {"superiority", SVI_NUMBER, "probability",
     "How likely it is better than each bot, in the order of the rows", SVI_IN_JSON, SVI_LIST,
     .digits = 4, .get = get_superiority},
    {"places", SVI_INTEGER, NULL, "Games by its place, from the first", SVI_IN_REPORT, SVI_LIST,
     .get = get_places},
    {"points_over_deals", SVI_NUMBER, "points a game", "Means in each twelfth of the deals",
     SVI_IN_REPORT, SVI_LIST, .digits = 6, .get = get_over_deals},
    {"games_with_incidents", SVI_INTEGER, NULL, "Games in which it had an incident",
     SVI_IN_REPORT | SVI_IN_MORE | SVI_IN_INCIDENTS, SVI_VIA(struct svi_bot_row, of, incidents)},
    {"incident_games", SVI_INTEGER, NULL, "The first games in which it had one",
     SVI_IN_REPORT | SVI_IN_INCIDENTS, SVI_LIST, .get = get_incident_games},
    {"last_games", SVI_INTEGER, NULL, "Its last games", SVI_IN_REPORT, SVI_LIST,
     .get = get_last_games},
    {"trade_gain", SVI_NUMBER, "worth a trade", "What it gains of an average bot by a trade",
     SVI_IN_REPORT | SVI_IN_MORE, .digits = 4, SVI_AT(struct svi_bot_row, trade_gain)},
};

const struct svi_columns svi_bot_columns = SVI_COLUMNS(bot_columns);

/* ---- by size --------------------------------------------------------------------------------- */

struct svi_size_row {
    struct svi_bot_name bot;
    unsigned seats;
    uint64_t games;
    struct svi_estimate points;
};

struct svi_size_row *svi_size_rows(const struct svi_rank_sheet *sheet, struct svi_rows *rows)
{
    const unsigned n = sheet->games.n_bots;
    SCOPED(scoped_free) struct svi_estimate *mean = svi_new(n + 1u, sizeof *mean);
    SCOPED(scoped_free) uint64_t *count = svi_new(n + 1u, sizeof *count);
    struct svi_size_row *row =
        svi_new((size_t)sheet->ratings.n_order * SVI_STATS_SEATS + 1, sizeof *row);
    unsigned filled = 0;
    for (unsigned seats = 2; seats <= SVI_STATS_SEATS; seats++) {
        svi_means(&sheet->games, SVI_MEAN_POINTS, seats, mean, count);
        for (unsigned i = 0; i < sheet->ratings.n_order && row != NULL; i++) {
            const unsigned bot = sheet->ratings.order[i];
            if (count[bot] > 0) {
                row[filled++] = (struct svi_size_row){
                    {sheet->games.bot[bot], SVI_NO_PAGE}, seats, count[bot], mean[bot]};
            }
        }
    }
    *rows = (struct svi_rows){row, sizeof *row, filled};
    return row;
}

static const struct svi_column size_columns[] = {
    {"bot", SVI_TEXT, NULL, "Its name", SVI_IN_TABLES | SVI_IN_JSON, .treated = SVI_COLUMN_NAME,
     SVI_AT(struct svi_size_row, bot)},
    {"seats", SVI_INTEGER, NULL, "Of the tables", SVI_IN_TABLES | SVI_IN_JSON,
     SVI_AT(struct svi_size_row, seats)},
    {"points", SVI_NUMBER, "points a game", "Mean at tables of this size",
     SVI_IN_TABLES | SVI_IN_JSON, SVI_INTERVAL, .digits = 6, .shown = 3,
     SVI_AT(struct svi_size_row, points)},
    {"games", SVI_INTEGER, NULL, "At tables of this size", SVI_IN_TABLES | SVI_IN_JSON,
     SVI_AT(struct svi_size_row, games)},
};

const struct svi_columns svi_size_columns = SVI_COLUMNS(size_columns);

/* ---- decision times -------------------------------------------------------------------------- */

struct svi_time_row svi_time_row(const struct svi_figures *f, unsigned bot, const char *kind,
                                 const struct svi_times *times)
{
    return (struct svi_time_row){f, {f->sheet.games.bot[bot], SVI_NO_PAGE}, kind, times};
}

struct svi_time_row *svi_time_rows(const struct svi_figures *f, struct svi_rows *rows)
{
    struct svi_time_row *row = svi_new(f->sheet.ratings.n_order + 1u, sizeof *row);
    for (unsigned i = 0; i < f->sheet.ratings.n_order; i++) {
        const unsigned bot = f->sheet.ratings.order[i];
        row[i] = svi_time_row(f, bot, NULL, &f->bot[bot].all_times);
    }
    *rows = (struct svi_rows){row, sizeof *row, f->sheet.ratings.n_order};
    return row;
}

struct svi_time_row *svi_time_rows_by_kind(const struct svi_figures *f, unsigned bot,
                                           struct svi_rows *rows)
{
    struct svi_time_row *row =
        svi_new((size_t)f->sheet.ratings.n_order * SV_DECISION_COUNT + 1, sizeof *row);
    unsigned n = 0;
    for (unsigned i = 0; i < f->sheet.ratings.n_order && row != NULL; i++) {
        const unsigned shown = f->sheet.ratings.order[i];
        const struct svi_bot_figures *b = &f->bot[shown];
        for (unsigned k = 0; k < SV_DECISION_COUNT && (bot == shown || bot >= f->n); k++) {
            if (svi_times_all(&b->times[k]) > 0) {
                row[n++] = svi_time_row(f, shown, sv_decision_name(k), &b->times[k]);
            }
        }
    }
    *rows = (struct svi_rows){row, sizeof *row, n};
    return row;
}

enum { DECISIONS, CHARGED, LONGEST, LONGEST_GAME };

static void get_figure(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_time_row *r = row;
    const uint64_t all = svi_times_all(r->times);
    if (which == DECISIONS) {
        svi_cell_set_int(value, all);
    } else if (all == 0) {
        return;
    } else if (which == CHARGED) {
        svi_cell_set_int(value, r->times->charged_us / all);
    } else if (which == LONGEST) {
        svi_cell_set_int(value, r->times->slowest_us);
    } else if (r->times->slowest > 0) {
        svi_cell_set_int(value, r->times->slowest);
    }
}

static void get_quantile(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_time_row *r = row;
    if (svi_times_all(r->times) > 0) {
        svi_cell_set_int(value, svi_times_quantile(r->times, which));
    }
}

#define EVERYWHERE SVI_IN_DATA | SVI_IN_PAGE | SVI_IN_KINDS | SVI_IN_KIND

static const struct svi_column time_columns[] = {
    {"bot", SVI_TEXT, NULL, "Its name", SVI_IN_PAGE | SVI_IN_KINDS, .treated = SVI_COLUMN_NAME,
     SVI_AT(struct svi_time_row, bot)},
    {"kind", SVI_TEXT, NULL, "The kind of decision", SVI_IN_KINDS | SVI_IN_KIND,
     SVI_AT(struct svi_time_row, kind)},
    {"decisions", SVI_INTEGER, NULL, "Answers whose time is known", EVERYWHERE, .get = get_figure,
     .which = DECISIONS},
    {"charged_us", SVI_INTEGER, "us",
     "Mean time that the bot's clock was charged for a decision: without what the machine or the "
     "arbiter took",
     EVERYWHERE, .get = get_figure, .which = CHARGED},
    {"median_us", SVI_INTEGER, "us", "Half of the answers came within this time", EVERYWHERE,
     .get = get_quantile, .which = 500},
    {"p99_us", SVI_INTEGER, "us", "99 of 100 answers came within this time", EVERYWHERE,
     .get = get_quantile, .which = 990},
    {"longest_us", SVI_INTEGER, "us", "The longest time of an answer", EVERYWHERE,
     .get = get_figure, .which = LONGEST},
    {"longest_game", SVI_INTEGER, NULL, "The game with that answer", EVERYWHERE, .get = get_figure,
     .which = LONGEST_GAME},
    {"spread", SVI_INTEGER, NULL, "From the median to 99 of 100 answers and the longest",
     SVI_IN_SPREAD, SVI_CHART, .get = get_quantile, .which = 500},
};

const struct svi_columns svi_time_columns = SVI_COLUMNS(time_columns);

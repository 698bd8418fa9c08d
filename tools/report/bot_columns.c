#include "tools/report/bot_columns.h"

#include "memory/memory.h"
#include "tools/report/figures.h"

#include "store/store_results.h"
#include "store/store_revisions.h"

#include "base/json.h"
#include "base/out.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VERSION_SHOWN 8u /* characters */

/* ---- rows ------------------------------------------------------------------------------------ */

struct svi_bot_row *svi_bot_rows(const struct svi_rank_sheet *sheet,
                                 const struct svi_figures *figures, struct svi_rows *rows)
{
    struct svi_bot_row *row = svi_new(sheet->ratings.n_order + 1u, sizeof *row);
    for (unsigned i = 0; i < sheet->ratings.n_order; i++) {
        const unsigned bot = sheet->ratings.order[i];
        row[i] = (struct svi_bot_row){.sheet = sheet,
                                      .bot = bot,
                                      .tally = sheet->row[bot] != NULL ? &sheet->tally : NULL,
                                      .row = sheet->row[bot],
                                      .figures = figures};
    }
    *rows = (struct svi_rows){row, sizeof *row, sheet->ratings.n_order};
    return row;
}

struct svi_bot_row *svi_bot_rows_of_tally(const struct svi_ranking *tally, struct svi_rows *rows)
{
    struct svi_bot_row *row = svi_new(tally->n_rows + 1u, sizeof *row);
    for (unsigned i = 0; i < tally->n_rows; i++) {
        row[i] = (struct svi_bot_row){.tally = tally, .row = &tally->row[i]};
    }
    *rows = (struct svi_rows){row, sizeof *row, tally->n_rows};
    return row;
}

struct svi_bot_row *svi_bot_incident_rows(const struct svi_figures *figures, unsigned bot,
                                          struct svi_rows *rows)
{
    struct svi_bot_row *row = svi_bot_rows(&figures->sheet, figures, rows);
    unsigned n = 0;
    for (unsigned i = 0; i < rows->n; i++) {
        const struct svi_bot_figures *b = &figures->bot[row[i].bot];
        if (bot < figures->n ? row[i].bot == bot : b->incidents + b->losses > 0) {
            row[n++] = row[i];
        }
    }
    rows->n = n;
    return row;
}

static const struct svi_store_entry *entry_of(const struct svi_bot_row *row)
{
    const bool known = row->row != NULL && row->tally->league->entry != NULL;
    return known ? &row->tally->league->entry[row->row->bot] : NULL;
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

static const struct svi_rating *rating_of(const struct svi_bot_row *r)
{
    return r->sheet != NULL ? &r->sheet->ratings.bot[r->bot] : NULL;
}

static const struct svi_bot_figures *figures_of(const struct svi_bot_row *r)
{
    return r->figures != NULL ? &r->figures->bot[r->bot] : NULL;
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
    const struct svi_rating *rating = rating_of(r);
    (void)which;
    svi_cell_set_int(value, rating != NULL ? rating->rank : r->row->rank);
    if (rating != NULL) {
        const bool claimed = rating->rank_low > 0;
        value->real =
            (struct svi_estimate){rating->rank, claimed ? (double)rating->rank_low : (double)NAN,
                                  claimed ? (double)rating->rank_high : (double)NAN};
    }
}

static void get_bot(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_row *r = row;
    (void)which;
    svi_cell_set_text(value, r->sheet != NULL ? r->sheet->games.bot[r->bot] : r->row->name);
    value->number = r->figures != NULL ? (int64_t)r->bot + 1 : 0;
}

enum { RATING, LUCK, ADJUSTED, ADJUSTED_RATING };

static void get_estimate(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_row *r = row;
    const struct svi_rating *rating = rating_of(r);
    const struct svi_adjusted *adjusted =
        r->sheet != NULL && r->sheet->has_adjusted ? &r->sheet->adjusted : NULL;
    if (which == RATING && rating != NULL) {
        svi_cell_set_real(value, rating->rating);
    } else if (which == LUCK && rating != NULL) {
        svi_cell_set_real(value, rating->luck);
    } else if (which == ADJUSTED && adjusted != NULL) {
        svi_cell_set_real(value, adjusted->points[r->bot]);
    } else if (which == ADJUSTED_RATING && adjusted != NULL && adjusted->has_ratings) {
        svi_cell_set_real(value, adjusted->ratings.bot[r->bot].rating);
    }
}

static void get_own(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_row *r = row;
    const struct svi_own *own =
        r->sheet != NULL && r->sheet->own != NULL ? &r->sheet->own[r->bot] : NULL;
    (void)which;
    if (own != NULL && own->games > 0) {
        svi_cell_set_real(value, svi_own_points(own, SV_DECISION_COUNT));
    }
}

static const struct svi_model_costs *costs_of(const struct svi_bot_row *r)
{
    const bool known = r->sheet != NULL && r->sheet->costs != NULL && r->sheet->costs[r->bot].known;
    return known ? &r->sheet->costs[r->bot] : NULL;
}

static void get_cost(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_model_costs *costs = costs_of(row);
    if (costs != NULL) {
        svi_cell_set_real(value, costs->mean[which]);
    }
}

static void get_points_a_dollar(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_model_costs *costs = costs_of(row);
    const struct svi_rating *rating = rating_of(row);
    (void)which;
    if (costs != NULL && rating != NULL && costs->mean[SVI_COST_DOLLARS].value > 0) {
        const double ratio = rating->points.value / costs->mean[SVI_COST_DOLLARS].value;
        svi_cell_set_real(value, (struct svi_estimate){ratio, NAN, NAN});
    }
}

static void get_points(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_row *r = row;
    const struct svi_rating *rating = rating_of(r);
    (void)which;
    if (rating != NULL) {
        svi_cell_set_real(value, rating->points);
    }
    if (r->row != NULL) {
        put_mean(value, (int64_t)r->row->points, r->row->games, r->tally->points_unit);
    }
}

static void get_place(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_row *r = row;
    (void)which;
    if (r->row != NULL) {
        put_mean(value, (int64_t)r->row->places, r->row->games, 1);
    } else {
        svi_cell_set_real(value, (struct svi_estimate){rating_of(r)->mean_place, NAN, NAN});
    }
}

static void get_worth(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_row *r = row;
    (void)which;
    if (r->row != NULL) {
        put_mean(value, r->row->worth, r->row->games, 1);
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

enum { GAMES, DEALS, WINS, INCIDENTS, FORFEITED, LOST, FIRST_INCIDENT, WITH_INCIDENTS };

static void get_count(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_row *r = row;
    const struct svi_rating *rating = rating_of(r);
    const struct svi_bot_figures *figures = figures_of(r);
    if (which == GAMES) {
        svi_cell_set_int(value, rating != NULL ? rating->seats : r->row->games);
    } else if (which == DEALS && rating != NULL) {
        svi_cell_set_int(value, rating->deals);
    } else if (which == WINS) {
        svi_cell_set_int(value, rating != NULL ? rating->wins : r->row->wins);
    } else if (which == INCIDENTS && r->row != NULL) {
        svi_cell_set_int(value, incidents_of(r->row));
    } else if (which == FORFEITED && r->row != NULL) {
        svi_cell_set_int(value, r->row->forfeited);
    } else if (which == LOST && r->row != NULL) {
        svi_cell_set_int(value, r->row->lost);
    } else if (which == FIRST_INCIDENT && r->row != NULL && r->row->incident > 0) {
        svi_cell_set_int(value, r->row->incident);
    } else if (which == WITH_INCIDENTS && figures != NULL) {
        svi_cell_set_int(value, figures->incidents);
    }
}

static void get_end(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_row *r = row;
    if (r->row != NULL) {
        svi_cell_set_int(value, r->row->ends[which]);
    }
}

static void get_verdict(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_row *r = row;
    if (r->row != NULL) {
        svi_cell_set_int(value, r->row->verdicts[which]);
    }
}

enum { STATUS, REASON, CONDITIONS, VERSION, ORIGIN };

static void get_entry(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_store_entry *entry = entry_of(row);
    if (entry == NULL) {
        return;
    }
    if (which == VERSION) {
        value->made[0] = '\0';
        for (unsigned i = 0; i < sizeof entry->version && entry->versioned; i++) {
            (void)snprintf(value->made + (size_t)2 * i, 3, "%02x", entry->version[i]);
        }
    }
    svi_cell_set_text(value, which == STATUS       ? svi_status_name(entry->status)
                             : which == REASON     ? entry->reason
                             : which == CONDITIONS ? svi_store_conditions(entry->definition)
                             : which == VERSION    ? value->made
                                                   : entry->origin);
}

static void get_tags(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_row *r = row;
    const struct svi_store_entry *entry = entry_of(r);
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
        svi_cell_set_int(value, figures_of(r)->place[which]);
    } else {
        value->kind = SVI_CELL_END;
    }
}

static void get_over_deals(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_figures *b = figures_of(row);
    if (b != NULL && which < SVI_FIGURE_STRETCHES) {
        const double mean = b->stretch_points[which] / (double)b->stretch_games[which];
        svi_cell_set_real(value, (struct svi_estimate){mean, NAN, NAN});
    } else {
        value->kind = SVI_CELL_END;
    }
}

enum { INCIDENT_GAMES, LAST_GAMES };

static void get_games(const void *row, unsigned which, struct svi_cell *value, bool last)
{
    const struct svi_bot_figures *b = figures_of(row);
    const unsigned n = b == NULL ? 0 : last ? b->n_last : b->n_incident;
    if (which < n) {
        svi_cell_set_int(value, last ? b->last[which] : b->incident[which]);
    } else {
        value->kind = SVI_CELL_END;
    }
}

static void get_incident_games(const void *row, unsigned which, struct svi_cell *value)
{
    get_games(row, which, value, false);
}

static void get_last_games(const void *row, unsigned which, struct svi_cell *value)
{
    get_games(row, which, value, true);
}

static void get_trade_gain(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_bot_row *r = row;
    (void)which;
    if (r->figures != NULL && r->figures->has_transfers && r->figures->traded > 0) {
        const double gain = r->figures->transfers.skill[r->bot];
        svi_cell_set_real(value, (struct svi_estimate){gain, NAN, NAN});
    }
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
     .treated = SVI_COLUMN_NAME, .get = get_bot},
    {"rating_interval", SVI_NUMBER, NULL, "The rating and its 95% interval", SVI_IN_PAGE, SVI_CHART,
     .get = get_estimate, .which = RATING},
    {"rating", SVI_NUMBER, "Elo",
     "Fitted to all places of all games; a bot with 400 more finishes ahead in 10 of 11 games. 0 "
     "is the mean, or the bot of --anchor",
     SVI_IN_ALL | SVI_IN_FACTS, SVI_INTERVAL, .digits = 2, .get = get_estimate, .which = RATING},
    {"points", SVI_NUMBER, "points a game",
     "Mean: a game gives 1 to its winner, 0 to its last, and those between evenly spaced points; "
     "equal places share",
     SVI_IN_ALL | SVI_IN_STATUS | SVI_IN_LEAGUE | SVI_IN_FACTS | SVI_IN_LUCK, SVI_INTERVAL,
     .digits = 6, .shown = 3, .get = get_points},
    {"luck", SVI_NUMBER, "points a game",
     "What dice and cards gave the bot, above what they give on average",
     COUNTED | SVI_IN_FACTS | SVI_IN_LUCK, SVI_INTERVAL, .digits = 6, .shown = 3,
     .get = get_estimate, .which = LUCK},
    {"luck_interval", SVI_NUMBER, NULL, "The luck and its 95% interval", SVI_IN_LUCK, SVI_CHART,
     .get = get_estimate, .which = LUCK},
    {"adjusted", SVI_NUMBER, "points a game",
     "Points minus luck: the same on average, with a smaller interval",
     SVI_IN_TABLES | SVI_IN_DATA | SVI_IN_FACTS | SVI_IN_LUCK, SVI_INTERVAL, .digits = 6,
     .shown = 3, .drop = SVI_BOT_DROPS_ADJUSTED, .get = get_estimate, .which = ADJUSTED},
    {"adjusted_rating", SVI_NUMBER, "Elo", "The rating from scores less luck",
     COUNTED | SVI_IN_FACTS | SVI_IN_LUCK, SVI_INTERVAL, .digits = 2, .get = get_estimate,
     .which = ADJUSTED_RATING},
    {"place", SVI_NUMBER, NULL, "Mean place", SVI_IN_ALL | SVI_IN_FACTS, .digits = 4, .shown = 2,
     .drop = 1, .get = get_place},
    {"worth", SVI_NUMBER, "money", "Mean worth at the end", COUNTED, .digits = 2, .get = get_worth},
    {"games", SVI_INTEGER, NULL, "That are in",
     SVI_IN_ALL | SVI_IN_STATUS | SVI_IN_LEAGUE | SVI_IN_FACTS, .get = get_count, .which = GAMES},
    {"deals", SVI_INTEGER, NULL,
     "In which it played. A deal, all games on one seed, counts as one observation",
     COUNTED | SVI_IN_FACTS, .get = get_count, .which = DEALS},
    {"wins", SVI_INTEGER, NULL, "Wins, shared first places included", SVI_IN_ALL | SVI_IN_FACTS,
     .drop = 2, .get = get_count, .which = WINS},
    {"incidents", SVI_INTEGER, NULL,
     "Decisions for which the default was taken, and games forfeited",
     SVI_IN_ALL | SVI_IN_STATUS | SVI_IN_LEAGUE, .treated = SVI_COLUMN_ZERO, .drop = 3,
     .get = get_count, .which = INCIDENTS},
    {"late", SVI_INTEGER, NULL, "Answers that came after their time",
     COUNTED | SVI_IN_LEAGUE | SVI_IN_INCIDENTS, .get = get_verdict, .which = SV_VERDICT_LATE},
    {"malformed", SVI_INTEGER, NULL, "Answers that could not be read",
     COUNTED | SVI_IN_LEAGUE | SVI_IN_INCIDENTS, .get = get_verdict, .which = SV_VERDICT_MALFORMED},
    {"illegal", SVI_INTEGER, NULL, "Answers that the rules forbid",
     COUNTED | SVI_IN_LEAGUE | SVI_IN_INCIDENTS, .get = get_verdict, .which = SV_VERDICT_ILLEGAL},
    {"dead", SVI_INTEGER, NULL, "Decisions at which its process was gone",
     COUNTED | SVI_IN_LEAGUE | SVI_IN_INCIDENTS, .get = get_verdict, .which = SV_VERDICT_DEAD},
    {"overtime", SVI_INTEGER, NULL, "Decisions after its time for the match was used up",
     COUNTED | SVI_IN_LEAGUE | SVI_IN_INCIDENTS, .get = get_verdict, .which = SV_VERDICT_OVERTIME},
    {"fallback", SVI_INTEGER, NULL, "Answers in place of those that the bot could not get",
     COUNTED | SVI_IN_LEAGUE, .get = get_verdict, .which = SV_VERDICT_FALLBACK},
    {"forfeited", SVI_INTEGER, NULL, "Games that it did not play to their end",
     COUNTED | SVI_IN_STATUS | SVI_IN_LEAGUE | SVI_IN_INCIDENTS, .get = get_count,
     .which = FORFEITED},
    {"processes_lost", SVI_INTEGER, NULL,
     "Crashes and other unexpected ends of its processes; its games may go on in others",
     COUNTED | SVI_IN_STATUS | SVI_IN_LEAGUE | SVI_IN_INCIDENTS, .get = get_count, .which = LOST},
    {"first_incident", SVI_INTEGER, NULL, "The number of the first game with an incident",
     SVI_IN_DATA | SVI_IN_LEAGUE, .get = get_count, .which = FIRST_INCIDENT},
    {"last_solvent", SVI_INTEGER, NULL, "Games that ended with one player left", COUNTED,
     .get = get_end, .which = SV_WHY_LAST_SOLVENT},
    {"max_rounds", SVI_INTEGER, NULL, "Games that ended at the limit of rounds", COUNTED,
     .get = get_end, .which = SV_WHY_MAX_ROUNDS},
    {"forfeit", SVI_INTEGER, NULL, "Games that ended as all others had forfeited", COUNTED,
     .get = get_end, .which = SV_WHY_FORFEIT},
    {"own", SVI_NUMBER, "points a game",
     "What its decisions brought against learner@1's in the same company (solvent analyse --depth "
     "play)",
     COUNTED | SVI_IN_FACTS, SVI_INTERVAL, .digits = 6, .shown = 3, .get = get_own},
    {"model_tokens", SVI_NUMBER, "tokens a game", "Tokens of its language model, in and out",
     COUNTED | SVI_IN_FACTS, SVI_INTERVAL, .digits = 2, .get = get_cost, .which = SVI_COST_TOKENS},
    {"model_dollars", SVI_NUMBER, "$ a game", "The price of these tokens", COUNTED | SVI_IN_FACTS,
     SVI_INTERVAL, .digits = 6, .shown = 4, .get = get_cost, .which = SVI_COST_DOLLARS},
    {"model_seconds", SVI_NUMBER, "s a game", "Time of the requests to its language model",
     COUNTED | SVI_IN_FACTS, SVI_INTERVAL, .digits = 3, .shown = 1, .get = get_cost,
     .which = SVI_COST_SECONDS},
    {"points_a_dollar", SVI_NUMBER, "points a $", "Its points by its dollars",
     COUNTED | SVI_IN_FACTS, .digits = 4, .shown = 2, .get = get_points_a_dollar},
    {"points_by_seat", SVI_NUMBER, "points a game", "Means by seat, from 0", SVI_IN_DATA, SVI_LIST,
     .digits = 6, .shown = 3, .elements = SV_MAX_SEATS, .get = get_seat_points},
    {"status", SVI_TEXT, NULL,
     "plays, withdrawn, disqualified or set aside; of a ladder also old (a newer version plays) or "
     "left (not in the file any more)",
     SVI_IN_TABLES | SVI_IN_DATA | SVI_IN_LEAGUE, .treated = SVI_COLUMN_DIFFER, .get = get_entry,
     .which = STATUS},
    {"reason", SVI_TEXT, NULL, "Why it doesn't play", SVI_IN_DATA | SVI_IN_LEAGUE, .get = get_entry,
     .which = REASON},
    {"version", SVI_TEXT, NULL, "Of a ladder: the hash of its files", COUNTED,
     .shown = VERSION_SHOWN, .get = get_entry, .which = VERSION},
    {"origin", SVI_TEXT, NULL, "Its name in the league file", SVI_IN_DATA, .get = get_entry,
     .which = ORIGIN},
    {"tags", SVI_OBJECT, NULL, "Its tags in the league file (of rank alone: pages don't show them)",
     SVI_IN_DATA, .get = get_tags},
    {"conditions", SVI_TEXT, NULL,
     "Its own clock, limits and network, where these differ from the league's",
     SVI_IN_TABLES | SVI_IN_DATA | SVI_IN_LEAGUE, .treated = SVI_COLUMN_DIFFER, .get = get_entry,
     .which = CONDITIONS},
    {"superiority", SVI_NUMBER, "probability",
     "How likely it is better than each bot, in the order of the rows", SVI_IN_JSON, SVI_LIST,
     .digits = 4, .get = get_superiority},
    {"places", SVI_INTEGER, NULL, "Games by its place, from the first", SVI_IN_REPORT, SVI_LIST,
     .get = get_places},
    {"points_over_deals", SVI_NUMBER, "points a game", "Means in each twelfth of the deals",
     SVI_IN_REPORT, SVI_LIST, .digits = 6, .get = get_over_deals},
    {"games_with_incidents", SVI_INTEGER, NULL, "Games in which it had an incident",
     SVI_IN_REPORT | SVI_IN_MORE | SVI_IN_INCIDENTS, .get = get_count, .which = WITH_INCIDENTS},
    {"incident_games", SVI_INTEGER, NULL, "The first games in which it had one",
     SVI_IN_REPORT | SVI_IN_INCIDENTS, SVI_LIST, .get = get_incident_games},
    {"last_games", SVI_INTEGER, NULL, "Its last games", SVI_IN_REPORT, SVI_LIST,
     .get = get_last_games},
    {"trade_gain", SVI_NUMBER, "worth a trade", "What it gains of an average bot by a trade",
     SVI_IN_REPORT | SVI_IN_MORE, .digits = 4, .get = get_trade_gain},
};

const struct svi_columns svi_bot_columns = SVI_COLUMNS(bot_columns);

/* ---- by size --------------------------------------------------------------------------------- */

struct svi_size_row {
    const char *bot;
    unsigned seats;
    uint64_t games;
    struct svi_estimate points;
};

struct svi_size_row *svi_size_rows(const struct svi_rank_sheet *sheet, struct svi_rows *rows)
{
    const unsigned n = sheet->games.n_bots;
    struct svi_estimate *mean = svi_new(n + 1u, sizeof *mean);
    uint64_t *count = svi_new(n + 1u, sizeof *count);
    struct svi_size_row *row =
        svi_new((size_t)sheet->ratings.n_order * SVI_STATS_SEATS + 1, sizeof *row);
    unsigned filled = 0;
    for (unsigned seats = 2; seats <= SVI_STATS_SEATS; seats++) {
        svi_means(&sheet->games, SVI_MEAN_POINTS, seats, mean, count);
        for (unsigned i = 0; i < sheet->ratings.n_order && row != NULL; i++) {
            const unsigned bot = sheet->ratings.order[i];
            if (count[bot] > 0) {
                row[filled++] =
                    (struct svi_size_row){sheet->games.bot[bot], seats, count[bot], mean[bot]};
            }
        }
    }
    free(mean);
    free(count);
    *rows = (struct svi_rows){row, sizeof *row, filled};
    return row;
}

static void get_size_bot(const void *row, unsigned which, struct svi_cell *value)
{
    (void)which;
    svi_cell_set_text(value, ((const struct svi_size_row *)row)->bot);
}

static void get_size_seats(const void *row, unsigned which, struct svi_cell *value)
{
    (void)which;
    svi_cell_set_int(value, ((const struct svi_size_row *)row)->seats);
}

static void get_size_points(const void *row, unsigned which, struct svi_cell *value)
{
    (void)which;
    svi_cell_set_real(value, ((const struct svi_size_row *)row)->points);
}

static void get_size_games(const void *row, unsigned which, struct svi_cell *value)
{
    (void)which;
    svi_cell_set_int(value, ((const struct svi_size_row *)row)->games);
}

static const struct svi_column size_columns[] = {
    {"bot", SVI_TEXT, NULL, "Its name", SVI_IN_TABLES | SVI_IN_JSON, .treated = SVI_COLUMN_NAME,
     .get = get_size_bot},
    {"seats", SVI_INTEGER, NULL, "Of the tables", SVI_IN_TABLES | SVI_IN_JSON,
     .get = get_size_seats},
    {"points", SVI_NUMBER, "points a game", "Mean at tables of this size",
     SVI_IN_TABLES | SVI_IN_JSON, SVI_INTERVAL, .digits = 6, .shown = 3, .get = get_size_points},
    {"games", SVI_INTEGER, NULL, "At tables of this size", SVI_IN_TABLES | SVI_IN_JSON,
     .get = get_size_games},
};

const struct svi_columns svi_size_columns = SVI_COLUMNS(size_columns);

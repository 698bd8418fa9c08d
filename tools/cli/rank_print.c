#include "tools/cli/rank_print.h"

#include "tools/cli/csv.h"
#include "tools/cli/figure.h"
#include "tools/console/table.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The counts that stand alike in every format, in the order of the columns. */
static const enum sv_why ends[] = {SV_WHY_LAST_SOLVENT, SV_WHY_MAX_ROUNDS, SV_WHY_FORFEIT};
static const enum sv_verdict wrongs[] = {SV_VERDICT_LATE, SV_VERDICT_MALFORMED, SV_VERDICT_ILLEGAL,
                                         SV_VERDICT_DEAD, SV_VERDICT_OVERTIME};
#define ENDS (sizeof ends / sizeof ends[0])
#define WRONGS (sizeof wrongs / sizeof wrongs[0])

/* ---- figures of a bot ----------------------------------------------------------------------------- */

static const struct svi_rating *rating_of(const struct svi_rank_sheet *sheet, unsigned bot)
{
    return &sheet->ratings.bot[bot];
}

/* sum / (games * unit), or `none` when there is no game: exact. */
static struct svi_figure mean(int64_t sum, uint64_t games, uint32_t unit, unsigned decimals,
                              const char *none)
{
    struct svi_figure out;
    if (games == 0) {
        (void)snprintf(out.text, sizeof out.text, "%s", none);
    } else {
        svi_ratio_text(sum, (int64_t)(games * unit), decimals, out.text);
    }
    return out;
}

static struct svi_figure points_sum(const struct svi_rank_sheet *sheet, unsigned bot)
{
    const struct svi_rank_row *row = sheet->row[bot];
    return row != NULL ? mean((int64_t)row->points, 1, sheet->tally.points_unit, 6, "")
                       : svi_figure(rating_of(sheet, bot)->points_sum, 6, "");
}

static struct svi_figure mean_points(const struct svi_rank_sheet *sheet, unsigned bot,
                                     unsigned decimals, const char *none)
{
    const struct svi_rank_row *row = sheet->row[bot];
    if (row != NULL) {
        return mean((int64_t)row->points, row->games, sheet->tally.points_unit, decimals, none);
    }
    return svi_figure(rating_of(sheet, bot)->points.value, decimals, none);
}

static struct svi_figure mean_place(const struct svi_rank_sheet *sheet, unsigned bot,
                                    unsigned decimals, const char *none)
{
    const struct svi_rank_row *row = sheet->row[bot];
    if (row != NULL) {
        return mean((int64_t)row->places, row->games, 1, decimals, none);
    }
    return svi_figure(rating_of(sheet, bot)->mean_place, decimals, none);
}

static struct svi_figure mean_worth(const struct svi_rank_sheet *sheet, unsigned bot,
                                    unsigned decimals, const char *none)
{
    const struct svi_rank_row *row = sheet->row[bot];
    return row != NULL ? mean(row->worth, row->games, 1, decimals, none)
                       : svi_figure(NAN, decimals, none);
}

static struct svi_figure seat_mean(const struct svi_rank_sheet *sheet, unsigned bot, unsigned seat,
                                   unsigned decimals, const char *none)
{
    const struct svi_rank_row *row = sheet->row[bot];
    if (row != NULL) {
        return mean((int64_t)row->seat_points[seat], row->seat_games[seat],
                    sheet->tally.points_unit, decimals, none);
    }
    const struct svi_rank_seat *sums = &sheet->seat[bot][seat];
    return svi_figure(sums->points / (double)sums->games, decimals, none); /* NAN of 0 / 0 */
}

static double half_width(struct svi_estimate e)
{
    return 0.5 * (e.high - e.low);
}

/* A bound of a rank; NAN where none is claimed. */
static double claimed(const struct svi_rating *r, unsigned bound)
{
    return r->rank_low > 0 ? (double)bound : NAN;
}

/* "2 (2-4)"; "2 (?)" where no rank is claimed. */
static void rank_text(const struct svi_rating *r, char *text, size_t size)
{
    if (r->rank_low == 0) {
        (void)snprintf(text, size, "%u (?)", r->rank);
    } else if (r->rank_low == r->rank_high) {
        (void)snprintf(text, size, "%u (%u)", r->rank, r->rank_low);
    } else {
        (void)snprintf(text, size, "%u (%u-%u)", r->rank, r->rank_low, r->rank_high);
    }
}

/* ---- table -------------------------------------------------------------------------------- */

enum { NARROW = 1, WIDE = 2, BOTH = 3, TALLIED = 4 }; /* which table has it; only with a tally */

enum figure {
    RANK,
    BOT,
    RATING,
    RATING_OFF,
    POINTS,
    POINTS_OFF,
    PLACE,
    WORTH,
    GAMES,
    DEALS,
    WINS,
    FAULTS,
    END,
    WRONG,
};

/* What is counted has a title with "#" before it; what has none is a mean. */
static const struct column {
    const char *title;
    enum figure figure;
    unsigned where, which;
} columns[] = {
    {"rank", RANK, BOTH, 0},
    {"bot", BOT, BOTH, 0},
    {"rating", RATING, BOTH, 0},
    {"\xc2\xb1", RATING_OFF, BOTH, 0},
    {"points", POINTS, BOTH, 0},
    {"\xc2\xb1", POINTS_OFF, BOTH, 0},
    {"place", PLACE, BOTH, 0},
    {"worth", WORTH, WIDE | TALLIED, 0},
    {"#games", GAMES, BOTH, 0},
    {"#deals", DEALS, WIDE, 0},
    {"#wins", WINS, BOTH, 0},
    {"#faults", FAULTS, NARROW | TALLIED, 0},
    {"#solvent", END, WIDE | TALLIED, 0},
    {"#max_rounds", END, WIDE | TALLIED, 1},
    {"#forfeit", END, WIDE | TALLIED, 2},
    {"#late", WRONG, WIDE | TALLIED, 0},
    {"#malformed", WRONG, WIDE | TALLIED, 1},
    {"#illegal", WRONG, WIDE | TALLIED, 2},
    {"#dead", WRONG, WIDE | TALLIED, 3},
    {"#overtime", WRONG, WIDE | TALLIED, 4},
};
#define COLUMNS (sizeof columns / sizeof columns[0])

static void add_count(struct svi_table *table, const struct svi_rank_row *row, uint64_t count)
{
    if (row != NULL) {
        svi_table_add(table, "%" PRIu64, count);
    } else {
        svi_table_add(table, "-");
    }
}

static void add_cell(const struct svi_rank_sheet *sheet, unsigned bot, const struct column *c,
                     struct svi_table *table)
{
    const struct svi_rating *r = rating_of(sheet, bot);
    const struct svi_rank_row *row = sheet->row[bot];
    uint64_t faults = 0;
    char rank[48];
    for (size_t k = 0; k < WRONGS && row != NULL; k++) {
        faults += row->verdicts[wrongs[k]];
    }
    switch (c->figure) {
    case RANK:
        rank_text(r, rank, sizeof rank);
        svi_table_add(table, "%s", rank);
        return;
    case BOT:
        svi_table_add(table, "%s", sheet->games.bot[bot]);
        return;
    case RATING:
        svi_table_add(table, "%s", svi_figure(r->rating.value, 0, "-").text);
        return;
    case RATING_OFF:
        svi_table_add(table, "%s", svi_figure(half_width(r->rating), 0, "-").text);
        return;
    case POINTS:
        svi_table_add(table, "%s", mean_points(sheet, bot, 4, "-").text);
        return;
    case POINTS_OFF:
        svi_table_add(table, "%s", svi_figure(half_width(r->points), 4, "-").text);
        return;
    case PLACE:
        svi_table_add(table, "%s", mean_place(sheet, bot, 2, "-").text);
        return;
    case WORTH:
        svi_table_add(table, "%s", mean_worth(sheet, bot, 0, "-").text);
        return;
    case GAMES:
        svi_table_add(table, "%" PRIu64, r->seats);
        return;
    case DEALS:
        svi_table_add(table, "%" PRIu32, r->deals);
        return;
    case WINS:
        svi_table_add(table, "%" PRIu64, r->wins);
        return;
    case FAULTS:
        add_count(table, row, faults);
        return;
    case END:
        add_count(table, row, row != NULL ? row->ends[ends[c->which]] : 0);
        return;
    case WRONG:
        add_count(table, row, row != NULL ? row->verdicts[wrongs[c->which]] : 0);
        return;
    }
}

static bool is_there(const struct svi_rank_sheet *sheet, const struct column *c, bool is_wide)
{
    return (c->where & (is_wide ? WIDE : NARROW)) != 0 &&
           ((c->where & TALLIED) == 0 || sheet->has_tally);
}

static void print_main(const struct svi_rank_sheet *sheet, bool bold, bool is_wide,
                       struct svi_buf *out)
{
    struct svi_table table;
    unsigned n = 0;
    for (size_t c = 0; c < COLUMNS; c++) {
        n += is_there(sheet, &columns[c], is_wide);
    }
    svi_table_init(&table, n, 1u << 1);
    if (!is_wide) {
        svi_table_cut(&table, 1u << 1);
    }
    for (size_t c = 0; c < COLUMNS; c++) {
        if (is_there(sheet, &columns[c], is_wide)) {
            svi_table_add(&table, "%s", columns[c].title);
        }
    }
    for (unsigned i = 0; i < sheet->n_shown; i++) {
        for (size_t c = 0; c < COLUMNS; c++) {
            if (is_there(sheet, &columns[c], is_wide)) {
                add_cell(sheet, sheet->shown[i], &columns[c], &table);
            }
        }
    }
    svi_table_print(&table, bold, out);
    svi_table_finish(&table);
}

static void print_seats(const struct svi_rank_sheet *sheet, bool bold, bool is_wide,
                        struct svi_buf *out)
{
    struct svi_table table;
    svi_table_init(&table, sheet->seats + 1, 1);
    if (!is_wide) {
        svi_table_cut(&table, 1);
    }
    svi_table_add(&table, "points by seat");
    for (unsigned s = 0; s < sheet->seats; s++) {
        svi_table_add(&table, "%u", s);
    }
    for (unsigned i = 0; i < sheet->n_shown; i++) {
        svi_table_add(&table, "%s", sheet->games.bot[sheet->shown[i]]);
        for (unsigned s = 0; s < sheet->seats; s++) {
            svi_table_add(&table, "%s", seat_mean(sheet, sheet->shown[i], s, 4, "-").text);
        }
    }
    svi_table_print(&table, bold, out);
    svi_table_finish(&table);
}

/* Mean points at the tables of one size: at tables of different sizes they are not of one kind. */
struct by_size {
    unsigned seats;
    struct svi_estimate *mean; /* by bot */
    uint64_t *count;
};

static bool by_size_init(const struct svi_rank_sheet *sheet, unsigned seats, struct by_size *b)
{
    uint64_t all = 0;
    b->seats = seats;
    b->mean = calloc(sheet->games.n_bots + 1u, sizeof *b->mean);
    b->count = calloc(sheet->games.n_bots + 1u, sizeof *b->count);
    if (b->mean != NULL && b->count != NULL) {
        svi_means(&sheet->games, SVI_MEAN_POINTS, seats, b->mean, b->count);
        for (unsigned i = 0; i < sheet->games.n_bots; i++) {
            all += b->count[i];
        }
    }
    return all > 0;
}

static void by_size_finish(struct by_size *b)
{
    free(b->mean);
    free(b->count);
}

static void print_sizes(const struct svi_rank_sheet *sheet, bool bold, bool is_wide,
                        struct svi_buf *out)
{
    struct svi_table table;
    svi_table_init(&table, 5, 1);
    if (!is_wide) {
        svi_table_cut(&table, 1);
    }
    static const char *const titles[] = {"points by size", "#seats", "points", "\xc2\xb1",
                                         "#games"};
    for (unsigned c = 0; c < 5; c++) {
        svi_table_add(&table, "%s", titles[c]);
    }
    for (unsigned seats = 2; seats <= SVI_STATS_SEATS; seats++) {
        struct by_size b;
        const bool any = by_size_init(sheet, seats, &b);
        for (unsigned i = 0; i < sheet->n_shown && any; i++) {
            const unsigned bot = sheet->shown[i];
            if (b.count[bot] > 0) {
                svi_table_add(&table, "%s", sheet->games.bot[bot]);
                svi_table_add(&table, "%u", seats);
                svi_table_add(&table, "%s", svi_figure(b.mean[bot].value, 4, "-").text);
                svi_table_add(&table, "%s", svi_figure(half_width(b.mean[bot]), 4, "-").text);
                svi_table_add(&table, "%" PRIu64, b.count[bot]);
            }
        }
        by_size_finish(&b);
    }
    svi_table_print(&table, bold, out);
    svi_table_finish(&table);
}

static void out_format(struct svi_buf *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void out_format(struct svi_buf *out, const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    svi_out_text(out, text);
}

/* What has to be known about the figures above. */
static void print_notes(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    const struct svi_ratings *r = &sheet->ratings;
    unsigned few = 0, outside = 0;
    out_format(out, "%" PRIu32 " deals; \xc2\xb1 and the ranks in brackets: 95%%\n", r->deals);
    for (unsigned i = 0; i < sheet->n_shown; i++) {
        const unsigned bot = sheet->shown[i];
        if (r->bot[bot].seats > 0) {
            outside += r->luce.group[bot] != r->luce.main_group;
            few += r->bot[bot].deals < SVI_FEW_DEALS;
        }
    }
    if (few > 0) {
        out_format(out, "(?): few deals; below %u no rank is claimed\n", SVI_FEW_DEALS);
    }
    if (outside > 0) {
        out_format(out, "%u bot%s never both ahead of and behind the others, so without interval\n",
                   outside, outside == 1 ? "" : "s");
    }
    if (!r->luce.connected) {
        svi_out_text(out, "not all have met, be it through others: their ratings don't compare\n");
    }
    if (outside > 0 && r->options.prior <= 0) {
        svi_out_text(out, "no prior, so they have no rating, and the order is of mean points\n");
    }
    if (r->deals > 1 && !r->sandwich.known) {
        svi_out_text(out, "no intervals of ratings: some bot is known from one deal alone\n");
    }
}

void svi_rank_print_table(const struct svi_rank_sheet *sheet, bool bold, bool is_wide,
                          struct svi_buf *out)
{
    print_main(sheet, bold, is_wide, out);
    svi_out_char(out, '\n');
    if (sheet->seats == 0 && sheet->games.n_games > 0) {
        print_sizes(sheet, bold, is_wide, out);
        svi_out_char(out, '\n');
    } else if (sheet->seats > 0 && sheet->seats <= SV_MAX_SEATS) {
        print_seats(sheet, bold, is_wide, out);
        svi_out_char(out, '\n');
    }
    print_notes(sheet, out);
    if (!sheet->has_tally) {
        out_format(out, "%zu games of %u bots\n", sheet->games.n_games, sheet->n_shown);
        return;
    }
    const struct svi_ranking *ranking = &sheet->tally;
    svi_out_plain(out, ranking->league->name);
    svi_out_text(out, ": ");
    svi_out_int(out, (int64_t)ranking->matches);
    svi_out_text(out, " of ");
    svi_out_int(out, (int64_t)ranking->league->matches);
    svi_out_text(out, " games, ");
    svi_out_int(out, (int64_t)ranking->decisions);
    svi_out_text(out, " decisions, edition ");
    svi_out_plain(out, ranking->league->edition);
    if (ranking->told[0] != '\0') {
        svi_out_char(out, '\n');
        svi_out_text(out, ranking->told); /* by a plan, which cleans names */
    }
    svi_out_text(out, "\ndigest ");
    svi_out_hex(out, ranking->digest, sizeof ranking->digest);
    svi_out_text(out, "\n");
}

/* ---- csv ---------------------------------------------------------------------------------- */

static void put_csv(struct svi_buf *out, struct svi_figure figure)
{
    svi_out_char(out, ',');
    svi_out_text(out, figure.text);
}

static void put_csv_count(struct svi_buf *out, uint64_t count)
{
    svi_out_char(out, ',');
    svi_out_int(out, (int64_t)count);
}

/* A count that the tally alone knows. */
static void put_csv_tally(struct svi_buf *out, const struct svi_rank_row *row, uint64_t count)
{
    if (row != NULL) {
        put_csv_count(out, count);
    } else {
        svi_out_char(out, ',');
    }
}

static void put_csv_estimate(struct svi_buf *out, struct svi_estimate e, unsigned decimals)
{
    put_csv(out, svi_figure(e.value, decimals, ""));
    put_csv(out, svi_figure(e.low, decimals, ""));
    put_csv(out, svi_figure(e.high, decimals, ""));
}

static void put_csv_row(const struct svi_rank_sheet *sheet, unsigned bot, struct svi_buf *out)
{
    const struct svi_rating *r = rating_of(sheet, bot);
    const struct svi_rank_row *row = sheet->row[bot];
    const struct svi_estimate none = {NAN, NAN, NAN};
    svi_out_int(out, r->rank);
    svi_out_char(out, ',');
    svi_csv_text(out, sheet->games.bot[bot]);
    put_csv_count(out, r->seats);
    put_csv(out, points_sum(sheet, bot));
    put_csv(out, mean_points(sheet, bot, 6, ""));
    put_csv_count(out, r->wins);
    put_csv(out, mean_place(sheet, bot, 4, ""));
    put_csv(out, mean_worth(sheet, bot, 2, ""));
    for (size_t k = 0; k < ENDS; k++) {
        put_csv_tally(out, row, row != NULL ? row->ends[ends[k]] : 0);
    }
    for (size_t k = 0; k < WRONGS; k++) {
        put_csv_tally(out, row, row != NULL ? row->verdicts[wrongs[k]] : 0);
    }
    put_csv_tally(out, row, row != NULL ? row->forfeited : 0);
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        put_csv(out, seat_mean(sheet, bot, s, 6, ""));
    }
    put_csv_estimate(out, r->rating, 2);
    put_csv(out, svi_figure(r->points.low, 6, ""));
    put_csv(out, svi_figure(r->points.high, 6, ""));
    put_csv(out, svi_figure(claimed(r, r->rank_low), 0, ""));
    put_csv(out, svi_figure(claimed(r, r->rank_high), 0, ""));
    put_csv_estimate(out, none, 2); /* adjusted for luck: no source has that yet */
    put_csv(out, svi_figure(r->luck.value, 6, ""));
    put_csv_count(out, r->deals);
    svi_out_char(out, '\n');
}

void svi_rank_print_csv(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    svi_out_text(out, SVI_RANK_CSV_TITLES "\n");
    for (unsigned i = 0; i < sheet->n_shown; i++) {
        put_csv_row(sheet, sheet->shown[i], out);
    }
}

/* ---- json --------------------------------------------------------------------------------- */

static void put_count(struct svi_buf *out, const char *key, uint64_t count)
{
    svi_json_int(out, key, (int64_t)count);
}

static void put_figure(struct svi_buf *out, const char *key, struct svi_figure figure)
{
    svi_json_key(out, key);
    svi_out_text(out, figure.text);
}

static void put_number(struct svi_buf *out, const char *key, double value, unsigned decimals)
{
    put_figure(out, key, svi_figure(value, decimals, "null"));
}

/* Likelihood of superiority over each bot, in the order of the rows. */
static void put_superiority(const struct svi_rank_sheet *sheet, unsigned bot, struct svi_buf *out)
{
    svi_json_key(out, "superiority");
    svi_out_char(out, '[');
    for (unsigned i = 0; i < sheet->n_shown; i++) {
        const double p = sheet->shown[i] != bot
                             ? svi_ratings_superiority(&sheet->ratings, bot, sheet->shown[i])
                             : NAN;
        svi_out_text(out, i == 0 ? "" : ",");
        svi_out_text(out, svi_figure(p, 4, "null").text);
    }
    svi_out_char(out, ']');
}

static void put_row(const struct svi_rank_sheet *sheet, unsigned bot, struct svi_buf *out)
{
    const struct svi_rating *r = rating_of(sheet, bot);
    const struct svi_rank_row *row = sheet->row[bot];
    svi_json_row(out);
    put_count(out, "rank", r->rank);
    svi_json_string(out, "bot", sheet->games.bot[bot]);
    put_count(out, "games", r->seats);
    put_figure(out, "points", points_sum(sheet, bot));
    put_figure(out, "mean_points", mean_points(sheet, bot, 6, "null"));
    put_count(out, "wins", r->wins);
    put_figure(out, "mean_place", mean_place(sheet, bot, 4, "null"));
    put_figure(out, "mean_worth", mean_worth(sheet, bot, 2, "null"));
    for (size_t k = 0; k < ENDS && row != NULL; k++) {
        put_count(out, sv_why_name(ends[k]), row->ends[ends[k]]);
    }
    for (size_t k = 0; k < WRONGS && row != NULL; k++) {
        put_count(out, sv_verdict_name(wrongs[k]), row->verdicts[wrongs[k]]);
    }
    if (row != NULL) {
        put_count(out, "forfeited", row->forfeited);
    }
    svi_json_key(out, "points_by_seat");
    svi_out_char(out, '[');
    for (unsigned s = 0; s < sheet->seats && s < SV_MAX_SEATS; s++) {
        svi_out_text(out, s == 0 ? "" : ",");
        svi_out_text(out, seat_mean(sheet, bot, s, 6, "null").text);
    }
    svi_out_char(out, ']');
    put_number(out, "rating", r->rating.value, 2);
    put_number(out, "rating_low", r->rating.low, 2);
    put_number(out, "rating_high", r->rating.high, 2);
    put_number(out, "points_low", r->points.low, 6);
    put_number(out, "points_high", r->points.high, 6);
    put_number(out, "rank_low", claimed(r, r->rank_low), 0);
    put_number(out, "rank_high", claimed(r, r->rank_high), 0);
    put_number(out, "adjusted", NAN, 2);
    put_number(out, "adjusted_low", NAN, 2);
    put_number(out, "adjusted_high", NAN, 2);
    put_number(out, "luck", r->luck.value, 6);
    put_count(out, "deals", r->deals);
    put_superiority(sheet, bot, out);
    svi_json_row_end(out);
}

static void put_sizes(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    svi_json_rows(out, "points_by_size");
    for (unsigned seats = 2; seats <= SVI_STATS_SEATS; seats++) {
        struct by_size b;
        const bool any = by_size_init(sheet, seats, &b);
        for (unsigned i = 0; i < sheet->n_shown && any; i++) {
            const unsigned bot = sheet->shown[i];
            if (b.count[bot] > 0) {
                svi_json_row(out);
                svi_json_string(out, "bot", sheet->games.bot[bot]);
                put_count(out, "seats", seats);
                put_count(out, "games", b.count[bot]);
                put_number(out, "mean_points", b.mean[bot].value, 6);
                put_number(out, "points_low", b.mean[bot].low, 6);
                put_number(out, "points_high", b.mean[bot].high, 6);
                svi_json_row_end(out);
            }
        }
        by_size_finish(&b);
    }
    svi_json_rows_end(out);
}

void svi_rank_print_json(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    svi_out_char(out, '{');
    if (sheet->has_tally) {
        const struct svi_store_info *league = sheet->tally.league;
        svi_json_string(out, "league", league->name);
        svi_json_string(out, "edition", league->edition);
        svi_json_hex(out, "edition_hash", league->edition_hash, sizeof league->edition_hash);
        put_count(out, "seats", league->seats);
        put_count(out, "planned", league->matches);
        put_count(out, "games", sheet->tally.matches);
        put_count(out, "decisions", sheet->tally.decisions);
        if (sheet->tally.told[0] != '\0') {
            svi_json_string(out, "told", sheet->tally.told);
        }
        svi_json_hex(out, "digest", sheet->tally.digest, sizeof sheet->tally.digest);
    } else {
        put_count(out, "games", sheet->games.n_games);
    }
    put_count(out, "deals", sheet->ratings.deals);
    svi_json_bool(out, "few_deals", sheet->ratings.few_deals);
    svi_json_bool(out, "connected", sheet->ratings.luce.connected);
    put_number(out, "prior", sheet->ratings.options.prior, 6);
    svi_json_rows(out, "bots");
    for (unsigned i = 0; i < sheet->n_shown; i++) {
        put_row(sheet, sheet->shown[i], out);
    }
    svi_json_rows_end(out);
    if (sheet->seats == 0 && sheet->games.n_games > 0) {
        put_sizes(sheet, out);
    }
    svi_out_text(out, "}\n");
}

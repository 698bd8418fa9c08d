#include "tools/cli/rank_print.h"

#include "arbiter/points.h"
#include "tools/cli/csv.h"
#include "tools/console/table.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* The counts that stand alike in every format, in the order of the columns. */
static const enum sv_why ends[] = {SV_WHY_LAST_SOLVENT, SV_WHY_MAX_ROUNDS, SV_WHY_FORFEIT};
static const enum sv_verdict wrongs[] = {SV_VERDICT_LATE, SV_VERDICT_MALFORMED, SV_VERDICT_ILLEGAL,
                                         SV_VERDICT_DEAD, SV_VERDICT_OVERTIME};
#define ENDS (sizeof ends / sizeof ends[0])
#define WRONGS (sizeof wrongs / sizeof wrongs[0])

struct ratio {
    char text[SVI_RATIO_TEXT];
};

/* sum / (games * unit), or `none` when there is no game. */
static struct ratio mean(int64_t sum, uint64_t games, uint32_t unit, unsigned decimals,
                         const char *none)
{
    struct ratio out;
    if (games == 0) {
        snprintf(out.text, sizeof out.text, "%s", none);
    } else {
        svi_ratio_text(sum, (int64_t)(games * unit), decimals, out.text);
    }
    return out;
}

static struct ratio points_of(const struct svi_ranking *ranking, const struct svi_rank_row *row)
{
    struct ratio out;
    svi_ratio_text((int64_t)row->points, ranking->points_unit, 6, out.text);
    return out;
}

static struct ratio seat_mean(const struct svi_ranking *ranking, const struct svi_rank_row *row,
                              unsigned seat, unsigned decimals, const char *none)
{
    return mean((int64_t)row->seat_points[seat], row->seat_games[seat], ranking->points_unit,
                decimals, none);
}

/* ---- table -------------------------------------------------------------------------------- */

/* What is counted has a title with "#" before it; what has none is a mean. */
static const char *const narrow[] = {"rank",  "bot",    "points", "place",
                                     "worth", "#games", "#wins",  "#faults"};
static const char *const wide[] = {"rank",   "bot",        "points",   "place",       "worth",
                                   "#games", "#wins",      "#solvent", "#max_rounds", "#forfeit",
                                   "#late",  "#malformed", "#illegal", "#dead",       "#overtime"};
#define NARROW (sizeof narrow / sizeof narrow[0])
#define WIDE (sizeof wide / sizeof wide[0])

static void add_figures(const struct svi_ranking *ranking, const struct svi_rank_row *row,
                        bool is_wide, struct svi_table *table)
{
    uint64_t faults = 0;
    svi_table_add(table, "%u", row->rank);
    svi_table_add(table, "%s", row->name);
    svi_table_add(table, "%s",
                  mean((int64_t)row->points, row->games, ranking->points_unit, 4, "-").text);
    svi_table_add(table, "%s", mean((int64_t)row->places, row->games, 1, 2, "-").text);
    svi_table_add(table, "%s", mean(row->worth, row->games, 1, 0, "-").text);
    svi_table_add(table, "%" PRIu64, row->games);
    svi_table_add(table, "%" PRIu64, row->wins);
    for (size_t k = 0; k < ENDS && is_wide; k++) {
        svi_table_add(table, "%" PRIu64, row->ends[ends[k]]);
    }
    for (size_t k = 0; k < WRONGS; k++) {
        faults += row->verdicts[wrongs[k]];
        if (is_wide) {
            svi_table_add(table, "%" PRIu64, row->verdicts[wrongs[k]]);
        }
    }
    if (!is_wide) {
        svi_table_add(table, "%" PRIu64, faults);
    }
}

static void print_main(const struct svi_ranking *ranking, bool bold, bool is_wide,
                       struct svi_buf *out)
{
    const char *const *titles = is_wide ? wide : narrow;
    const unsigned columns = is_wide ? WIDE : NARROW;
    struct svi_table table;
    svi_table_init(&table, columns, 1u << 1);
    if (!is_wide) {
        svi_table_cut(&table, 1u << 1);
    }
    for (unsigned c = 0; c < columns; c++) {
        svi_table_add(&table, "%s", titles[c]);
    }
    for (unsigned i = 0; i < ranking->n_rows; i++) {
        add_figures(ranking, &ranking->row[i], is_wide, &table);
    }
    svi_table_print(&table, bold, out);
    svi_table_finish(&table);
}

static void print_seats(const struct svi_ranking *ranking, bool bold, bool is_wide,
                        struct svi_buf *out)
{
    struct svi_table table;
    svi_table_init(&table, ranking->league->seats + 1, 1);
    if (!is_wide) {
        svi_table_cut(&table, 1);
    }
    svi_table_add(&table, "points by seat");
    for (unsigned s = 0; s < ranking->league->seats; s++) {
        svi_table_add(&table, "%u", s);
    }
    for (unsigned i = 0; i < ranking->n_rows; i++) {
        const struct svi_rank_row *row = &ranking->row[i];
        svi_table_add(&table, "%s", row->name);
        for (unsigned s = 0; s < ranking->league->seats; s++) {
            svi_table_add(&table, "%s", seat_mean(ranking, row, s, 4, "-").text);
        }
    }
    svi_table_print(&table, bold, out);
    svi_table_finish(&table);
}

void svi_rank_print_table(const struct svi_ranking *ranking, bool bold, bool is_wide,
                          struct svi_buf *out)
{
    print_main(ranking, bold, is_wide, out);
    svi_out_char(out, '\n');
    print_seats(ranking, bold, is_wide, out);
    svi_out_char(out, '\n');
    svi_out_plain(out, ranking->league->name);
    svi_out_text(out, ": ");
    svi_out_int(out, (int64_t)ranking->matches);
    svi_out_text(out, " of ");
    svi_out_int(out, (int64_t)ranking->league->matches);
    svi_out_text(out, " games, ");
    svi_out_int(out, (int64_t)ranking->decisions);
    svi_out_text(out, " decisions, edition ");
    svi_out_plain(out, ranking->league->edition);
    svi_out_text(out, "\ndigest ");
    svi_out_hex(out, ranking->digest, sizeof ranking->digest);
    svi_out_text(out, "\n");
}

/* ---- csv ---------------------------------------------------------------------------------- */

static void put_csv_count(struct svi_buf *out, uint64_t count)
{
    svi_out_char(out, ',');
    svi_out_int(out, (int64_t)count);
}

static void put_csv_ratio(struct svi_buf *out, struct ratio ratio)
{
    svi_out_char(out, ',');
    svi_out_text(out, ratio.text);
}

void svi_rank_print_csv(const struct svi_ranking *ranking, struct svi_buf *out)
{
    svi_out_text(out, SVI_RANK_CSV_TITLES "\n");
    for (unsigned i = 0; i < ranking->n_rows; i++) {
        const struct svi_rank_row *row = &ranking->row[i];
        svi_out_int(out, row->rank);
        svi_out_char(out, ',');
        svi_csv_text(out, row->name);
        put_csv_count(out, row->games);
        put_csv_ratio(out, points_of(ranking, row));
        put_csv_ratio(out, mean((int64_t)row->points, row->games, ranking->points_unit, 6, ""));
        put_csv_count(out, row->wins);
        put_csv_ratio(out, mean((int64_t)row->places, row->games, 1, 4, ""));
        put_csv_ratio(out, mean(row->worth, row->games, 1, 2, ""));
        for (size_t k = 0; k < ENDS; k++) {
            put_csv_count(out, row->ends[ends[k]]);
        }
        for (size_t k = 0; k < WRONGS; k++) {
            put_csv_count(out, row->verdicts[wrongs[k]]);
        }
        put_csv_count(out, row->forfeited);
        for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
            put_csv_ratio(out, seat_mean(ranking, row, s, 6, ""));
        }
        svi_out_char(out, '\n');
    }
}

/* ---- json --------------------------------------------------------------------------------- */

static void put_count(struct svi_buf *out, const char *key, uint64_t count)
{
    svi_json_int(out, key, (int64_t)count);
}

static void put_ratio(struct svi_buf *out, const char *key, struct ratio ratio)
{
    svi_json_key(out, key);
    svi_out_text(out, ratio.text);
}

static void put_row(const struct svi_ranking *ranking, const struct svi_rank_row *row,
                    struct svi_buf *out)
{
    svi_json_row(out);
    put_count(out, "rank", row->rank);
    svi_json_string(out, "bot", row->name);
    put_count(out, "games", row->games);
    put_ratio(out, "points", points_of(ranking, row));
    put_ratio(out, "mean_points",
              mean((int64_t)row->points, row->games, ranking->points_unit, 6, "null"));
    put_count(out, "wins", row->wins);
    put_ratio(out, "mean_place", mean((int64_t)row->places, row->games, 1, 4, "null"));
    put_ratio(out, "mean_worth", mean(row->worth, row->games, 1, 2, "null"));
    for (size_t k = 0; k < ENDS; k++) {
        put_count(out, sv_why_name(ends[k]), row->ends[ends[k]]);
    }
    for (size_t k = 0; k < WRONGS; k++) {
        put_count(out, sv_verdict_name(wrongs[k]), row->verdicts[wrongs[k]]);
    }
    put_count(out, "forfeited", row->forfeited);
    svi_json_key(out, "points_by_seat");
    for (unsigned s = 0; s < ranking->league->seats; s++) {
        svi_out_char(out, s == 0 ? '[' : ',');
        svi_out_text(out, seat_mean(ranking, row, s, 6, "null").text);
    }
    svi_out_char(out, ']');
    svi_json_row_end(out);
}

void svi_rank_print_json(const struct svi_ranking *ranking, struct svi_buf *out)
{
    const struct svi_store_info *league = ranking->league;
    svi_out_char(out, '{');
    svi_json_string(out, "league", league->name);
    svi_json_string(out, "edition", league->edition);
    svi_json_hex(out, "edition_hash", league->edition_hash, sizeof league->edition_hash);
    put_count(out, "seats", league->seats);
    put_count(out, "planned", league->matches);
    put_count(out, "games", ranking->matches);
    put_count(out, "decisions", ranking->decisions);
    svi_json_hex(out, "digest", ranking->digest, sizeof ranking->digest);
    svi_json_rows(out, "bots");
    for (unsigned i = 0; i < ranking->n_rows; i++) {
        put_row(ranking, &ranking->row[i], out);
    }
    svi_json_rows_end(out);
    svi_out_text(out, "}\n");
}

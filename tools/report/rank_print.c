#include "tools/report/rank_print.h"

#include "memory/memory.h"
#include "tools/console/table.h"
#include "tools/report/bot_columns.h"
#include "tools/report/figure.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- for people ------------------------------------------------------------------------------ */

static void print_seats(const struct svi_rank_sheet *sheet, const struct svi_rows *rows, bool bold,
                        bool is_wide, struct svi_buf *out)
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
    for (unsigned i = 0; i < rows->n; i++) {
        const struct svi_bot_row *row = svi_row(rows, i);
        svi_table_add(&table, "%s", sheet->games.bot[row->bot]);
        for (unsigned s = 0; s < sheet->seats; s++) {
            struct svi_cell value;
            char cell[SVI_CELL_SIZE];
            svi_bot_seat_points(row, s, &value);
            svi_cell_print(&value, 3, "-", cell);
            svi_table_add(&table, "%s", cell);
        }
    }
    svi_table_print(&table, bold, out);
    svi_table_finish(&table);
    svi_out_char(out, '\n');
}

static void print_sizes(const struct svi_rank_sheet *sheet, bool bold, bool is_wide,
                        struct svi_buf *out)
{
    struct svi_rows rows;
    struct svi_size_row *row = svi_size_rows(sheet, &rows);
    svi_out_text(out, "points by size of tables:\n");
    (void)svi_columns_text(&svi_size_columns, &rows, is_wide ? SVI_IN_WIDE : SVI_IN_TEXT, bold,
                           !is_wide, out);
    svi_out_char(out, '\n');
    out->failed = out->failed || row == NULL;
    free(row);
}

/* Prints notes on the figures above, and on columns that may be left out. */
static void print_notes(const struct svi_rank_sheet *sheet, bool adjusted, struct svi_buf *out)
{
    const struct svi_ratings *r = &sheet->ratings;
    unsigned few = 0, outside = 0;
    bool tiers = false;
    for (unsigned i = 0; i < sheet->ratings.n_order; i++) {
        const unsigned bot = sheet->ratings.order[i];
        tiers |= sheet->tier[bot] != sheet->tier[sheet->ratings.order[0]];
        if (r->bot[bot].seats > 0) {
            outside += r->luce.group[svi_games_place(r->games, bot)] != r->luce.main_group;
            few += r->bot[bot].deals < SVI_FEW_DEALS;
        }
    }
    const bool by_points = outside > 0 && r->options.prior <= 0;
    svi_figure_print(out, "%" PRIu32 " deals; %ssorted by %s%s\n", r->deals,
                     r->games->no_intervals ? "" : "\xc2\xb1 and the ranks in brackets: 95%; ",
                     tiers ? "standings, then " : "", by_points ? "points" : "ratings");
    if (sheet->has_adjusted) {
        svi_out_text(out, adjusted
                              ? "adjusted: points minus luck\n"
                              : "points adjusted for luck have no room here: --wide has them\n");
    }
    if (r->games->no_intervals) {
        svi_out_text(out, "(?): no interval and no rank is claimed, as results decide who plays\n");
    } else if (few > 0) {
        svi_figure_print(out,
                         "(?): few deals; below %u there is no interval, and no rank is claimed\n",
                         SVI_FEW_DEALS);
    }
    if (outside > 0 && !r->games->no_intervals) {
        svi_figure_print(
            out, "%u bot%s never both ahead of and behind the others, so without interval\n",
            outside, outside == 1 ? "" : "s");
    }
    if (!r->luce.connected) {
        svi_out_text(out, "some bots are not connected by any chain of games, so their ratings "
                          "cannot be compared\n");
    }
    if (by_points) {
        svi_out_text(out, "no prior, so they have no rating, and the order is of mean points\n");
    }
    if (r->luce.profile.sparse.row != NULL && r->options.prior > 0 && !r->games->no_intervals) {
        svi_figure_print(out, "intervals of %u bots: their widths are right to 1%%\n",
                         r->luce.n_bots);
    }
    if (r->deals > 1 && !r->sandwich.known && !r->games->no_intervals) {
        svi_out_text(out, "no intervals of ratings: some bot is known from one deal alone\n");
    }
}

static void print_luck_to_count(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    if (sheet->has_tally && sheet->without_luck > 0 && sheet->tally.matches > 0) {
        svi_figure_print(
            out, "luck of %" PRIu64 " games is not known: `solvent luck --fill STORE` finds it\n",
            sheet->without_luck);
    }
}

/* Prints why bots do not play, and which games are left out for that. */
static void print_reasons(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    if (sheet->has_tally && sheet->tally.league->entry != NULL) {
        (void)svi_bot_put_reasons(sheet->tally.league, "", svi_out_plain, out);
    }
    if (sheet->has_tally && sheet->tally.left_out > 0) {
        svi_figure_print(out, "%" PRIu64 " game%s left out, with disqualified bots at the table\n",
                         sheet->tally.left_out, sheet->tally.left_out == 1 ? " is" : "s are");
    }
}

void svi_rank_print_table(const struct svi_rank_sheet *sheet, bool bold, bool is_wide,
                          struct svi_buf *out)
{
    struct svi_rows rows;
    struct svi_bot_row *row = svi_bot_rows(sheet, NULL, &rows);
    const unsigned dropped = svi_columns_text(
        &svi_bot_columns, &rows, is_wide ? SVI_IN_WIDE : SVI_IN_TEXT, bold, !is_wide, out);
    svi_out_char(out, '\n');
    if (sheet->seats == 0 && sheet->games.n_games > 0) {
        print_sizes(sheet, bold, is_wide, out);
    } else if (sheet->seats > 0 && sheet->seats <= SV_MAX_SEATS) {
        print_seats(sheet, &rows, bold, is_wide, out);
    }
    free(row);
    print_notes(sheet, is_wide || dropped < SVI_BOT_DROPS_ADJUSTED, out);
    print_luck_to_count(sheet, out);
    print_reasons(sheet, out);
    if (!sheet->has_tally) {
        svi_figure_print(out, "%zu games of %u bots\n", sheet->games.n_games,
                         sheet->ratings.n_order);
        return;
    }
    const struct svi_ranking *ranking = &sheet->tally;
    svi_out_plain(out, ranking->league->name);
    svi_out_text(out, ": ");
    svi_out_int(out, (int64_t)ranking->matches);
    svi_out_text(out, " of ");
    svi_out_int(out, (int64_t)ranking->planned);
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

/* ---- for programs ---------------------------------------------------------------------------- */

void svi_rank_print_csv(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    struct svi_rows rows;
    struct svi_bot_row *row = svi_bot_rows(sheet, NULL, &rows);
    svi_columns_csv_all(&svi_bot_columns, &rows, SVI_IN_CSV, out);
    free(row);
}

static void put_league(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    const struct svi_ranking *tally = &sheet->tally;
    svi_json_string(out, "league", tally->league->name);
    svi_json_string(out, "edition", tally->league->edition);
    svi_json_hex(out, "edition_hash", tally->league->edition_hash,
                 sizeof tally->league->edition_hash);
    svi_json_int(out, "seats", tally->league->seats);
    svi_json_int(out, "planned", (int64_t)tally->planned);
    svi_json_int(out, "games", (int64_t)tally->matches);
    svi_json_int(out, "left_out", (int64_t)tally->left_out);
    svi_json_int(out, "decisions", (int64_t)tally->decisions);
    svi_json_int(out, "without_luck", (int64_t)sheet->without_luck);
    if (tally->told[0] != '\0') {
        svi_json_string(out, "told", tally->told);
    }
    if (sheet->has_digest) {
        svi_json_hex(out, "digest", tally->digest, sizeof tally->digest);
        svi_json_hex(out, "head", sheet->head, sizeof sheet->head);
    }
}

void svi_rank_summary_json(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    if (sheet->has_tally) {
        put_league(sheet, out);
    } else {
        svi_json_int(out, "games", (int64_t)sheet->games.n_games);
    }
    svi_json_int(out, "deals", sheet->ratings.deals);
    svi_json_bool(out, "few_deals", sheet->ratings.few_deals);
    svi_json_bool(out, "connected", sheet->ratings.luce.connected);
    if (sheet->has_adjusted) {
        svi_figure_json(out, "luck_weight", sheet->adjusted.first, 4);
    }
    svi_figure_json(out, "prior", sheet->ratings.options.prior, 6);
}

void svi_rank_print_json(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    struct svi_rows rows;
    svi_out_char(out, '{');
    svi_rank_summary_json(sheet, out);
    struct svi_bot_row *row = svi_bot_rows(sheet, NULL, &rows);
    svi_columns_json_all(&svi_bot_columns, &rows, SVI_IN_JSON, "bots", out);
    free(row);
    if (sheet->seats == 0 && sheet->games.n_games > 0) {
        struct svi_size_row *size = svi_size_rows(sheet, &rows);
        svi_columns_json_all(&svi_size_columns, &rows, SVI_IN_JSON, "points_by_size", out);
        out->failed = out->failed || size == NULL;
        free(size);
    }
    svi_out_text(out, "}\n");
}

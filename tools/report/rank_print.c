#include "tools/report/rank_print.h"

#include "memory/memory.h"
#include "tools/analysis/figure.h"
#include "tools/console/table.h"
#include "tools/report/bot_columns.h"
#include "tools/report/figures.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <math.h>
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
    SCOPED(scoped_free) struct svi_size_row *row = svi_size_rows(sheet, &rows);
    svi_out_text(out, "points by size of tables:\n");
    (void)svi_columns_text(&svi_size_columns, &rows, is_wide ? SVI_IN_WIDE : SVI_IN_TEXT, bold,
                           !is_wide, out);
    svi_out_char(out, '\n');
    out->failed = out->failed || row == NULL;
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
    svi_out_format(out, "%" PRIu32 " deals; %ssorted by %s%s\n", r->deals,
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
        svi_out_format(out,
                       "(?): few deals; below %u there is no interval, and no rank is claimed\n",
                       SVI_FEW_DEALS);
    }
    if (outside > 0 && !r->games->no_intervals) {
        svi_out_format(out,
                       "%u bot%s never both ahead of and behind the others, so without interval\n",
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
        svi_out_format(out, "intervals of %u bots: their widths are right to 1%%\n",
                       r->luce.n_bots);
    }
    if (r->deals > 1 && !r->sandwich.known && !r->games->no_intervals) {
        svi_out_text(out, "no intervals of ratings: some bot is known from one deal alone\n");
    }
}

static void print_luck_to_count(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    if (sheet->has_tally && sheet->without_luck > 0 && sheet->tally.matches > 0) {
        svi_out_format(
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
        svi_out_format(out, "%" PRIu64 " game%s left out, with disqualified bots at the table\n",
                       sheet->tally.left_out, sheet->tally.left_out == 1 ? " is" : "s are");
    }
}

void svi_rank_print_table(const struct svi_rank_sheet *sheet, bool bold, bool is_wide,
                          struct svi_buf *out)
{
    struct svi_rows rows;
    SCOPED(scoped_free) struct svi_bot_row *row = svi_bot_rows(sheet, NULL, &rows);
    const unsigned dropped = svi_columns_text(
        &svi_bot_columns, &rows, is_wide ? SVI_IN_WIDE : SVI_IN_TEXT, bold, !is_wide, out);
    svi_out_char(out, '\n');
    if (sheet->seats == 0 && sheet->games.n_games > 0) {
        print_sizes(sheet, bold, is_wide, out);
    } else if (sheet->seats > 0 && sheet->seats <= SV_MAX_SEATS) {
        print_seats(sheet, &rows, bold, is_wide, out);
    }
    print_notes(sheet, is_wide || dropped < SVI_BOT_DROPS_ADJUSTED, out);
    print_luck_to_count(sheet, out);
    print_reasons(sheet, out);
    if (!sheet->has_tally) {
        svi_out_format(out, "%zu games of %u bots\n", sheet->games.n_games, sheet->ratings.n_order);
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
    SCOPED(scoped_free) struct svi_bot_row *row = svi_bot_rows(sheet, NULL, &rows);
    svi_columns_csv_all(&svi_bot_columns, &rows, SVI_IN_CSV, out);
}

static void put_league(const struct svi_rank_sheet *sheet, struct svi_buf *out)
{
    const struct svi_ranking *tally = &sheet->tally;
    svi_json_members(out, JSON_TEXT("league", tally->league->name),
                     JSON_TEXT("edition", tally->league->edition));
    svi_json_hex(out, "edition_hash", tally->league->edition_hash,
                 sizeof tally->league->edition_hash);
    svi_json_members(out, JSON_INT("seats", tally->league->seats),
                     JSON_INT("planned", tally->planned), JSON_INT("games", tally->matches),
                     JSON_INT("left_out", tally->left_out), JSON_INT("decisions", tally->decisions),
                     JSON_INT("without_luck", sheet->without_luck),
                     JSON_TEXT("told", tally->told[0] != '\0' ? tally->told : NULL));
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
    svi_json_members(out, JSON_INT("deals", sheet->ratings.deals),
                     JSON_BOOL("few_deals", sheet->ratings.few_deals),
                     JSON_BOOL("connected", sheet->ratings.luce.connected));
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
    SCOPED(scoped_free) struct svi_bot_row *row = svi_bot_rows(sheet, NULL, &rows);
    svi_columns_json_all(&svi_bot_columns, &rows, SVI_IN_JSON, "bots", out);
    if (sheet->seats == 0 && sheet->games.n_games > 0) {
        SCOPED(scoped_free) struct svi_size_row *size = svi_size_rows(sheet, &rows);
        svi_columns_json_all(&svi_size_columns, &rows, SVI_IN_JSON, "points_by_size", out);
        out->failed = out->failed || size == NULL;
    }
    svi_out_text(out, "}\n");
}

/* ---- the field ------------------------------------------------------------------------------- */

#define CYCLES_TOLD 20u

/* ---- pairs ----------------------------------------------------------------------------------- */

/* Adds the pair if it has met. */
static void add(struct svi_rows *rows, struct svi_pair_row row[],
                const struct svi_rank_sheet *sheet, const struct svi_field *field,
                const struct svi_figures *figures, unsigned bot, unsigned against)
{
    const struct svi_meeting *const meeting = &field->meeting[(size_t)bot * field->n + against];
    if (bot != against && meeting->games > 0) {
        row[rows->n++] = (struct svi_pair_row){
            .sheet = sheet,
            .meeting = meeting,
            .games = figures != NULL ? svi_figures_pair(figures, bot, against) : NULL,
            .bot = {sheet->games.bot[bot], figures != NULL ? bot : SVI_NO_PAGE},
            .against = {sheet->games.bot[against], figures != NULL ? against : SVI_NO_PAGE},
            .of = {bot, against}};
    }
}

struct svi_pair_row *svi_pair_rows(const struct svi_rank_sheet *sheet,
                                   const struct svi_field *field, const struct svi_figures *figures,
                                   const unsigned bot[], unsigned n, struct svi_rows *rows)
{
    struct svi_pair_row *row = svi_new((size_t)n * n / 2 + 1, sizeof *row);
    *rows = (struct svi_rows){row, sizeof *row, 0};
    for (unsigned i = 0; i < n && row != NULL; i++) {
        for (unsigned j = i + 1; j < n; j++) {
            add(rows, row, sheet, field, figures, bot[i], bot[j]);
        }
    }
    return row;
}

struct svi_pair_row *svi_pair_rows_of(const struct svi_figures *f, unsigned bot,
                                      struct svi_rows *rows)
{
    struct svi_pair_row *row = svi_new(f->sheet.ratings.n_order + 1u, sizeof *row);
    *rows = (struct svi_rows){row, sizeof *row, 0};
    for (unsigned i = 0; i < f->sheet.ratings.n_order; i++) {
        add(rows, row, &f->sheet, &f->field, f, bot, f->sheet.ratings.order[i]);
    }
    return row;
}

enum { DIFFERENCE, SUPERIORITY };

static void get_estimate(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_pair_row *r = row;
    const struct svi_ratings *ratings = &r->sheet->ratings;
    svi_cell_set_real(
        value, which == DIFFERENCE
                   ? svi_ratings_difference(ratings, r->of[0], r->of[1])
                   : (struct svi_estimate){svi_ratings_superiority(ratings, r->of[0], r->of[1]),
                                           NAN, NAN});
}

static void get_last_game(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_pair_figures *p = ((const struct svi_pair_row *)row)->games;
    if (p != NULL && which < p->n_last) {
        svi_cell_set_int(value, p->last[which]);
    } else {
        value->kind = SVI_CELL_END;
    }
}

#define EVERYWHERE SVI_IN_ALL | SVI_IN_AGAINST

static const struct svi_column pair_columns[] = {
    {"bot", SVI_TEXT, NULL, "One bot", SVI_IN_ALL | SVI_IN_CROSS, .treated = SVI_COLUMN_NAME,
     SVI_AT(struct svi_pair_row, bot)},
    {"against", SVI_TEXT, NULL, "The other", EVERYWHERE | SVI_IN_CROSS, .treated = SVI_COLUMN_NAME,
     SVI_AT(struct svi_pair_row, against)},
    {"games", SVI_INTEGER, NULL, "That they shared", EVERYWHERE,
     SVI_VIA(struct svi_pair_row, meeting, games)},
    {"deals", SVI_INTEGER, NULL, "In which they met", SVI_IN_DATA,
     SVI_VIA(struct svi_pair_row, meeting, deals)},
    {"ahead", SVI_NUMBER, "share of games",
     "In which the one finished ahead of the other, ties half", EVERYWHERE | SVI_IN_CROSS,
     SVI_INTERVAL, .digits = 6, .shown = 3, SVI_VIA(struct svi_pair_row, meeting, ahead)},
    {"expected", SVI_NUMBER, "share of games", "The same, by their ratings", EVERYWHERE,
     .digits = 6, .shown = 2, SVI_VIA(struct svi_pair_row, meeting, expected)},
    {"margin", SVI_NUMBER, "points a game", "Points of the one less those of the other", EVERYWHERE,
     SVI_INTERVAL, .digits = 6, .shown = 3, SVI_VIA(struct svi_pair_row, meeting, margin)},
    {"difference", SVI_NUMBER, "Elo", "Rating of the one less that of the other", SVI_IN_DATA,
     SVI_INTERVAL, .digits = 2, .get = get_estimate, .which = DIFFERENCE},
    {"superiority", SVI_NUMBER, "probability", "How likely the one is better than the other",
     SVI_IN_TABLES | SVI_IN_DATA, .digits = 4, .shown = 3, .get = get_estimate,
     .which = SUPERIORITY},
    {"last_games", SVI_INTEGER, NULL, "The last that they shared", SVI_IN_AGAINST, SVI_LIST,
     .get = get_last_game},
};

const struct svi_columns svi_pair_columns = SVI_COLUMNS(pair_columns);

/* ---- for people ------------------------------------------------------------------------------ */

static void print_fit(const struct svi_field *f, struct svi_buf *out)
{
    if (!f->fit.known) {
        svi_out_text(out, "\nfit: not tested: too few deals or bots, or too many bots\n");
        return;
    }
    svi_out_format(out, "\nfit: %s\n  chi-square %s, %s degrees of freedom, p %s\n",
                   f->fit.p < 0.05 ? "one number doesn't say it all" : "one number will do",
                   svi_figure(f->fit.chi2, 1, "").text, svi_figure(f->fit.df, 1, "").text,
                   svi_figure_chance(f->fit.p).text);
}

static void print_cycles(const struct svi_rank_sheet *sheet, const struct svi_field *f,
                         struct svi_buf *out)
{
    for (size_t k = 0; k < f->n_cycles && k < CYCLES_TOLD; k++) {
        const unsigned who[] = {f->cycle[k].a, f->cycle[k].b, f->cycle[k].c, f->cycle[k].a};
        svi_out_text(out, "cycle: ");
        for (unsigned i = 0; i < 4; i++) {
            svi_out_text(out, i == 0 ? "" : " > ");
            svi_out_plain(out, sheet->games.bot[who[i]]);
        }
        svi_out_char(out, '\n');
    }
    if (f->n_cycles > CYCLES_TOLD) {
        svi_out_format(out, "and %zu cycles more\n", f->n_cycles - CYCLES_TOLD);
    }
    if (f->n_cycles == 0) {
        svi_out_text(out, "no cycle is sure\n");
    }
}

void svi_rank_field_table(const struct svi_rank_sheet *sheet, const struct svi_field *f, bool bold,
                          bool is_wide, struct svi_buf *out)
{
    struct svi_rows rows;
    SCOPED(scoped_free)
    struct svi_pair_row *row =
        svi_pair_rows(sheet, f, NULL, sheet->ratings.order, sheet->ratings.n_order, &rows);
    (void)svi_columns_text(&svi_pair_columns, &rows, is_wide ? SVI_IN_WIDE : SVI_IN_TEXT, bold,
                           !is_wide, out);
    out->failed = out->failed || row == NULL;
    print_fit(f, out);
    print_cycles(sheet, f, out);
}

/* ---- for programs ---------------------------------------------------------------------------- */

void svi_rank_field_csv(const struct svi_rank_sheet *sheet, const struct svi_field *f,
                        struct svi_buf *out)
{
    struct svi_rows rows;
    SCOPED(scoped_free)
    struct svi_pair_row *row =
        svi_pair_rows(sheet, f, NULL, sheet->ratings.order, sheet->ratings.n_order, &rows);
    svi_columns_csv_all(&svi_pair_columns, &rows, SVI_IN_CSV, out);
    out->failed = out->failed || row == NULL;
}

void svi_rank_field_json(const struct svi_rank_sheet *sheet, const struct svi_field *f,
                         struct svi_buf *out)
{
    svi_out_char(out, '{');
    struct svi_rows rows;
    SCOPED(scoped_free)
    struct svi_pair_row *row =
        svi_pair_rows(sheet, f, NULL, sheet->ratings.order, sheet->ratings.n_order, &rows);
    svi_columns_json_all(&svi_pair_columns, &rows, SVI_IN_JSON, "pairs", out);
    out->failed = out->failed || row == NULL;
    svi_json_members(out, JSON_FIGURE("fit_chi2", f->fit.known ? f->fit.chi2 : NAN, 4),
                     JSON_FIGURE("fit_df", f->fit.known ? f->fit.df : NAN, 4),
                     JSON_FIGURE("fit_p", f->fit.known ? f->fit.p : NAN, 6));
    svi_json_rows(out, "cycles");
    for (size_t k = 0; k < f->n_cycles; k++) {
        svi_json_object(out, JSON_TEXT("first", sheet->games.bot[f->cycle[k].a]),
                        JSON_TEXT("second", sheet->games.bot[f->cycle[k].b]),
                        JSON_TEXT("third", sheet->games.bot[f->cycle[k].c]));
    }
    svi_json_rows_end(out);
    svi_out_text(out, "}\n");
}

#include "tools/report/rank_field.h"

#include "memory/memory.h"
#include "tools/report/figure.h"
#include "tools/report/figures.h"

#include "base/json.h"
#include "base/out.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CYCLES_TOLD 20u

/* ---- pairs ----------------------------------------------------------------------------------- */

const struct svi_meeting *svi_pair_meeting(const struct svi_pair_row *row)
{
    return &row->field->meeting[(size_t)row->bot * row->field->n + row->against];
}

/* Adds the pair if it has met. */
static void add(struct svi_pair_row *row, unsigned *n, struct svi_pair_row pair)
{
    if (pair.bot != pair.against && svi_pair_meeting(&pair)->games > 0) {
        row[(*n)++] = pair;
    }
}

struct svi_pair_row *svi_pair_rows(const struct svi_rank_sheet *sheet,
                                   const struct svi_field *field, struct svi_rows *rows)
{
    const unsigned shown = sheet->ratings.n_order;
    struct svi_pair_row *row = svi_new((size_t)shown * shown / 2 + 1, sizeof *row);
    unsigned n = 0;
    for (unsigned i = 0; i < shown && row != NULL; i++) {
        for (unsigned j = i + 1; j < shown; j++) {
            add(row, &n,
                (struct svi_pair_row){sheet, field, NULL, sheet->ratings.order[i],
                                      sheet->ratings.order[j]});
        }
    }
    *rows = (struct svi_rows){row, sizeof *row, n};
    return row;
}

struct svi_pair_row *svi_pair_rows_of(const struct svi_figures *f, unsigned bot,
                                      struct svi_rows *rows)
{
    struct svi_pair_row *row = svi_new(f->sheet.ratings.n_order + 1u, sizeof *row);
    unsigned n = 0;
    for (unsigned i = 0; i < f->sheet.ratings.n_order; i++) {
        add(row, &n,
            (struct svi_pair_row){&f->sheet, &f->field, f, bot, f->sheet.ratings.order[i]});
    }
    *rows = (struct svi_rows){row, sizeof *row, n};
    return row;
}

enum { BOT, AGAINST };

static void get_name(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_pair_row *r = row;
    const unsigned bot = which == BOT ? r->bot : r->against;
    svi_cell_set_text(value, r->sheet->games.bot[bot]);
    value->number = r->figures != NULL ? (int64_t)bot + 1 : 0;
}

enum { GAMES, DEALS };

static void get_count(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_meeting *m = svi_pair_meeting(row);
    svi_cell_set_int(value, which == GAMES ? m->games : m->deals);
}

enum { AHEAD, EXPECTED, MARGIN, DIFFERENCE, SUPERIORITY };

static void get_estimate(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_pair_row *r = row;
    const struct svi_meeting *m = svi_pair_meeting(r);
    const struct svi_ratings *ratings = &r->sheet->ratings;
    struct svi_estimate e = {NAN, NAN, NAN};
    if (which == AHEAD) {
        e = m->ahead;
    } else if (which == EXPECTED) {
        e.value = m->expected;
    } else if (which == MARGIN) {
        e = m->margin;
    } else if (which == DIFFERENCE) {
        e = svi_ratings_difference(ratings, r->bot, r->against);
    } else {
        e.value = svi_ratings_superiority(ratings, r->bot, r->against);
    }
    svi_cell_set_real(value, e);
}

static void get_last_game(const void *row, unsigned which, struct svi_cell *value)
{
    const struct svi_pair_row *r = row;
    const struct svi_pair_figures *p =
        r->figures != NULL ? svi_figures_pair(r->figures, r->bot, r->against) : NULL;
    if (p != NULL && which < p->n_last) {
        svi_cell_set_int(value, p->last[which]);
    } else {
        value->kind = SVI_CELL_END;
    }
}

#define EVERYWHERE SVI_IN_ALL | SVI_IN_AGAINST

static const struct svi_column pair_columns[] = {
    {"bot", SVI_TEXT, NULL, "One bot", SVI_IN_ALL | SVI_IN_CROSS, .treated = SVI_COLUMN_NAME,
     .get = get_name, .which = BOT},
    {"against", SVI_TEXT, NULL, "The other", EVERYWHERE | SVI_IN_CROSS, .treated = SVI_COLUMN_NAME,
     .get = get_name, .which = AGAINST},
    {"games", SVI_INTEGER, NULL, "That they shared", EVERYWHERE, .get = get_count, .which = GAMES},
    {"deals", SVI_INTEGER, NULL, "In which they met", SVI_IN_DATA, .get = get_count,
     .which = DEALS},
    {"ahead", SVI_NUMBER, "share of games",
     "In which the one finished ahead of the other, ties half", EVERYWHERE | SVI_IN_CROSS,
     SVI_INTERVAL, .digits = 6, .shown = 3, .get = get_estimate, .which = AHEAD},
    {"expected", SVI_NUMBER, "share of games", "The same, by their ratings", EVERYWHERE,
     .digits = 6, .shown = 2, .get = get_estimate, .which = EXPECTED},
    {"margin", SVI_NUMBER, "points a game", "Points of the one less those of the other", EVERYWHERE,
     SVI_INTERVAL, .digits = 6, .shown = 3, .get = get_estimate, .which = MARGIN},
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
    svi_figure_print(out, "\nfit: %s\n  chi-square %s, %s degrees of freedom, p %s\n",
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
        svi_figure_print(out, "and %zu cycles more\n", f->n_cycles - CYCLES_TOLD);
    }
    if (f->n_cycles == 0) {
        svi_out_text(out, "no cycle is sure\n");
    }
}

void svi_rank_field_table(const struct svi_rank_sheet *sheet, const struct svi_field *f, bool bold,
                          bool is_wide, struct svi_buf *out)
{
    struct svi_rows rows;
    struct svi_pair_row *row = svi_pair_rows(sheet, f, &rows);
    (void)svi_columns_text(&svi_pair_columns, &rows, is_wide ? SVI_IN_WIDE : SVI_IN_TEXT, bold,
                           !is_wide, out);
    out->failed = out->failed || row == NULL;
    free(row);
    print_fit(f, out);
    print_cycles(sheet, f, out);
}

/* ---- for programs ---------------------------------------------------------------------------- */

void svi_rank_field_csv(const struct svi_rank_sheet *sheet, const struct svi_field *f,
                        struct svi_buf *out)
{
    struct svi_rows rows;
    struct svi_pair_row *row = svi_pair_rows(sheet, f, &rows);
    svi_columns_csv_all(&svi_pair_columns, &rows, SVI_IN_CSV, out);
    out->failed = out->failed || row == NULL;
    free(row);
}

void svi_rank_field_json(const struct svi_rank_sheet *sheet, const struct svi_field *f,
                         struct svi_buf *out)
{
    svi_out_char(out, '{');
    struct svi_rows rows;
    struct svi_pair_row *row = svi_pair_rows(sheet, f, &rows);
    svi_columns_json_all(&svi_pair_columns, &rows, SVI_IN_JSON, "pairs", out);
    out->failed = out->failed || row == NULL;
    free(row);
    svi_figure_json(out, "fit_chi2", f->fit.known ? f->fit.chi2 : NAN, 4);
    svi_figure_json(out, "fit_df", f->fit.known ? f->fit.df : NAN, 4);
    svi_figure_json(out, "fit_p", f->fit.known ? f->fit.p : NAN, 6);
    svi_json_rows(out, "cycles");
    for (size_t k = 0; k < f->n_cycles; k++) {
        svi_json_row(out);
        svi_json_string(out, "first", sheet->games.bot[f->cycle[k].a]);
        svi_json_string(out, "second", sheet->games.bot[f->cycle[k].b]);
        svi_json_string(out, "third", sheet->games.bot[f->cycle[k].c]);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
    svi_out_text(out, "}\n");
}

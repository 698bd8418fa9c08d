#include "tools/report/rank_field.h"

#include "tools/console/table.h"
#include "tools/report/csv.h"
#include "tools/report/figure.h"

#include "base/json.h"
#include "base/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#define CYCLES_TOLD 20u

static const struct svi_meeting *meeting(const struct svi_field *f, unsigned i, unsigned j)
{
    return &f->meeting[(size_t)i * f->n + j];
}

static void out_format(struct svi_buf *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void out_format(struct svi_buf *out, const char *format, ...)
{
    char text[200];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    svi_out_text(out, text);
}

/* Pairs that have met, the better ranked first, in the order of the ranking. */
static bool next_pair(const struct svi_rank_sheet *sheet, const struct svi_field *f, unsigned *a,
                      unsigned *b)
{
    do {
        if (++*b >= sheet->n_shown) {
            *b = ++*a + 1;
        }
        if (*b >= sheet->n_shown) {
            return false;
        }
    } while (meeting(f, sheet->shown[*a], sheet->shown[*b])->games == 0);
    return true;
}

/* ---- for people ------------------------------------------------------------------------------ */

static double half_width(struct svi_estimate e)
{
    return 0.5 * (e.high - e.low);
}

static void print_pairs(const struct svi_rank_sheet *sheet, const struct svi_field *f, bool bold,
                        bool is_wide, struct svi_buf *out)
{
    static const char *const titles[] = {"bot",    "against",  "ahead",  "\xc2\xb1", "expected",
                                         "margin", "\xc2\xb1", "better", "#games"};
    const unsigned columns = sizeof titles / sizeof *titles;
    struct svi_table table;
    svi_table_init(&table, columns, 3);
    if (!is_wide) {
        svi_table_cut(&table, 3);
    }
    for (unsigned c = 0; c < columns; c++) {
        svi_table_add(&table, "%s", titles[c]);
    }
    for (unsigned a = 0, b = 0; next_pair(sheet, f, &a, &b);) {
        const struct svi_meeting *m = meeting(f, sheet->shown[a], sheet->shown[b]);
        svi_table_add(&table, "%s", sheet->games.bot[sheet->shown[a]]);
        svi_table_add(&table, "%s", sheet->games.bot[sheet->shown[b]]);
        svi_table_add(&table, "%s", svi_figure(m->ahead.value, 3, "-").text);
        svi_table_add(&table, "%s", svi_figure(half_width(m->ahead), 3, "-").text);
        svi_table_add(&table, "%s", svi_figure(m->expected, 3, "-").text);
        svi_table_add(&table, "%s", svi_figure(m->margin.value, 3, "-").text);
        svi_table_add(&table, "%s", svi_figure(half_width(m->margin), 3, "-").text);
        svi_table_add(
            &table, "%s",
            svi_figure(svi_ratings_superiority(&sheet->ratings, sheet->shown[a], sheet->shown[b]),
                       3, "-")
                .text);
        svi_table_add(&table, "%" PRIu64, m->games);
    }
    svi_table_print(&table, bold, out);
    svi_table_finish(&table);
}

static void print_fit(const struct svi_field *f, struct svi_buf *out)
{
    if (!f->fit.known) {
        svi_out_text(out, "\nfit: not tested: too few deals or bots, or too many bots\n");
        return;
    }
    out_format(out, "\nfit: %s\n  chi-square %s, %s degrees of freedom, p %s\n",
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
        out_format(out, "and %zu cycles more\n", f->n_cycles - CYCLES_TOLD);
    }
    if (f->n_cycles == 0) {
        svi_out_text(out, "no cycle is sure\n");
    }
}

/* The rank that a bot would have without another, were only the other's own place closed up. */
static unsigned rank_expected(const struct svi_field *f, unsigned without, unsigned bot)
{
    return f->rank_with[bot] -
           (f->rank_with[without] != 0 && f->rank_with[without] < f->rank_with[bot]);
}

static bool changes(const struct svi_field *f, unsigned without, unsigned bot)
{
    const unsigned now = f->rank_without[(size_t)without * f->n + bot];
    return bot != without && now != 0 && f->rank_with[bot] != 0 &&
           now != rank_expected(f, without, bot);
}

static void print_without(const struct svi_rank_sheet *sheet, const struct svi_field *f,
                          struct svi_buf *out)
{
    bool any = false;
    for (unsigned x = 0; x < sheet->n_shown; x++) {
        const unsigned without = sheet->shown[x];
        bool told = false;
        for (unsigned i = 0; i < sheet->n_shown; i++) {
            const unsigned bot = sheet->shown[i];
            if (changes(f, without, bot)) {
                svi_out_text(out, told ? ", " : "without ");
                if (!told) {
                    svi_out_plain(out, sheet->games.bot[without]);
                    svi_out_text(out, ": ");
                }
                svi_out_plain(out, sheet->games.bot[bot]);
                out_format(out, " %u, not %u", f->rank_without[(size_t)without * f->n + bot],
                           rank_expected(f, without, bot));
                any = told = true;
            }
        }
        svi_out_text(out, told ? "\n" : "");
    }
    svi_out_text(out, any ? "" : "whichever bot is left out, the others keep their order\n");
}

bool svi_rank_field_changes(const struct svi_field *f, unsigned without, unsigned bot,
                            unsigned *now, unsigned *expected)
{
    *now = f->rank_without[(size_t)without * f->n + bot];
    *expected = rank_expected(f, without, bot);
    return changes(f, without, bot);
}

void svi_rank_field_table(const struct svi_rank_sheet *sheet, const struct svi_field *f, bool bold,
                          bool is_wide, struct svi_buf *out)
{
    print_pairs(sheet, f, bold, is_wide, out);
    print_fit(f, out);
    print_cycles(sheet, f, out);
    print_without(sheet, f, out);
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void put_csv(struct svi_buf *out, double value, unsigned decimals)
{
    svi_out_char(out, ',');
    svi_out_text(out, svi_figure(value, decimals, "").text);
}

void svi_rank_field_csv(const struct svi_rank_sheet *sheet, const struct svi_field *f,
                        struct svi_buf *out)
{
    svi_out_text(out,
                 "bot,against,games,deals,ahead,ahead_low,ahead_high,expected,margin,margin_low,"
                 "margin_high,difference,difference_low,difference_high,superiority\n");
    for (unsigned a = 0, b = 0; next_pair(sheet, f, &a, &b);) {
        const unsigned i = sheet->shown[a], j = sheet->shown[b];
        const struct svi_meeting *m = meeting(f, i, j);
        const struct svi_estimate d = svi_ratings_difference(&sheet->ratings, i, j);
        svi_csv_text(out, sheet->games.bot[i]);
        svi_out_char(out, ',');
        svi_csv_text(out, sheet->games.bot[j]);
        out_format(out, ",%" PRIu64 ",%" PRIu32, m->games, m->deals);
        put_csv(out, m->ahead.value, 6);
        put_csv(out, m->ahead.low, 6);
        put_csv(out, m->ahead.high, 6);
        put_csv(out, m->expected, 6);
        put_csv(out, m->margin.value, 6);
        put_csv(out, m->margin.low, 6);
        put_csv(out, m->margin.high, 6);
        put_csv(out, d.value, 2);
        put_csv(out, d.low, 2);
        put_csv(out, d.high, 2);
        put_csv(out, svi_ratings_superiority(&sheet->ratings, i, j), 4);
        svi_out_char(out, '\n');
    }
}

static void put_number(struct svi_buf *out, const char *key, double value, unsigned decimals)
{
    svi_json_key(out, key);
    svi_out_text(out, svi_figure(value, decimals, "null").text);
}

void svi_rank_field_json(const struct svi_rank_sheet *sheet, const struct svi_field *f,
                         struct svi_buf *out)
{
    svi_out_char(out, '{');
    svi_json_rows(out, "pairs");
    for (unsigned a = 0, b = 0; next_pair(sheet, f, &a, &b);) {
        const unsigned i = sheet->shown[a], j = sheet->shown[b];
        const struct svi_meeting *m = meeting(f, i, j);
        svi_json_row(out);
        svi_json_string(out, "bot", sheet->games.bot[i]);
        svi_json_string(out, "against", sheet->games.bot[j]);
        svi_json_int(out, "games", (int64_t)m->games);
        svi_json_int(out, "deals", m->deals);
        put_number(out, "ahead", m->ahead.value, 6);
        put_number(out, "ahead_low", m->ahead.low, 6);
        put_number(out, "ahead_high", m->ahead.high, 6);
        put_number(out, "expected", m->expected, 6);
        put_number(out, "margin", m->margin.value, 6);
        put_number(out, "margin_low", m->margin.low, 6);
        put_number(out, "margin_high", m->margin.high, 6);
        put_number(out, "superiority", svi_ratings_superiority(&sheet->ratings, i, j), 4);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
    put_number(out, "fit_chi2", f->fit.known ? f->fit.chi2 : NAN, 4);
    put_number(out, "fit_df", f->fit.known ? f->fit.df : NAN, 4);
    put_number(out, "fit_p", f->fit.known ? f->fit.p : NAN, 6);
    svi_json_rows(out, "cycles");
    for (size_t k = 0; k < f->n_cycles; k++) {
        svi_json_row(out);
        svi_json_string(out, "first", sheet->games.bot[f->cycle[k].a]);
        svi_json_string(out, "second", sheet->games.bot[f->cycle[k].b]);
        svi_json_string(out, "third", sheet->games.bot[f->cycle[k].c]);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
    svi_json_rows(out, "without");
    for (unsigned x = 0; x < sheet->n_shown; x++) {
        for (unsigned i = 0; i < sheet->n_shown; i++) {
            const unsigned without = sheet->shown[x], bot = sheet->shown[i];
            if (changes(f, without, bot)) {
                svi_json_row(out);
                svi_json_string(out, "without", sheet->games.bot[without]);
                svi_json_string(out, "bot", sheet->games.bot[bot]);
                svi_json_int(out, "rank", f->rank_without[(size_t)without * f->n + bot]);
                svi_json_int(out, "expected", rank_expected(f, without, bot));
                svi_json_row_end(out);
            }
        }
    }
    svi_json_rows_end(out);
    svi_out_text(out, "}\n");
}

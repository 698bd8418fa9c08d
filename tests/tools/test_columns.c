/* Columns: what their rows promise, the digits that people are shown, and the tables of docs/. */
#include "tests/base/testing.h"
#include "tests/wire/page.h"
#include "tools/analysis/figure.h"
#include "tools/report/bot_columns.h"
#include "tools/report/game_columns.h"
#include "tools/report/rank_print.h"

#include "base/out.h"

#include <math.h>

#define FAMILIES 6u
static const struct svi_columns *const families[FAMILIES] = {
    &svi_bot_columns,  &svi_size_columns, &svi_pair_columns,
    &svi_time_columns, &svi_game_columns, &svi_seat_columns,
};

static char *text_of(struct svi_buf *out)
{
    svi_buf_byte(out, 0);
    assert_false(out->failed);
    return (char *)out->data;
}

TEST(every_row_is_whole)
{
    for (unsigned f = 0; f < FAMILIES; f++) {
        for (unsigned k = 0; k < families[f]->count; k++) {
            const struct svi_column *c = &families[f]->column[k];
            assert_true(c->get != NULL || c->at.type != SVI_NO_MEMBER);
            assert_int_not_equal(c->where, 0);
            assert_true(strlen(c->help) > 1 && c->help[strlen(c->help) - 1] != '.');
            assert_int_equal(strspn(c->name, "abcdefghijklmnopqrstuvwxyz_0123456789"),
                             strlen(c->name));
            assert_true(c->shape != SVI_LIST || (c->where & SVI_IN_CSV) == 0 || c->elements > 0);
            for (unsigned other = 0; other < k; other++) { /* no output has a name twice */
                assert_true(strcmp(c->name, families[f]->column[other].name) != 0);
            }
        }
    }
}

/* ---- a family of our own --------------------------------------------------------------------- */

struct row {
    const char *name;
    double value, half;
    int64_t count;
};

static void get_name(const void *row, unsigned which, struct svi_cell *cell)
{
    (void)which;
    svi_cell_set_text(cell, ((const struct row *)row)->name);
}

static void get_value(const void *row, unsigned which, struct svi_cell *cell)
{
    const struct row *r = row;
    (void)which;
    svi_cell_set_real(cell,
                      (struct svi_estimate){r->value, r->value - r->half, r->value + r->half});
}

static void get_count(const void *row, unsigned which, struct svi_cell *cell)
{
    (void)which;
    svi_cell_set_int(cell, (uint64_t)((const struct row *)row)->count);
}

static void get_list(const void *row, unsigned which, struct svi_cell *cell)
{
    if (which < (unsigned)((const struct row *)row)->count) {
        svi_cell_set_int(cell, 10 + which);
    } else {
        cell->kind = SVI_CELL_END;
    }
}

static const struct svi_column own[] = {
    {"bot", SVI_TEXT, NULL, "Its name", SVI_IN_ALL, .treated = SVI_COLUMN_NAME, .get = get_name},
    {"points", SVI_NUMBER, "points", "Mean", SVI_IN_ALL, SVI_INTERVAL, .digits = 6, .shown = 3,
     .get = get_value},
    {"games", SVI_INTEGER, NULL, "Counted", SVI_IN_ALL, .treated = SVI_COLUMN_ZERO, .drop = 1,
     .get = get_count},
    {"list", SVI_INTEGER, NULL, "Some", SVI_IN_DATA, SVI_LIST, .elements = 2, .get = get_list},
};
static const struct svi_columns family = {own, sizeof own / sizeof *own};

/* An interval of ±0.07 allows 0.83; of ±0.012, 0.826: one digit of half its width, two below 20. */
TEST(digits_follow_the_interval)
{
    static const struct {
        double half;
        const char *value, *shown;
    } cases[] = {{0.07, "0.83", "0.07"},      {0.012, "0.826", "0.012"}, {0.0196, "0.83", "0.02"},
                 {0.3, "0.8", "0.3"},         {0.13, "0.83", "0.13"},    {12, "1", "12"},
                 {0.0009, "0.8259", "0.0009"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct row row = {"a", 0.8259, cases[i].half, 3};
        const struct svi_rows rows = {&row, sizeof row, 1};
        struct svi_cell cell;
        char text[SVI_CELL_SIZE];
        const unsigned decimals = svi_column_decimals(&own[1], &rows);
        svi_column_cell(&own[1], &row, &cell);
        svi_cell_print(&cell, decimals, "-", text);
        assert_string_equal(text, cases[i].value);
        const struct svi_figure_error error = svi_figure_error(cell.real, decimals);
        (void)snprintf(text, sizeof text, "\xc2\xb1%s", cases[i].shown);
        assert_string_equal(error.text, text);
    }
}

/* An interval never leaves the scale of its value. */
TEST(an_interval_ends_with_its_scale)
{
    const struct svi_estimate e =
        svi_estimate_within((struct svi_estimate){0.97, 0.85, 1.09}, 0, 1);
    const struct svi_estimate beyond =
        svi_estimate_within((struct svi_estimate){1.02, 0.95, 1.09}, 0, 1);
    const struct svi_estimate none =
        svi_estimate_within((struct svi_estimate){0.97, NAN, NAN}, 0, 1);
    assert_string_equal(svi_figure_error(e, 2).text, "+0.03 -0.12");
    assert_true(beyond.value <= 1);
    assert_string_equal(svi_figure_error(beyond, 2).text, "+0.00 -0.05");
    assert_string_equal(svi_figure_error(none, 2).text, "");
}

TEST(programs_get_every_digit_and_bound)
{
    static const struct row row[] = {{"a,b", 0.8259, 0.07, 1}, {"c", NAN, 0, 0}};
    const struct svi_rows rows = {row, sizeof *row, 2};
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    svi_columns_csv_all(&family, &rows, SVI_IN_CSV, &out);
    assert_string_equal(text_of(&out), "bot,points,points_low,points_high,games,list_0,list_1\n"
                                       "\"a,b\",0.825900,0.755900,0.895900,1,10,\n"
                                       "c,,,,0,,\n");
    svi_buf_clear(&out);
    svi_out_char(&out, '{');
    svi_columns_json_all(&family, &rows, SVI_IN_JSON, "rows", &out);
    assert_string_equal(
        text_of(&out),
        "{\"rows\":[\n"
        "  {\"bot\":\"a,b\",\"points\":0.825900,\"points_low\":0.755900,\"points_high\":0.895900,"
        "\"games\":1,\"list\":[10]},\n"
        "  {\"bot\":\"c\",\"points\":null,\"points_low\":null,\"points_high\":null,\"games\":0,"
        "\"list\":[]}\n]");
}

/* A column that is 0 in all rows makes room for long names, and a column without a value is
 * absent. */
TEST(a_table_makes_room_for_names)
{
    struct row row[] = {
        {"a name of a bot that is eighty characters long, so that there is no room", NAN, 0, 0}};
    const struct svi_rows rows = {row, sizeof *row, 1};
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    assert_int_equal(svi_columns_text(&family, &rows, SVI_IN_TEXT, false, true, &out), 0);
    assert_lacks(text_of(&out), "points");
    assert_contains((const char *)out.data, "games");
}

/* ---- documents ------------------------------------------------------------------------------- */

static bool has(const struct svi_column *c, unsigned where)
{
    return (c->where & where) != 0;
}

static void put_names(const struct svi_column *c, struct svi_buf *out)
{
    svi_out_char(out, '`');
    svi_out_text(out, c->name);
    svi_out_char(out, '`');
    if ((c->shape == SVI_INTERVAL || c->shape == SVI_BRACKET)) {
        svi_out_text(out, ", `_low`, `_high`");
    } else if (c->shape == SVI_LIST && has(c, SVI_IN_CSV)) {
        svi_out_text(out, "; csv `_0`, `_1`, ...");
    }
}

static void put_outputs(const struct svi_column *c, struct svi_buf *out)
{
    static const struct {
        unsigned where;
        const char *name;
    } outputs[] = {{SVI_IN_TEXT, "table"},
                   {SVI_IN_WIDE, "--wide"},
                   {SVI_IN_CSV, "csv"},
                   {SVI_IN_JSON, "json"},
                   {SVI_IN_PAGE, "page"}};
    const char *comma = "";
    if (has(c, SVI_IN_TEXT) && has(c, SVI_IN_CSV) && has(c, SVI_IN_JSON) && has(c, SVI_IN_PAGE)) {
        svi_out_text(out, "all");
        return;
    }
    if ((c->where & SVI_IN_ALL) == (SVI_IN_WIDE | SVI_IN_DATA)) {
        svi_out_text(out, "wide");
        return;
    }
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
        const bool told = outputs[i].where == SVI_IN_WIDE && has(c, SVI_IN_TEXT);
        if (has(c, outputs[i].where) && !told) {
            svi_out_text(out, comma);
            svi_out_text(out, outputs[i].name);
            comma = ", ";
        }
    }
    svi_out_text(out, comma[0] == '\0' ? "report" : "");
}

/* The list of columns in docs: names, unit or type, outputs, help. */
static void put_columns(const struct svi_columns *of, struct svi_buf *out)
{
    static const char *const types[] = {[SVI_INTEGER] = "integer",
                                        [SVI_NUMBER] = "number",
                                        [SVI_TEXT] = "text",
                                        [SVI_FLAG] = "true or false",
                                        [SVI_OBJECT] = "object"};
    for (unsigned k = 0; k < of->count; k++) {
        const struct svi_column *c = &of->column[k];
        if (c->shape == SVI_CHART) {
            continue;
        }
        svi_out_text(out, "- ");
        put_names(c, out);
        svi_out_text(out, " (");
        svi_out_text(out, c->shape == SVI_LIST ? "list of " : "");
        if (c->unit != NULL) {
            svi_out_text(out, c->unit);
        } else {
            svi_out_text(out, types[c->type]);
            svi_out_text(out, c->shape == SVI_LIST ? "s" : "");
        }
        svi_out_text(out, "; ");
        put_outputs(c, out);
        svi_out_text(out, "): ");
        svi_out_text(out, c->help);
        svi_out_text(out, ".\n");
    }
}

TEST(documents_list_the_columns)
{
    static const struct {
        const char *page, *name;
        const struct svi_columns *of;
    } tables[] = {
        {"COLUMNS.md", "tests/tools: bot columns", &svi_bot_columns},
        {"COLUMNS.md", "tests/tools: pair columns", &svi_pair_columns},
        {"COLUMNS.md", "tests/tools: time columns", &svi_time_columns},
        {"COLUMNS.md", "tests/tools: game columns", &svi_game_columns},
        {"COLUMNS.md", "tests/tools: seat columns", &svi_seat_columns},
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct svi_buf made = {0};
        put_columns(tables[i].of, &made);
        page_check(tables[i].page, tables[i].name, &made);
    }
}

#include "tools/report/column.h"

#include "base/buf.h"
#include "base/json.h"
#include "base/out.h"
#include "memory/memory.h"
#include "stats/numeric.h"
#include "tools/analysis/figure.h"
#include "tools/console/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const void *svi_row(const struct svi_rows *rows, unsigned i)
{
    return (const char *)rows->first + i * rows->size;
}

void svi_cell_set_int(struct svi_cell *value, uint64_t number)
{
    value->kind = SVI_CELL_INT;
    value->number = (int64_t)number;
}

void svi_cell_set_real(struct svi_cell *value, struct svi_estimate real)
{
    value->kind = isfinite(real.value) ? SVI_CELL_REAL : SVI_CELL_NONE;
    value->real = real;
}

void svi_cell_set_text(struct svi_cell *value, const char *text)
{
    value->kind = text != NULL && text[0] != '\0' ? SVI_CELL_TEXT : SVI_CELL_NONE;
    value->text = text;
}

/* Sets the value of a member of a row, unless a NULL stands for no value. */
static void get_member(const struct svi_member *member, const char *row, struct svi_cell *value)
{
    const char *from = row;
    if (member->via > 0) {
        memcpy(&from, row + member->via - 1, sizeof from);
    }
    const void *at = from != NULL ? from + member->at : NULL;
    const struct svi_bot_name *bot = at;
    if (at == NULL) {
        return;
    }
    switch (member->type) {
    case SVI_U8:
        svi_cell_set_int(value, *(const uint8_t *)at);
        break;
    case SVI_U32:
        svi_cell_set_int(value, *(const uint32_t *)at);
        break;
    case SVI_I32:
        svi_cell_set_int(value, (uint64_t)(int64_t) * (const int32_t *)at);
        break;
    case SVI_U64:
    case SVI_I64:
        svi_cell_set_int(value, *(const uint64_t *)at);
        break;
    case SVI_BOOL:
        svi_cell_set_int(value, *(const bool *)at);
        value->kind = SVI_CELL_FLAG;
        break;
    case SVI_DOUBLE:
        svi_cell_set_real(value, (struct svi_estimate){*(const double *)at, NAN, NAN});
        break;
    case SVI_ESTIMATE:
        svi_cell_set_real(value, *(const struct svi_estimate *)at);
        break;
    case SVI_WORDS:
        svi_cell_set_text(value, *(const char *const *)at);
        break;
    default:
        svi_cell_set_text(value, bot->text);
        value->number = bot->id != SVI_NO_PAGE ? (int64_t)bot->id + 1 : 0;
    }
}

void svi_column_cell(const struct svi_column *column, const void *row, struct svi_cell *value)
{
    value->kind = SVI_CELL_NONE;
    value->number = 0;
    value->real = (struct svi_estimate){NAN, NAN, NAN};
    if (column->get != NULL) {
        column->get(row, column->which, value);
    } else {
        get_member(&column->at, row, value);
    }
}

static bool is_in(const struct svi_column *c, unsigned where)
{
    return (c->where & where) != 0;
}

/* ---- cells ----------------------------------------------------------------------------------- */

static double half_width(const struct svi_cell *value)
{
    return 0.5 * (value->real.high - value->real.low);
}

unsigned svi_column_decimals(const struct svi_column *column, const struct svi_rows *rows)
{
    double least = INFINITY;
    if (column->unit != NULL && strcmp(column->unit, "money") == 0) {
        return 0; /* the game has no cents, and rows differ a hundredfold */
    }
    for (unsigned i = 0; i < rows->n && column->shape == SVI_INTERVAL; i++) {
        struct svi_cell value;
        svi_column_cell(column, svi_row(rows, i), &value);
        const double half = half_width(&value);
        least = half > SVI_ROUNDING && half < least ? half : least;
    }
    unsigned decimals = 0;
    for (; isfinite(least) && decimals < column->digits && least < 1.5; decimals++) {
        least *= 10;
    }
    return isfinite(least) ? decimals : column->shown;
}

void svi_cell_print(const struct svi_cell *value, unsigned decimals, const char *none,
                    char cell[SVI_CELL_SIZE])
{
    char ratio[SVI_RATIO_TEXT];
    switch (value->kind) {
    case SVI_CELL_INT:
    case SVI_CELL_FLAG:
        (void)snprintf(cell, SVI_CELL_SIZE, "%" PRId64, value->number);
        return;
    case SVI_CELL_REAL:
        (void)snprintf(cell, SVI_CELL_SIZE, "%s",
                       svi_figure(value->real.value, decimals, none).text);
        return;
    case SVI_CELL_RATIO:
        svi_ratio_text(value->number, value->unit, decimals, ratio);
        (void)snprintf(cell, SVI_CELL_SIZE, "%s", ratio);
        return;
    case SVI_CELL_TEXT:
        (void)snprintf(cell, SVI_CELL_SIZE, "%.*s",
                       decimals > 0 ? (int)decimals : (int)SVI_CELL_SIZE - 1, value->text);
        return;
    default:
        (void)snprintf(cell, SVI_CELL_SIZE, "%s", none);
    }
}

void svi_column_print(const struct svi_column *column, const struct svi_cell *value,
                      unsigned decimals, const char *none, char cell[SVI_CELL_SIZE])
{
    const double low = value->real.low, high = value->real.high;
    if (column->shape != SVI_BRACKET || !isfinite(value->real.value)) {
        svi_cell_print(value, decimals, none, cell);
    } else if (!isfinite(low)) {
        (void)snprintf(cell, SVI_CELL_SIZE, "%" PRId64 " (?)", value->number);
    } else if (low >= high) {
        (void)snprintf(cell, SVI_CELL_SIZE, "%" PRId64 " (%.0f)", value->number, low);
    } else {
        (void)snprintf(cell, SVI_CELL_SIZE, "%" PRId64 " (%.0f-%.0f)", value->number, low, high);
    }
}

/* ---- a table of text ------------------------------------------------------------------------- */

#define NAME 16u        /* characters for names in a table that fits, if they are that long */
#define SIGN "\xc2\xb1" /* heads the column of intervals, so that its cells need none */

/* A column as a table shows it. */
struct shown {
    const struct svi_column *column;
    unsigned decimals;
    bool interval; /* some row has one */
};

/* Whether a table shows the column. */
static bool take(const struct svi_column *c, const struct svi_rows *rows, struct shown *shown)
{
    bool any = rows->n == 0, differ = false;
    char first[SVI_CELL_SIZE] = "", cell[SVI_CELL_SIZE];
    struct svi_cell value;
    *shown = (struct shown){.column = c, .decimals = svi_column_decimals(c, rows)};
    for (unsigned i = 0; i < rows->n; i++) {
        svi_column_cell(c, svi_row(rows, i), &value);
        any |= value.kind != SVI_CELL_NONE;
        shown->interval |= c->shape == SVI_INTERVAL && isfinite(half_width(&value));
        svi_cell_print(&value, c->shown, "", i == 0 ? first : cell);
        differ |= i > 0 && strcmp(first, cell) != 0;
    }
    return any && (differ || (c->treated & SVI_COLUMN_DIFFER) == 0);
}

static bool is_all_zero(const struct svi_column *c, const struct svi_rows *rows)
{
    bool zero = true;
    for (unsigned i = 0; i < rows->n; i++) {
        struct svi_cell value;
        svi_column_cell(c, svi_row(rows, i), &value);
        zero = zero && (value.kind == SVI_CELL_NONE || value.number == 0);
    }
    return zero;
}

static void add_cells(const struct shown *s, const void *row, struct svi_table *table)
{
    char cell[SVI_CELL_SIZE];
    struct svi_cell value;
    svi_column_cell(s->column, row, &value);
    svi_column_print(s->column, &value, s->decimals, "-", cell);
    svi_table_add(table, "%s", cell);
    if (s->interval) {
        const struct svi_figure_error error = svi_figure_error(value.real, s->decimals);
        const size_t sign = strncmp(error.text, SIGN, strlen(SIGN)) == 0 ? strlen(SIGN) : 0;
        svi_table_add(table, "%s", error.text[0] != '\0' ? error.text + sign : "-");
    }
}

/* The name of a column, with blanks for underscores. */
static void add_title(const char *name, struct svi_table *table)
{
    char title[64];
    (void)snprintf(title, sizeof title, "%s", name);
    for (char *at = strchr(title, '_'); at != NULL; at = strchr(at, '_')) {
        *at = ' ';
    }
    svi_table_add(table, "%s", title);
}

/* Fills a table with the columns that don't give up their room at `level`. Returns the place of its
 * first name. */
static unsigned fill(const struct shown *shown, unsigned n, const struct svi_rows *rows,
                     unsigned level, bool fits, struct svi_table *table)
{
    unsigned columns = 0, words = 0, names = 0, first = 0;
    bool shows[SVI_TABLE_COLUMNS];
    for (unsigned k = 0; k < n; k++) {
        const struct svi_column *c = shown[k].column;
        shows[k] = c->drop == 0 || c->drop > level ||
                   ((c->treated & SVI_COLUMN_ZERO) != 0 && !is_all_zero(c, rows));
        if (shows[k]) {
            words |= (c->type == SVI_TEXT ? 1u : 0u) << columns;
            if ((c->treated & SVI_COLUMN_NAME) != 0) {
                first = names == 0 ? columns : first;
                names |= 1u << columns;
            }
            columns += 1 + shown[k].interval;
        }
    }
    svi_table_init(table, columns, words);
    if (fits) {
        svi_table_cut(table, names);
    }
    for (unsigned k = 0; k < n; k++) {
        if (shows[k]) {
            add_title(shown[k].column->name, table);
            if (shown[k].interval) {
                svi_table_add(table, SIGN);
            }
        }
    }
    for (unsigned i = 0; i < rows->n; i++) {
        for (unsigned k = 0; k < n; k++) {
            if (shows[k]) {
                add_cells(&shown[k], svi_row(rows, i), table);
            }
        }
    }
    return first;
}

static size_t longest_name(const struct shown *shown, unsigned n, const struct svi_rows *rows)
{
    size_t longest = 0;
    for (unsigned k = 0; k < n; k++) {
        for (unsigned i = 0; i < rows->n && (shown[k].column->treated & SVI_COLUMN_NAME) != 0;
             i++) {
            struct svi_cell value;
            svi_column_cell(shown[k].column, svi_row(rows, i), &value);
            const size_t width = value.kind == SVI_CELL_TEXT ? svi_width(value.text) : 0;
            longest = width > longest ? width : longest;
        }
    }
    return longest;
}

unsigned svi_columns_text(const struct svi_columns *of, const struct svi_rows *rows, unsigned where,
                          bool bold, bool fits, struct svi_buf *out)
{
    struct svi_table table;
    struct shown shown[SVI_TABLE_COLUMNS];
    unsigned n = 0, most = 0, level = 0, places = 0;
    for (unsigned c = 0; c < of->count; c++) {
        if (is_in(&of->column[c], where) && places + 2 <= SVI_TABLE_COLUMNS &&
            take(&of->column[c], rows, &shown[n])) {
            most = of->column[c].drop > most ? of->column[c].drop : most;
            places += 1 + shown[n].interval;
            n++;
        }
    }
    const size_t longest = longest_name(shown, n, rows);
    for (;; level++) {
        const unsigned name = fill(shown, n, rows, level, fits, &table);
        if (!fits || level == most ||
            svi_table_left(&table, name) >= (longest < NAME ? longest : NAME)) {
            break;
        }
        svi_table_finish(&table);
    }
    svi_table_print(&table, bold, out);
    svi_table_finish(&table);
    return level;
}

/* ---- for programs ---------------------------------------------------------------------------- */

static bool has_bounds(const struct svi_column *c)
{
    return c->shape == SVI_INTERVAL || c->shape == SVI_BRACKET;
}

static struct svi_cell bound(const struct svi_cell *value, double of)
{
    return (struct svi_cell){.kind = isfinite(of) && value->kind != SVI_CELL_NONE ? SVI_CELL_REAL
                                                                                  : SVI_CELL_NONE,
                             .real = {of, NAN, NAN}};
}

void svi_columns_csv_titles(const struct svi_columns *of, unsigned where, bool first,
                            struct svi_buf *out)
{
    for (unsigned k = 0; k < of->count; k++) {
        const struct svi_column *c = &of->column[k];
        if (!is_in(c, where)) {
            continue;
        }
        for (unsigned e = 0; e < c->elements || e == 0; e++) {
            svi_out_text(out, first ? "" : ",");
            svi_out_text(out, c->name);
            first = false;
            if (c->shape == SVI_LIST) {
                svi_out_char(out, '_');
                svi_out_int(out, e);
            }
        }
        if (has_bounds(c)) {
            svi_out_char(out, ',');
            svi_out_text(out, c->name);
            svi_out_text(out, "_low,");
            svi_out_text(out, c->name);
            svi_out_text(out, "_high");
        }
    }
}

/* {"email":"me@example.org"} */
static void put_pairs(char *const *pair, struct svi_buf *out)
{
    svi_out_char(out, '{');
    for (; *pair != NULL; pair++) {
        char key[SVI_CELL_SIZE];
        const size_t size = strcspn(*pair, "=");
        (void)snprintf(key, sizeof key, "%.*s", (int)size, *pair);
        svi_json_string(out, key, *pair + size + ((*pair)[size] != '\0'));
    }
    svi_out_char(out, '}');
}

static void put_csv(const struct svi_cell *value, unsigned digits, bool first, struct svi_buf *out)
{
    char cell[SVI_CELL_SIZE];
    svi_out_text(out, first ? "" : ",");
    if (value->kind == SVI_CELL_TEXT) {
        svi_csv_text(out, value->text);
    } else if (value->kind == SVI_CELL_PAIRS) {
        struct svi_buf text = {0};
        put_pairs(value->pairs, &text);
        SCOPED(scoped_free) char *pairs = svi_text_of(&text);
        svi_csv_text(out, pairs);
    } else {
        svi_cell_print(value, digits, "", cell);
        svi_out_text(out, cell);
    }
}

void svi_columns_csv(const struct svi_columns *of, const void *row, unsigned where, bool first,
                     struct svi_buf *out)
{
    for (unsigned k = 0; k < of->count; k++) {
        const struct svi_column *c = &of->column[k];
        struct svi_cell value;
        if (!is_in(c, where)) {
            continue;
        }
        for (unsigned e = 0; c->shape == SVI_LIST && e < c->elements; e++) {
            value.kind = SVI_CELL_NONE;
            c->get(row, e, &value);
            put_csv(&value, c->digits, first, out);
            first = false;
        }
        if (c->shape == SVI_LIST) {
            continue;
        }
        svi_column_cell(c, row, &value);
        put_csv(&value, c->digits, first, out);
        first = false;
        if (has_bounds(c)) {
            const struct svi_cell low = bound(&value, value.real.low),
                                  high = bound(&value, value.real.high);
            put_csv(&low, c->digits, false, out);
            put_csv(&high, c->digits, false, out);
        }
    }
}

void svi_columns_csv_all(const struct svi_columns *of, const struct svi_rows *rows, unsigned where,
                         struct svi_buf *out)
{
    svi_columns_csv_titles(of, where, true, out);
    svi_out_char(out, '\n');
    for (unsigned i = 0; i < rows->n; i++) {
        svi_columns_csv(of, svi_row(rows, i), where, true, out);
        svi_out_char(out, '\n');
    }
}

static void put_json(const struct svi_cell *value, unsigned digits, struct svi_buf *out)
{
    char cell[SVI_CELL_SIZE];
    if (value->kind == SVI_CELL_TEXT) {
        svi_out_json_string(out, value->text);
    } else if (value->kind == SVI_CELL_PAIRS) {
        put_pairs(value->pairs, out);
    } else if (value->kind == SVI_CELL_FLAG) {
        svi_out_text(out, value->number != 0 ? "true" : "false");
    } else {
        svi_cell_print(value, digits, "null", cell);
        svi_out_text(out, cell);
    }
}

static void put_list(const struct svi_column *c, const void *row, struct svi_buf *out)
{
    svi_out_char(out, '[');
    for (unsigned e = 0;; e++) {
        struct svi_cell value = {.kind = SVI_CELL_NONE};
        c->get(row, e, &value);
        if (value.kind == SVI_CELL_END) {
            break;
        }
        svi_out_text(out, e == 0 ? "" : ",");
        put_json(&value, c->digits, out);
    }
    svi_out_char(out, ']');
}

static void put_bound(const struct svi_column *c, const char *end, const struct svi_cell *value,
                      double of, struct svi_buf *out)
{
    char key[80];
    const struct svi_cell shown = bound(value, of);
    (void)snprintf(key, sizeof key, "%s%s", c->name, end);
    svi_json_key(out, key);
    put_json(&shown, c->digits, out);
}

void svi_columns_json(const struct svi_columns *of, const void *row, unsigned where,
                      struct svi_buf *out)
{
    for (unsigned k = 0; k < of->count; k++) {
        const struct svi_column *c = &of->column[k];
        struct svi_cell value;
        if (!is_in(c, where) || c->shape == SVI_CHART) {
            continue;
        }
        svi_json_key(out, c->name);
        if (c->shape == SVI_LIST) {
            put_list(c, row, out);
            continue;
        }
        svi_column_cell(c, row, &value);
        put_json(&value, c->digits, out);
        if (has_bounds(c)) {
            put_bound(c, "_low", &value, value.real.low, out);
            put_bound(c, "_high", &value, value.real.high, out);
        }
        if ((where & SVI_IN_PAGE) != 0 && (c->treated & SVI_COLUMN_NAME) != 0 && value.number > 0) {
            char key[80];
            (void)snprintf(key, sizeof key, "%s_id", c->name);
            svi_json_int(out, key, value.number - 1);
        }
    }
}

void svi_columns_json_all(const struct svi_columns *of, const struct svi_rows *rows, unsigned where,
                          const char *key, struct svi_buf *out)
{
    svi_json_rows(out, key);
    for (unsigned i = 0; i < rows->n; i++) {
        svi_json_row(out);
        svi_columns_json(of, svi_row(rows, i), where, out);
        svi_json_row_end(out);
    }
    svi_json_rows_end(out);
}

bool svi_column_has_value(const struct svi_column *c, const struct svi_rows *rows)
{
    bool any = rows->n == 0;
    for (unsigned i = 0; i < rows->n && !any; i++) {
        struct svi_cell value;
        svi_column_cell(c, svi_row(rows, i), &value);
        any = value.kind != SVI_CELL_NONE && value.kind != SVI_CELL_END;
    }
    return any;
}

static void describe(const struct svi_document_table *t, struct svi_buf *out)
{
    /* In the order of enum svi_column_type and svi_column_shape. */
    static const char *const types[] = {"integer", "number", "text", "flag", "object"};
    static const char *const shapes[] = {"plain", "interval", "bracket", "list", "chart"};
    svi_json_rows(out, t->name);
    for (unsigned k = 0; k < t->of.count; k++) {
        const struct svi_column *c = &t->of.column[k];
        if (!is_in(c, t->shown) || !svi_column_has_value(c, &t->rows)) {
            continue;
        }
        svi_json_object(out, JSON_TEXT("name", c->name), JSON_TEXT("type", types[c->type]),
                        JSON_TEXT("unit", c->unit), JSON_TEXT("help", c->help),
                        JSON_TEXT("shape", shapes[c->shape]),
                        JSON_INT("decimals", svi_column_decimals(c, &t->rows)),
                        JSON_RAW("is_bot", (c->treated & SVI_COLUMN_NAME) != 0 ? "true" : NULL));
    }
    svi_json_rows_end(out);
}

void svi_tables_describe(const struct svi_document_table table[], unsigned n, struct svi_buf *out)
{
    svi_json_open(out, "columns");
    for (unsigned k = 0; k < n; k++) {
        describe(&table[k], out);
    }
    svi_out_char(out, '}');
}

void svi_tables_json(const struct svi_document_table table[], unsigned n, struct svi_buf *out)
{
    svi_tables_describe(table, n, out);
    for (unsigned k = 0; k < n; k++) {
        svi_columns_json_all(&table[k].of, &table[k].rows, table[k].shown | table[k].also,
                             table[k].name, out);
    }
}

/* ---- what columns tell ----------------------------------------------------------------------- */

void svi_columns_help(const struct svi_columns *of, unsigned where, struct svi_buf *out)
{
    enum { TEXT = 18, LINE = 72 };
    for (unsigned k = 0; k < of->count; k++) {
        const struct svi_column *c = &of->column[k];
        if (!is_in(c, where) || c->shape == SVI_CHART) {
            continue;
        }
        char name[TEXT + 1];
        (void)snprintf(name, sizeof name, "  %-*s", TEXT - 2, c->name);
        svi_out_text(out, name);
        unsigned at = TEXT;
        for (const char *word = c->help; *word != '\0';) {
            const size_t size = strcspn(word, " ");
            if (at > TEXT && at + 1 + size > LINE) {
                (void)snprintf(name, sizeof name, "%*s", TEXT, "");
                svi_out_char(out, '\n');
                svi_out_text(out, name);
                at = TEXT;
            } else if (at > TEXT) {
                svi_out_char(out, ' ');
                at++;
            }
            svi_buf_append(out, word, size);
            at += (unsigned)size;
            word += size + (word[size] == ' ');
        }
        svi_out_char(out, '\n');
    }
}

/* ---- column order ---------------------------------------------------------------------------- */

/* The value by which a row is ordered. */
struct key {
    double value; /* NAN: no value */
    const char *text;
    unsigned row;
    bool ascending;
};

bool svi_column_orders(const struct svi_column *column)
{
    return column->shape != SVI_LIST && column->shape != SVI_CHART && column->type != SVI_OBJECT;
}

static int compare(const void *one, const void *other)
{
    const struct key *a = one, *b = other;
    int order = 0;
    if (a->text != NULL && b->text != NULL) {
        order = strcmp(a->text, b->text);
    } else if (isnan(a->value) || isnan(b->value)) { /* last, whichever way */
        order = isnan(a->value) - isnan(b->value);
        order = a->ascending ? order : -order;
    } else {
        order = (a->value > b->value) - (a->value < b->value);
    }
    order = a->ascending ? order : -order;
    return order != 0 ? order : (a->row > b->row) - (a->row < b->row);
}

static double value_of(const struct svi_cell *cell)
{
    return cell->kind == SVI_CELL_INT || cell->kind == SVI_CELL_FLAG ? (double)cell->number
           : cell->kind == SVI_CELL_RATIO ? (double)cell->number / (double)cell->unit
           : cell->kind == SVI_CELL_REAL  ? cell->real.value
                                          : NAN;
}

bool svi_column_sort(const struct svi_column_order *order, void *first, const struct svi_rows *rows)
{
    SCOPED(scoped_free) struct key *key = svi_new(rows->n + 1u, sizeof *key);
    SCOPED(scoped_free) struct svi_cell *cell = svi_new(rows->n + 1u, sizeof *cell);
    SCOPED(scoped_free) unsigned char *copy = svi_new(rows->n * rows->size + 1u, 1);
    if (key == NULL || cell == NULL || copy == NULL) {
        return false;
    }
    for (unsigned i = 0; i < rows->n; i++) {
        svi_column_cell(order->column, svi_row(rows, i), &cell[i]);
        const char *text = cell[i].kind == SVI_CELL_TEXT ? cell[i].text : NULL;
        key[i] = (struct key){text != NULL ? 0 : value_of(&cell[i]), text, i, order->ascending};
    }
    qsort(key, rows->n, sizeof *key, compare);
    memcpy(copy, first, rows->n * rows->size);
    for (unsigned i = 0; i < rows->n; i++) {
        memcpy((unsigned char *)first + i * rows->size, copy + key[i].row * rows->size, rows->size);
    }
    return true;
}

/* ---- csv ------------------------------------------------------------------------------------- */

void svi_csv_text(struct svi_buf *out, const char *text)
{
    const bool quoted = strpbrk(text, ",\"\r\n") != NULL;
    svi_out_text(out, quoted ? "\"" : "");
    for (; *text != 0; text++) {
        svi_out_text(out, *text == '"' ? "\"" : "");
        svi_out_char(out, *text);
    }
    svi_out_text(out, quoted ? "\"" : "");
}

/* Columns of figures. A struct svi_column has a column's name, help, unit, digits, outputs and the
 * source of its values. Tables of text, csv, JSON, pages, Markdown, --help and the tables in docs/
 * follow from it: commands, reports and `serve` print by it. *_columns.h and rank_print.h have most
 * families of columns; all are constant.
 *
 * Functions append to `out`, which is `failed` without memory (base/buf.h). */
#ifndef SVI_TOOLS_REPORT_COLUMN_H
#define SVI_TOOLS_REPORT_COLUMN_H

#include "base/buf.h"
#include "stats/ratings.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum svi_cell_kind {
    SVI_CELL_NONE, /* no value: "-" in a table, empty in csv, null in JSON */
    SVI_CELL_END,  /* a list has no more elements */
    SVI_CELL_INT,
    SVI_CELL_FLAG,
    SVI_CELL_REAL,  /* `real`, which may have an interval */
    SVI_CELL_RATIO, /* number / unit, exact; its interval is in `real` */
    SVI_CELL_TEXT,
    SVI_CELL_PAIRS, /* of texts: an object in JSON, and in csv its text */
};

/* A value. Its texts belong to the row's sources, except one in `made`, which lives as long as the
 * cell. */
struct svi_cell {
    enum svi_cell_kind kind;
    int64_t number, unit; /* of a bot's name: `number` is its number in the store plus 1, or 0 */
    struct svi_estimate real; /* low and high are NAN without an interval */
    const char *text;
    char *const *pairs; /* "key=value", NULL at their end */
    char made[80];      /* room for a text that a getter makes */
};

enum svi_column_type { SVI_INTEGER, SVI_NUMBER, SVI_TEXT, SVI_FLAG, SVI_OBJECT };

enum svi_column_shape {
    SVI_PLAIN,
    SVI_INTERVAL, /* with its 95% interval: NAME, NAME_low and NAME_high; svi_figure_error() for
                     people */
    SVI_BRACKET,  /* a rank and the ranks that may be: the same in csv and JSON; "2 (1-3)" */
    SVI_LIST,     /* a list in JSON; NAME_0, NAME_1, ... in csv */
    SVI_CHART,    /* an interval as a picture, on pages */
};

/* Outputs. A family of columns may have further ones, from SVI_IN_OWN on. */
enum {
    SVI_IN_TEXT = 1 << 0, /* the table for a screen */
    SVI_IN_WIDE = 1 << 1, /* the table of --wide */
    SVI_IN_CSV = 1 << 2,
    SVI_IN_JSON = 1 << 3,
    SVI_IN_PAGE = 1 << 4,
    SVI_IN_OWN = 1 << 5,
    SVI_IN_TABLES = SVI_IN_TEXT | SVI_IN_WIDE,
    SVI_IN_DATA = SVI_IN_CSV | SVI_IN_JSON,
    SVI_IN_ALL = SVI_IN_TABLES | SVI_IN_DATA | SVI_IN_PAGE,
};

/* How a column is treated. */
enum {
    SVI_COLUMN_NAME = 1 << 0,   /* in a table it is cut to fit the screen; on a page it is a link */
    SVI_COLUMN_DIFFER = 1 << 1, /* in a table only where its values differ */
    SVI_COLUMN_ZERO = 1 << 2,   /* it gives up its room only if all values are 0 */
};

/* A bot's name in a row, with its number in the store for links to its page, or SVI_NO_PAGE. */
#define SVI_NO_PAGE UINT_MAX
struct svi_bot_name {
    const char *text;
    unsigned id;
};

enum svi_member_type {
    SVI_NO_MEMBER,
    SVI_U8,
    SVI_U32,
    SVI_U64,
    SVI_I32,
    SVI_I64,
    SVI_BOOL,
    SVI_DOUBLE,   /* a REAL without an interval */
    SVI_ESTIMATE, /* struct svi_estimate */
    SVI_WORDS,    /* a text, or NULL */
    SVI_BOT_NAME, /* struct svi_bot_name */
};

/* The member that holds a column's value: of the row, or of the struct that a pointer in the row
 * leads to. Without a value the pointer is NULL. */
struct svi_member {
    enum svi_member_type type;
    size_t via; /* the pointer's offset plus 1; 0: the row's own member */
    size_t at;  /* the member's offset */
};

#define SVI_MEMBER_TYPE(member)                                                                    \
    _Generic((member), uint8_t                                                                     \
             : SVI_U8, uint32_t                                                                    \
             : SVI_U32, uint64_t                                                                   \
             : SVI_U64, int32_t                                                                    \
             : SVI_I32, int64_t                                                                    \
             : SVI_I64, bool                                                                       \
             : SVI_BOOL, double                                                                    \
             : SVI_DOUBLE, struct svi_estimate                                                     \
             : SVI_ESTIMATE, char *                                                                \
             : SVI_WORDS, const char *                                                             \
             : SVI_WORDS, struct svi_bot_name                                                      \
             : SVI_BOT_NAME)

/* Initialise svi_column.at: a member of the rows' struct, the value that a member points to, or a
 * member of the struct that it points to. */
#define SVI_AT(row, member) .at = {SVI_MEMBER_TYPE(((row *)0)->member), 0, offsetof(row, member)}
#define SVI_TO(row, pointer)                                                                       \
    .at = {SVI_MEMBER_TYPE(*((row *)0)->pointer), offsetof(row, pointer) + 1, 0}
#define SVI_VIA(row, pointer, member)                                                              \
    .at = {SVI_MEMBER_TYPE(((row *)0)->pointer->member), offsetof(row, pointer) + 1,               \
           offsetof(__typeof__(*((row *)0)->pointer), member)}

struct svi_column {
    const char *name; /* in every output; for people with blanks for underscores */
    enum svi_column_type type;
    const char *unit; /* NULL: none */
    const char *help; /* a sentence without its full stop */
    unsigned where;   /* set of outputs */
    enum svi_column_shape shape;
    unsigned digits;   /* decimals in csv and JSON */
    unsigned shown;    /* decimals for people without an interval; of a text: characters, 0: all */
    unsigned treated;  /* set of SVI_COLUMN_... */
    unsigned drop;     /* its turn to give up its room to names in SVI_IN_TEXT, from 1; 0: never */
    unsigned elements; /* of a list in csv */
    struct svi_member at; /* where rows have the value; or `get` sets it */
    /* Sets the value of a row. Does nothing if there is no value: its caller has set SVI_CELL_NONE.
     * `which` is the element of a list, else the member below. */
    void (*get)(const void *row, unsigned which, struct svi_cell *value);
    unsigned which;
};

/* A family of columns. */
struct svi_columns {
    const struct svi_column *column;
    unsigned count;
};

/* Initialises a struct svi_columns with an array. */
#define SVI_COLUMNS(list)                                                                          \
    {                                                                                              \
        list, sizeof(list) / sizeof *(list)                                                        \
    }

/* Rows: an array of the structs that `get` takes. The caller owns it. */
struct svi_rows {
    const void *first;
    size_t size; /* of a row, in bytes */
    unsigned n;
};

/* A table of a document (docs/JSON.md). */
struct svi_document_table {
    const char *name;
    struct svi_columns of;
    struct svi_rows rows;
    unsigned shown; /* outputs: the columns that the page shows */
    unsigned also;  /* further outputs, whose columns its rows have too */
};

/* Returns row `i`. */
const void *svi_row(const struct svi_rows *rows, unsigned i);

/* Gets the value of a column in a row; of a list the first element. */
void svi_column_cell(const struct svi_column *column, const void *row, struct svi_cell *value);

/* Returns whether any row has a value in the column, or there are no rows. */
bool svi_column_has_value(const struct svi_column *column, const struct svi_rows *rows);

/* Set a value, for getters. svi_cell_set_text() with NULL or "" sets no value. */
void svi_cell_set_int(struct svi_cell *value, uint64_t number);
void svi_cell_set_real(struct svi_cell *value, struct svi_estimate real);
void svi_cell_set_text(struct svi_cell *value, const char *text); /* NULL or "": none */

/* Returns the decimals to show to people. They follow from the smallest interval of the rows: half
 * its width has one digit, or two if these are below 20. Without intervals returns
 * column->shown, and of money 0. */
unsigned svi_column_decimals(const struct svi_column *column, const struct svi_rows *rows);

/* Prints the value of one cell without its interval; `none` if there is no value. */
#define SVI_CELL_SIZE 256u
void svi_cell_print(const struct svi_cell *value, unsigned decimals, const char *none,
                    char cell[SVI_CELL_SIZE]);

/* As svi_cell_print(), and with the bracket of a rank: "2 (1-3)", "2 (3)", or "2 (?)" if nothing is
 * claimed. */
void svi_column_print(const struct svi_column *column, const struct svi_cell *value,
                      unsigned decimals, const char *none, char cell[SVI_CELL_SIZE]);

/* Appends a table of the columns of an output, at most SVI_TABLE_COLUMNS. Columns without any value
 * are left out. With `fits`, columns give up their room in the order of svi_column.drop until names
 * have room; then names are cut. Returns the last `drop` that was used. */
unsigned svi_columns_text(const struct svi_columns *of, const struct svi_rows *rows, unsigned where,
                          bool bold, bool fits, struct svi_buf *out);

/* Append titles or a row without the line's end. `first` is false behind other columns. */
void svi_columns_csv_titles(const struct svi_columns *of, unsigned where, bool first,
                            struct svi_buf *out);
void svi_columns_csv(const struct svi_columns *of, const void *row, unsigned where, bool first,
                     struct svi_buf *out);

/* Appends titles and all rows. */
void svi_columns_csv_all(const struct svi_columns *of, const struct svi_rows *rows, unsigned where,
                         struct svi_buf *out);

/* Append a row as members of a JSON object, or all rows as the list `key` of objects. If
 * SVI_IN_PAGE is among the outputs, a bot's name is followed by its number in the store, NAME_id,
 * for links. */
void svi_columns_json(const struct svi_columns *of, const void *row, unsigned where,
                      struct svi_buf *out);
void svi_columns_json_all(const struct svi_columns *of, const struct svi_rows *rows, unsigned where,
                          const char *key, struct svi_buf *out);

/* Appends `columns`, which describes the tables of a document for the page that draws it: by the
 * name of each a list with the `name`, `type`, `unit`, `help` and `shape` of each column that has a
 * value in some row, the `decimals` to show, and `is_bot` for names of bots. A chart has no values
 * of its own: the chart "NAME_interval" draws the column NAME. */
void svi_tables_describe(const struct svi_document_table table[], unsigned n, struct svi_buf *out);

/* Appends `columns`, and the rows of each table as a list by its name. */
void svi_tables_json(const struct svi_document_table table[], unsigned n, struct svi_buf *out);

/* Prints the help of columns, for --help: a line or two for each. */
void svi_columns_help(const struct svi_columns *of, unsigned where, struct svi_buf *out);

/* ---- column order ---------------------------------------------------------------------------- */

/* Rows of figures in the order of one column. */

/* A column and its direction; texts are compared by their bytes. */
struct svi_column_order {
    const struct svi_column *column; /* NULL: rows stay as they are, without svi_column_sort() */
    bool ascending;
};

/* Returns whether rows can be ordered by the column: each has one value. */
bool svi_column_orders(const struct svi_column *column);

/* Orders the rows, an array at `first`, in place. Equal rows keep their order, and rows without a
 * value come last. Without memory returns false and leaves the rows as they are. */
bool svi_column_sort(const struct svi_column_order *order, void *first,
                     const struct svi_rows *rows);

/* ---- csv ------------------------------------------------------------------------------------- */

/* Appends a text, quoted if it has to be (RFC 4180). */
void svi_csv_text(struct svi_buf *out, const char *text);

#endif

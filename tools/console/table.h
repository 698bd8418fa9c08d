/* A table for people: columns as wide as they must be, words to the left, figures to the right. */
#ifndef SVI_TOOLS_CONSOLE_TABLE_H
#define SVI_TOOLS_CONSOLE_TABLE_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>

#define SVI_TABLE_COLUMNS 32u

struct svi_table {
    unsigned columns; /* 1 to SVI_TABLE_COLUMNS */
    unsigned words;   /* set of columns that hold words: bit c for column c */
    struct svi_buf
        text; /* every cell with a zero after it, row by row; the first row are the titles */
    size_t cells;
    unsigned names; /* set of columns that are cut so that the table is no wider than */
    size_t most;    /*   this; 0: however wide */
};

void svi_table_init(struct svi_table *table, unsigned columns, unsigned words);
void svi_table_finish(struct svi_table *table);

/* Has the names in these columns cut until the table fits the screen (svi_width_screen()), as far
 * as that goes. */
void svi_table_cut(struct svi_table *table, unsigned names);

/* How much of a screen the other columns leave to this one, as the table is; 0: nothing. */
size_t svi_table_left(const struct svi_table *table, unsigned column);

/* Adds the next cell; what is no text for a terminal becomes '?'. */
void svi_table_add(struct svi_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends the table, its titles in bold if wanted. The last row must be full. Failure of memory is
 * in out->failed. */
void svi_table_print(const struct svi_table *table, bool bold, struct svi_buf *out);

/* ---- width ----------------------------------------------------------------------------------- */

/* Columns that text takes on a terminal. */

/* A screen, for what is written to be read; and what is left of a name at the least when it must be
 * cut for that. */
#define SVI_WIDTH_SCREEN 80u
#define SVI_WIDTH_NAME 8u

/* The columns of the terminal that stdout is, at least 40; SVI_WIDTH_SCREEN if it is none. */
size_t svi_width_screen(void);

/* Appends a text in lines of at most so many columns, broken at blanks, those after the first
 * indented, and a line feed. A longer word has a line of its own. */
void svi_width_wrap(const char *text, size_t indent, size_t columns, struct svi_buf *out);

/* The columns of a text in UTF-8: none for what combines with the character before, two for wide
 * ones (wcwidth), one for whatever is not known; the same under every locale. */
size_t svi_width(const char *text);

/* How many bytes of a text fit into so many columns: whole characters, with what combines with the
 * last. */
size_t svi_width_fit(const char *text, size_t columns);

/* Appends a text in no more than so many columns, at least 1: an ellipsis ends one that is cut, and
 * what is no text for a terminal becomes '?'. */
void svi_width_put(const char *text, size_t columns, struct svi_buf *out);

/* The same of a name: one that is cut loses its middle where there is room for both ends, as names
 * of a kind differ at their ends. */
void svi_width_put_name(const char *text, size_t columns, struct svi_buf *out);

/* Makes those widths of the first `n` that are in `set` smaller, always the greatest of them, until
 * all `n` together are no more than `most`. None becomes less than SVI_WIDTH_NAME. */
void svi_width_share(size_t width[], unsigned n, unsigned set, size_t most);

#endif

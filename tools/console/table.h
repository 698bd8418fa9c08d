/* A table for people: each column as wide as its cells, words to the left, figures to the right.
 * Commands and rankings print it. Only memory can be missing: then `out` is `failed` when the table
 * is printed. */
#ifndef SVI_TOOLS_CONSOLE_TABLE_H
#define SVI_TOOLS_CONSOLE_TABLE_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>

#define SVI_TABLE_COLUMNS 32u

struct svi_table {
    unsigned columns; /* 1 to SVI_TABLE_COLUMNS */
    unsigned words;   /* set of columns that hold words: bit c for column c */
    /* Every cell with a zero after it, row by row. The first row has the titles. */
    struct svi_buf text;
    size_t cells;
    /* Set of columns that are cut until the table is at most `most` columns wide. With `most` 0
     * nothing is cut. */
    unsigned names;
    size_t most;
};

/* Begins an empty table, which svi_table_finish() frees. */
void svi_table_init(struct svi_table *table, unsigned columns, unsigned words);
void svi_table_finish(struct svi_table *table);

/* Cuts the names in these columns when the table is printed, until it fits the screen
 * (svi_width_screen()) or the names reach their least width. */
void svi_table_cut(struct svi_table *table, unsigned names);

/* Returns the columns of the screen that the table's other columns leave for this one; 0 if they
 * leave no room. */
size_t svi_table_left(const struct svi_table *table, unsigned column);

/* Adds the next cell, cut to 255 bytes. Bytes that are no text for a terminal become '?'. */
void svi_table_add(struct svi_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds the next cells, which tabs separate, as svi_table_add() does. No text in them has a tab. The
 * call cuts the whole text to 4095 bytes, and cells beyond are missing, so long texts belong in
 * svi_table_add(). */
void svi_table_row(struct svi_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends the table, with bold titles if wanted. The last row must be full. If memory runs out,
 * out->failed is set. */
void svi_table_print(const struct svi_table *table, bool bold, struct svi_buf *out);

/* ---- width ----------------------------------------------------------------------------------- */

/* Columns of a screen, for texts to be read, and the least columns of a name that is cut to fit. */
#define SVI_WIDTH_SCREEN 80u
#define SVI_WIDTH_NAME 8u

/* Returns the columns of the terminal on stdout, at least 40, or SVI_WIDTH_SCREEN if stdout is no
 * terminal. */
size_t svi_width_screen(void);

/* Appends a text, broken at blanks into lines of at most `columns` columns, and a line feed. Lines
 * after the first are indented. A longer word has a line of its own. */
void svi_width_wrap(const char *text, size_t indent, size_t columns, struct svi_buf *out);

/* Returns the columns of a UTF-8 text under any locale: 0 for a character that combines with the
 * one before, 2 for a wide character (wcwidth), 1 for an unknown character. */
size_t svi_width(const char *text);

/* Returns how many bytes of a text fit into `columns` columns: whole characters, with all
 * characters that combine with the last. */
size_t svi_width_fit(const char *text, size_t columns);

/* Appends a text in at most `columns` columns, at least 1. A cut text ends with an ellipsis. Bytes
 * that are no text for a terminal become '?'. */
void svi_width_put(const char *text, size_t columns, struct svi_buf *out);

/* Appends a name like svi_width_put(), but cuts its middle if both ends have room, as similar names
 * often differ at their ends. */
void svi_width_put_name(const char *text, size_t columns, struct svi_buf *out);

/* Shrinks the widths of the first `n` that are in `set`, always the greatest first, until all `n`
 * together are at most `most`. No width falls below SVI_WIDTH_NAME. */
void svi_width_share(size_t width[], unsigned n, unsigned set, size_t most);

#endif

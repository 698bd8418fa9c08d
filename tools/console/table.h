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

#endif

/* Rows of figures in the order of one column. */
#ifndef SVI_TOOLS_REPORT_COLUMN_ORDER_H
#define SVI_TOOLS_REPORT_COLUMN_ORDER_H

#include "tools/report/column.h"

/* A column and its way: `ascending` from the least up; texts by their bytes. */
struct svi_column_order {
    const struct svi_column *column; /* NULL: rows stand as they are */
    bool ascending;
};

/* Whether rows can be ordered by it: it has one value. */
bool svi_column_orders(const struct svi_column *column);

/* The order that people want of a column at first: ranks and texts from the least up, figures from
 * the greatest down. */
bool svi_column_ascends(const struct svi_column *column);

/* Orders `rows` where they lie. Equal ones stay as they stood, and those without a value come last.
 * False: no memory, and they stay as they are. */
bool svi_column_sort(const struct svi_column_order *order, void *first,
                     const struct svi_rows *rows);

#endif

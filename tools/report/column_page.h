/* Columns of figures (tools/report/column.h) on pages and in Markdown. */
#ifndef SVI_TOOLS_REPORT_COLUMN_PAGE_H
#define SVI_TOOLS_REPORT_COLUMN_PAGE_H

#include "tools/report/column.h"

struct svi_page;

/* A table of HTML, as svi_page_table_begin() has it; its class is also its name. Columns without
 * any value are left out. `cell` may write a cell itself, after its <td>: true if it did. A chart
 * has its scale below it. */
struct svi_page_table {
    const struct svi_columns *of;
    const struct svi_rows *rows;
    unsigned where;
    const char *class; /* of the table, one word */
    bool (*cell)(struct svi_page *page, const struct svi_column *column, const void *row);
};
void svi_page_columns(struct svi_page *page, const struct svi_page_table *table);

/* The same of rows that stand in the order of a column, if any. Titles are links to the others: the
 * name of the column and "/up" or "/down" behind `link`. */
void svi_page_columns_ordered(struct svi_page *page, const struct svi_page_table *table,
                              const struct svi_column_order *order, const char *link);

/* A row's values as items of a list: "rating 12 ±3". */
void svi_page_column_facts(struct svi_page *page, const struct svi_page_table *table,
                           const void *row);

/* "12 ±3"; a dash where there is none. */
void svi_page_estimate(struct svi_buf *out, struct svi_estimate e, unsigned decimals);

/* A text in Markdown, in which nothing is markup. */
void svi_markdown_text(struct svi_buf *out, const char *text);

/* A table in Markdown, whose cells are written the same way. */
void svi_markdown_columns(struct svi_page *page, const struct svi_page_table *table);

#endif

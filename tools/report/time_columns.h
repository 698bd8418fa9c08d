/* The columns of decision times, for reports and the pages of `serve`. Rows point into the figures,
 * which must outlive them. The caller frees the array of rows. */
#ifndef SVI_TOOLS_REPORT_TIME_COLUMNS_H
#define SVI_TOOLS_REPORT_TIME_COLUMNS_H

#include "tools/report/column.h"
#include "tools/report/figures.h"

/* Further outputs. */
enum {
    SVI_IN_KINDS = SVI_IN_OWN << 0,  /* page: by bot and kind of decision */
    SVI_IN_KIND = SVI_IN_OWN << 1,   /* page: by kind alone */
    SVI_IN_SPREAD = SVI_IN_OWN << 2, /* page: the picture */
};

struct svi_time_row {
    const struct svi_figures *figures;
    unsigned bot;     /* the sheet's number */
    const char *kind; /* NULL: all kinds */
    const struct svi_times *times;
};

extern const struct svi_columns svi_time_columns;

/* Makes a row for each bot that is shown. */
struct svi_time_row *svi_time_rows(const struct svi_figures *f, struct svi_rows *rows);

/* Makes a row for each kind of decision that a bot took. If `bot` is not below f->n, makes them for
 * all bots. Without memory returns NULL and makes no rows. */
struct svi_time_row *svi_time_rows_by_kind(const struct svi_figures *f, unsigned bot,
                                           struct svi_rows *rows);

#endif

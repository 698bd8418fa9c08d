/* The columns of decision times. */
#ifndef SVI_TOOLS_REPORT_TIME_COLUMNS_H
#define SVI_TOOLS_REPORT_TIME_COLUMNS_H

#include "tools/report/column.h"
#include "tools/report/figures.h"

/* Further outputs. */
enum {
    SVI_IN_KINDS = SVI_IN_OWN << 0,  /* of a page: by bot and kind of decision */
    SVI_IN_KIND = SVI_IN_OWN << 1,   /* of a page: by kind alone */
    SVI_IN_SPREAD = SVI_IN_OWN << 2, /* of a page: the picture */
};

struct svi_time_row {
    const struct svi_figures *figures;
    unsigned bot;     /* the sheet's number */
    const char *kind; /* NULL: all kinds */
    const struct svi_times *times;
};

extern const struct svi_columns svi_time_columns;

/* A row for each bot that is shown; to be freed. */
struct svi_time_row *svi_time_rows(const struct svi_figures *f, struct svi_rows *rows);

/* A row for each bot and each kind of decision that it took, or those of one bot (a number of the
 * sheet's bots, or more for all of them). */
struct svi_time_row *svi_time_rows_by_kind(const struct svi_figures *f, unsigned bot,
                                           struct svi_rows *rows);

#endif

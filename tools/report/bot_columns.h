/* The columns of a bot: what `rank`, `league status`, reports and served pages tell of each. */
#ifndef SVI_TOOLS_REPORT_BOT_COLUMNS_H
#define SVI_TOOLS_REPORT_BOT_COLUMNS_H

#include "tools/report/column.h"
#include "tools/report/rank_sheet.h"

struct svi_figures;

/* Further outputs of these columns. */
enum {
    SVI_IN_STATUS = SVI_IN_OWN << 0,    /* `league status` */
    SVI_IN_LEAGUE = SVI_IN_OWN << 1,    /* JSON of `league status` and of a run */
    SVI_IN_LUCK = SVI_IN_OWN << 2,      /* the table of luck, on pages and in Markdown */
    SVI_IN_FACTS = SVI_IN_OWN << 3,     /* a bot's own page */
    SVI_IN_INCIDENTS = SVI_IN_OWN << 4, /* the table of incidents, on pages and in Markdown */
    SVI_IN_REPORT = SVI_IN_OWN << 5,    /* JSON of a report, beside the ranking's, */
    SVI_IN_MORE = SVI_IN_OWN << 6,      /*   and csv of a report */
};

/* svi_column.drop of the adjusted points. */
#define SVI_BOT_DROPS_ADJUSTED 4u

/* The sources of a bot's values. */
struct svi_bot_row {
    const struct svi_rank_sheet *sheet; /* NULL: of a store's tally alone */
    unsigned bot;                       /* the sheet's number */
    const struct svi_ranking *tally;    /* NULL, as is `row`: of results from elsewhere */
    const struct svi_rank_row *row;
    const struct svi_figures *figures; /* NULL: of a ranking alone */
};

extern const struct svi_columns svi_bot_columns;

/* A row for each bot that a sheet shows, in its order, or for each of a tally; to be freed.
 * `figures` may be NULL. */
struct svi_bot_row *svi_bot_rows(const struct svi_rank_sheet *sheet,
                                 const struct svi_figures *figures, struct svi_rows *rows);
struct svi_bot_row *svi_bot_rows_of_tally(const struct svi_ranking *tally, struct svi_rows *rows);

/* The rows of one bot, or of all that had an incident or lost a process (a number of the sheet's
 * bots, or more for all of them); to be freed. */
struct svi_bot_row *svi_bot_incident_rows(const struct svi_figures *figures, unsigned bot,
                                          struct svi_rows *rows);

/* Mean points at a seat, and whether the bot has played there. */
void svi_bot_seat_points(const struct svi_bot_row *row, unsigned seat, struct svi_cell *value);

/* A line for every bot that a reason is given of, since it does not play, or in an older version:
 * `before`, "NAME is STATE: REASON", written by `text`. Whether there was any. */
bool svi_bot_put_reasons(const struct svi_store_info *league, const char *before,
                         void (*text)(struct svi_buf *out, const char *text), struct svi_buf *out);

/* Mean points at the tables of one size: at tables of different sizes they are not of one kind. */
extern const struct svi_columns svi_size_columns;

/* A row for every bot and size; to be freed. NULL: no memory. */
struct svi_size_row *svi_size_rows(const struct svi_rank_sheet *sheet, struct svi_rows *rows);

#endif

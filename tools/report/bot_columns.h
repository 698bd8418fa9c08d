/* The columns of a bot in `rank`, `league status`, the summary of a run, reports and served pages.
 * A caller makes rows here and prints them with tools/report/column.h.
 *
 * Rows point into the sheet, the tally and the figures, which must outlive them. The caller frees
 * the array of rows. */
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
    SVI_IN_REPORT = SVI_IN_OWN << 5,    /* further members in the JSON of a report */
    SVI_IN_MORE = SVI_IN_OWN << 6,      /* further columns in the csv of a report */
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

/* Make a row for each bot that a sheet shows, in its order, or for each bot of a tally. `figures`
 * may be NULL. */
struct svi_bot_row *svi_bot_rows(const struct svi_rank_sheet *sheet,
                                 const struct svi_figures *figures, struct svi_rows *rows);
struct svi_bot_row *svi_bot_rows_of_tally(const struct svi_ranking *tally, struct svi_rows *rows);

/* Makes the row of one bot. If `bot` is not below figures->n, makes rows of all bots that had an
 * incident or lost a process. */
struct svi_bot_row *svi_bot_incident_rows(const struct svi_figures *figures, unsigned bot,
                                          struct svi_rows *rows);

/* Sets the bot's mean points at a seat, or no value if it has not played there. */
void svi_bot_seat_points(const struct svi_bot_row *row, unsigned seat, struct svi_cell *value);

/* Appends a line for every bot that does not play, or plays in an older version, and has a reason
 * for that: `before`, then "NAME is STATE: REASON". `text` appends the name and the reason, escaped
 * for the output. Returns whether there was any such bot. */
bool svi_bot_put_reasons(const struct svi_store_info *league, const char *before,
                         void (*text)(struct svi_buf *out, const char *text), struct svi_buf *out);

/* Mean points at the tables of one size, as points at tables of different sizes have different
 * means. */
extern const struct svi_columns svi_size_columns;

/* Makes a row for every bot and table size. Without memory returns NULL and makes no rows. */
struct svi_size_row *svi_size_rows(const struct svi_rank_sheet *sheet, struct svi_rows *rows);

#endif

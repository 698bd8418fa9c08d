/* The columns of a bot in `rank`, `league status`, the summary of a run, reports and served pages.
 * A caller makes rows here and prints them with tools/report/column.h.
 *
 * Rows point into the sheet, the tally and the figures, which must outlive them. The caller frees
 * the array of rows. Only memory can be missing: then functions that make rows return NULL where
 * their comment says so, and end the program elsewhere. */
#ifndef SVI_TOOLS_REPORT_BOT_COLUMNS_H
#define SVI_TOOLS_REPORT_BOT_COLUMNS_H

#include "tools/report/column.h"
#include "tools/report/rank_sheet.h"

struct svi_figures;
struct svi_bot_figures;
struct svi_times;

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

/* The sources of a bot's values; NULL where they are not known. */
struct svi_bot_row {
    const struct svi_rank_sheet *sheet; /* NULL: of a store's tally alone */
    unsigned bot;                       /* the store's number */
    struct svi_bot_name name;
    const struct svi_ranking *tally; /* NULL, as are `row` and `entry`: of results from elsewhere */
    const struct svi_rank_row *row;
    const struct svi_rating *rating;
    const struct svi_estimate *adjusted; /* points */
    const struct svi_rating *adjusted_rating;
    const struct svi_model_costs *costs;
    const char *status, *origin, *conditions;
    const struct svi_store_entry *entry;
    struct svi_estimate decisions; /* points by its decisions; NAN, as the next two, if unknown */
    double points_a_dollar, trade_gain;
    const struct svi_figures *figures; /* NULL, as is `of`: of a ranking alone */
    const struct svi_bot_figures *of;
};

extern const struct svi_columns svi_bot_columns;

/* Make the row of a bot, of a sheet or of a tally. `figures` may be NULL. */
struct svi_bot_row svi_bot_row(const struct svi_rank_sheet *sheet, unsigned bot,
                               const struct svi_figures *figures);
struct svi_bot_row svi_bot_row_of_tally(const struct svi_ranking *tally,
                                        const struct svi_rank_row *row);

/* Make a row for each bot that a sheet shows, in its order, or for each bot of a tally. */
struct svi_bot_row *svi_bot_rows(const struct svi_rank_sheet *sheet,
                                 const struct svi_figures *figures, struct svi_rows *rows);
struct svi_bot_row *svi_bot_rows_of_tally(const struct svi_ranking *tally, struct svi_rows *rows);

/* Makes rows of all bots that had an incident or lost a process. */
struct svi_bot_row *svi_bot_incident_rows(const struct svi_figures *figures, struct svi_rows *rows);

/* Sets the bot's mean points at a seat, or no value if it has not played there. */
void svi_bot_seat_points(const struct svi_bot_row *row, unsigned seat, struct svi_cell *value);

/* Appends a line for every bot that does not play, or plays in an older version, and has a reason
 * for that: `before`, then "NAME is STATE: REASON". `text` appends the name and the reason, escaped
 * for the output. Returns whether there was any such bot. `out` is `failed` without memory. */
bool svi_bot_put_reasons(const struct svi_store_info *league, const char *before,
                         void (*text)(struct svi_buf *out, const char *text), struct svi_buf *out);

/* Mean points at the tables of one size, as points at tables of different sizes have different
 * means. */
extern const struct svi_columns svi_size_columns;

/* Makes a row for every bot and table size. Without memory returns NULL and makes no rows. */
struct svi_size_row *svi_size_rows(const struct svi_rank_sheet *sheet, struct svi_rows *rows);

/* ---- decision times -------------------------------------------------------------------------- */

/* Further outputs of the columns of times. */
enum {
    SVI_IN_KINDS = SVI_IN_OWN << 0,  /* page: by bot and kind of decision */
    SVI_IN_KIND = SVI_IN_OWN << 1,   /* page: by kind alone */
    SVI_IN_SPREAD = SVI_IN_OWN << 2, /* page: the picture */
};

struct svi_time_row {
    const struct svi_figures *figures;
    struct svi_bot_name bot;
    const char *kind; /* NULL: all kinds */
    const struct svi_times *times;
};

extern const struct svi_columns svi_time_columns;

/* Makes a row of a bot's times, of one kind of decision or of all. */
struct svi_time_row svi_time_row(const struct svi_figures *f, unsigned bot, const char *kind,
                                 const struct svi_times *times);

/* Makes a row for each bot that is shown. */
struct svi_time_row *svi_time_rows(const struct svi_figures *f, struct svi_rows *rows);

/* Makes a row for each kind of decision that a bot took. If `bot` is not below f->n, makes them for
 * all bots. Without memory returns NULL and makes no rows. */
struct svi_time_row *svi_time_rows_by_kind(const struct svi_figures *f, unsigned bot,
                                           struct svi_rows *rows);

#endif

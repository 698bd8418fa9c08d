/* A ranking as text: `solvent rank`, `league simulate`, and JSON in reports and `serve`. Sheets and
 * fields stay the caller's; rows point into them, and the caller frees the array of rows. Functions
 * append to `out`, which is `failed` without memory (base/buf.h). */
#ifndef SVI_TOOLS_REPORT_RANK_PRINT_H
#define SVI_TOOLS_REPORT_RANK_PRINT_H

#include "stats/field.h"
#include "tools/report/column.h"
#include "tools/report/rank_sheet.h"

#include "base/buf.h"

#include <stdbool.h>

/* Appends the ranking for people: a table, the points by seat (by size if tables differ in size),
 * notes, and the number of games. Names are cut so that it fits a screen; with `is_wide`, it has
 * every figure and full names. */
void svi_rank_print_table(const struct svi_rank_sheet *sheet, bool bold, bool is_wide,
                          struct svi_buf *out);

/* Appends csv for programs, with a line for every bot. Equal games give equal bytes. */
void svi_rank_print_csv(const struct svi_rank_sheet *sheet, struct svi_buf *out);

/* Appends what holds for the whole ranking, as members of a JSON object. */
void svi_rank_summary_json(const struct svi_rank_sheet *sheet, struct svi_buf *out);

/* Appends the figures as one JSON object. */
void svi_rank_print_json(const struct svi_rank_sheet *sheet, struct svi_buf *out);

/* ---- the field: meetings of all pairs, whether one number says it all, cycles ---------------- */

struct svi_figures;
struct svi_pair_figures;

/* Further outputs of a pair's columns. */
enum {
    SVI_IN_AGAINST = SVI_IN_OWN << 0, /* a bot's own page */
    SVI_IN_CROSS = SVI_IN_OWN << 1,   /* each against each */
};

/* Two bots, the one against the other. */
struct svi_pair_row {
    const struct svi_rank_sheet *sheet;
    const struct svi_meeting *meeting;    /* of the field */
    const struct svi_pair_figures *games; /* NULL: not kept */
    struct svi_bot_name bot, against;
    unsigned of[2]; /* their numbers in the sheet */
};

extern const struct svi_columns svi_pair_columns;

/* Makes a row for every pair of these `n` bots that has met, the bot that comes first in front.
 * `figures` may be NULL. Without memory returns NULL and makes no rows. */
struct svi_pair_row *svi_pair_rows(const struct svi_rank_sheet *sheet,
                                   const struct svi_field *field, const struct svi_figures *figures,
                                   const unsigned bot[], unsigned n, struct svi_rows *rows);

/* Makes a row for a bot against each bot that it has met. Requires figures->has_field. */
struct svi_pair_row *svi_pair_rows_of(const struct svi_figures *figures, unsigned bot,
                                      struct svi_rows *rows);

/* Append the field for people; the pairs alone as csv; everything as one JSON object. */
void svi_rank_field_table(const struct svi_rank_sheet *sheet, const struct svi_field *field,
                          bool bold, bool is_wide, struct svi_buf *out);
void svi_rank_field_csv(const struct svi_rank_sheet *sheet, const struct svi_field *field,
                        struct svi_buf *out);
void svi_rank_field_json(const struct svi_rank_sheet *sheet, const struct svi_field *field,
                         struct svi_buf *out);

#endif

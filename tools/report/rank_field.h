/* The field as text: meetings of all pairs, whether one number says it all, cycles. `rank --field`
 * prints it, and reports and `serve` show parts.
 *
 * Rows point into the sheet, the field and the figures, which must outlive them. The caller frees
 * the array of rows. Functions append to `out`, which is `failed` without memory (base/buf.h). */
#ifndef SVI_TOOLS_REPORT_RANK_FIELD_H
#define SVI_TOOLS_REPORT_RANK_FIELD_H

#include "stats/field.h"
#include "tools/report/column.h"
#include "tools/report/rank_sheet.h"

struct svi_figures;

/* Further outputs of a pair's columns. */
enum {
    SVI_IN_AGAINST = SVI_IN_OWN << 0, /* a bot's own page */
    SVI_IN_CROSS = SVI_IN_OWN << 1,   /* each against each */
};

/* Two bots, the one against the other. */
struct svi_pair_row {
    const struct svi_rank_sheet *sheet;
    const struct svi_field *field;
    const struct svi_figures *figures; /* NULL: of a ranking alone */
    unsigned bot, against;             /* the sheet's numbers */
};

extern const struct svi_columns svi_pair_columns;

/* Makes a row for every pair that has met, the better bot first, in the order of the ranking.
 * Without memory returns NULL and makes no rows. */
struct svi_pair_row *svi_pair_rows(const struct svi_rank_sheet *sheet,
                                   const struct svi_field *field, struct svi_rows *rows);

/* Makes a row for a bot against each bot that it has met. Requires figures->has_field. */
struct svi_pair_row *svi_pair_rows_of(const struct svi_figures *figures, unsigned bot,
                                      struct svi_rows *rows);

/* Returns the meetings of the pair, which belong to row->field. */
const struct svi_meeting *svi_pair_meeting(const struct svi_pair_row *row);

#include "base/buf.h"

/* Append the field for people; the pairs alone as csv; everything as one JSON object. */
void svi_rank_field_table(const struct svi_rank_sheet *sheet, const struct svi_field *field,
                          bool bold, bool is_wide, struct svi_buf *out);
void svi_rank_field_csv(const struct svi_rank_sheet *sheet, const struct svi_field *field,
                        struct svi_buf *out);
void svi_rank_field_json(const struct svi_rank_sheet *sheet, const struct svi_field *field,
                         struct svi_buf *out);

#endif

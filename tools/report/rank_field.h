/* The field as text: meetings of all pairs, whether one number says it all, cycles. */
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

/* Every pair that has met, the better ranked first, in the order of the ranking; to be freed. NULL:
 * no memory. */
struct svi_pair_row *svi_pair_rows(const struct svi_rank_sheet *sheet,
                                   const struct svi_field *field, struct svi_rows *rows);

/* A bot against each that it has met. */
struct svi_pair_row *svi_pair_rows_of(const struct svi_figures *figures, unsigned bot,
                                      struct svi_rows *rows);

/* How often they met, and how the one fared. */
const struct svi_meeting *svi_pair_meeting(const struct svi_pair_row *row);

#include "base/buf.h"

/* For people; pairs alone, as csv; everything, as one JSON object. */
void svi_rank_field_table(const struct svi_rank_sheet *sheet, const struct svi_field *field,
                          bool bold, bool is_wide, struct svi_buf *out);
void svi_rank_field_csv(const struct svi_rank_sheet *sheet, const struct svi_field *field,
                        struct svi_buf *out);
void svi_rank_field_json(const struct svi_rank_sheet *sheet, const struct svi_field *field,
                         struct svi_buf *out);

#endif

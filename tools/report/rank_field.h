/* The field as text: meetings of all pairs, whether one number says it all, cycles, what changes
 * without a bot. */
#ifndef SVI_TOOLS_REPORT_RANK_FIELD_H
#define SVI_TOOLS_REPORT_RANK_FIELD_H

#include "stats/field.h"
#include "tools/report/rank_sheet.h"

#include "base/buf.h"

/* For people; pairs alone, as csv; everything, as one JSON object. */
void svi_rank_field_table(const struct svi_rank_sheet *sheet, const struct svi_field *field,
                          bool bold, bool is_wide, struct svi_buf *out);
void svi_rank_field_csv(const struct svi_rank_sheet *sheet, const struct svi_field *field,
                        struct svi_buf *out);
void svi_rank_field_json(const struct svi_rank_sheet *sheet, const struct svi_field *field,
                         struct svi_buf *out);

/* Whether leaving out one bot changes the rank of another by more than its own place closing up:
 * what it is then, and what was to be expected. */
bool svi_rank_field_changes(const struct svi_field *field, unsigned without, unsigned bot,
                            unsigned *now, unsigned *expected);

#endif

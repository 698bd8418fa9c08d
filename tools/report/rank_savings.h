/* How many games the same interval of mean points would take otherwise, and what saves games in
 * this league. */
#ifndef SVI_TOOLS_REPORT_RANK_SAVINGS_H
#define SVI_TOOLS_REPORT_RANK_SAVINGS_H

#include "tools/report/rank_sheet.h"

#include "base/buf.h"

/* The sentences about it, the same in the ranking and on pages, with marks around the figures of
 * games; nothing where it is not known. */
void svi_rank_savings_put(const struct svi_rank_sheet *sheet, const char *mark,
                          const char *mark_end, struct svi_buf *out);

#endif

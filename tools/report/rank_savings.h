/* How many games the same interval of mean points would take otherwise, and what is cheapest in
 * this league. */
#ifndef SVI_TOOLS_REPORT_RANK_SAVINGS_H
#define SVI_TOOLS_REPORT_RANK_SAVINGS_H

#include "tools/report/rank_sheet.h"

#include "base/buf.h"

struct svi_rank_savings {
    bool adjusted, turned; /* what these games have: luck that is known, seats that are turned */
    double adjusted_alone; /* games; NAN: does not apply */
    double turned_alone;
    double neither;
    bool turns_hurt; /* more deals in one seating would say more, luck adjusted where it is known */
    const char *luck, *seats; /* what is cheapest, in words; empty: nothing to be said */
};

/* False: it is not known. */
bool svi_rank_savings_init(struct svi_rank_savings *s, const struct svi_rank_sheet *sheet);

/* All of it in a sentence or two, with marks around its figures; nothing where it is not known. */
void svi_rank_savings_put(const struct svi_rank_sheet *sheet, const char *mark,
                          const char *mark_end, struct svi_buf *out);

#endif

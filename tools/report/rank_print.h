/* A ranking as text. */
#ifndef SVI_TOOLS_REPORT_RANK_PRINT_H
#define SVI_TOOLS_REPORT_RANK_PRINT_H

#include "tools/report/rank_sheet.h"

#include "base/buf.h"

#include <stdbool.h>

/* For people: a table, the points by seat (or by size, where tables differ in that), what must be
 * said with it, how many games are in. Names are cut so that it fits a screen; `is_wide`: every
 * figure, and names in full. */
void svi_rank_print_table(const struct svi_rank_sheet *sheet, bool bold, bool is_wide,
                          struct svi_buf *out);

/* For programs, and byte for byte the same for the same games: a line of titles, a line for every
 * bot, empty where there is no value (svi_bot_columns). */
void svi_rank_print_csv(const struct svi_rank_sheet *sheet, struct svi_buf *out);

/* Appends what holds for the whole ranking, as members of a JSON object. */
void svi_rank_summary_json(const struct svi_rank_sheet *sheet, struct svi_buf *out);

/* The same figures as one JSON object; what there is not is null. */
void svi_rank_print_json(const struct svi_rank_sheet *sheet, struct svi_buf *out);

#endif

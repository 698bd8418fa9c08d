/* A ranking as text: `solvent rank`, `league simulate`, and JSON in reports and `serve`. Functions
 * append to `out`, which is `failed` without memory (base/buf.h). */
#ifndef SVI_TOOLS_REPORT_RANK_PRINT_H
#define SVI_TOOLS_REPORT_RANK_PRINT_H

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

#endif

/* Parts of the figures, of figures.c alone. */
#ifndef SVI_TOOLS_REPORT_FIGURES_PARTS_H
#define SVI_TOOLS_REPORT_FIGURES_PARTS_H

#include "tools/report/figures.h"

/* Reads what was traded, of all games or of those that have been added, and judges it. */
enum sv_status svi_figures_find_transfers(struct svi_figures *f, struct svi_store *store,
                                          const struct svi_figures_before *before);

/* Reads every game that is named. */
enum sv_status svi_figures_find_games(struct svi_figures *f, struct svi_store *store,
                                      const struct svi_figures_before *before);

/* Says of each step when it was, and in which night. */
enum sv_status svi_figures_date(struct svi_figures *f, struct svi_store *store);

#endif

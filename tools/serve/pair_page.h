/* The page of two bots: their shared games. */
#ifndef SVI_TOOLS_SERVE_PAIR_PAGE_H
#define SVI_TOOLS_SERVE_PAIR_PAGE_H

#include "tools/report/page.h"
#include "tools/serve/model.h"

/* Of two bots that differ, by the store's numbers. */
void svi_pair_page(struct svi_page *page, struct svi_model *m, unsigned one, unsigned other);

#endif

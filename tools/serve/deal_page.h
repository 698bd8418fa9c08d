/* The page of a deal: its seatings side by side. */
#ifndef SVI_TOOLS_SERVE_DEAL_PAGE_H
#define SVI_TOOLS_SERVE_DEAL_PAGE_H

#include "tools/report/page.h"

#include "store/store.h"

/* Of a deal, from 1, of a store that shows only deals that are over. SV_E_UNKNOWN: this one is not;
 * else as of svi_store_results(). */
enum sv_status svi_deal_page(struct svi_page *page, struct svi_store *store, uint64_t deal);

#endif

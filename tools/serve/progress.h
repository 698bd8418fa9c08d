/* How far the league is by now, and the matches in flight, which are newer than the figures. */
#ifndef SVI_TOOLS_SERVE_PROGRESS_H
#define SVI_TOOLS_SERVE_PROGRESS_H

#include "tools/report/page.h"
#include "tools/report/standing.h"

#include <stdbool.h>
#include <stdint.h>

#define SVI_PROGRESS_TEXT 256u

struct svi_site_progress {
    struct svi_standing standing;
    char text[SVI_PROGRESS_TEXT]; /* svi_standing_put(), and how many are in play */
    uint64_t version;             /* of the list of matches in flight */
};

/* Reads it anew, after `older` (all 0 at first): `store` is the caller's own, at `path`, and
 * `ranking` has the games of bots. SV_E_SYSTEM: the store cannot be read, and svi_store_error()
 * says why. */
enum sv_status svi_site_progress_read(struct svi_site_progress *p,
                                      const struct svi_site_progress *older,
                                      struct svi_store *store, bool running,
                                      const struct svi_ranking *ranking);

/* The page of the matches in flight, and the same as JSON. */
void svi_site_progress_page(const struct svi_site_progress *p, struct svi_page *page);
void svi_site_progress_json(const struct svi_site_progress *p, const struct svi_store_info *league,
                            struct svi_buf *out);

#endif

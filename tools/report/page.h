/* The input of pages and of other forms of a report: a league's figures, and how to show them.
 * `solvent report` fills one, and tools/serve/site.c one for each answer. It owns nothing. */
#ifndef SVI_TOOLS_REPORT_PAGE_H
#define SVI_TOOLS_REPORT_PAGE_H

#include "tools/console/help.h"
#include "tools/report/column.h"
#include "tools/report/figures.h"

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>

struct svi_page {
    const struct svi_figures *f;
    struct svi_buf *out;
    const char *store;     /* the store's path, for commands that the page shows */
    const char *game_link; /* stands before a game's number in a link to its page; NULL: no links */
    bool served;           /* by `solvent serve` */
    const char *progress;  /* a line about a league that may be running; NULL: not known */
    uint64_t version;      /* a live page's data; grows with each change */
    struct svi_column_order order; /* of the standings; by rank if it has no column */
    uint64_t after, limit;         /* standings: rows to skip, and rows to show */
    const char *site;              /* public address, as in struct svi_card; NULL: not known */
};

/* Append what previews of links say about a page: how the league stands, a bot, or a pair with
 * their mean points in shared games. Bots have the store's numbers. Without memory `out` is
 * `failed` (base/buf.h), so callers check it once, at the end. */
void svi_page_about_league(const struct svi_page *page, struct svi_buf *out);
void svi_page_about_bot(const struct svi_page *page, unsigned bot, struct svi_buf *out);
void svi_page_about_pair(const struct svi_page *page, const unsigned bot[2], const double points[2],
                         uint64_t games, struct svi_buf *out);

#endif

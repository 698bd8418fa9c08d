/* What pages and other forms of a report are made from: the figures of a league, and what is known
 * beside them. */
#ifndef SVI_TOOLS_REPORT_PAGE_H
#define SVI_TOOLS_REPORT_PAGE_H

#include "tools/analysis/costs.h"
#include "tools/console/help.h"
#include "tools/report/column.h"
#include "tools/report/figures.h"

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>

/* The style of pages without script, and further style of documents; templates of a document's page
 * and of a page of a few words. */
extern const struct svi_page_file svi_report_style, svi_report_document, svi_report_guide,
    svi_report_notice;

struct svi_page {
    const struct svi_figures *f;
    struct svi_buf *out;
    const char *store;     /* as commands are to name it */
    const char *game_link; /* stands before a game's number in a link to its page; NULL: no links */
    bool served;           /* by `solvent serve` */
    const char *progress;  /* a line about a league that may be running; NULL: not known */
    uint64_t version;      /* of what a live page shows */
    const struct svi_decision_costs *costs; /* for a bot's page; NULL: not known */
    struct svi_column_order order;          /* of the standings; without a column by rank */
    uint64_t after, limit;                  /* of the standings: rows before it, and of it */
    const char *site;            /* struct svi_card: where others reach it; NULL: not known */
    const struct svi_buf *about; /* what it shows, for links; NULL: how the league stands */
};

/* Appends the elements of <head> for links to the page. */
void svi_page_card(const struct svi_page *page, const char *title);

/* Append what a page says of a bot, or of two with their mean points in shared games, as its
 * `about`. Bots by the store's numbers. */
void svi_page_about_bot(const struct svi_page *page, unsigned bot, struct svi_buf *out);
void svi_page_about_pair(const struct svi_page *page, const unsigned bot[2], const double points[2],
                         uint64_t games, struct svi_buf *out);

#endif

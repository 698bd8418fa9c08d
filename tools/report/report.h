/* A league's report in forms other than a page. */
#ifndef SVI_TOOLS_REPORT_REPORT_H
#define SVI_TOOLS_REPORT_REPORT_H

#include "tools/report/page.h"

/* For a repository: tables in GitHub's Markdown. */
void svi_report_markdown(struct svi_page *page);

/* The ranking's lines, with columns more: decisions, median_us, p99_us, longest_us, longest_game,
 * incidents, crashes and trade_gain (what it gains of an average bot by a trade). */
#define SVI_REPORT_CSV_TITLES                                                                      \
    ",decisions,median_us,p99_us,longest_us,longest_game,incidents,crashes,trade_gain"
void svi_report_csv(struct svi_page *page);

/* Everything as one JSON object: `ranking` and `field` as `solvent rank --format json` has them,
 * and what is known beside. */
void svi_report_json(struct svi_page *page);

#endif

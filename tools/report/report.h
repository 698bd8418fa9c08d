/* A league's report in forms other than a page. */
#ifndef SVI_TOOLS_REPORT_REPORT_H
#define SVI_TOOLS_REPORT_REPORT_H

#include "tools/report/page.h"

/* For a repository: tables in GitHub's Markdown. */
void svi_report_markdown(struct svi_page *page);

/* The ranking's lines, with columns more: of a report alone, and decision times. */
void svi_report_csv(struct svi_page *page);

/* Everything as one JSON object: `ranking` and `field` as `solvent rank --format json` has them,
 * and what is known beside. */
void svi_report_json(struct svi_page *page);

#endif

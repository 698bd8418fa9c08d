/* Pages that the site (tools/site) draws from a document: the report as a file, and what `solvent
 * serve` shows. */
#ifndef SVI_TOOLS_REPORT_SITE_PAGE_H
#define SVI_TOOLS_REPORT_SITE_PAGE_H

#include "tools/report/page.h"

/* The page with its placeholders, and the site's script and style, minified, as compiled in. */
extern const struct svi_page_file svi_site_template, svi_site_script, svi_site_style;

/* Appends a page to page->out: `title` behind the league's name ("": nothing), what links to the
 * page say about it (empty: how the league stands), and the document that the site draws. In a
 * build without the site (-DSOLVENT_SITE=OFF) the page says so, and has the ranking as a plain
 * table. */
void svi_site_page(const struct svi_page *page, const char *title, const struct svi_buf *about,
                   const struct svi_buf *document);

/* Appends the sources that the content security policy of such a page must allow, a semicolon
 * before each directive. */
void svi_site_page_policy(struct svi_buf *out);

#endif

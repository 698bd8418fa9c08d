/* Pages that the site (tools/site) draws from a document: the report as a file (svi_report_html()),
 * and the pages of `solvent serve`. */
#ifndef SVI_TOOLS_REPORT_SITE_PAGE_H
#define SVI_TOOLS_REPORT_SITE_PAGE_H

#include "tools/report/page.h"

/* The page with its placeholders, and the site's script and style, minified, as compiled in. A
 * build without the site (-DSOLVENT_SITE=OFF) has the style alone. */
extern const struct svi_page_file svi_site_template, svi_site_script, svi_site_style;

/* The page of a text, which runs no script: words `refresh`, `text` and `footer`. */
extern const struct svi_page_file svi_site_text;

/* Appends a page to page->out: `title` behind the league's name ("": the name alone), `about` for
 * previews of links (empty: how the league stands), and the document that the site draws. Takes
 * over `about`; the caller finishes `document`. Without memory, or with a `failed` document,
 * page->out is `failed`. In a build without the site the page says so, and has the ranking as a
 * plain table. */
void svi_site_page(const struct svi_page *page, const char *title, struct svi_buf *about,
                   const struct svi_buf *document);

#endif

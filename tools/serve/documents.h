/* The documents as pages, below /docs/. */
#ifndef SVI_TOOLS_SERVE_DOCUMENTS_H
#define SVI_TOOLS_SERVE_DOCUMENTS_H

#include "tools/serve/request.h"

#include <stdbool.h>

/* Answers for "/docs/", "/docs/NAME.html" and the pictures of documents; false: the path is not
 * below /docs. Only names that are compiled in are known; the disk is never asked. `site`:
 * struct svi_card. */
bool svi_site_document(const char *path, const char *site, struct svi_site_answer *answer);

/* Appends what a content security policy must allow such a page: its directives, a semicolon before
 * each. */
void svi_site_document_policy(struct svi_buf *out);

#endif

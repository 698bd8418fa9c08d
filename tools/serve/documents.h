/* Serves the guides (docs/) as pages below /docs/, for tools/serve/site.c. The caller finishes
 * answer->out, which is `failed` without memory. */
#ifndef SVI_TOOLS_SERVE_DOCUMENTS_H
#define SVI_TOOLS_SERVE_DOCUMENTS_H

#include "tools/serve/request.h"

#include <stdbool.h>

/* Answers "/docs/", "/docs/NAME.html" and the pictures of documents. *answer has status 200 and an
 * empty buffer before. All of them are compiled in, so the disk is not read. `site` is as in struct
 * svi_card. Returns false, and leaves *answer alone, if the path is not below /docs. Sets
 * answer->status to 404 if it is, but no such document exists. */
bool svi_site_document(const char *path, const char *site, struct svi_site_answer *answer);

#endif

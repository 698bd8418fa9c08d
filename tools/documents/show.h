/* A document in the terminal. */
#ifndef SVI_TOOLS_DOCUMENTS_SHOW_H
#define SVI_TOOLS_DOCUMENTS_SHOW_H

#include "tools/documents/documents.h"

/* Shows a document: on a terminal as a man page by man(1), or else its Markdown by the pager
 * ($PAGER, less); its Markdown on stdout if there is no terminal or neither program. */
void svi_document_show(const struct svi_document *document);

#endif

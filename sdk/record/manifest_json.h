/* The manifest as one JSON object, for other languages; docs/MANIFEST.md has its schema. */
#ifndef SVI_RECORD_MANIFEST_JSON_H
#define SVI_RECORD_MANIFEST_JSON_H

#include "base/buf.h"

/* Appends it, a row a line, with a line feed at its end. The same bytes for the same sources. */
void svi_manifest_json(struct svi_buf *out);

#endif

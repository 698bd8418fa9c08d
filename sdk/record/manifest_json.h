/* The manifest as one JSON object, for other languages; docs/MANIFEST.md has its schema. `solvent
 * manifest` prints it, `solvent new-bot` writes it beside new bots. */
#ifndef SVI_RECORD_MANIFEST_JSON_H
#define SVI_RECORD_MANIFEST_JSON_H

#include "base/buf.h"

/* Appends the manifest, a row a line, with a final line feed. The same sources give the same bytes.
 * Without memory `out`, which is the caller's, is `failed`. */
void svi_manifest_json(struct svi_buf *out);

#endif

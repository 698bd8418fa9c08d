/* The part `enums` of the manifest as JSON: every enum of the public headers. */
#ifndef SVI_RECORD_MANIFEST_ENUMS_H
#define SVI_RECORD_MANIFEST_ENUMS_H

#include "base/buf.h"

/* Appends the member "enums" to an object that has been begun. */
void svi_manifest_enums(struct svi_buf *out);

#endif

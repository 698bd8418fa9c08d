/* Comma-separated values. */
#ifndef SVI_TOOLS_REPORT_CSV_H
#define SVI_TOOLS_REPORT_CSV_H

#include "base/buf.h"

/* A text, quoted when it has to be (RFC 4180). */
void svi_csv_text(struct svi_buf *out, const char *text);

#endif

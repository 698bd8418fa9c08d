/* What goes into pages: texts from outside as texts, and bytes as letters. */
#ifndef SVI_TOOLS_CONSOLE_MARKUP_H
#define SVI_TOOLS_CONSOLE_MARKUP_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>

/* A text, for an element or between the double quotes of an attribute: & < > " ' are escaped, and
 * what is no text for a page (control characters, what is not UTF-8) becomes '?'. `prose`: line
 * breaks and tabs stay. */
void svi_markup_text(struct svi_buf *out, const char *text, bool prose);

/* Base64 (RFC 4648), padded. */
void svi_markup_base64(struct svi_buf *out, const void *bytes, size_t size);

/* SHA-256 in base64, as a content security policy names a text. */
void svi_markup_hash(struct svi_buf *out, const void *bytes, size_t size);

#endif

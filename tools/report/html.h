/* HTML and SVG in the making. A page's markup stands in the formats of svi_html_format(); what is
 * put into it is escaped there, so no text becomes markup, from wherever it comes. */
#ifndef SVI_TOOLS_REPORT_HTML_H
#define SVI_TOOLS_REPORT_HTML_H

#include "base/buf.h"

#include <stddef.h>
#include <stdint.h>

/* A text, for an element or between the double quotes of an attribute: & < > " ' are escaped, and
 * what is no text for a page (control characters, what is not UTF-8) becomes '?'. */
void svi_html_text(struct svi_buf *out, const char *text);

/* The same for prose of several lines. */
void svi_html_prose(struct svi_buf *out, const char *text);

/* Markup, with arguments as printf() has them: %s is a text, as svi_html_text() puts it; of numbers
 * there are %d, %u, also with l, and with z, %.1f (up to 9 decimals) and %g; %% is a percent sign.
 *
 *     svi_html_format(out, "<a href=\"/bots/%u\">%s</a>", id, name);
 */
void svi_html_format(struct svi_buf *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A count with thin spaces between thousands. */
void svi_html_count(struct svi_buf *out, uint64_t count);

/* SHA-256 in base64, as a content security policy names a text. */
void svi_html_hash(struct svi_buf *out, const void *bytes, size_t size);

#endif

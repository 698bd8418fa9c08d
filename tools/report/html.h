/* HTML in the making: whatever comes from outside goes through svi_html_text(), figures through
 * svi_html_format(). */
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

/* As printf() has it, of what is ours alone. */
void svi_html_format(struct svi_buf *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A share of the shell's words, quoted where it must be: for commands to be copied. */
void svi_html_word(struct svi_buf *out, const char *word);

/* A time as people read it: "12 us", "1.3 ms", "2.05 s"; 0 as "< 1 us", escaped. */
#define SVI_HTML_TIME 24u
void svi_html_time(uint64_t us, char text[SVI_HTML_TIME]);

/* A count with thin spaces between thousands. */
void svi_html_count(struct svi_buf *out, uint64_t count);

/* SHA-256 in base64, as a content security policy names a text. */
void svi_html_hash(struct svi_buf *out, const void *bytes, size_t size);

#endif

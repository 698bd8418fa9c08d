/* Printing into a growing buffer: the few things that JSON lines and play-by-play are made of. Out
 * of memory, the buffer stops growing and says so (wire/buf.h); nothing here fails by itself. */
#ifndef SVI_BASE_OUT_H
#define SVI_BASE_OUT_H

#include "base/buf.h"

#include <stdint.h>

void svi_out_char(struct svi_buf *out, char c);
void svi_out_text(struct svi_buf *out, const char *text);
void svi_out_int(struct svi_buf *out, int64_t value);
void svi_out_hex(struct svi_buf *out, const uint8_t *bytes, size_t size);

/* A JSON string with its quotes. Whatever is not UTF-8 becomes U+FFFD, so the line is always valid
 * JSON. */
void svi_out_json_string(struct svi_buf *out, const char *text);

/* Text for a terminal: control characters and what is not UTF-8 become '?' (names come from bots).
 */
void svi_out_plain(struct svi_buf *out, const char *text);

/* A set of spaces as a JSON list of their numbers, ascending. */
void svi_out_json_spaces(struct svi_buf *out, uint64_t spaces);

/* Bytes of the character at `text`, 1-4; 0 when it is none, or a control character (svi_text_ok()).
 */
unsigned svi_out_character(const char *text);

#endif

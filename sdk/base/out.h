/* Prints into a growing buffer: the building blocks of JSON lines, pages and play-by-play. Called
 * by all modules that print. The buffer and all texts stay the caller's. Without memory the buffer
 * stops growing and sets `failed` (base/buf.h); no function here fails by itself. */
#ifndef SVI_BASE_OUT_H
#define SVI_BASE_OUT_H

#include "base/buf.h"

#include <stdint.h>

void svi_out_char(struct svi_buf *out, char c);
void svi_out_text(struct svi_buf *out, const char *text);
void svi_out_int(struct svi_buf *out, int64_t value);
/* Appends a text as printf() does. */
void svi_out_format(struct svi_buf *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void svi_out_hex(struct svi_buf *out, const uint8_t *bytes, size_t size);

/* Appends a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD, so the line is
 * always valid JSON. */
void svi_out_json_string(struct svi_buf *out, const char *text);

/* Appends text for a terminal: control characters and bytes that are not UTF-8 become '?', because
 * names come from bots. */
void svi_out_plain(struct svi_buf *out, const char *text);

/* Appends a set of spaces as a JSON list of their numbers, ascending. */
void svi_out_json_spaces(struct svi_buf *out, uint64_t spaces);

/* Returns the length in bytes, 1-4, of the character at `text`; 0 if the bytes are not a character,
 * or are a control character (svi_text_ok()). */
unsigned svi_out_character(const char *text);

#endif

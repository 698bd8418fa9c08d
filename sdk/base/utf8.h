/* Which bytes from outside are text: the one judge of UTF-8. */
#ifndef SVI_BASE_UTF8_H
#define SVI_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True when the bytes are UTF-8 (no overlong forms, no surrogates, up to U+10FFFF) without control
 * characters (below U+0020, U+007F to U+009F). Prose may have lines: \n and \t are allowed too. */
bool svi_text_ok(const uint8_t *bytes, size_t size);
bool svi_prose_ok(const uint8_t *bytes, size_t size);

/* Bytes of the character that `left` bytes begin with, 1-4; 0 when there are none, or they begin
 * with none that svi_text_ok(), svi_prose_ok() takes. */
unsigned svi_text_character(const uint8_t *bytes, size_t left);
unsigned svi_prose_character(const uint8_t *bytes, size_t left);

/* Replaces by '?' whatever in a text is none, so that it can do nothing to a terminal. */
void svi_text_clean(char *text);
void svi_prose_clean(char *text, size_t size);

#endif

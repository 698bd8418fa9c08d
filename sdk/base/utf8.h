/* Decides which bytes from outside are text. All UTF-8 checks are here, for every module that takes
 * text from bots, files or stores. Nothing here allocates or fails. */
#ifndef SVI_BASE_UTF8_H
#define SVI_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Return whether the bytes are UTF-8 (no overlong forms, no surrogates, up to U+10FFFF) without
 * control characters (below U+0020, U+007F to U+009F). Prose may have lines: \n and \t are allowed
 * too. */
bool svi_text_ok(const uint8_t *bytes, size_t size);
bool svi_prose_ok(const uint8_t *bytes, size_t size);

/* Return the length, 1-4, of the character with which `left` bytes begin, or 0 if svi_text_ok() or
 * svi_prose_ok() would refuse the beginning or `left` is 0. */
unsigned svi_text_character(const uint8_t *bytes, size_t left);
unsigned svi_prose_character(const uint8_t *bytes, size_t left);

/* Replace each byte that the text may not contain by '?', so that it can do nothing to a
 * terminal. */
void svi_text_clean(char *text);
void svi_prose_clean(char *text, size_t size);

/* Copies what one bot says to others: at most `cap` - 1 bytes, ended by a 0; `cap` is at least 1.
 * Line feeds and tabs become spaces. Bytes that are not UTF-8, control characters, and characters
 * that are invisible or change the direction of writing become '?'. */
void svi_said_copy(char *out, size_t cap, const uint8_t *bytes, size_t size);

#endif

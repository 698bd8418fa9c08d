/* Reads JSON (RFC 8259) from outside, strictly: svi_json_skip() checks a whole value first, and the
 * other functions then walk through the checked bytes. Nothing is copied or allocated. sdk/text
 * reads answers by it. Values point into the checked bytes, which stay the caller's. */
#ifndef SVI_BASE_JSON_READ_H
#define SVI_BASE_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_JSON_DEPTH 8u /* most lists and objects around a value */

/* Checks the value that begins at text[*at]. Returns true, and *at is behind the value; or false,
 * and *at is where the bytes are no JSON: `size` if they end too early. A value nested deeper than
 * SVI_JSON_DEPTH is not read. */
bool svi_json_skip(const char *text, size_t size, size_t *at);

/* A value within checked bytes. */
struct svi_json_value {
    const char *text; /* its first byte */
    size_t size;
};

/* Walks through the members of a list or object. */
struct svi_json_walk {
    const char *at, *end;
    bool keyed; /* an object */
};

/* Starts the walk through a list ('[') or an object ('{') that svi_json_skip() has checked. Returns
 * false if the value has another kind. */
bool svi_json_walk(struct svi_json_value value, char kind, struct svi_json_walk *out);

/* Gets the next member, and in an object its key, a string value; `key` may be NULL in a list.
 * Returns false after the last one. */
bool svi_json_next(struct svi_json_walk *walk, struct svi_json_value *key,
                   struct svi_json_value *out);

/* Returns whether the value is a string. */
bool svi_json_is_string(struct svi_json_value value);

/* Writes a string's characters as UTF-8 with a terminating 0. Returns false if the value is no
 * string, has a zero or half a surrogate pair in it, or does not fit. */
bool svi_json_chars(struct svi_json_value value, char *out, size_t room);

/* Reads a whole number without fraction and exponent. Returns false for any other value, and for
 * numbers of more than 15 digits. */
bool svi_json_whole(struct svi_json_value value, int64_t *out);

#endif

/* Writes members of JSON objects. Commands with `--format json`, reports, the pages of tools/serve
 * and tools/play, `solvent-seat`, and the lines of recorded games (record/jsonl.h) use it.
 *
 * The caller writes the braces of the object. Each function puts a comma before its member unless
 * the last byte of `out` shows that the member is the object's first. Keys are not escaped. Without
 * memory `out` is `failed` (base/buf.h). */
#ifndef SVI_BASE_JSON_H
#define SVI_BASE_JSON_H

#include "base/buf.h"

/* Appends "key": without a value; or with a '{', for an object whose '}' the caller appends. */
void svi_json_key(struct svi_buf *out, const char *key);
void svi_json_open(struct svi_buf *out, const char *key);

void svi_json_int(struct svi_buf *out, const char *key, int64_t value);
void svi_json_bool(struct svi_buf *out, const char *key, bool value);

/* Escaped as svi_out_json_string() does. */
void svi_json_string(struct svi_buf *out, const char *key, const char *value);

/* Append a list of objects, each on a line of its own: call rows, then row and row_end for each
 * object, then rows_end. */
void svi_json_rows(struct svi_buf *out, const char *key);
void svi_json_row(struct svi_buf *out);
void svi_json_row_end(struct svi_buf *out);
void svi_json_rows_end(struct svi_buf *out);

/* Begins the next object of a list in the same line, or a first object. The caller appends the
 * '}'. */
void svi_json_begin(struct svi_buf *out);

struct svi_json_member {
    const char *key;
    enum { SVI_JSON_INT, SVI_JSON_TEXT, SVI_JSON_BOOL, SVI_JSON_RAW } type;
    int64_t number;
    const char *text;
};

#define JSON_INT(key, value)                                                                       \
    {                                                                                              \
        (key), SVI_JSON_INT, (int64_t)(value), NULL                                                \
    }
#define JSON_TEXT(key, value)                                                                      \
    {                                                                                              \
        (key), SVI_JSON_TEXT, 0, (value)                                                           \
    }
#define JSON_BOOL(key, value)                                                                      \
    {                                                                                              \
        (key), SVI_JSON_BOOL, (value), NULL                                                        \
    }
#define JSON_RAW(key, value)                                                                       \
    {                                                                                              \
        (key), SVI_JSON_RAW, 0, (value)                                                            \
    }

/* A number, or null unless `known`. */
#define JSON_INT_IF(known, key, value)                                                             \
    {                                                                                              \
        (key), (known) ? SVI_JSON_INT : SVI_JSON_RAW, (int64_t)(value), "null"                     \
    }

/* Append some members, or a whole row of a list of objects. All values are computed before. Leave
 * out texts that are NULL; a raw text is appended as it is.
 *
 *     svi_json_object(out, JSON_TEXT("name", name), JSON_INT("games", games)); */
#define svi_json_members(out, ...)                                                                 \
    svi_json_put((out), (const struct svi_json_member[]){__VA_ARGS__, {0}})
#define svi_json_object(out, ...)                                                                  \
    svi_json_put_row((out), (const struct svi_json_member[]){__VA_ARGS__, {0}})

/* Appends the members before the first without a key; or these as a row. */
void svi_json_put(struct svi_buf *out, const struct svi_json_member *member);
void svi_json_put_row(struct svi_buf *out, const struct svi_json_member *member);

/* Append a text or a number to a list that svi_json_rows() has begun and the caller ends with
 * ']'. */
void svi_json_element(struct svi_buf *out, const char *text);
void svi_json_number(struct svi_buf *out, int64_t value);

/* Appends a set of spaces as a list of their numbers, ascending. */
void svi_json_spaces(struct svi_buf *out, const char *key, uint64_t spaces);

/* Appends a list of numbers, an array of uint32_t, uint64_t or int64_t. */
#define svi_json_ints(out, key, value, n)                                                          \
    svi_json_put_ints((out), (key), (value), sizeof *(value), (n))
void svi_json_put_ints(struct svi_buf *out, const char *key, const void *value, size_t size,
                       size_t n);

void svi_json_hex(struct svi_buf *out, const char *key, const uint8_t *bytes, size_t size);

#endif

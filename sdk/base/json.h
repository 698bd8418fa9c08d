/* Writes members of JSON objects. Commands with `--format json`, reports, the pages of tools/serve
 * and tools/play, `solvent-seat`, and the lines of recorded games (record/jsonl.h) use it.
 *
 * The caller writes the braces of the object. Each function puts a comma before its member unless
 * the last byte of `out` shows that the member is the object's first. Keys are not escaped. Without
 * memory `out` is `failed` (base/buf.h). */
#ifndef SVI_BASE_JSON_H
#define SVI_BASE_JSON_H

#include "base/buf.h"

/* Appends "key": without a value. */
void svi_json_key(struct svi_buf *out, const char *key);

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

/* Appends a text to a list that the caller has begun with '[' and ends with ']'. */
void svi_json_element(struct svi_buf *out, const char *text);

/* Appends a list of numbers. */
void svi_json_ints(struct svi_buf *out, const char *key, const unsigned value[], size_t n);

void svi_json_hex(struct svi_buf *out, const char *key, const uint8_t *bytes, size_t size);

#endif

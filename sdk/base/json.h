/* Members of JSON objects, each with the comma before it where one is due: the last byte of `out`
 * tells whether it is the object's first. */
#ifndef SVI_BASE_JSON_H
#define SVI_BASE_JSON_H

#include "base/buf.h"

/* "key": and no value yet. */
void svi_json_key(struct svi_buf *out, const char *key);

void svi_json_int(struct svi_buf *out, const char *key, int64_t value);
void svi_json_bool(struct svi_buf *out, const char *key, bool value);

/* Escaped as svi_out_json_string() does. */
void svi_json_string(struct svi_buf *out, const char *key, const char *value);

/* A list of objects, each on a line of its own: rows, then for each object row and row_end, then
 * rows_end. */
void svi_json_rows(struct svi_buf *out, const char *key);
void svi_json_row(struct svi_buf *out);
void svi_json_row_end(struct svi_buf *out);
void svi_json_rows_end(struct svi_buf *out);

/* One more text in a list that has been begun. */
void svi_json_element(struct svi_buf *out, const char *text);

void svi_json_hex(struct svi_buf *out, const char *key, const uint8_t *bytes, size_t size);

#endif

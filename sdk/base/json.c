#include "base/json.h"

#include "base/out.h"

void svi_json_key(struct svi_buf *out, const char *key)
{
    svi_out_text(out, out->size > 0 && out->data[out->size - 1] == '{' ? "\"" : ",\"");
    svi_out_text(out, key);
    svi_out_text(out, "\":");
}

void svi_json_open(struct svi_buf *out, const char *key)
{
    svi_json_key(out, key);
    svi_out_char(out, '{');
}

void svi_json_int(struct svi_buf *out, const char *key, int64_t value)
{
    svi_json_key(out, key);
    svi_out_int(out, value);
}

void svi_json_string(struct svi_buf *out, const char *key, const char *value)
{
    svi_json_key(out, key);
    svi_out_json_string(out, value);
}

void svi_json_bool(struct svi_buf *out, const char *key, bool value)
{
    svi_json_key(out, key);
    svi_out_text(out, value ? "true" : "false");
}

void svi_json_hex(struct svi_buf *out, const char *key, const uint8_t *bytes, size_t size)
{
    svi_json_key(out, key);
    svi_out_char(out, '"');
    svi_out_hex(out, bytes, size);
    svi_out_char(out, '"');
}

/* Returns whether `out` ends with the beginning of a list. */
static bool begins_list(const struct svi_buf *out)
{
    return out->size > 0 && out->data[out->size - 1] == '[';
}

void svi_json_rows(struct svi_buf *out, const char *key)
{
    svi_json_key(out, key);
    svi_out_char(out, '[');
}

void svi_json_row(struct svi_buf *out)
{
    svi_out_text(out, begins_list(out) ? "\n  {" : ",\n  {");
}

void svi_json_row_end(struct svi_buf *out)
{
    svi_out_char(out, '}');
}

void svi_json_rows_end(struct svi_buf *out)
{
    svi_out_text(out, "\n]");
}

void svi_json_begin(struct svi_buf *out)
{
    svi_out_text(out, out->size > 0 && out->data[out->size - 1] == '}' ? ",{" : "{");
}

void svi_json_element(struct svi_buf *out, const char *text)
{
    svi_out_text(out, begins_list(out) ? "" : ",");
    svi_out_json_string(out, text);
}

void svi_json_number(struct svi_buf *out, int64_t value)
{
    svi_out_text(out, begins_list(out) ? "" : ",");
    svi_out_int(out, value);
}

void svi_json_spaces(struct svi_buf *out, const char *key, uint64_t spaces)
{
    svi_json_key(out, key);
    svi_out_json_spaces(out, spaces);
}

void svi_json_put_ints(struct svi_buf *out, const char *key, const void *value, size_t size,
                       size_t n)
{
    svi_json_key(out, key);
    for (size_t i = 0; i < n; i++) {
        svi_out_char(out, i == 0 ? '[' : ',');
        svi_out_int(out, size == sizeof(uint32_t) ? ((const uint32_t *)value)[i]
                                                  : ((const int64_t *)value)[i]);
    }
    svi_out_text(out, n == 0 ? "[]" : "]");
}

void svi_json_put(struct svi_buf *out, const struct svi_json_member *member)
{
    for (; member->key != NULL; member++) {
        if (member->type == SVI_JSON_INT) {
            svi_json_int(out, member->key, member->number);
        } else if (member->type == SVI_JSON_BOOL) {
            svi_json_bool(out, member->key, member->number != 0);
        } else if (member->type == SVI_JSON_TEXT && member->text != NULL) {
            svi_json_string(out, member->key, member->text);
        } else if (member->text != NULL) {
            svi_json_key(out, member->key);
            svi_out_text(out, member->text);
        }
    }
}

void svi_json_put_row(struct svi_buf *out, const struct svi_json_member *member)
{
    svi_json_row(out);
    svi_json_put(out, member);
    svi_json_row_end(out);
}

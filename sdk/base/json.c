#include "base/json.h"

#include "base/out.h"

void svi_json_key(struct svi_buf *out, const char *key)
{
    svi_out_text(out, out->size > 0 && out->data[out->size - 1] == '{' ? "\"" : ",\"");
    svi_out_text(out, key);
    svi_out_text(out, "\":");
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

#include "wire/edition_codec.h"

#include "game/fields.h"
#include "wire/cursor.h"

#include <assert.h>
#include <msgpack.h>
#include <sodium.h>
#include <string.h>

/* Number of the encoding, its first element. */
#define FORMAT 1

/* ---- encoding ----------------------------------------------------------------------------- */

static void put_text(msgpack_packer *out, const char *text)
{
    const size_t length = strlen(text);
    msgpack_pack_str(out, length);
    msgpack_pack_str_body(out, text, length);
}

/* An array of amounts without the zeros at its end. */
static void put_amounts(msgpack_packer *out, const int32_t *amount, size_t count)
{
    while (count > 0 && amount[count - 1] == 0) {
        count--;
    }
    msgpack_pack_array(out, count);
    for (size_t i = 0; i < count; i++) {
        msgpack_pack_int32(out, amount[i]);
    }
}

static void put_field(msgpack_packer *out, const struct svi_field *f, const void *value)
{
    switch (f->type) {
    case SV_TYPE_TEXT:
        put_text(out, value);
        break;
    case SV_TYPE_MONEY:
        msgpack_pack_int32(out, *(const int32_t *)value);
        break;
    case SV_TYPE_RENTS:
        put_amounts(out, value, f->count);
        break;
    default:
        assert(f->width == 1);
        msgpack_pack_uint8(out, *(const uint8_t *)value);
        break;
    }
}

/* A struct as an array of the fields it has rows for. */
static void put_fields(msgpack_packer *out, const struct svi_field *fields, size_t count,
                       const void *from)
{
    msgpack_pack_array(out, count);
    for (size_t i = 0; i < count; i++) {
        put_field(out, &fields[i], (const char *)from + fields[i].offset);
    }
}

void svi_edition_encode(const struct sv_edition *e, struct svi_buf *buf)
{
    msgpack_packer out;
    msgpack_packer_init(&out, buf, svi_buf_write);
    msgpack_pack_array(&out, 7);
    msgpack_pack_int(&out, FORMAT);
    put_text(&out, e->name);
    put_text(&out, e->title);
    msgpack_pack_array(&out, sv_rule_count());
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        msgpack_pack_int32(&out, sv_rule_get(&e->rules, i));
    }
    msgpack_pack_array(&out, e->n_groups);
    for (unsigned g = 0; g < e->n_groups; g++) {
        put_text(&out, e->group[g].name);
    }
    msgpack_pack_array(&out, e->n_spaces);
    for (unsigned i = 0; i < e->n_spaces; i++) {
        put_fields(&out, svi_space_fields, SVI_SPACE_FIELDS, &e->space[i]);
    }
    msgpack_pack_array(&out, SV_DECK_COUNT);
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        msgpack_pack_array(&out, 2);
        put_text(&out, e->deck[d].name);
        msgpack_pack_array(&out, e->deck[d].size);
        for (unsigned i = 0; i < e->deck[d].size; i++) {
            put_fields(&out, svi_card_fields, SVI_CARD_FIELDS, &e->deck[d].card[i]);
        }
    }
}

/* ---- decoding ----------------------------------------------------------------------------- */

static void get_count(struct svi_cursor *c, uint32_t count)
{
    if (svi_get_array(c, count) != count) {
        svi_cursor_fail(c, SV_E_LENGTH);
    }
}

static int32_t get_figure(struct svi_cursor *c)
{
    return (int32_t)svi_get_int(c, INT32_MIN, INT32_MAX);
}

static void get_field(struct svi_cursor *c, const struct svi_field *f, void *value)
{
    switch (f->type) {
    case SV_TYPE_TEXT:
        svi_get_text(c, value, f->count);
        break;
    case SV_TYPE_MONEY:
        *(int32_t *)value = get_figure(c);
        break;
    case SV_TYPE_RENTS: {
        const uint32_t count = svi_get_array(c, f->count);
        for (uint32_t i = 0; i < count; i++) {
            ((int32_t *)value)[i] = get_figure(c);
        }
        break;
    }
    default:
        assert(f->width == 1);
        *(uint8_t *)value = (uint8_t)svi_get_uint(c, UINT8_MAX);
        break;
    }
}

static void get_struct(struct svi_cursor *c, const struct svi_field *fields, uint32_t count,
                       void *to)
{
    get_count(c, count);
    for (uint32_t i = 0; i < count; i++) {
        get_field(c, &fields[i], (char *)to + fields[i].offset);
    }
}

static enum sv_status get_edition(struct svi_cursor *c, struct sv_edition *e)
{
    get_count(c, 7);
    if (svi_get_uint(c, UINT32_MAX) != FORMAT) {
        svi_cursor_fail(c, SV_E_VERSION);
    }
    svi_get_text(c, e->name, sizeof e->name);
    svi_get_text(c, e->title, sizeof e->title);
    get_count(c, sv_rule_count());
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        sv_rule_set(&e->rules, i, get_figure(c));
    }
    e->n_groups = (uint8_t)svi_get_array(c, SV_MAX_GROUPS);
    for (unsigned g = 0; g < e->n_groups; g++) {
        svi_get_text(c, e->group[g].name, sizeof e->group[g].name);
    }
    e->n_spaces = (uint8_t)svi_get_array(c, SV_MAX_SPACES);
    for (unsigned i = 0; i < e->n_spaces; i++) {
        get_struct(c, svi_space_fields, SVI_SPACE_FIELDS, &e->space[i]);
    }
    get_count(c, SV_DECK_COUNT);
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        get_count(c, 2);
        svi_get_text(c, e->deck[d].name, sizeof e->deck[d].name);
        e->deck[d].size = (uint8_t)svi_get_array(c, SV_MAX_CARDS);
        for (unsigned i = 0; i < e->deck[d].size; i++) {
            get_struct(c, svi_card_fields, SVI_CARD_FIELDS, &e->deck[d].card[i]);
        }
    }
    return svi_cursor_end(c);
}

/* Are these bytes what the edition encodes to? Integers in a longer format and zeros at the end of
 * a list of rents decode too, but would give one edition two hashes. */
static enum sv_status check_canonical(const struct sv_edition *e, const uint8_t *bytes, size_t size)
{
    SCOPED(svi_buf_finish) struct svi_buf again;
    svi_buf_init(&again);
    svi_edition_encode(e, &again);
    return again.failed                                                 ? SV_E_SYSTEM
           : again.size != size || memcmp(again.data, bytes, size) != 0 ? SV_E_RANGE
                                                                        : SV_OK;
}

enum sv_status svi_edition_decode(const uint8_t *bytes, size_t size, struct sv_edition *out,
                                  struct sv_edition_error *error)
{
    struct svi_cursor cursor = svi_cursor_over(bytes, size);
    memset(out, 0, sizeof *out);
    if (error != NULL) {
        memset(error, 0, sizeof *error);
    }
    enum sv_status status = size > SVI_EDITION_MAX_BYTES ? SV_E_LENGTH : get_edition(&cursor, out);
    if (status == SV_OK) {
        status = check_canonical(out, bytes, size);
    }
    if (status == SV_OK) {
        status = sv_edition_complete(out, error);
    }
    if (status != SV_OK) {
        memset(out, 0, sizeof *out);
    }
    return status;
}

enum sv_status svi_edition_hash(const struct sv_edition *edition,
                                uint8_t out[SVI_EDITION_HASH_BYTES])
{
    SCOPED(svi_buf_finish) struct svi_buf buf;
    svi_buf_init(&buf);
    svi_edition_encode(edition, &buf);
    const bool failed = buf.failed;
    if (!failed) {
        crypto_generichash(out, SVI_EDITION_HASH_BYTES, buf.data, buf.size, NULL, 0);
    }
    return failed ? SV_E_SYSTEM : SV_OK;
}

#include "wire/edition_codec.h"

#include "game/fields.h"
#include "wire/cursor.h"

#include <assert.h>
#include <msgpack.h>
#include <sodium.h>
#include <string.h>

/* Number of the encoding, its first element. */
#define FORMAT 1

/* ---- one walk for both directions --------------------------------------------------------- */

/* A walk over an edition, which encodes it or decodes it. An edition that is encoded is only
 * read. */
struct walk {
    msgpack_packer *out;   /* NULL: decodes */
    struct svi_cursor *in; /* NULL: encodes */
};

static void walk_count(const struct walk *w, uint32_t count)
{
    if (w->out != NULL) {
        msgpack_pack_array(w->out, count);
    } else if (svi_get_array(w->in, count) != count) {
        svi_cursor_fail(w->in, SV_E_LENGTH);
    }
}

/* The length of an array, which has at most `most` elements. */
static void walk_length(const struct walk *w, uint8_t *length, uint32_t most)
{
    if (w->out != NULL) {
        msgpack_pack_array(w->out, *length);
    } else {
        *length = (uint8_t)svi_get_array(w->in, most);
    }
}

static void walk_text(const struct walk *w, char *text, size_t size)
{
    if (w->out != NULL) {
        msgpack_pack_str_with_body(w->out, text, strlen(text));
    } else {
        svi_get_text(w->in, text, size);
    }
}

static void walk_figure(const struct walk *w, int32_t *figure)
{
    if (w->out != NULL) {
        msgpack_pack_int32(w->out, *figure);
    } else {
        *figure = (int32_t)svi_get_int(w->in, INT32_MIN, INT32_MAX);
    }
}

/* An array of amounts without the zeros at its end. */
static void walk_amounts(const struct walk *w, int32_t *amount, uint32_t count)
{
    if (w->out == NULL) {
        count = svi_get_array(w->in, count);
    } else {
        while (count > 0 && amount[count - 1] == 0) {
            count--;
        }
        msgpack_pack_array(w->out, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        walk_figure(w, &amount[i]);
    }
}

/* A struct as an array of the fields it has rows for. */
static void walk_struct(const struct walk *w, const struct svi_field *fields, uint32_t count,
                        void *whole)
{
    walk_count(w, count);
    for (const struct svi_field *f = fields; f < fields + count; f++) {
        void *value = (char *)whole + f->offset;
        if (f->type == SV_TYPE_TEXT) {
            walk_text(w, value, f->count);
        } else if (f->type == SV_TYPE_MONEY) {
            walk_figure(w, value);
        } else if (f->type == SV_TYPE_RENTS) {
            walk_amounts(w, value, f->count);
        } else if (w->out != NULL) {
            assert(f->width == 1);
            msgpack_pack_uint8(w->out, *(const uint8_t *)value);
        } else {
            *(uint8_t *)value = (uint8_t)svi_get_uint(w->in, UINT8_MAX);
        }
    }
}

static void walk_edition(const struct walk *w, struct sv_edition *e)
{
    walk_count(w, 7);
    if (w->out != NULL) {
        msgpack_pack_int(w->out, FORMAT);
    } else if (svi_get_uint(w->in, UINT32_MAX) != FORMAT) {
        svi_cursor_fail(w->in, SV_E_VERSION);
    }
    walk_text(w, e->name, sizeof e->name);
    walk_text(w, e->title, sizeof e->title);
    walk_count(w, sv_rule_count());
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        int32_t value = sv_rule_get(&e->rules, i);
        walk_figure(w, &value);
        if (w->in != NULL) {
            sv_rule_set(&e->rules, i, value);
        }
    }
    walk_length(w, &e->n_groups, SV_MAX_GROUPS);
    for (unsigned g = 0; g < e->n_groups; g++) {
        walk_text(w, e->group[g].name, sizeof e->group[g].name);
    }
    walk_length(w, &e->n_spaces, SV_MAX_SPACES);
    for (unsigned i = 0; i < e->n_spaces; i++) {
        walk_struct(w, svi_space_fields, SVI_SPACE_FIELDS, &e->space[i]);
    }
    walk_count(w, SV_DECK_COUNT);
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        walk_count(w, 2);
        walk_text(w, e->deck[d].name, sizeof e->deck[d].name);
        walk_length(w, &e->deck[d].size, SV_MAX_CARDS);
        for (unsigned i = 0; i < e->deck[d].size; i++) {
            walk_struct(w, svi_card_fields, SVI_CARD_FIELDS, &e->deck[d].card[i]);
        }
    }
}

void svi_edition_encode(const struct sv_edition *e, struct svi_buf *buf)
{
    msgpack_packer out = {buf, svi_buf_write};
    const struct walk w = {.out = &out};
    walk_edition(&w, (struct sv_edition *)(uintptr_t)e);
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
    enum sv_status status = size > SVI_EDITION_MAX_BYTES ? SV_E_LENGTH : SV_OK;
    if (status == SV_OK) {
        const struct walk w = {.in = &cursor};
        walk_edition(&w, out);
        status = svi_cursor_end(&cursor);
    }
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

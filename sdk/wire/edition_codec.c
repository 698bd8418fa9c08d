#include "wire/edition_codec.h"

#include "wire/cursor.h"

#include <msgpack.h>
#include <sodium.h>
#include <string.h>

/* Number of the encoding, its first element. */
#define FORMAT 1

#define SPACE_FIELDS 12
#define CARD_FIELDS 9
#define RENTS (sizeof((struct sv_space *)0)->rent / sizeof(int32_t))

/* ---- encoding ----------------------------------------------------------------------------- */

static void put_text(msgpack_packer *out, const char *text)
{
    const size_t length = strlen(text);
    msgpack_pack_str(out, length);
    msgpack_pack_str_body(out, text, length);
}

static void put_space(msgpack_packer *out, const struct sv_space *space)
{
    size_t rents = RENTS;
    while (rents > 0 && space->rent[rents - 1] == 0) {
        rents--;
    }
    msgpack_pack_array(out, SPACE_FIELDS);
    put_text(out, space->name);
    msgpack_pack_uint8(out, space->kind);
    msgpack_pack_uint8(out, space->group);
    msgpack_pack_uint8(out, space->income);
    msgpack_pack_int32(out, space->price);
    msgpack_pack_int32(out, space->mortgage);
    msgpack_pack_int32(out, space->amount);
    msgpack_pack_array(out, rents);
    for (size_t i = 0; i < rents; i++) {
        msgpack_pack_int32(out, space->rent[i]);
    }
    msgpack_pack_int32(out, space->house_cost);
    msgpack_pack_int32(out, space->hotel_cost);
    msgpack_pack_int32(out, space->tower_cost);
    msgpack_pack_int32(out, space->depot_cost);
}

static void put_card(msgpack_packer *out, const struct sv_card *card)
{
    msgpack_pack_array(out, CARD_FIELDS);
    put_text(out, card->id);
    put_text(out, card->text);
    msgpack_pack_uint8(out, card->kind);
    msgpack_pack_uint8(out, card->target);
    msgpack_pack_int32(out, card->amount);
    msgpack_pack_int32(out, card->per_house);
    msgpack_pack_int32(out, card->per_hotel);
    msgpack_pack_int32(out, card->per_tower);
    msgpack_pack_int32(out, card->per_depot);
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
        put_space(&out, &e->space[i]);
    }
    msgpack_pack_array(&out, SV_DECK_COUNT);
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        msgpack_pack_array(&out, 2);
        put_text(&out, e->deck[d].name);
        msgpack_pack_array(&out, e->deck[d].size);
        for (unsigned i = 0; i < e->deck[d].size; i++) {
            put_card(&out, &e->deck[d].card[i]);
        }
    }
}

/* ---- decoding ----------------------------------------------------------------------------- */

static void get_fields(struct svi_cursor *c, uint32_t count)
{
    if (svi_get_array(c, count) != count) {
        svi_cursor_fail(c, SV_E_LENGTH);
    }
}

static int32_t get_figure(struct svi_cursor *c)
{
    return (int32_t)svi_get_int(c, INT32_MIN, INT32_MAX);
}

static uint8_t get_byte(struct svi_cursor *c)
{
    return (uint8_t)svi_get_uint(c, UINT8_MAX);
}

static void get_space(struct svi_cursor *c, struct sv_space *space)
{
    get_fields(c, SPACE_FIELDS);
    svi_get_text(c, space->name, sizeof space->name);
    space->kind = get_byte(c);
    space->group = get_byte(c);
    space->income = get_byte(c);
    space->price = get_figure(c);
    space->mortgage = get_figure(c);
    space->amount = get_figure(c);
    const uint32_t rents = svi_get_array(c, RENTS);
    for (uint32_t i = 0; i < rents; i++) {
        space->rent[i] = get_figure(c);
    }
    space->house_cost = get_figure(c);
    space->hotel_cost = get_figure(c);
    space->tower_cost = get_figure(c);
    space->depot_cost = get_figure(c);
}

static void get_card(struct svi_cursor *c, struct sv_card *card)
{
    get_fields(c, CARD_FIELDS);
    svi_get_text(c, card->id, sizeof card->id);
    svi_get_text(c, card->text, sizeof card->text);
    card->kind = get_byte(c);
    card->target = get_byte(c);
    card->amount = get_figure(c);
    card->per_house = get_figure(c);
    card->per_hotel = get_figure(c);
    card->per_tower = get_figure(c);
    card->per_depot = get_figure(c);
}

static enum sv_status get_edition(struct svi_cursor *c, struct sv_edition *e)
{
    get_fields(c, 7);
    if (svi_get_uint(c, UINT32_MAX) != FORMAT) {
        svi_cursor_fail(c, SV_E_VERSION);
    }
    svi_get_text(c, e->name, sizeof e->name);
    svi_get_text(c, e->title, sizeof e->title);
    get_fields(c, sv_rule_count());
    for (unsigned i = 0; i < sv_rule_count(); i++) {
        sv_rule_set(&e->rules, i, get_figure(c));
    }
    e->n_groups = (uint8_t)svi_get_array(c, SV_MAX_GROUPS);
    for (unsigned g = 0; g < e->n_groups; g++) {
        svi_get_text(c, e->group[g].name, sizeof e->group[g].name);
    }
    e->n_spaces = (uint8_t)svi_get_array(c, SV_MAX_SPACES);
    for (unsigned i = 0; i < e->n_spaces; i++) {
        get_space(c, &e->space[i]);
    }
    get_fields(c, SV_DECK_COUNT);
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        get_fields(c, 2);
        svi_get_text(c, e->deck[d].name, sizeof e->deck[d].name);
        e->deck[d].size = (uint8_t)svi_get_array(c, SV_MAX_CARDS);
        for (unsigned i = 0; i < e->deck[d].size; i++) {
            get_card(c, &e->deck[d].card[i]);
        }
    }
    return svi_cursor_end(c);
}

/* Are these bytes what the edition encodes to? Integers in a longer format and zeros at the end of a list
 * of rents decode too, but would give one edition two hashes. */
static enum sv_status check_canonical(const struct sv_edition *e, const uint8_t *bytes, size_t size)
{
    struct svi_buf again;
    svi_buf_init(&again);
    svi_edition_encode(e, &again);
    const enum sv_status status = again.failed ? SV_E_SYSTEM
                                  : again.size != size || memcmp(again.data, bytes, size) != 0
                                      ? SV_E_RANGE
                                      : SV_OK;
    svi_buf_finish(&again);
    return status;
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
        status = sv_edition_finish(out, error);
    }
    if (status != SV_OK) {
        memset(out, 0, sizeof *out);
    }
    return status;
}

enum sv_status svi_edition_hash(const struct sv_edition *edition,
                                uint8_t out[SVI_EDITION_HASH_BYTES])
{
    struct svi_buf buf;
    svi_buf_init(&buf);
    svi_edition_encode(edition, &buf);
    const bool failed = buf.failed;
    if (!failed) {
        crypto_generichash(out, SVI_EDITION_HASH_BYTES, buf.data, buf.size, NULL, 0);
    }
    svi_buf_finish(&buf);
    return failed ? SV_E_SYSTEM : SV_OK;
}

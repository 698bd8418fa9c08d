#include "record/header.h"

#include "wire/values.h"

#include <msgpack.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define FIELDS 11u
#define SEAT_FIELDS 3u
#define TRAILER_FIELDS 5u

/* ---- writing -------------------------------------------------------------------------------- */

static uint64_t first_word(const uint8_t check[SVI_CHECK_BYTES])
{
    uint64_t word = 0;
    for (unsigned i = 0; i < 8; i++) {
        word |= (uint64_t)check[i] << 8 * i;
    }
    return word;
}

void svi_header_put(struct svi_buf *buf, const struct svi_header *h, uint64_t *chain)
{
    const size_t start = buf->size;
    uint8_t check[SVI_CHECK_BYTES];
    msgpack_packer out;
    msgpack_packer_init(&out, buf, svi_buf_write);
    svi_buf_append(buf, SVI_MAGIC, SVI_MAGIC_BYTES);
    msgpack_pack_array(&out, FIELDS);
    msgpack_pack_uint32(&out, h->format);
    msgpack_pack_uint32(&out, h->rules);
    msgpack_pack_str_with_body(&out, h->program, strlen(h->program));
    msgpack_pack_str_with_body(&out, h->edition_name, strlen(h->edition_name));
    msgpack_pack_bin_with_body(&out, h->edition_hash, sizeof h->edition_hash);
    msgpack_pack_bin_with_body(&out, h->edition_bytes, h->edition_size);
    msgpack_pack_bin_with_body(&out, h->setup.seed, sizeof h->setup.seed);
    msgpack_pack_bin_with_body(&out, h->salt, sizeof h->salt);
    msgpack_pack_bin_with_body(&out, h->commitment, sizeof h->commitment);
    msgpack_pack_array(&out, h->setup.seats);
    for (unsigned s = 0; s < h->setup.seats; s++) {
        msgpack_pack_array(&out, SEAT_FIELDS);
        msgpack_pack_str_with_body(&out, h->name[s], strlen(h->name[s]));
        msgpack_pack_uint32(&out, h->setup.answers[s]);
        (void)svi_pack_whens(&out, h->setup.when[s]);
    }
    msgpack_pack_map(&out, h->n_meta);
    for (unsigned i = 0; i < h->n_meta; i++) {
        msgpack_pack_str_with_body(&out, h->key[i], strlen(h->key[i]));
        msgpack_pack_str_with_body(&out, h->value[i], strlen(h->value[i]));
    }
    if (buf->failed) {
        *chain = 0;
        return;
    }
    crypto_generichash(check, sizeof check, buf->data + start, buf->size - start, NULL, 0);
    msgpack_pack_bin_with_body(&out, check, sizeof check);
    *chain = first_word(check);
}

void svi_trailer_put(struct svi_buf *buf, const struct svi_trailer *t, unsigned seats)
{
    uint8_t digest[SVI_DIGEST_BYTES];
    msgpack_packer out;
    msgpack_packer_init(&out, buf, svi_buf_write);
    msgpack_pack_array(&out, TRAILER_FIELDS);
    msgpack_pack_uint32(&out, t->decisions);
    msgpack_pack_uint8(&out, t->why);
    msgpack_pack_array(&out, seats);
    for (unsigned s = 0; s < seats; s++) {
        msgpack_pack_uint8(&out, t->place[s]);
    }
    msgpack_pack_array(&out, seats);
    for (unsigned s = 0; s < seats; s++) {
        msgpack_pack_int32(&out, t->worth[s]);
    }
    msgpack_pack_bin_with_body(&out, t->state_hash, sizeof t->state_hash);
    msgpack_pack_bin(&out, sizeof digest);
    if (!buf->failed) {
        crypto_generichash(digest, sizeof digest, buf->data, buf->size, NULL, 0);
        svi_buf_append(buf, digest, sizeof digest);
    }
}

/* ---- reading -------------------------------------------------------------------------------- */

/* A header being read. An error names the first wrong field. */
struct reading {
    struct svi_cursor *c;
    struct svi_error *error;
};

static void say(struct reading *r, enum sv_status status, const char *field, const char *problem)
{
    if (r->error->text[0] == '\0') {
        (void)svi_fail(r->error, status, "header: %s: %s", field, problem);
    }
    svi_cursor_fail(r->c, status);
}

/* To be called after each field. */
static void done(struct reading *r, const char *field)
{
    if (r->c->status != SV_OK) {
        say(r, r->c->status, field, sv_status_text(r->c->status));
    }
}

static void hold_count(struct reading *r, const char *field, uint32_t found, uint32_t expected)
{
    if (r->c->status == SV_OK && found != expected) {
        char problem[64];
        (void)snprintf(problem, sizeof problem, "found %u values, expected %u", found, expected);
        say(r, SV_E_LENGTH, field, problem);
    }
    done(r, field);
}

static void get_count(struct reading *r, const char *field, uint32_t expected)
{
    hold_count(r, field, svi_get_array(r->c, UINT32_MAX), expected);
}

static void get_version(struct reading *r, const char *field, uint32_t *out, uint32_t oldest,
                        uint32_t newest)
{
    *out = (uint32_t)svi_get_uint(r->c, UINT32_MAX);
    if (r->c->status == SV_OK && (*out < oldest || *out > newest)) {
        char problem[120];
        char reads[32];
        (void)snprintf(reads, sizeof reads, oldest < newest ? "%u to %u" : "%u", oldest, newest);
        (void)snprintf(problem, sizeof problem,
                       "found version %u, this program reads %s: read it with the Solvent that "
                       "wrote it",
                       *out, reads);
        say(r, SV_E_VERSION, field, problem);
    }
    done(r, field);
}

/* Reads conditions. Only the bytes that svi_pack_whens() writes for known conditions are valid. */
static void get_whens(struct reading *r, uint8_t when[SV_DECISION_COUNT])
{
    size_t size;
    const uint8_t *bytes = svi_get_bin(r->c, SV_DECISION_COUNT, &size);
    for (size_t k = 0; bytes != NULL && k < size; k++) {
        when[k] = bytes[k];
        if (when[k] > SV_WHEN_ALL || (k + 1 == size && when[k] == 0)) {
            say(r, SV_E_RANGE, "seats", "conditions that there are none of");
        }
    }
}

static void get_seats(struct reading *r, struct svi_header *h)
{
    const uint32_t seats = svi_get_array(r->c, SV_MAX_SEATS);
    if (r->c->status == SV_OK && seats < 2) {
        say(r, SV_E_LENGTH, "seats", "found fewer than 2");
    }
    done(r, "seats");
    h->setup.seats = (uint8_t)seats;
    for (uint32_t s = 0; s < seats; s++) {
        get_count(r, "seats", SEAT_FIELDS);
        svi_get_text(r->c, h->name[s], sizeof h->name[s]);
        h->setup.answers[s] = (uint32_t)svi_get_uint(r->c, UINT32_MAX);
        get_whens(r, h->setup.when[s]);
    }
    done(r, "seats");
}

static void get_meta(struct reading *r, struct svi_header *h)
{
    h->n_meta = svi_get_map(r->c, SVI_MAX_META);
    for (unsigned i = 0; i < h->n_meta; i++) {
        svi_get_text(r->c, h->key[i], sizeof h->key[i]);
        svi_get_text(r->c, h->value[i], sizeof h->value[i]);
    }
    done(r, "meta");
}

enum sv_status svi_header_get(struct svi_cursor *c, struct svi_header *h, struct svi_error *error)
{
    struct reading r = {c, error};
    const uint8_t *start = c->at;
    const size_t whole = svi_cursor_left(c);
    const uint8_t *magic = svi_get_raw(c, SVI_MAGIC_BYTES);
    uint8_t check[SVI_CHECK_BYTES];
    uint8_t expected[SVI_CHECK_BYTES];
    size_t size;
    memset(h, 0, sizeof *h);
    error->text[0] = '\0';
    if (magic == NULL || memcmp(magic, SVI_MAGIC, SVI_MAGIC_BYTES) != 0) {
        svi_cursor_fail(c, SV_E_TYPE);
        return svi_fail(error, c->status,
                        whole == 0
                            ? "the file is empty; expected a recorded game"
                            : "found no recorded game; expected a file that begins with '%s'",
                        SVI_MAGIC);
    }
    const uint32_t fields = svi_get_array(c, UINT32_MAX);
    get_version(&r, "format", &h->format, SVI_RECORD_OLDEST,
                SVI_RECORD_VERSION); /* more telling than their number */
    hold_count(&r, "fields", fields, FIELDS);
    get_version(&r, "rules", &h->rules, SV_RULES_VERSION, SV_RULES_VERSION);
    svi_get_text(c, h->program, sizeof h->program);
    done(&r, "program");
    svi_get_text(c, h->edition_name, sizeof h->edition_name);
    done(&r, "edition name");
    svi_get_bytes(c, h->edition_hash, sizeof h->edition_hash);
    done(&r, "edition hash");
    h->edition_bytes = svi_get_bin(c, SIZE_MAX, &h->edition_size);
    done(&r, "edition");
    svi_get_bytes(c, h->setup.seed, sizeof h->setup.seed);
    done(&r, "seed");
    svi_get_bytes(c, h->salt, sizeof h->salt);
    done(&r, "salt");
    svi_get_bytes(c, h->commitment, sizeof h->commitment);
    done(&r, "commitment");
    get_seats(&r, h);
    get_meta(&r, h);
    size = (size_t)(c->at - start);
    svi_get_bytes(c, check, sizeof check);
    done(&r, "check");
    if (c->status == SV_OK) {
        crypto_generichash(expected, sizeof expected, start, size, NULL, 0);
        if (memcmp(check, expected, sizeof check) != 0) {
            say(&r, SV_E_HASH, "check", "its bytes are not those that were written");
        }
    }
    if (c->status == SV_E_TRUNCATED) {
        (void)svi_fail(error, c->status, "header: " SVI_CUT_OFF, whole);
    }
    return c->status;
}

enum sv_status svi_trailer_get(struct svi_cursor *c, struct svi_trailer *t, unsigned seats,
                               uint8_t digest[SVI_DIGEST_BYTES])
{
    memset(t, 0, sizeof *t);
    if (svi_get_array(c, TRAILER_FIELDS) != TRAILER_FIELDS) {
        svi_cursor_fail(c, SV_E_LENGTH);
    }
    t->decisions = (uint32_t)svi_get_uint(c, UINT32_MAX);
    t->why = (uint8_t)svi_get_uint(c, SV_WHY_COUNT - 1);
    if (svi_get_array(c, SV_MAX_SEATS) != seats) {
        svi_cursor_fail(c, SV_E_LENGTH);
    }
    for (unsigned s = 0; s < seats; s++) {
        t->place[s] = (uint8_t)svi_get_uint(c, SV_MAX_SEATS);
    }
    if (svi_get_array(c, SV_MAX_SEATS) != seats) {
        svi_cursor_fail(c, SV_E_LENGTH);
    }
    for (unsigned s = 0; s < seats; s++) {
        t->worth[s] = (int32_t)svi_get_int(c, INT32_MIN, INT32_MAX);
    }
    svi_get_bytes(c, t->state_hash, sizeof t->state_hash);
    svi_get_bytes(c, digest, SVI_DIGEST_BYTES);
    return svi_cursor_end(c);
}

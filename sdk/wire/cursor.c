#include "wire/cursor.h"

#include <string.h>

/* The meaning of a value's first byte: its kind, and how many bytes of number or length follow
 * it. */
enum kind {
    KIND_NONE,
    KIND_UINT,
    KIND_INT,
    KIND_NIL,
    KIND_BOOL,
    KIND_OTHER,
    KIND_STR,
    KIND_BIN,
    KIND_EXT,
    KIND_ARRAY,
    KIND_MAP
};

static const struct {
    uint8_t kind, bytes;
} heads[32] = {
    /* 0xc0 to 0xdf; everything else carries its number or length within the first byte */
    {KIND_NIL, 0},   {KIND_NONE, 0},  {KIND_BOOL, 0}, {KIND_BOOL, 0},  {KIND_BIN, 1},
    {KIND_BIN, 2},   {KIND_BIN, 4},   {KIND_EXT, 1},  {KIND_EXT, 2},   {KIND_EXT, 4},
    {KIND_OTHER, 4}, {KIND_OTHER, 8}, {KIND_UINT, 1}, {KIND_UINT, 2},  {KIND_UINT, 4},
    {KIND_UINT, 8},  {KIND_INT, 1},   {KIND_INT, 2},  {KIND_INT, 4},   {KIND_INT, 8},
    {KIND_EXT, 0},   {KIND_EXT, 0},   {KIND_EXT, 0},  {KIND_EXT, 0},   {KIND_EXT, 0},
    {KIND_STR, 1},   {KIND_STR, 2},   {KIND_STR, 4},  {KIND_ARRAY, 2}, {KIND_ARRAY, 4},
    {KIND_MAP, 2},   {KIND_MAP, 4},
};

/* A value's head as read: its number, or its length. */
struct head {
    enum kind kind;
    uint64_t number; /* INT: as two's complement; BOOL: 0 or 1; OTHER, EXT: bytes that follow */
};

void svi_cursor_fail(struct svi_cursor *c, enum sv_status status)
{
    if (c->status == SV_OK) {
        c->status = status;
    }
    c->at = c->end;
}

enum sv_status svi_cursor_end(const struct svi_cursor *c)
{
    return c->status != SV_OK ? c->status : c->at != c->end ? SV_E_TRAILING : SV_OK;
}

/* A big-endian number of `bytes` bytes. */
static uint64_t get_number(struct svi_cursor *c, unsigned bytes)
{
    uint64_t number = 0;
    if (svi_cursor_left(c) < bytes) {
        svi_cursor_fail(c, SV_E_TRUNCATED);
        return 0;
    }
    if (bytes == 4) { /* for speed: every message has the number of its match */
        number = (uint32_t)c->at[0] << 24 | (uint32_t)c->at[1] << 16 | (uint32_t)c->at[2] << 8 |
                 c->at[3];
        c->at += 4;
        return number;
    }
    for (unsigned i = 0; i < bytes; i++) {
        number = number << 8 | *c->at++;
    }
    return number;
}

static struct head get_long_head(struct svi_cursor *c, uint8_t first)
{
    struct head h = {(enum kind)heads[first - 0xc0].kind, 0};
    unsigned bytes = heads[first - 0xc0].bytes;
    uint64_t sign;
    switch (h.kind) {
    case KIND_NONE:
        svi_cursor_fail(c, SV_E_TYPE); /* 0xc1 is never used */
        break;
    case KIND_BOOL:
        h.number = first & 1u;
        break;
    case KIND_OTHER:
        h.number = bytes;
        break;
    case KIND_EXT: /* a byte of type comes on top */
        h.number = (bytes == 0 ? 1u << (first - 0xd4) : get_number(c, bytes)) + 1;
        break;
    case KIND_INT: /* the top bit of `bytes` bytes is a sign: copied upwards (Hacker's Delight 2-5)
                    */
        sign = UINT64_C(0x80) << (8 * (bytes - 1) & 63);
        h.number = (get_number(c, bytes) ^ sign) - sign;
        break;
    default:
        h.number = get_number(c, bytes);
        break;
    }
    return h;
}

/* Reads a value's first byte and what belongs to it. KIND_NONE on failure. */
static struct head get_head(struct svi_cursor *c)
{
    struct head h = {KIND_NONE, 0};
    uint8_t first;
    if (c->at == c->end) {
        svi_cursor_fail(c, SV_E_TRUNCATED);
        return h;
    }
    first = *c->at++;
    if (first < 0x80) {
        h = (struct head){KIND_UINT, first};
    } else if (first < 0x90) {
        h = (struct head){KIND_MAP, first & 0x0fu};
    } else if (first < 0xa0) {
        h = (struct head){KIND_ARRAY, first & 0x0fu};
    } else if (first < 0xc0) {
        h = (struct head){KIND_STR, first & 0x1fu};
    } else if (first >= 0xe0) {
        h = (struct head){KIND_INT, UINT64_MAX << 8 | first};
    } else {
        h = get_long_head(c, first);
    }
    return c->status == SV_OK ? h : (struct head){KIND_NONE, 0};
}

/* As get_head(), for a value that must be of one kind. */
static uint64_t get_kind(struct svi_cursor *c, enum kind kind)
{
    struct head h = get_head(c);
    if (h.kind != kind) {
        svi_cursor_fail(c, SV_E_TYPE);
        return 0;
    }
    return h.number;
}

void svi_cursor_skip(struct svi_cursor *c)
{
    uint64_t values = 1; /* still to be skipped; grows by less than 2^33 for each byte read */
    for (; values != 0 && c->status == SV_OK; values--) {
        struct head h = get_head(c);

        if (h.kind == KIND_ARRAY || h.kind == KIND_MAP) {
            values += h.kind == KIND_MAP ? 2 * h.number : h.number;
        } else if (h.kind >= KIND_OTHER) {
            if (h.number > svi_cursor_left(c)) {
                svi_cursor_fail(c, SV_E_TRUNCATED);
            } else {
                c->at += h.number;
            }
        }
    }
}

uint64_t svi_get_long_uint(struct svi_cursor *c, uint64_t max)
{
    struct head h = get_head(c);
    if (h.kind != KIND_UINT && h.kind != KIND_INT) {
        svi_cursor_fail(c, SV_E_TYPE);
        return 0;
    }
    if (h.number > max || (h.kind == KIND_INT && h.number > INT64_MAX)) {
        svi_cursor_fail(c, SV_E_RANGE);
        return 0;
    }
    return h.number;
}

int64_t svi_get_int(struct svi_cursor *c, int64_t low, int64_t high)
{
    struct head h = get_head(c);
    int64_t value;
    if (h.kind != KIND_UINT && h.kind != KIND_INT) {
        svi_cursor_fail(c, SV_E_TYPE);
        return 0;
    }
    if (h.kind == KIND_UINT && h.number > INT64_MAX) {
        svi_cursor_fail(c, SV_E_RANGE);
        return 0;
    }
    value = h.number <= INT64_MAX ? (int64_t)h.number : -(int64_t)(UINT64_MAX - h.number) - 1;
    if (value < low || value > high) {
        svi_cursor_fail(c, SV_E_RANGE);
        return 0;
    }
    return value;
}

bool svi_get_bool(struct svi_cursor *c)
{
    return get_kind(c, KIND_BOOL) != 0;
}

/* `each` is the number of values to an element. */
static uint32_t get_count(struct svi_cursor *c, enum kind kind, uint32_t max, unsigned each)
{
    uint64_t count = get_kind(c, kind);
    if (count > max) {
        svi_cursor_fail(c, SV_E_LENGTH);
        return 0;
    }
    if (count * each > svi_cursor_left(c)) {
        svi_cursor_fail(c, SV_E_TRUNCATED);
        return 0;
    }
    return (uint32_t)count;
}

uint32_t svi_get_long_array(struct svi_cursor *c, uint32_t max)
{
    return get_count(c, KIND_ARRAY, max, 1);
}

uint32_t svi_get_map(struct svi_cursor *c, uint32_t max)
{
    return get_count(c, KIND_MAP, max, 2);
}

static const uint8_t *get_run(struct svi_cursor *c, enum kind kind, size_t max, size_t *size)
{
    uint64_t length = get_kind(c, kind);
    *size = 0;
    if (length > max) {
        svi_cursor_fail(c, SV_E_LENGTH);
    }
    if (c->status != SV_OK) {
        return NULL;
    }
    *size = (size_t)length;
    return svi_get_raw(c, (size_t)length);
}

const uint8_t *svi_get_str(struct svi_cursor *c, size_t max, size_t *size)
{
    const uint8_t *bytes = get_run(c, KIND_STR, max, size);
    *size = bytes != NULL ? *size : 0;
    return bytes;
}

const uint8_t *svi_get_bin(struct svi_cursor *c, size_t max, size_t *size)
{
    if (svi_cursor_left(c) >= 2 && c->at[0] == 0xc4 && c->at[1] <= max &&
        c->at[1] <= svi_cursor_left(c) - 2) { /* short, as nearly all are */
        *size = c->at[1];
        c->at += 2 + *size;
        return c->at - *size;
    }
    const uint8_t *bytes = get_run(c, KIND_BIN, max, size);

    *size = bytes != NULL ? *size : 0;
    return bytes;
}

void svi_get_bytes(struct svi_cursor *c, uint8_t *out, size_t size)
{
    size_t found;
    const uint8_t *bytes = svi_get_bin(c, size, &found);
    if (bytes != NULL && found == size) {
        memcpy(out, bytes, size);
    } else {
        svi_cursor_fail(c, SV_E_LENGTH);
        memset(out, 0, size);
    }
}

static void get_clean(struct svi_cursor *c, char *out, size_t cap,
                      bool (*ok)(const uint8_t *bytes, size_t size))
{
    size_t size;
    const uint8_t *bytes = svi_get_str(c, cap - 1, &size);
    out[0] = 0;
    if (bytes == NULL) {
        return;
    }
    if (!ok(bytes, size)) {
        svi_cursor_fail(c, SV_E_RANGE);
        return;
    }
    memcpy(out, bytes, size);
    out[size] = 0;
}

void svi_get_text(struct svi_cursor *c, char *out, size_t cap)
{
    get_clean(c, out, cap, svi_text_ok);
}

void svi_get_prose(struct svi_cursor *c, char *out, size_t cap)
{
    get_clean(c, out, cap, svi_prose_ok);
}

uint8_t svi_get_raw_byte(struct svi_cursor *c)
{
    if (c->at == c->end) {
        svi_cursor_fail(c, SV_E_TRUNCATED);
        return 0;
    }
    return *c->at++;
}

const uint8_t *svi_get_raw(struct svi_cursor *c, size_t size)
{
    const uint8_t *bytes = c->at;
    if (c->status != SV_OK || size > svi_cursor_left(c)) {
        svi_cursor_fail(c, SV_E_TRUNCATED);
        return NULL;
    }
    c->at += size;
    return bytes;
}

#include "game/pack.h"
#include "game/fields.h"
#include "game/possible.h"

#include <sodium.h>
#include <stddef.h>
#include <string.h>

/* Little-endian layout of flat structs. On little-endian machines the memory has this layout
 * already, as assertions here and in fields.c verify; elsewhere the bytes of each field are
 * reversed. */
#if !defined(__BYTE_ORDER__) ||                                                                    \
    (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ && __BYTE_ORDER__ != __ORDER_BIG_ENDIAN__)
#error "the byte order of this machine is not known"
#endif

#define SVI_LITTLE_ENDIAN (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

/* A run of `count` equal fields of `width` bytes at `offset`. Wider fields than 8 bytes are copied
 * unchanged. */
struct svi_field_run {
    uint16_t offset, width, count;
};

#define RUN(type, field, count)                                                                    \
    {                                                                                              \
        (uint16_t) offsetof(type, field), (uint16_t)(sizeof(((type *)0)->field) / (count)),        \
            (count)                                                                                \
    }

/* The run of a row. A struct within a struct (an offer) has runs of its own. */
#define ROW(TYPE, member, dims, text)                                                              \
    RUN(STRUCT, member, sizeof(svi_c_##TYPE dims) / sizeof(svi_c_##TYPE)),

#define STRUCT struct sv_position
static const struct svi_field_run position_runs[] = {SV_POSITION_FIELDS(ROW){0, 0, 0}};
#undef STRUCT

#define STRUCT struct sv_offer
static const struct svi_field_run offer_runs[] = {SV_OFFER_FIELDS(ROW){0, 0, 0}};
#undef STRUCT

static const struct svi_field_run frame_runs[] = {
    RUN(struct sv_frame, any.word, 2),
    RUN(struct sv_frame, any.set, 1),
    {0, 0, 0},
};

static const struct svi_field_run secret_runs[] = {
    RUN(struct sv_secret, answers, SV_MAX_SEATS), RUN(struct sv_secret, bid, SV_MAX_SEATS),
    RUN(struct sv_secret, limit, SV_MAX_SEATS),   RUN(struct sv_secret, plan.mortgage, 1),
    RUN(struct sv_secret, plan.lift, 1),          {0, 0, 0},
};

/* No padding anywhere: the sizes are the sums of their fields. fields.c sees to the position's. */
_Static_assert(sizeof(struct sv_frame) == 24, "sv_frame is its own wire layout");
_Static_assert(sizeof(struct sv_course) == SVI_COURSE_BYTES, "sv_course is its own wire layout");
_Static_assert(sizeof(struct sv_secret) ==
                   304 + sizeof(struct sv_offer[SV_MAX_SEATS][SV_MAX_OFFERS]) +
                       sizeof(uint8_t[SV_MAX_SEATS][SV_DECISION_COUNT]),
               "sv_secret has no padding");

/* Copies `size` bytes of a struct and, on big-endian machines, reverses every field of `runs`
 * (ended by a width of 0). Works in both directions. */
static void copy_layout(void *to, const void *from, size_t size, const struct svi_field_run *runs)
{
    memcpy(to, from, size);
    if (SVI_LITTLE_ENDIAN) {
        return;
    }
    for (const struct svi_field_run *r = runs; r->width != 0; r++) {
        for (unsigned i = 0; i < r->count && r->width <= 8; i++) {
            uint8_t *field = (uint8_t *)to + r->offset + (size_t)i * r->width;

            for (unsigned low = 0, high = r->width - 1u; low < high; low++, high--) {
                uint8_t swap = field[low];

                field[low] = field[high];
                field[high] = swap;
            }
        }
    }
}

/* `to` and `from` are a position and its bytes, in either direction. */
static void copy_position(void *to, const void *from)
{
    const size_t offer = offsetof(struct sv_position, offer);
    copy_layout(to, from, SV_POSITION_BYTES, position_runs);
    if (!SVI_LITTLE_ENDIAN) {
        copy_layout((uint8_t *)to + offer, (const uint8_t *)from + offer, sizeof(struct sv_offer),
                    offer_runs);
    }
}

void sv_position_pack(const struct sv_position *p, uint8_t out[SV_POSITION_BYTES])
{
    copy_position(out, p);
}

/* 1 when a holder is neither a seat nor the bank nor SV_NONE. */
static inline uint8_t is_nobody(uint8_t holder, uint8_t seats)
{
    return (uint8_t)((holder >= seats) & (holder != SV_BANK) & (holder != SV_NONE));
}

enum sv_status sv_position_unpack(struct sv_position *p, const uint8_t in[SV_POSITION_BYTES])
{
    const uint8_t seats = in[offsetof(struct sv_position, seats)];
    uint8_t wrong = 0;
    copy_position(p, in);
    if (p->seats < 2 || p->seats > SV_MAX_SEATS || p->first >= p->seats ||
        p->turn_seat >= p->seats) {
        return SV_E_RANGE;
    }
    /* Without a branch a byte, so that compilers take 16 bytes at once: a bot does this for every
     * question. */
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        wrong |= p->space[s] >= SV_MAX_SPACES;
    }
    for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
        wrong |= is_nobody(p->owner[i], seats) | (p->level[i] > 6);
    }
    for (unsigned j = 0; j < SV_MAX_JAIL_CARDS; j++) {
        wrong |= is_nobody(p->jail_holder[j], seats);
    }
    if (wrong != 0) {
        return SV_E_RANGE;
    }
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        if (p->deck_head[d] >= SV_MAX_CARDS || p->deck_size[d] > SV_MAX_CARDS) {
            return SV_E_RANGE;
        }
    }
    return SV_OK;
}

void svi_course_pack(const struct sv_course *c, uint8_t out[SVI_COURSE_BYTES])
{
    memcpy(out, c, offsetof(struct sv_course, frame));
    for (unsigned i = 0; i < SV_MAX_FRAMES; i++) {
        copy_layout(out + offsetof(struct sv_course, frame) + i * sizeof(struct sv_frame),
                    &c->frame[i], sizeof(struct sv_frame), frame_runs);
    }
}

enum sv_status svi_course_unpack(const struct sv_edition *e, const struct sv_position *p,
                                 unsigned asked, struct sv_course *c,
                                 const uint8_t in[SVI_COURSE_BYTES])
{
    memcpy(c, in, offsetof(struct sv_course, frame));
    for (unsigned i = 0; i < SV_MAX_FRAMES; i++) {
        copy_layout(&c->frame[i],
                    in + offsetof(struct sv_course, frame) + i * sizeof(struct sv_frame),
                    sizeof(struct sv_frame), frame_runs);
    }
    return svi_position_possible(e, p) && svi_course_possible(e, p, c, asked) ? SV_OK : SV_E_RANGE;
}

bool svi_course_travels(const struct sv_edition *e, const struct sv_position *p,
                        const struct sv_course *course, unsigned asked)
{
    uint8_t bytes[SV_POSITION_BYTES];
    uint8_t course_bytes[SVI_COURSE_BYTES];
    struct sv_position position;
    struct sv_course unpacked;
    bool valid;
    sv_position_pack(p, bytes);
    svi_course_pack(course, course_bytes);
    valid = asked != 0 && sv_position_unpack(&position, bytes) == SV_OK &&
            memcmp(&position, p, sizeof position) == 0;
    for (; valid && asked != 0; asked &= asked - 1) {
        valid = svi_course_unpack(e, &position, asked & (0u - asked), &unpacked, course_bytes) ==
                    SV_OK &&
                memcmp(&unpacked, course, sizeof unpacked) == 0;
    }
    return valid;
}

void sv_state_hash(const struct sv_state *st, uint8_t out[SV_HASH_BYTES])
{
    static const uint8_t key[crypto_shorthash_siphashx24_KEYBYTES] = "solvent state 2";
    enum {
        SECRET = sizeof(struct sv_secret) - SV_KEY_BYTES,
        WHEN = sizeof(((struct sv_secret *)0)->when),
    };
    static const uint8_t always[WHEN];
    uint8_t bytes[SV_POSITION_BYTES + SVI_COURSE_BYTES + SECRET];
    uint8_t *at = bytes;
    struct sv_secret secret;
    size_t size;

    sv_position_pack(&st->position, at);
    at += SV_POSITION_BYTES;
    svi_course_pack(&st->course, at);
    at += SVI_COURSE_BYTES;
    copy_layout(&secret, &st->secret, sizeof secret, secret_runs);
    if (!SVI_LITTLE_ENDIAN) {
        for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
            for (unsigned i = 0; i < SV_MAX_OFFERS; i++) {
                copy_layout(&secret.offers[s][i], &st->secret.offers[s][i], sizeof(struct sv_offer),
                            offer_runs);
            }
        }
    }
    _Static_assert(offsetof(struct sv_secret, key) == 0, "the key is left out of the hash");
    memcpy(at, (const uint8_t *)&secret + SV_KEY_BYTES, SECRET);
    _Static_assert(SV_HASH_BYTES == crypto_shorthash_siphashx24_BYTES, "SipHash-2-4-128");
    _Static_assert(offsetof(struct sv_secret, when) + WHEN == sizeof(struct sv_secret),
                   "the conditions are what can be left out at the end");
    size = sizeof bytes - (memcmp(st->secret.when, always, WHEN) == 0 ? WHEN : 0);
    crypto_shorthash_siphashx24(out, bytes, size, key);
}

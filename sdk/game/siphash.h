/* SipHash-2-4 (Aumasson & Bernstein 2012) of a message of two words, written out, because calls of
 * a general version took a third of a turn. sv_luck() gives its values, and the opener
 * (tools/opener) uses its rounds. Nothing here fails. tests/game/test_luck.c compares it with
 * libsodium's. */
#ifndef SVI_GAME_SIPHASH_H
#define SVI_GAME_SIPHASH_H

#include <solvent/luck.h>

#include <stdint.h>

_Static_assert(SV_KEY_BYTES == 16, "SipHash-2-4 takes 128-bit keys");

/* The state's words before any message; the key's low and high words are added to them in turn. */
#define SVI_SIP_A UINT64_C(0x736f6d6570736575)
#define SVI_SIP_B UINT64_C(0x646f72616e646f6d)
#define SVI_SIP_C UINT64_C(0x6c7967656e657261)
#define SVI_SIP_D UINT64_C(0x7465646279746573)
#define SVI_SIP_LENGTH (UINT64_C(16) << 56) /* last word: the message's length */
#define SVI_SIP_END 0xff                    /* goes into the third word at the end */

struct svi_sip {
    uint64_t a, b, c, d;
};

/* Reads eight bytes, the lowest first. Written out, because gcc makes eight loads of a loop and one
 * of this: the loop took a quarter of the generator's time. */
static inline uint64_t svi_get_u64(const uint8_t *at)
{
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 |
           (uint64_t)at[7] << 56;
}

static inline uint64_t svi_turned(uint64_t word, unsigned left)
{
    return word << left | word >> (64 - left);
}

static inline void svi_sip_round(struct svi_sip *s)
{
    s->a += s->b;
    s->b = svi_turned(s->b, 13) ^ s->a;
    s->a = svi_turned(s->a, 32);
    s->c += s->d;
    s->d = svi_turned(s->d, 16) ^ s->c;
    s->a += s->d;
    s->d = svi_turned(s->d, 21) ^ s->a;
    s->c += s->b;
    s->b = svi_turned(s->b, 17) ^ s->c;
    s->c = svi_turned(s->c, 32);
}

static inline void svi_sip_word(struct svi_sip *s, uint64_t word)
{
    s->d ^= word;
    svi_sip_round(s);
    svi_sip_round(s);
    s->a ^= word;
}

/* Returns the first word of a value of luck: its purpose and its seat. */
static inline uint64_t svi_sip_first(unsigned purpose, unsigned seat)
{
    return (purpose & 0xff) | (uint64_t)(seat & 0xff) << 8;
}

/* Returns the state after the first of the two words. */
static inline struct svi_sip svi_sip_begin(const uint8_t key[SV_KEY_BYTES], unsigned purpose,
                                           unsigned seat)
{
    const uint64_t low = svi_get_u64(key);
    const uint64_t high = svi_get_u64(key + 8);
    struct svi_sip s = {low ^ SVI_SIP_A, high ^ SVI_SIP_B, low ^ SVI_SIP_C, high ^ SVI_SIP_D};
    svi_sip_word(&s, svi_sip_first(purpose, seat));
    return s;
}

/* Returns the hash after the second word, `index`. */
static inline uint64_t svi_sip_end(struct svi_sip s, uint64_t index)
{
    svi_sip_word(&s, index);
    svi_sip_word(&s, SVI_SIP_LENGTH);
    s.c ^= SVI_SIP_END;
    for (unsigned i = 0; i < 4; i++) {
        svi_sip_round(&s);
    }
    return s.a ^ s.b ^ s.c ^ s.d;
}

#endif

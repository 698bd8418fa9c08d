#include "game/ahead.h"
#include "game/dice.h"
#include "game/philox.h"

#include <solvent/luck.h>

#include <assert.h>
#include <sodium.h>
#include <string.h>

_Static_assert(SV_KEY_BYTES == 16, "SipHash-2-4 takes 128-bit keys");

static void put_u64(uint8_t *at, uint64_t value)
{
    for (unsigned i = 0; i < 8; i++) {
        at[i] = (uint8_t)(value >> (8 * i));
    }
}

/* Written out, as gcc makes eight loads of a loop and one of this: it was a quarter of the generator's time. */
static inline uint64_t get_u64(const uint8_t *at)
{
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 |
           (uint64_t)at[7] << 56;
}

/* SipHash-2-4 (Aumasson & Bernstein 2012) of a message of two words, written out: a third of a turn went into
 * calling a general one. tests/game/test_luck.c holds it to libsodium's. */
struct sip {
    uint64_t a, b, c, d;
};

static inline uint64_t turned(uint64_t word, unsigned left)
{
    return word << left | word >> (64 - left);
}

static inline void sip_round(struct sip *s)
{
    s->a += s->b;
    s->b = turned(s->b, 13) ^ s->a;
    s->a = turned(s->a, 32);
    s->c += s->d;
    s->d = turned(s->d, 16) ^ s->c;
    s->a += s->d;
    s->d = turned(s->d, 21) ^ s->a;
    s->c += s->b;
    s->b = turned(s->b, 17) ^ s->c;
    s->c = turned(s->c, 32);
}

static inline void sip_word(struct sip *s, uint64_t word)
{
    s->d ^= word;
    sip_round(s);
    sip_round(s);
    s->a ^= word;
}

/* After the first of the two words. */
static inline struct sip sip_begin(const uint8_t key[SV_KEY_BYTES], unsigned purpose, unsigned seat)
{
    const uint64_t low = get_u64(key);
    const uint64_t high = get_u64(key + 8);
    struct sip s = {low ^ 0x736f6d6570736575, high ^ 0x646f72616e646f6d, low ^ 0x6c7967656e657261,
                    high ^ 0x7465646279746573};

    sip_word(&s, (purpose & 0xff) | (uint64_t)(seat & 0xff) << 8);
    return s;
}

static inline uint64_t sip_end(struct sip s, uint64_t index)
{
    sip_word(&s, index);
    sip_word(&s, UINT64_C(16) << 56); /* the message's length */
    s.c ^= 0xff;
    for (unsigned i = 0; i < 4; i++) {
        sip_round(&s);
    }
    return s.a ^ s.b ^ s.c ^ s.d;
}

uint64_t sv_luck(const uint8_t key[SV_KEY_BYTES], unsigned purpose, unsigned seat, uint64_t index)
{
    return sip_end(sip_begin(key, purpose, seat), index);
}

/* Two by two: of more the words would not fit into the registers. */
void svi_luck_row(const uint8_t key[SV_KEY_BYTES], unsigned purpose, unsigned seat, uint64_t index,
                  uint64_t step, uint64_t luck[SVI_AHEAD_ROUNDS])
{
    const struct sip begun = sip_begin(key, purpose, seat);

    for (unsigned i = 0; i < SVI_AHEAD_ROUNDS; i += 2) {
        struct sip s = begun, t = begun;
        const uint64_t at = index + i * step;

        s.d ^= at, t.d ^= at + step;
        sip_round(&s), sip_round(&t);
        sip_round(&s), sip_round(&t);
        s.a ^= at, t.a ^= at + step;
        s.d ^= UINT64_C(16) << 56, t.d ^= UINT64_C(16) << 56;
        sip_round(&s), sip_round(&t);
        sip_round(&s), sip_round(&t);
        s.a ^= UINT64_C(16) << 56, t.a ^= UINT64_C(16) << 56;
        s.c ^= 0xff, t.c ^= 0xff;
        for (unsigned r = 0; r < 4; r++) {
            sip_round(&s), sip_round(&t);
        }
        luck[i] = s.a ^ s.b ^ s.c ^ s.d;
        luck[i + 1] = t.a ^ t.b ^ t.c ^ t.d;
    }
}

/* Multiplies *luck by n, returns the part above 64 bits and keeps the part below for the next
 * draw. */
static unsigned take(uint64_t *luck, unsigned n)
{
    uint64_t low = (*luck & 0xffffffffu) * n;
    uint64_t high = (*luck >> 32) * n + (low >> 32);

    *luck = high << 32 | (low & 0xffffffffu);
    return (unsigned)(high >> 32);
}

uint32_t svi_dice(uint64_t luck)
{
    const unsigned white = take(&luck, 36); /* both at once, the same as 6 and 6 */
    const unsigned red = take(&luck, 6);

    return (1 + white / 6) | (1 + white % 6) << 8 | (1 + red) << 16;
}

/* BLAKE2b over a label and up to two numbers, keyed with the seed. */
static void derive(const uint8_t seed[SV_SEED_BYTES], const char *label, uint64_t a, uint64_t b,
                   uint8_t *out, size_t size)
{
    crypto_generichash_state state;
    uint8_t numbers[16];

    put_u64(numbers, a);
    put_u64(numbers + 8, b);
    crypto_generichash_init(&state, seed, SV_SEED_BYTES, size);
    crypto_generichash_update(&state, (const uint8_t *)label, strlen(label) + 1);
    crypto_generichash_update(&state, numbers, sizeof numbers);
    crypto_generichash_final(&state, out, size);
}

void sv_luck_game_key(const uint8_t seed[SV_SEED_BYTES], uint8_t key[SV_KEY_BYTES])
{
    derive(seed, "game", 0, 0, key, SV_KEY_BYTES);
}

void sv_luck_bot_key(const uint8_t seed[SV_SEED_BYTES], unsigned seat, uint8_t key[SV_KEY_BYTES])
{
    derive(seed, "bot", seat, 0, key, SV_KEY_BYTES);
}

void sv_luck_salt(const uint8_t parent[SV_SEED_BYTES], uint64_t match, uint8_t salt[SV_SALT_BYTES])
{
    derive(parent, "salt", match, 0, salt, SV_SALT_BYTES);
}

void sv_luck_commitment(const uint8_t seed[SV_SEED_BYTES], const uint8_t salt[SV_SALT_BYTES],
                        uint8_t out[32])
{
    static const char label[] = "solvent seed";
    crypto_generichash_state state;

    crypto_generichash_init(&state, NULL, 0, 32);
    crypto_generichash_update(&state, (const uint8_t *)label, sizeof label - 1);
    crypto_generichash_update(&state, seed, SV_SEED_BYTES);
    crypto_generichash_update(&state, salt, SV_SALT_BYTES);
    crypto_generichash_final(&state, out, 32);
}

void sv_luck_seed_text(const char *text, uint8_t seed[SV_SEED_BYTES])
{
    static const char label[] = "solvent seed text";
    const size_t length = strlen(text);
    crypto_generichash_state state;

    if (length == 2 * (size_t)SV_SEED_BYTES &&
        sodium_hex2bin(seed, SV_SEED_BYTES, text, length, NULL, NULL, NULL) == 0) {
        return;
    }
    crypto_generichash_init(&state, NULL, 0, SV_SEED_BYTES);
    crypto_generichash_update(&state, (const uint8_t *)label, sizeof label);
    crypto_generichash_update(&state, (const uint8_t *)text, strlen(text));
    crypto_generichash_final(&state, seed, SV_SEED_BYTES);
}

void sv_luck_seed_child(const uint8_t parent[SV_SEED_BYTES], const char *label, uint64_t a,
                        uint64_t b, uint8_t seed[SV_SEED_BYTES])
{
    derive(parent, label, a, b, seed, SV_SEED_BYTES);
}

/* Nobody can win by guessing what a bot throws for itself: so the generator is a faster one than the game's. */
static uint64_t next_block(struct sv_rng *rng, uint64_t index)
{
    const uint64_t key = get_u64(rng->key);
    const uint64_t high = get_u64(rng->key + 8);
    uint32_t block[4];

    svi_philox((const uint32_t[4]){(uint32_t)(index / 2), (uint32_t)(index >> 33), (uint32_t)high,
                                   (uint32_t)(high >> 32)},
               (const uint32_t[2]){(uint32_t)key, (uint32_t)(key >> 32)}, block);
    rng->held = (uint64_t)block[3] << 32 | block[2];
    rng->held_index = index | 1;
    return index % 2 != 0 ? rng->held : (uint64_t)block[1] << 32 | block[0];
}

static inline uint64_t next(struct sv_rng *rng)
{
    const uint64_t index = rng->index++;

    return index % 2 != 0 && rng->held_index == index ? rng->held : next_block(rng, index);
}

uint64_t sv_rng_next(struct sv_rng *rng)
{
    return next(rng);
}

uint32_t sv_rng_below(struct sv_rng *rng, uint32_t n)
{
    uint64_t luck = next(rng);

    return n == 0 ? 0 : take(&luck, n);
}

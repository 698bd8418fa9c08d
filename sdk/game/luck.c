#include "game/dice.h"
#include "game/lanes.h"
#include "game/siphash.h"

#include <solvent/luck.h>

#include <assert.h>
#include <sodium.h>
#include <string.h>

static void put_u64(uint8_t *at, uint64_t value)
{
    for (unsigned i = 0; i < 8; i++) {
        at[i] = (uint8_t)(value >> (8 * i));
    }
}

uint64_t sv_luck(const uint8_t key[SV_KEY_BYTES], unsigned purpose, unsigned seat, uint64_t index)
{
    return svi_sip_end(svi_sip_begin(key, purpose, seat), index);
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

/* A bot's own random numbers need no protection against guessing, so its generator is a faster one
 * than the game's. */
static uint64_t next_lot(struct sv_rng *rng, uint64_t index)
{
    const uint64_t first = index - index % SV_RNG_HELD;
    svi_lanes()->values(rng->key, first, rng->held);
    rng->lot = first + 1;
    return rng->held[index % SV_RNG_HELD];
}

static inline uint64_t next(struct sv_rng *rng)
{
    const uint64_t index = rng->index++;
    return rng->lot == index - index % SV_RNG_HELD + 1 ? rng->held[index % SV_RNG_HELD]
                                                       : next_lot(rng, index);
}

uint64_t sv_rng_next(struct sv_rng *rng)
{
    return next(rng);
}

uint32_t sv_rng_below(struct sv_rng *rng, uint32_t n)
{
    uint64_t luck;
    if (n <= 1) {
        rng->index++; /* whatever the value is */
        return 0;
    }
    luck = next(rng);
    return take(&luck, n);
}

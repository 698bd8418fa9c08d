#include "game/luck.h"

#include "game/siphash.h"

#include <solvent/luck.h>
#include <solvent/set.h>

#include <sodium.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

/* ---- lanes ----------------------------------------------------------------------------------- */

/* Luck for several seats and rounds at once, and a bot's numbers for several draws. One version
 * runs on any processor, one needs AVX2, and both compute equal values. */

static bool doubles(uint32_t dice)
{
    return svi_die(dice, 0) == svi_die(dice, 1);
}

/* Computes two throws at once, a third faster than one by one. Three do not fit in registers. */
static void throw_pair(const struct svi_sip *begun, unsigned round, uint32_t first[2])
{
    const uint64_t at = svi_luck_index(round, 0), next = svi_luck_index(round + 1, 0);
    struct svi_sip s = *begun, t = *begun;
    s.d ^= at, t.d ^= next;
    svi_sip_round(&s), svi_sip_round(&t);
    svi_sip_round(&s), svi_sip_round(&t);
    s.a ^= at, t.a ^= next;
    s.d ^= SVI_SIP_LENGTH, t.d ^= SVI_SIP_LENGTH;
    svi_sip_round(&s), svi_sip_round(&t);
    svi_sip_round(&s), svi_sip_round(&t);
    s.a ^= SVI_SIP_LENGTH, t.a ^= SVI_SIP_LENGTH;
    s.c ^= SVI_SIP_END, t.c ^= SVI_SIP_END;
    for (unsigned r = 0; r < 4; r++) {
        svi_sip_round(&s), svi_sip_round(&t);
    }
    first[0] = svi_dice(s.a ^ s.b ^ s.c ^ s.d);
    first[1] = svi_dice(t.a ^ t.b ^ t.c ^ t.d);
}

static void throw_dice(const uint8_t key[SV_KEY_BYTES], unsigned seats, unsigned round,
                       struct svi_throws *out)
{
    for (unsigned left = seats; left != 0; left &= left - 1) {
        const unsigned seat = sv_first(left);
        const struct svi_sip begun = svi_sip_begin(key, SV_PURPOSE_DICE, seat);

        for (unsigned i = 0; i < SVI_LANE_ROUNDS; i += 2) {
            throw_pair(&begun, round + i, &out->first[seat][i]);
        }
        for (unsigned i = 0; i < SVI_LANE_ROUNDS; i++) {
            if (doubles(out->first[seat][i])) {
                out->second[seat][i] = svi_dice(svi_sip_end(begun, svi_luck_index(round + i, 1)));
            }
        }
    }
}

static void draw_values(const uint8_t key[SV_KEY_BYTES], uint64_t first,
                        uint64_t value[SV_RNG_HELD])
{
    const uint64_t low = svi_get_u64(key);
    const uint64_t high = svi_get_u64(key + 8);
    for (unsigned i = 0; i < SV_RNG_HELD; i += 2) {
        const uint64_t counter = (first + i) / 2;
        uint32_t block[4];

        svi_philox((const uint32_t[4]){(uint32_t)counter, (uint32_t)(counter >> 32), (uint32_t)high,
                                       (uint32_t)(high >> 32)},
                   (const uint32_t[2]){(uint32_t)low, (uint32_t)(low >> 32)}, block);
        value[i] = (uint64_t)block[1] << 32 | block[0];
        value[i + 1] = (uint64_t)block[3] << 32 | block[2];
    }
}

const struct svi_lanes svi_lanes_plain = {throw_dice, draw_values};

const struct svi_lanes *svi_lanes(void)
{
    /* The type of processor never changes, and asking for it takes longer than a throw, so keep
     * it. */
    static _Atomic(const struct svi_lanes *) known;
    const struct svi_lanes *best = atomic_load_explicit(&known, memory_order_relaxed);

    if (best == NULL) {
        const bool wide =
            svi_lanes_wide.dice != NULL && sodium_init() >= 0 && sodium_runtime_has_avx2() != 0;

        best = wide ? &svi_lanes_wide : &svi_lanes_plain;
        atomic_store_explicit(&known, best, memory_order_relaxed);
    }
    return best;
}

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
    const unsigned white = take(&luck, 36); /* equals two draws below 6 */
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

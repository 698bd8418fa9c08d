/* Luck: a keyed counter-based generator. Every value is a pure function of (key, purpose, seat,
 * index), so that a bot's decision never shifts another player's dice. SipHash-2-4 (Aumasson &
 * Bernstein 2012) as libsodium's crypto_shorthash; keys are stretched from the 256-bit match seed
 * by BLAKE2b. The game, leagues and bots call these functions, which keep nothing and cannot fail.
 * libsodium need not be initialised before. */
#ifndef SOLVENT_LUCK_H
#define SOLVENT_LUCK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SV_SEED_BYTES 32u /* bytes of a seed (256 bits) */
#define SV_KEY_BYTES 16u  /* bytes of a generator's key */
#define SV_SALT_BYTES 16u /* bytes of a commitment's salt */

/* X(NAME, number): the purposes of values. Numbers are part of the rules version. */
#define SV_PURPOSES(X)                                                                             \
    X(DICE, 1)                                                                                     \
    X(ORDER, 2)                                                                                    \
    X(UTILITY, 3)                                                                                  \
    X(SHUFFLE, 4)                                                                                  \
    X(DRAW, 5)                                                                                     \
    X(FIRST, 6)                                                                                    \
    X(BOT, 7)

/* The rows of SV_PURPOSES. */
enum sv_purpose {
#define X(NAME, number) SV_PURPOSE_##NAME = number,
    SV_PURPOSES(X)
#undef X
};

/* Returns 64 random bits for (key, purpose, seat, index). */
uint64_t sv_luck(const uint8_t key[SV_KEY_BYTES], unsigned purpose, unsigned seat, uint64_t index);

/* Derive the key of the game itself, and the key for the bot in a seat, which reveals nothing about
 * the first. */
void sv_luck_game_key(const uint8_t seed[SV_SEED_BYTES], uint8_t key[SV_KEY_BYTES]);
void sv_luck_bot_key(const uint8_t seed[SV_SEED_BYTES], unsigned seat, uint8_t key[SV_KEY_BYTES]);

/* Computes the salt that makes the commitments of two games on one seed differ: BLAKE2b-128 keyed
 * with `parent` over "salt", a zero byte, `match` and 0, in the layout of sv_luck_seed_child().
 * `parent` is the league's seed and `match` the number of the match; outside a league, the game's
 * own seed and 0. */
void sv_luck_salt(const uint8_t parent[SV_SEED_BYTES], uint64_t match, uint8_t salt[SV_SALT_BYTES]);

/* Computes the commitment to a seed: BLAKE2b-256 of "solvent seed", the seed and the salt. */
void sv_luck_commitment(const uint8_t seed[SV_SEED_BYTES], const uint8_t salt[SV_SALT_BYTES],
                        uint8_t out[32]);

/* Makes a seed from a text (`--seed 42`): 64 hex digits are the 256 bits themselves, any other text
 * is stretched by BLAKE2b. */
void sv_luck_seed_text(const char *text, uint8_t seed[SV_SEED_BYTES]);

/* Derives a child seed: BLAKE2b-256 keyed with the parent over (label, a, b). Leagues derive the
 * seed of each deal so. */
void sv_luck_seed_child(const uint8_t parent[SV_SEED_BYTES], const char *label, uint64_t a,
                        uint64_t b, uint8_t seed[SV_SEED_BYTES]);

#define SV_RNG_HELD 8u /* values generated at once */

/* Random generator of a bot. It counts up, so every run gets the same values. Its state is `key`
 * and `index`; set `index` to go to any value. The value at an index is half a block of
 * Philox4x32-10 (Salmon et al. 2011); docs/DETERMINISM.md says which half. */
struct sv_rng {
    /* From sv_luck_bot_key(), or a key of your own with all other members 0. */
    uint8_t key[SV_KEY_BYTES];
    /* Index of the next value, from 0. */
    uint64_t index;
    /* 1 plus the index of the first value in `held`; 0 if `held` is empty. */
    uint64_t lot;
    uint64_t held[SV_RNG_HELD]; /* values generated ahead */
};

/* Returns 64 random bits. */
uint64_t sv_rng_next(struct sv_rng *rng);

/* Returns a uniform number in 0..n-1 (bias below 2^-32 for n < 2^32); 0 when n is 0. */
uint32_t sv_rng_below(struct sv_rng *rng, uint32_t n);

#ifdef __cplusplus
}
#endif

#endif

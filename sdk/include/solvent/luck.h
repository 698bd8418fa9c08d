/* Luck: a keyed counter-based generator. Every value is a pure function of (key, purpose, seat,
 * index), so that a bot's decision never shifts another player's dice. SipHash-2-4 (Aumasson &
 * Bernstein 2012) as libsodium's crypto_shorthash; keys are stretched from the 256-bit match seed
 * by BLAKE2b. */
#ifndef SOLVENT_LUCK_H
#define SOLVENT_LUCK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SV_SEED_BYTES 32u /* of a seed: 256 bits */
#define SV_KEY_BYTES 16u  /* of the key of a generator */
#define SV_SALT_BYTES 16u /* of the salt of a commitment */

/* X(NAME, number): what a value is for. Numbers are part of the rules version. */
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

/* 64 random bits for (key, purpose, seat, index). */
uint64_t sv_luck(const uint8_t key[SV_KEY_BYTES], unsigned purpose, unsigned seat, uint64_t index);

/* The key of the game itself, and the key handed to the bot in a seat, which tells nothing of
 * the first. */
void sv_luck_game_key(const uint8_t seed[SV_SEED_BYTES], uint8_t key[SV_KEY_BYTES]);
void sv_luck_bot_key(const uint8_t seed[SV_SEED_BYTES], unsigned seat, uint8_t key[SV_KEY_BYTES]);

/* The salt that makes the commitments of two games on one seed differ: BLAKE2b-128 keyed with
 * `parent`, the seed of the league (that of the game itself outside a league), over "salt", a zero
 * byte, the number of the match (0 outside a league) and 0, as sv_luck_seed_child() has them. */
void sv_luck_salt(const uint8_t parent[SV_SEED_BYTES], uint64_t match, uint8_t salt[SV_SALT_BYTES]);

/* The commitment to a seed: BLAKE2b-256 of "solvent seed", the seed and the salt. */
void sv_luck_commitment(const uint8_t seed[SV_SEED_BYTES], const uint8_t salt[SV_SALT_BYTES],
                        uint8_t out[32]);

/* A seed from a text (`--seed 42`): 64 hex digits are taken as the 256 bits, any other text is
 * stretched by BLAKE2b. */
void sv_luck_seed_text(const char *text, uint8_t seed[SV_SEED_BYTES]);

/* A child seed: BLAKE2b-256 keyed with the parent over (label, a, b); for leagues: the seed of a
 * deal. */
void sv_luck_seed_child(const uint8_t parent[SV_SEED_BYTES], const char *label, uint64_t a,
                        uint64_t b, uint8_t seed[SV_SEED_BYTES]);

#define SV_RNG_HELD 8u /* values that a generator makes at once */

/* A generator of a bot: it counts up, so it is the same in every run. Its state is `key` and
 * `index`; set `index` to go to any value. The value at an index is half a block of Philox4x32-10
 * (Salmon et al. 2011), docs/DETERMINISM.md says which. */
struct sv_rng {
    uint8_t key[SV_KEY_BYTES];  /* from sv_luck_bot_key(), or your own, with all other members 0 */
    uint64_t index;             /* of the next value, from 0 */
    uint64_t lot;               /* which values are held: 1 plus the index of the first; 0: none */
    uint64_t held[SV_RNG_HELD]; /* those */
};

/* 64 random bits. */
uint64_t sv_rng_next(struct sv_rng *rng);

/* Uniform in 0..n-1 (bias below 2^-32 for n < 2^32); 0 when n is 0. */
uint32_t sv_rng_below(struct sv_rng *rng, uint32_t n);

#ifdef __cplusplus
}
#endif

#endif

/* The chain: a running 64-bit digest of all that happens in a game, a few nanoseconds an event. It
 * tells at which decision two games part; it is no protection against forgery (the BLAKE2b at a
 * file's end is what names a file). Every step is a bijection of the digest, so a difference of one
 * word stays one. */
#ifndef SVI_RECORD_CHAIN_H
#define SVI_RECORD_CHAIN_H

#include <solvent/event.h>

#include <stddef.h>
#include <stdint.h>

/* Digest after one more word. The multiplier is the golden ratio's, as in Knuth's multiplicative
 * hashing. */
static inline uint64_t svi_chain_word(uint64_t chain, uint64_t word)
{
    chain = (chain ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return chain ^ chain >> 32;
}

/* Digest after one more event of the engine. Every member but the pointers counts: offers and
 * answers are in the bytes of the answer that brought them. */
static inline uint64_t svi_chain_event(uint64_t chain, const struct sv_event *ev)
{
    const uint64_t who = (uint64_t)ev->type | (uint64_t)ev->why << 8 | (uint64_t)ev->seat << 16 |
                         (uint64_t)ev->from << 24 | (uint64_t)ev->to << 32 |
                         (uint64_t)ev->space << 40 | (uint64_t)ev->on << 48 |
                         (uint64_t)ev->deck << 56;
    const uint64_t what = (uint64_t)ev->card | (uint64_t)ev->unit << 8 |
                          (uint64_t)ev->dice[0] << 16 | (uint64_t)ev->dice[1] << 24 |
                          (uint64_t)ev->dice[2] << 32 | (uint64_t)(uint32_t)ev->round << 40;
    const uint64_t much = (uint64_t)(uint32_t)ev->amount | (uint64_t)ev->turn << 32;
    chain = svi_chain_word(chain, who);
    chain = svi_chain_word(chain, what);
    return svi_chain_word(chain, much);
}

/* Digest after a string of bytes; its length counts. */
uint64_t svi_chain_bytes(uint64_t chain, const uint8_t *bytes, size_t size);

#endif

#include "tools/opener/hashes.h"

#include "game/siphash.h"

#include <stdbool.h>
#include <string.h>

/* ---- BLAKE2b --------------------------------------------------------------------------------- */

#define BLOCK 128u
#define ROUNDS 12u

/* RFC 7693, 2.6: the initialisation vector, which is SHA-512's. */
static const uint64_t initial[8] = {UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b),
                                    UINT64_C(0x3c6ef372fe94f82b), UINT64_C(0xa54ff53a5f1d36f1),
                                    UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f),
                                    UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179)};

/* RFC 7693, 2.7: the message schedule. */
static const uint8_t order[10][16] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                      {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
                                      {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
                                      {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
                                      {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
                                      {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
                                      {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
                                      {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
                                      {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
                                      {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

/* Mixes four words: RFC 7693, 3.1. */
static void mix(uint64_t v[16], unsigned a, unsigned b, unsigned c, unsigned d, uint64_t x,
                uint64_t y)
{
    v[a] += v[b] + x;
    v[d] = svi_turned(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = svi_turned(v[b] ^ v[c], 40);
    v[a] += v[b] + y;
    v[d] = svi_turned(v[d] ^ v[a], 48);
    v[c] += v[d];
    v[b] = svi_turned(v[b] ^ v[c], 1);
}

/* Compresses the block into the chain: RFC 7693, 3.2. Messages here are shorter than 2^64 bytes. */
static void compress(struct svi_blake2b *s, bool last)
{
    uint64_t v[16], m[16];
    for (unsigned i = 0; i < 8; i++) {
        v[i] = s->chain[i];
        v[i + 8] = initial[i];
    }
    for (unsigned i = 0; i < 16; i++) {
        m[i] = svi_get_u64(s->block + (size_t)8 * i);
    }
    v[12] ^= s->taken;
    v[14] ^= last ? UINT64_MAX : 0;
    for (unsigned r = 0; r < ROUNDS; r++) {
        const uint8_t *o = order[r % 10];
        for (unsigned i = 0; i < 4; i++) { /* columns */
            mix(v, i, i + 4, i + 8, i + 12, m[o[2 * i]], m[o[2 * i + 1]]);
        }
        for (unsigned i = 0; i < 4; i++) { /* diagonals */
            mix(v, i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12, m[o[2 * i + 8]],
                m[o[2 * i + 9]]);
        }
    }
    for (unsigned i = 0; i < 8; i++) {
        s->chain[i] ^= v[i] ^ v[i + 8];
    }
}

void svi_blake2b_init(struct svi_blake2b *s, const unsigned char *key, size_t key_size,
                      size_t hash_size)
{
    memset(s, 0, sizeof *s);
    memcpy(s->chain, initial, sizeof initial);
    s->chain[0] ^= UINT64_C(0x01010000) ^ (uint64_t)key_size << 8 ^ hash_size;
    if (key_size > 0) {
        memcpy(s->block, key, key_size);
        s->filled = BLOCK;
    }
}

void svi_blake2b_update(struct svi_blake2b *s, const unsigned char *bytes, unsigned long long size)
{
    while (size > 0) {
        if (s->filled == BLOCK) { /* more bytes follow, so it is not the last block */
            s->taken += BLOCK;
            compress(s, false);
            s->filled = 0;
        }
        const size_t room = BLOCK - s->filled;
        const size_t n = size < room ? (size_t)size : room;
        memcpy(s->block + s->filled, bytes, n);
        s->filled += n;
        bytes += n;
        size -= n;
    }
}

void svi_blake2b_final(struct svi_blake2b *s, unsigned char *hash, size_t hash_size)
{
    memset(s->block + s->filled, 0, BLOCK - s->filled);
    s->taken += s->filled;
    compress(s, true);
    for (size_t i = 0; i < hash_size; i++) {
        hash[i] = (uint8_t)(s->chain[i / 8] >> (8 * (i % 8)));
    }
}

void svi_blake2b(unsigned char *hash, size_t hash_size, const unsigned char *bytes,
                 unsigned long long size, const unsigned char *key, size_t key_size)
{
    struct svi_blake2b s;
    svi_blake2b_init(&s, key, key_size, hash_size);
    svi_blake2b_update(&s, bytes, size);
    svi_blake2b_final(&s, hash, hash_size);
}

/* ---- SipHash --------------------------------------------------------------------------------- */

static void put_u64(unsigned char *at, uint64_t word)
{
    for (unsigned i = 0; i < 8; i++) {
        at[i] = (uint8_t)(word >> (8 * i));
    }
}

static uint64_t four_rounds(struct svi_sip *s)
{
    for (unsigned i = 0; i < 4; i++) {
        svi_sip_round(s);
    }
    return s->a ^ s->b ^ s->c ^ s->d;
}

void svi_siphash(unsigned char *hash, const unsigned char *bytes, unsigned long long size,
                 const unsigned char *key)
{
    const uint64_t low = svi_get_u64(key);
    const uint64_t high = svi_get_u64(key + 8);
    struct svi_sip s = {low ^ SVI_SIP_A, high ^ SVI_SIP_B ^ 0xee, low ^ SVI_SIP_C,
                        high ^ SVI_SIP_D};
    uint8_t rest[8] = {0};
    const size_t whole = (size_t)size / 8 * 8;
    for (size_t at = 0; at < whole; at += 8) {
        svi_sip_word(&s, svi_get_u64(bytes + at));
    }
    memcpy(rest, bytes + whole, (size_t)size - whole);
    rest[7] = (uint8_t)size;
    svi_sip_word(&s, svi_get_u64(rest));
    s.c ^= 0xee;
    put_u64(hash, four_rounds(&s));
    s.b ^= 0xdd;
    put_u64(hash + 8, four_rounds(&s));
}

char *svi_bin2hex(char *text, size_t room, const unsigned char *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    (void)room;
    for (size_t i = 0; i < size; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    text[2 * size] = '\0';
    return text;
}

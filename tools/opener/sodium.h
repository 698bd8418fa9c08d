/* The part of libsodium that is needed to play a recorded game again, with libsodium's names and
 * meanings. It is for WebAssembly, where libsodium is not packaged. tests/tools/test_sodium.c
 * compares it with the library. Contains BLAKE2b (RFC 7693) and SipHash-2-4 with 128 bits (Aumasson
 * & Bernstein 2012). No function can fail: sodium_bin2hex() returns `text`, all others return 0. */
#ifndef SVI_TOOLS_OPENER_SODIUM_H
#define SVI_TOOLS_OPENER_SODIUM_H

#include <stddef.h>
#include <stdint.h>

#define crypto_shorthash_siphashx24_KEYBYTES 16
#define crypto_shorthash_siphashx24_BYTES 16

typedef struct crypto_generichash_state {
    uint64_t chain[8];
    uint64_t taken; /* bytes already in the chain */
    uint8_t block[128];
    size_t filled; /* bytes in `block` */
} crypto_generichash_state;

/* `key` has up to 64 bytes (NULL, 0: no key), the hash 1 to 64. */
int crypto_generichash_init(crypto_generichash_state *state, const unsigned char *key,
                            size_t key_size, size_t hash_size);
int crypto_generichash_update(crypto_generichash_state *state, const unsigned char *bytes,
                              unsigned long long size);
int crypto_generichash_final(crypto_generichash_state *state, unsigned char *hash,
                             size_t hash_size);
int crypto_generichash(unsigned char *hash, size_t hash_size, const unsigned char *bytes,
                       unsigned long long size, const unsigned char *key, size_t key_size);

int crypto_shorthash_siphashx24(unsigned char *hash, const unsigned char *bytes,
                                unsigned long long size, const unsigned char *key);

/* `text` needs room for 2 * size + 1 bytes. */
char *sodium_bin2hex(char *text, size_t room, const unsigned char *bytes, size_t size);

/* Only declared, because sdk/game/luck.c mentions it: the code that reads a seed from text is not
 * linked. */
int sodium_hex2bin(unsigned char *bytes, size_t room, const char *text, size_t length,
                   const char *ignored, size_t *size, const char **end);

int sodium_init(void);
int sodium_runtime_has_avx2(void); /* returns 0 */

#endif

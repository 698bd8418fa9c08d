/* The hashes of a recorded game, for WebAssembly, where libsodium is not packaged: BLAKE2b (RFC
 * 7693) and SipHash-2-4 with 128 bits (Aumasson & Bernstein 2012). sodium.h beside it gives them to
 * sources that include libsodium's header. tests/tools/test_sodium.c compares them with the
 * library. All bytes are the caller's. Nothing is allocated, and no function can fail. */
#ifndef SVI_TOOLS_OPENER_HASHES_H
#define SVI_TOOLS_OPENER_HASHES_H

#include <stddef.h>
#include <stdint.h>

struct svi_blake2b {
    uint64_t chain[8];
    uint64_t taken; /* bytes already in the chain */
    uint8_t block[128];
    size_t filled; /* bytes in `block` */
};

/* Starts a hash of 1 to 64 bytes. `key` has up to 64 bytes (NULL, 0: no key). */
void svi_blake2b_init(struct svi_blake2b *state, const unsigned char *key, size_t key_size,
                      size_t hash_size);
void svi_blake2b_update(struct svi_blake2b *state, const unsigned char *bytes,
                        unsigned long long size);
void svi_blake2b_final(struct svi_blake2b *state, unsigned char *hash, size_t hash_size);

/* Hashes bytes in one call. */
void svi_blake2b(unsigned char *hash, size_t hash_size, const unsigned char *bytes,
                 unsigned long long size, const unsigned char *key, size_t key_size);

/* Hashes bytes with a key of 16 bytes into 16 bytes. */
void svi_siphash(unsigned char *hash, const unsigned char *bytes, unsigned long long size,
                 const unsigned char *key);

/* Writes bytes as hexadecimal text, for which `text` needs room for 2 * size + 1 bytes. Returns it.
 */
char *svi_bin2hex(char *text, size_t room, const unsigned char *bytes, size_t size);

#endif

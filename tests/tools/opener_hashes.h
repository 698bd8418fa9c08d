/* The hashes of tools/opener beside libsodium's, of which they have the names. */
#ifndef SVI_TESTS_TOOLS_OPENER_HASHES_H
#define SVI_TESTS_TOOLS_OPENER_HASHES_H

#include <stddef.h>

/* BLAKE2b of a message taken in pieces of that size. */
void opener_generichash(unsigned char *hash, size_t hash_size, const unsigned char *bytes,
                        size_t size, const unsigned char *key, size_t key_size, size_t piece);

void opener_siphashx24(unsigned char *hash, const unsigned char *bytes, size_t size,
                       const unsigned char *key);
void opener_bin2hex(char *text, const unsigned char *bytes, size_t size);

#endif

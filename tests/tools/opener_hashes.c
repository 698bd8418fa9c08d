#include "tests/tools/opener_hashes.h"

#define crypto_generichash own_generichash
#define crypto_generichash_init own_generichash_init
#define crypto_generichash_update own_generichash_update
#define crypto_generichash_final own_generichash_final
#define crypto_shorthash_siphashx24 own_siphashx24
#define sodium_bin2hex own_bin2hex
#define sodium_init own_init
#define sodium_runtime_has_avx2 own_has_avx2
#include "tools/opener/sodium.c"

void opener_generichash(unsigned char *hash, size_t hash_size, const unsigned char *bytes,
                        size_t size, const unsigned char *key, size_t key_size, size_t piece)
{
    crypto_generichash_state state;
    if (piece >= size) {
        (void)crypto_generichash(hash, hash_size, bytes, size, key, key_size);
        return;
    }
    (void)crypto_generichash_init(&state, key, key_size, hash_size);
    for (size_t at = 0; at < size; at += piece) {
        (void)crypto_generichash_update(&state, bytes + at, size - at < piece ? size - at : piece);
    }
    (void)crypto_generichash_final(&state, hash, hash_size);
}

void opener_siphashx24(unsigned char *hash, const unsigned char *bytes, size_t size,
                       const unsigned char *key)
{
    (void)crypto_shorthash_siphashx24(hash, bytes, size, key);
}

void opener_bin2hex(char *text, const unsigned char *bytes, size_t size)
{
    (void)sodium_bin2hex(text, 2 * size + 1, bytes, size);
}

/* Stands in for libsodium's header in WebAssembly, for sources that play a recorded game: gives
 * libsodium's names for hashes to the functions of hashes.h, which cannot fail and keep nothing. */
#ifndef SVI_TOOLS_OPENER_SODIUM_H
#define SVI_TOOLS_OPENER_SODIUM_H

#include "tools/opener/hashes.h"

#define crypto_generichash_state struct svi_blake2b
#define crypto_generichash_init svi_blake2b_init
#define crypto_generichash_update svi_blake2b_update
#define crypto_generichash_final svi_blake2b_final
#define crypto_generichash svi_blake2b

#define crypto_shorthash_siphashx24 svi_siphash
#define crypto_shorthash_siphashx24_KEYBYTES 16
#define crypto_shorthash_siphashx24_BYTES 16

#define sodium_bin2hex svi_bin2hex
#define sodium_init() 0
#define sodium_runtime_has_avx2() 0

/* Only declared, because sdk/game/luck.c mentions it: the code that reads a seed from text is not
 * linked. */
int sodium_hex2bin(unsigned char *bytes, size_t room, const char *text, size_t length,
                   const char *ignored, size_t *size, const char **end);

#endif

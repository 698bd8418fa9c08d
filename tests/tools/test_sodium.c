/* The hashes that WebAssembly has in libsodium's place give what libsodium gives. */
#include "tests/base/testing.h"
#include "tools/opener/hashes.c" // NOLINT(bugprone-suspicious-include): built for WebAssembly alone

#include <sodium.h>

enum { MOST = 700 };

static uint8_t message[MOST], key[64];

static int fill(void **state)
{
    static const uint8_t seed[randombytes_SEEDBYTES] = {7};
    (void)state;
    randombytes_buf_deterministic(message, sizeof message, seed);
    randombytes_buf_deterministic(key, sizeof key, seed);
    return 0;
}

static void hash_in_pieces(uint8_t hash[], size_t hash_size, size_t size, const uint8_t *given,
                           size_t key_size, size_t piece)
{
    struct svi_blake2b state;
    if (piece >= size) {
        svi_blake2b(hash, hash_size, message, size, given, key_size);
        return;
    }
    svi_blake2b_init(&state, given, key_size, hash_size);
    for (size_t at = 0; at < size; at += piece) {
        svi_blake2b_update(&state, message + at, size - at < piece ? size - at : piece);
    }
    svi_blake2b_final(&state, hash, hash_size);
}

/* Every length about the ends of blocks, with and without a key, whole and in pieces. */
TEST(test_blake2b_is_that_of_libsodium)
{
    static const size_t hash_sizes[] = {16, 32, 64}, key_sizes[] = {0, 16, 32, 64},
                        pieces[] = {1, 7, 127, 128, 129, MOST};
    for (size_t size = 0; size <= MOST; size++) {
        const size_t hash_size = hash_sizes[size % 3];
        for (size_t k = 0; k < sizeof key_sizes / sizeof key_sizes[0]; k++) {
            const uint8_t *given = key_sizes[k] > 0 ? key : NULL;
            uint8_t expected[64], found[64];
            assert_int_equal(
                crypto_generichash(expected, hash_size, message, size, given, key_sizes[k]), 0);
            for (size_t p = 0; p < sizeof pieces / sizeof pieces[0]; p++) {
                hash_in_pieces(found, hash_size, size, given, key_sizes[k], pieces[p]);
                assert_memory_equal(found, expected, hash_size);
            }
        }
    }
}

TEST(test_siphash_is_that_of_libsodium)
{
    for (size_t size = 0; size <= MOST; size++) {
        uint8_t expected[16], found[16];
        assert_int_equal(crypto_shorthash_siphashx24(expected, message, size, key + size % 48), 0);
        svi_siphash(found, message, size, key + size % 48);
        assert_memory_equal(found, expected, sizeof found);
    }
}

TEST(test_hexadecimal_is_that_of_libsodium)
{
    char expected[2 * MOST + 1], found[2 * MOST + 1];
    for (size_t size = 0; size <= MOST; size += 50) {
        sodium_bin2hex(expected, sizeof expected, message, size);
        svi_bin2hex(found, sizeof found, message, size);
        assert_string_equal(found, expected);
    }
}

TEST_PROGRAM(fill, NULL)

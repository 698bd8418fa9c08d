/* The luck of a match (docs/DETERMINISM.md): its SipHash is libsodium's. */
#include <solvent/luck.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <sodium.h>
#include <string.h>
#include <cmocka.h>

static uint64_t by_libsodium(const uint8_t key[SV_KEY_BYTES], unsigned purpose, unsigned seat,
                             uint64_t index)
{
    uint8_t message[16] = {(uint8_t)purpose, (uint8_t)seat};
    uint8_t hash[crypto_shorthash_BYTES];
    uint64_t value = 0;

    for (unsigned i = 0; i < 8; i++) {
        message[8 + i] = (uint8_t)(index >> 8 * i);
    }
    crypto_shorthash(hash, message, sizeof message, key);
    for (unsigned i = 0; i < 8; i++) {
        value |= (uint64_t)hash[i] << 8 * i;
    }
    return value;
}

static void test_values_are_siphash(void **state)
{
    static const uint8_t seed[randombytes_SEEDBYTES] = {1, 2, 3};
    struct {
        uint8_t key[SV_KEY_BYTES];
        uint8_t purpose, seat;
        uint64_t index;
    } drawn[4000];

    (void)state;
    randombytes_buf_deterministic(drawn, sizeof drawn, seed);
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
        const unsigned purpose = drawn[i].purpose, seat = drawn[i].seat;
        const uint64_t index = i % 2 == 0 ? drawn[i].index : i;

        assert_true(sv_luck(drawn[i].key, purpose, seat, index) ==
                    by_libsodium(drawn[i].key, purpose, seat, index));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_values_are_siphash)};

    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}

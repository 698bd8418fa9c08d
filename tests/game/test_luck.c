/* The luck of a match (docs/DETERMINISM.md): its SipHash is libsodium's. */
#include "game/ahead.h"
#include "game/luck.h"
#include "tests/base/testing.h"

#include <solvent/luck.h>

#include <sodium.h>

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

static uint32_t word(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

TEST(test_values_are_siphash)
{
    static const uint8_t seed[randombytes_SEEDBYTES] = {1, 2, 3};
    struct {
        uint8_t key[SV_KEY_BYTES];
        uint8_t purpose, seat;
        uint64_t index;
    } drawn[4000];

    randombytes_buf_deterministic(drawn, sizeof drawn, seed);
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
        const unsigned purpose = drawn[i].purpose, seat = drawn[i].seat;
        const uint64_t index = i % 2 == 0 ? drawn[i].index : i;

        assert_true(sv_luck(drawn[i].key, purpose, seat, index) ==
                    by_libsodium(drawn[i].key, purpose, seat, index));
    }
}

/* The known answers of the paper's own implementation (Random123, kat_vectors). */
TEST(test_philox_by_its_known_answers)
{
    static const struct {
        uint32_t counter[4], key[2], out[4];
    } known[] = {
        {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
         {0xffffffff, 0xffffffff},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xa4093822, 0x299f31d0},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        uint32_t out[4];

        svi_philox(known[i].counter, known[i].key, out);
        assert_memory_equal(out, known[i].out, sizeof out);
    }
}

static uint32_t thrown(const uint8_t key[SV_KEY_BYTES], unsigned seat, unsigned round, unsigned nth)
{
    return svi_dice(sv_luck(key, SV_PURPOSE_DICE, seat, svi_luck_index(round, nth)));
}

/* Against those that are thrown one by one. */
static void check_dice(const struct svi_lanes *lanes, const uint8_t key[SV_KEY_BYTES],
                       unsigned seats, unsigned round)
{
    struct svi_throws throws;
    lanes->dice(key, seats, round, &throws);
    for (unsigned n = 0; n < SV_MAX_SEATS * SVI_LANE_ROUNDS; n++) {
        const unsigned seat = n / SVI_LANE_ROUNDS, nth = n % SVI_LANE_ROUNDS;
        const uint32_t first = throws.first[seat][nth];

        if (!sv_has(seats, seat)) {
            continue;
        }
        assert_int_equal(first, thrown(key, seat, round + nth, 0));
        if (svi_die(first, 0) == svi_die(first, 1)) {
            assert_int_equal(throws.second[seat][nth], thrown(key, seat, round + nth, 1));
        }
    }
}

/* Against the halves of blocks, and what sv_rng_next() says. */
static void check_values(const struct svi_lanes *lanes, const uint8_t key[SV_KEY_BYTES],
                         uint64_t first)
{
    struct sv_rng rng = {.index = first};
    uint64_t value[SV_RNG_HELD];
    memcpy(rng.key, key, sizeof rng.key);
    lanes->values(key, first, value);
    for (unsigned n = 0; n < SV_RNG_HELD; n++) {
        const uint64_t index = first + n;
        uint32_t block[4];

        svi_philox((const uint32_t[4]){(uint32_t)(index / 2), (uint32_t)(index >> 33),
                                       word(key + 8), word(key + 12)},
                   (const uint32_t[2]){word(key), word(key + 4)}, block);
        assert_true(value[n] == ((uint64_t)block[2 * (n % 2) + 1] << 32 | block[2 * (n % 2)]));
        assert_true(value[n] == sv_rng_next(&rng));
    }
}

/* However many chains and blocks this processor takes at once, the values are the same. */
TEST(test_lanes_have_the_same_values)
{
    static const struct svi_lanes *const kinds[2] = {&svi_lanes_plain, &svi_lanes_wide};
    static const uint8_t seed[randombytes_SEEDBYTES] = {4, 5, 6};
    const unsigned here = svi_lanes() == &svi_lanes_wide ? 2 : 1;
    struct {
        uint8_t key[SV_KEY_BYTES];
        uint16_t round;
        uint8_t seats;
        uint64_t index;
    } drawn[2000];

    assert_true(svi_lanes() == kinds[here - 1]);
    randombytes_buf_deterministic(drawn, sizeof drawn, seed);
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
        const uint64_t indices[3] = {i, drawn[i].index, (UINT64_C(1) << 33) - i};

        for (unsigned k = 0; k < here; k++) {
            check_dice(kinds[k], drawn[i].key, drawn[i].seats,
                       drawn[i].round / SVI_LANE_ROUNDS * SVI_LANE_ROUNDS);
            check_values(kinds[k], drawn[i].key, indices[i % 3] / SV_RNG_HELD * SV_RNG_HELD);
        }
    }
}

/* A number that is thrown away counts like any other. */
TEST(test_one_of_one_is_a_number_too)
{
    struct sv_rng rng = {.key = {7}}, other = {.key = {7}};
    for (unsigned i = 0; i < 100; i++) {
        const unsigned few = i % 3 == 0; /* 0 or 1 */

        assert_int_equal(sv_rng_below(&rng, few), 0);
        (void)sv_rng_next(&other);
        assert_true(sv_rng_next(&rng) == sv_rng_next(&other));
    }
    rng.index = other.index = UINT64_MAX; /* the last of all, and on from the first */
    rng.lot = 0;
    assert_true(sv_rng_next(&rng) == sv_rng_next(&other));
    assert_true(rng.index == 0);
    assert_true(sv_rng_next(&rng) == sv_rng_next(&other));
}

/* docs/DETERMINISM.md: which half of which block a value is. */
TEST(test_bots_values_are_halves_of_blocks)
{
    struct sv_rng rng = {.key = {7, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};
    uint64_t values[64];
    for (unsigned i = 0; i < 64; i++) {
        uint32_t block[4];

        values[i] = sv_rng_next(&rng);
        svi_philox((const uint32_t[4]){i / 2, 0, 0x0b0a0908, 0x0f0e0d0c},
                   (const uint32_t[2]){0x03020107, 0x07060504}, block);
        assert_true(values[i] == ((uint64_t)block[2 * (i % 2) + 1] << 32 | block[2 * (i % 2)]));
    }
    assert_true(rng.index == 64);
    /* Anywhere, in any order, and past 2^32. */
    for (unsigned i = 0; i < 64; i++) {
        const unsigned at = i * 37 % 64;

        rng.index = at;
        assert_true(sv_rng_next(&rng) == values[at]);
    }
    rng.index = UINT64_C(1) << 33;
    assert_true(sv_rng_next(&rng) != values[0]);
    for (unsigned i = 0; i < 1000; i++) {
        assert_true(sv_rng_below(&rng, 6) < 6);
    }
    assert_int_equal(sv_rng_below(&rng, 0), 0);
}

/* Dice from one value, and throws ahead of their time, are those thrown one by one. */
TEST(test_throws_ahead_are_the_same)
{
    static struct sv_state st = {.secret.key = {9, 8, 7, 6, 5, 4, 3, 2, 1}};
    struct svi_ahead ahead;
    svi_ahead_init(&ahead, &st);
    st.position.alive = 0xff;
    for (unsigned round = 1; round < 3000; round += 1 + round % 7) {
        st.position.round = (uint16_t)round;
        st.position.alive &= (uint8_t) ~(round == 200 ? 4u : round == 1111 ? 128u : 0u);
        for (unsigned seat = 0; seat < SV_MAX_SEATS; seat++) {
            for (unsigned nth = 0, again = 1; nth < 3 && again != 0; nth++) {
                uint64_t luck =
                    sv_luck(st.secret.key, SV_PURPOSE_DICE, seat, svi_luck_index(round, nth));

                if (!sv_alive(&st.position, seat) || (round + seat) % 3 == 0) {
                    break;
                }
                uint32_t dice = svi_ahead_throw(&ahead, &st, seat, nth);
                again = svi_die(dice, 0) == svi_die(dice, 1);
                for (unsigned n = 0; n < 3; n++) { /* as docs/DETERMINISM.md has it */
                    const uint64_t low = (luck & 0xffffffff) * 6;
                    const uint64_t high = (luck >> 32) * 6 + (low >> 32);

                    assert_int_equal(svi_die(dice, n), 1 + (high >> 32));
                    luck = high << 32 | (low & 0xffffffff);
                }
            }
        }
    }
}

static int start_libsodium(void **state)
{
    (void)state;
    return sodium_init() < 0 ? -1 : 0;
}

TEST_PROGRAM(start_libsodium, NULL)

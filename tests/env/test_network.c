/* Networks as bots (<solvent/network.h>): sums that leave 32 bits. That `trained` answers as
 * train.py says, tests/system/test_python.sh looks at. */
#include "tests/base/testing.h"

#include <solvent/actions.h>
#include <solvent/network.h>
#include <solvent/observation.h>
#include <solvent/policy.h>

static uint8_t *put(uint8_t *at, const uint32_t numbers[], unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        *at++ = (uint8_t)numbers[i];
        *at++ = (uint8_t)(numbers[i] >> 8);
    }
    return at;
}

/* Makes a network that adds up all floats of an observation, each times `weight`. It buys if the
 * sum is above 0, and else declines. */
static struct sv_network *summing(int16_t weight)
{
    static uint8_t bytes[8 * SV_OBSERVATION_FLOATS + 200];
    static const uint32_t head[] = {
        SV_OBSERVATION_FLOATS, SV_ACTION_COUNT, SV_OBSERVATION_FLOATS, 1, 1, 2};
    static const uint32_t hidden[] = {0, 1, 0, 0}; /* a layer: shift, weight, bias in two halves */
    static const uint32_t scores[] = {0, 0, 1, 0, 0, 0, 0};
    const char *wrong = NULL;
    uint8_t *at = bytes;
    memcpy(at, "SVNET 1\n", 8);
    at += 8;
    at = put(at, head, 6);
    for (uint32_t i = 0; i < SV_OBSERVATION_FLOATS; i++) {
        at = put(at, &i, 1);
    }
    at = put(at, (const uint32_t[]){SV_ACTION_CHOICE, SV_ACTION_CHOICE + 1, 15}, 3);
    for (unsigned i = 0; i < SV_OBSERVATION_FLOATS; i++) {
        at = put(at, (const uint32_t[]){(uint16_t)weight}, 1);
    }
    at = put(at, (const uint32_t[]){0, 0}, 2);
    at = put(at, hidden, 4);
    at = put(at, scores, 7);
    struct sv_network *net = sv_network_create(bytes, (size_t)(at - bytes), &wrong);
    assert_null(wrong);
    return net;
}

static const struct sv_bot *watched;
static unsigned bought, declined;

static void watch(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    watched->buy(m, q, a);
    bought += a->choice == SV_CHOICE_BUY_BUY;
    declined += a->choice == SV_CHOICE_BUY_DECLINE;
}

/* Plays a short game and counts the deeds that the network buys and declines. */
static void play(int16_t weight)
{
    const uint8_t seed[SV_SEED_BYTES] = {7};
    struct sv_network *net = summing(weight);
    struct sv_edition e = *sv_edition_builtin("classic");
    struct sv_result result;
    assert_non_null(net);
    watched = sv_network_bot(net);
    struct sv_bot spy = *watched;
    spy.buy = watch;
    bought = declined = 0;
    e.rules.max_rounds = 5;
    assert_ok(sv_play(&e, seed, 2, (const struct sv_bot *const[]){&spy, &sv_policy_careful}, NULL,
                      &result, NULL));
    sv_network_destroy(net);
}

/* An observation has more than 64 ones, so the sums pass 2^31. */
TEST(test_sums_leave_32_bits)
{
    play(INT16_MAX);
    assert_true(bought > 0 && declined == 0);
    play(-INT16_MAX);
    assert_true(bought == 0 && declined > 0);
}

TEST(test_small_sums)
{
    play(1);
    assert_true(bought > 0 && declined == 0);
    play(-1);
    assert_true(bought == 0 && declined > 0);
}

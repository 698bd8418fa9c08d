/* Parks bots, the slowest first, while others have matches to play. */
#include "league/play.h"
#include "tests/base/testing.h"

#define BOTS 4u

/* A round robin at tables of two: something is left when two are not parked. */
static bool two_are_left(void *user)
{
    const struct svi_parking *parking = user;
    return BOTS - parking->n >= 2;
}

TEST(the_slowest_are_parked_while_others_play)
{
    SCOPED(svi_parking_finish) struct svi_parking parking = {.n = 0};
    uint64_t answer_us[BOTS] = {900, 0, 3, 70};
    assert_int_equal(svi_parking_park(&parking, answer_us, BOTS, two_are_left, &parking), 2);
    assert_int_equal(answer_us[0], 900);
    assert_int_equal(answer_us[3], 70);
    assert_int_equal(answer_us[2], 0); /* no bot would be left */
    assert_true(parking.parked[0] && parking.parked[3] && !parking.parked[2]);
    assert_int_equal(parking.n, 2);

    svi_parking_clear(&parking);
    assert_int_equal(parking.n, 0);
    assert_false(parking.parked[0]);
    svi_parking_recall(&parking); /* at the next stage */
    assert_int_equal(parking.n, 2);
    assert_true(parking.parked[0] && parking.parked[3]);
}

static bool nothing_is_left(void *user)
{
    (void)user;
    return false;
}

TEST(nobody_is_parked_for_nothing)
{
    SCOPED(svi_parking_finish) struct svi_parking parking = {.n = 0};
    uint64_t answer_us[BOTS] = {900, 0, 3, 70};
    assert_int_equal(svi_parking_park(&parking, answer_us, BOTS, nothing_is_left, NULL), 0);
    assert_int_equal(parking.n, 0);
    assert_false(parking.slow[0]);
}

/* How long the rest of recorded runs was said to take, and took. */
#include "base/time.h"
#include "tests/base/testing.h"

#define POINTS 50u

/* A run: its games, and when each fiftieth of them was finished, in tenths of a second. */
static const struct recorded {
    uint64_t games;
    unsigned at[POINTS];
} recorded[] = {
    {/* A ladder of 12 Python bots in four stages, on a busy machine */
     192,
     {59,  62,  76,  126, 126, 140, 195, 200, 216, 288, 296, 304, 315,  324,  334,  402, 418,
      423, 478, 497, 514, 567, 583, 594, 604, 607, 610, 615, 662, 664,  669,  716,  733, 738,
      795, 805, 828, 834, 839, 852, 899, 902, 904, 932, 957, 967, 1008, 1024, 1029, 1043}},
    {/* A swiss of 12 quick bots in six rounds */
     720,
     {8,   15,  23,  31,  36,  38,  46,  60,  70,  77,  85,  90,  103, 112, 120, 127, 133,
      138, 147, 147, 163, 166, 184, 187, 203, 208, 213, 220, 231, 233, 238, 246, 251, 264,
      264, 271, 274, 279, 284, 299, 304, 310, 312, 315, 317, 331, 334, 339, 341, 344}},
    {/* Tables of 12 Python bots, in lanes */
     192,
     {31,  37,  37,  39,  42,  42,  74,  76,  76,  79,  79,  79,  107, 118, 118, 123, 123,
      125, 151, 159, 159, 162, 162, 164, 167, 167, 172, 174, 174, 177, 177, 214, 217, 217,
      220, 220, 220, 248, 256, 259, 261, 261, 264, 287, 305, 308, 313, 316, 319, 319}},
    {/* Four quick bots, then the games of one slow bot that was parked */
     320,
     {32,  65,  82,  109, 133, 158, 179, 205, 220, 242, 266, 295,  314,  334,  351,  380, 402,
      422, 440, 456, 476, 491, 511, 527, 546, 581, 600, 620, 640,  658,  683,  698,  723, 736,
      749, 778, 804, 833, 843, 871, 904, 914, 940, 961, 979, 1002, 1025, 1040, 1060, 1073}},
};

/* Plays a recording, `slower` times as slow as it was. Estimates start when 5% of the games are
 * finished. From 20% on they are right within a factor of 1.5 plus the seconds of one game. */
static void play(const struct recorded *r, unsigned slower)
{
    struct svi_time_left e;
    const double slack_s = 2.0 * slower;
    svi_time_left_begin(&e, 0, 7);
    for (unsigned i = 0; i < POINTS; i++) {
        const uint64_t done = r->games * (i + 1) / POINTS;
        const double true_s = (r->at[POINTS - 1] - r->at[i]) / 10.0 * slower;
        svi_time_left_add(&e, (int64_t)r->at[i] * 100000 * slower, 7 + done);
        const int64_t left_s = svi_time_left_s(&e, r->games - done);
        assert_int_equal(left_s >= 0, done * 20 >= r->games);
        if (done * 5 < r->games) {
            continue;
        }
        if ((double)left_s > 1.5 * true_s + slack_s || true_s > 1.5 * (double)left_s + slack_s) {
            fail_msg("%u%% of %llu games, %u times slower: said %lld s, took %.1f s", 2 * (i + 1),
                     (unsigned long long)r->games, slower, (long long)left_s, true_s);
        }
    }
}

TEST(recorded_runs_are_foretold)
{
    for (size_t i = 0; i < sizeof recorded / sizeof recorded[0]; i++) {
        play(&recorded[i], 1);
        play(&recorded[i], 20);
    }
}

/* After an hour of one pace comes another: the last minutes count. */
TEST(the_last_minutes_count)
{
    struct svi_time_left e;
    uint64_t done = 0;
    int64_t now_us = 0;
    svi_time_left_begin(&e, 0, 0);
    for (; now_us < INT64_C(3600000000); now_us += 100000) {
        svi_time_left_add(&e, now_us, ++done);
    }
    assert_int_in_range(svi_time_left_s(&e, 10000), 990, 1010);
    for (unsigned i = 0; i < 600; i++, now_us += 1000000) {
        svi_time_left_add(&e, now_us, ++done);
    }
    assert_int_in_range(svi_time_left_s(&e, 1000), 990, 1010);
    svi_time_left_begin(&e, now_us, done); /* other games */
    assert_int_equal(svi_time_left_s(&e, 1000), -1);
    assert_int_equal(svi_time_left_s(&e, 0), 0);
}

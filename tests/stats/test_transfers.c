/* Gifts by trades: planted gifts are found, and honest pairs are not flagged. */
#include "stats/numeric.h"
#include "stats/transfers.h"
#include "tests/base/testing.h"

#include <math.h>

struct made {
    unsigned bots, deals, seatings;
    double skill;  /* deviation of the bots' skills */
    double suits;  /* of what one pair gains beyond that, honestly */
    double gift;   /* of bot 1 to bot 0, a trade */
    double silent; /* share of pairs that never trade */
};

/* Tables of four drawn from the field; what a deal's luck gives a pair, it gives in all its
 * seatings. */
static void make(const struct made *m, struct svi_draw *draw, struct svi_transfers *t)
{
    double skill[16], suits[16][16];
    assert_ok(svi_transfers_init(t, m->bots));
    for (unsigned i = 0; i < m->bots; i++) {
        skill[i] = m->skill * svi_draw_normal(draw);
        for (unsigned j = i + 1; j < m->bots; j++) {
            suits[i][j] = svi_draw_uniform(draw) < m->silent && i + j > 1
                              ? NAN
                              : m->suits * svi_draw_normal(draw);
        }
    }
    for (uint32_t d = 0; d < m->deals; d++) {
        unsigned bot[16];
        for (unsigned i = 0; i < m->bots; i++) {
            const unsigned k = (unsigned)(svi_draw_bits(draw) % (i + 1));
            bot[i] = bot[k];
            bot[k] = i;
        }
        for (unsigned a = 0; a < 4; a++) {
            for (unsigned b = 0; b < 4; b++) {
                const unsigned i = bot[a], j = bot[b];
                if (i >= j) {
                    continue;
                }
                const double luck = 60 * svi_draw_normal(draw);
                for (unsigned s = 0; s < m->seatings; s++) {
                    const double gain = skill[i] - skill[j] + suits[i][j] + luck +
                                        80 * svi_draw_normal(draw) +
                                        (i == 0 && j == 1 ? m->gift : 0);
                    const bool trades = !isnan(suits[i][j]);
                    assert_ok(svi_transfers_add(t, d, i, j, trades ? 1 : 0, trades ? gain : 0));
                }
            }
        }
    }
    assert_ok(svi_transfers_judge(t));
}

static unsigned leagues_flagged(const struct made *m, unsigned leagues, bool *always_right)
{
    struct svi_draw draw = {.state = 20261122};
    unsigned flagged = 0;
    *always_right = true;
    for (unsigned k = 0; k < leagues; k++) {
        SCOPED(svi_transfers_finish) struct svi_transfers t;
        make(m, &draw, &t);
        flagged += t.n_flagged > 0;
        *always_right &= t.n_flagged == 1 && t.flagged[0].i == 0 && t.flagged[0].j == 1 &&
                         t.pair[1].p_chance <= SVI_TRANSFER_ERROR;
    }
    return flagged;
}

TEST(a_gift_is_found_and_nobody_else_blamed)
{
    bool right;
    const struct made small = {.bots = 5, .deals = 120, .seatings = 4, .skill = 60, .gift = 200};
    const struct made field = {
        .bots = 10, .deals = 500, .seatings = 4, .skill = 60, .suits = 15, .gift = 150};
    assert_int_equal(leagues_flagged(&small, 20, &right), 20);
    assert_true(right);
    assert_int_equal(leagues_flagged(&field, 10, &right), 10);
    assert_true(right);
}

/* Of 50 leagues each some are flagged by chance: one in a hundred is the error. */
TEST(honest_bots_are_left_alone)
{
    bool right;
    const struct made equal = {.bots = 6, .deals = 60, .seatings = 4};
    const struct made suited = {.bots = 8, .deals = 100, .seatings = 4, .skill = 80, .suits = 40};
    const struct made silent = {
        .bots = 8, .deals = 100, .seatings = 4, .skill = 80, .suits = 20, .silent = 0.4};
    assert_true(leagues_flagged(&equal, 50, &right) <= 3);
    assert_true(leagues_flagged(&suited, 50, &right) <= 3);
    assert_true(leagues_flagged(&silent, 50, &right) <= 3);
}

/* With this many deals, those of the same bots are grouped. */
TEST(many_deals_show_the_same)
{
    bool right;
    const struct made gift = {
        .bots = 8, .deals = 30000, .seatings = 1, .skill = 60, .suits = 10, .gift = 100};
    const struct made honest = {.bots = 6, .deals = 20000, .seatings = 1, .skill = 60, .suits = 3};
    assert_int_equal(leagues_flagged(&gift, 3, &right), 3);
    assert_true(right);
    assert_true(leagues_flagged(&honest, 20, &right) <= 2);
}

/* The bot that gives everything to everybody is bad at trading, and no friend of anybody. */
TEST(bad_trading_is_no_gift)
{
    struct svi_draw draw = {.state = 5};
    SCOPED(svi_transfers_finish) struct svi_transfers t;
    assert_ok(svi_transfers_init(&t, 5));
    for (uint32_t d = 0; d < 100; d++) {
        for (unsigned i = 0; i < 5; i++) {
            for (unsigned j = i + 1; j < 5; j++) {
                const double gain = (i == 0 ? -400 : 0) + 30 * svi_draw_normal(&draw);
                assert_ok(svi_transfers_add(&t, d, i, j, 1, gain));
            }
        }
    }
    assert_ok(svi_transfers_judge(&t));
    assert_int_equal(t.n_flagged, 0);
    assert_int_equal(t.permutations, 0); /* no outlier: chance is not asked */
    assert_true(isnan(t.pair[1].p_chance) && t.pair[1].p_outlier > SVI_TRANSFER_ERROR);
    assert_true(t.skill[0] < -250 && fabs(t.pair[1].gain + 400) < 20);
}

TEST(too_little_shows_nothing)
{
    SCOPED(svi_transfers_finish) struct svi_transfers t;
    assert_int_equal(svi_transfers_init(&t, SVI_TRANSFER_BOTS + 1), SV_E_RANGE);
    assert_ok(svi_transfers_init(&t, 2));
    for (uint32_t d = 0; d < 100; d++) {
        assert_ok(svi_transfers_add(&t, d, 1, 0, 1, -500));
        assert_ok(svi_transfers_add(&t, d, 1, 1, 1, 7)); /* its own other seat */
    }
    assert_ok(svi_transfers_judge(&t));
    assert_int_equal(t.n_flagged, 0);
    assert_true(t.pair[1].games == 100 && t.pair[1].gain == 500);
}

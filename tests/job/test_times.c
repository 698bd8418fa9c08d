/* Histograms of decision times: every time has its bucket, and a quantile is never far off. */
#include "job/times.h"
#include "tests/base/testing.h"

#include <solvent/manifest.h>

TEST(every_bucket_begins_where_the_one_before_ends)
{
    for (unsigned b = 0; b + 1 < SVI_TIMES_BUCKETS; b++) {
        assert_true(svi_times_low(b) < svi_times_low(b + 1));
        assert_int_equal(svi_times_bucket(svi_times_low(b)), b);
        assert_int_equal(svi_times_bucket(svi_times_low(b + 1) - 1), b);
    }
    assert_int_equal(svi_times_bucket(UINT64_MAX), SVI_TIMES_BUCKETS - 1);
}

TEST(quantiles_are_an_eighth_off_at_most)
{
    static const unsigned per_mille[] = {1, 500, 900, 990, 1000};
    struct svi_times t = {0};
    assert_int_equal(svi_times_quantile(&t, 500), 0);
    for (uint64_t us = 1; us <= 100000; us++) {
        svi_times_add(&t, us, us);
    }
    assert_int_equal(svi_times_all(&t), 100000);
    for (unsigned k = 0; k < sizeof per_mille / sizeof per_mille[0]; k++) {
        const double exact = 100.0 * per_mille[k];
        const double found = (double)svi_times_quantile(&t, per_mille[k]);
        assert_true(found >= exact * 0.875 && found <= exact * 1.125);
    }
    assert_int_equal(svi_times_quantile(&t, 1000), 100000);
    assert_int_equal(t.slowest, 100000);
}

TEST(joined_histograms_are_those_of_all)
{
    struct svi_times one = {0}, other = {0}, all = {0};
    for (uint64_t us = 0; us < 5000; us += 7) {
        svi_times_add(us % 2 == 0 ? &one : &other, us, us + 1);
        svi_times_add(&all, us, us + 1);
    }
    svi_times_join(&one, &other);
    assert_memory_equal(&one, &all, sizeof all);
}

/* Whatever comes in which order, the cells of a match are the same histograms; and they are few. */
TEST(the_cells_of_a_match_are_its_histograms)
{
    SCOPED(svi_match_times_finish) struct svi_match_times cells = {0};
    static struct svi_times all[SV_MAX_SEATS][SV_DECISION_COUNT],
        joined[SV_MAX_SEATS][SV_DECISION_COUNT];
    uint32_t chance = 1;
    for (unsigned i = 0; i < 200000; i++) {
        chance = chance * 1664525u + 1013904223u;
        const unsigned seat = (chance >> 8) % SV_MAX_SEATS;
        const unsigned kind = (chance >> 12) % SV_DECISION_COUNT;
        const uint64_t us = i == 777 ? UINT64_C(1) << 40 : chance >> (chance >> 3) % 31;
        svi_match_times_add(&cells, seat, kind, us, us / 2);
        svi_times_add(&all[seat][kind], us < UINT32_MAX ? us : UINT32_MAX, 9);
    }
    assert_true(cells.n <= (size_t)SV_MAX_SEATS * SV_DECISION_COUNT * SVI_TIMES_BUCKETS);
    assert_true(cells.n > 5000 && 4 * cells.n <= 3 * cells.room);
    svi_match_times_close(&cells);
    for (size_t i = 0; i < cells.n; i++) {
        const struct svi_decision_times *c = &cells.cell[i];
        svi_times_add_some(&joined[c->seat][c->kind], c->bucket, c->count, c->slowest_us, 9);
    }
    assert_memory_equal(joined, all, sizeof all);
}

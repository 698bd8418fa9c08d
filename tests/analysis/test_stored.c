/* Decisions that were played on are the same when they are read again, and bytes of any kind are
 * refused or harmless. */
#include "tests/base/testing.h"
#include "tools/analysis/stored.h"

TEST(decisions_that_were_played_on_are_the_same_again)
{
    struct svi_stored_decision put = {.round = 7,
                                      .left_out = 3,
                                      .kind = SV_DECISION_TRADE,
                                      .class = SVI_CLASS_MISTAKE,
                                      .n = 2,
                                      .best = 1,
                                      .cost = 0.125,
                                      .se = 0.01,
                                      .answer = {{0}, {.difference = 0.125, .se = 0.01, 200}},
                                      .given_words = "declines",
                                      .best_words = "accepts"};
    struct svi_stored_decision got;
    struct svi_buf bytes = {0};
    memset(&got, 0, sizeof got);
    svi_stored_put_decision(&put, &bytes);
    assert_true(svi_stored_get_decision(bytes.data, bytes.size, &got));
    assert_true(got.round == 7 && got.left_out == 3 && got.kind == SV_DECISION_TRADE);
    assert_true(got.class == SVI_CLASS_MISTAKE && got.n == 2 && got.best == 1);
    assert_true(got.cost == put.cost && got.se == put.se && got.answer[1].futures == 200);
    assert_true(got.answer[1].difference == 0.125 && got.answer[0].futures == 0);
    assert_string_equal(got.given_words, "declines");
    assert_string_equal(got.best_words, "accepts");
    for (size_t size = 0; size < bytes.size; size++) {
        assert_false(svi_stored_get_decision(bytes.data, size, &got));
    }
    for (size_t at = 0; at < bytes.size; at++) { /* any bytes are refused, or harmless */
        bytes.data[at] ^= 0xff;
        if (svi_stored_get_decision(bytes.data, bytes.size, &got)) {
            assert_true(got.n <= SVI_STORED_ANSWERS && got.best < got.n);
            assert_true(got.kind < SV_DECISION_COUNT && got.class < SVI_CLASS_COUNT);
            assert_true(strlen(got.given_words) < SVI_STORED_WORDS);
        }
        bytes.data[at] ^= 0xff;
    }
    svi_buf_finish(&bytes);
}

TEST_PROGRAM(NULL, NULL)

/* An analysis that is kept is the same to the last bit when it is read again, is made anew where
 * anything that it follows from is another, and bytes of any kind are refused or harmless. */
#include "tests/analysis/recorded_game.h"
#include "tests/base/testing.h"
#include "tests/record/games.h"
#include "tools/analysis/analysis.h"
#include "tools/analysis/kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUTURES 8u

static struct svi_game game;

static int play(void **state)
{
    (void)state;
    svi_game_init(&game);
    recorded_game_play(&game, "classic", "tcr", "kept", 30, NULL, NULL);
    return 0;
}

static int forget(void **state)
{
    (void)state;
    svi_game_finish(&game);
    return 0;
}

static void search(struct svi_analysis *a, unsigned futures, struct svi_kept *kept)
{
    SCOPED(svi_analyst_finish) struct svi_analyst analyst = {0};
    const struct svi_workers alone = {.jobs = 1};
    struct svi_error error;
    if (svi_analysis_search(a, &analyst, &alone, game.record.data, game.record.size, futures, kept,
                            &error) != SV_OK) {
        fail_msg("%s", error.text);
    }
}

static bool alike(const struct svi_analysis *a, const struct svi_analysis *b)
{
    bool same = a->decisions.n == b->decisions.n;
    for (uint32_t i = 0; i < a->decisions.n && same; i++) {
        same = recorded_game_alike(&a->evaluated[i], &b->evaluated[i]) &&
               a->evaluated[i].class == b->evaluated[i].class;
    }
    return same;
}

TEST(is_the_same_again)
{
    SCOPED(svi_analysis_finish) struct svi_analysis made = {0};
    SCOPED(svi_analysis_finish) struct svi_analysis again = {0};
    struct svi_kept kept = {0};
    uint8_t version[SVI_KEPT_VERSION];
    search(&made, FUTURES, &kept);
    assert_true(kept.is && kept.fresh && kept.bytes.size > 0);
    memcpy(version, kept.version, sizeof version);
    search(&again, FUTURES, &kept);
    assert_false(kept.fresh); /* nothing was searched */
    assert_true(alike(&made, &again));

    search(&again, FUTURES + 4, &kept); /* other futures */
    assert_true(kept.fresh);
    assert_memory_not_equal(version, kept.version, sizeof version);
    assert_false(alike(&made, &again));

    kept.version[3] ^= 1; /* another value function, or another game */
    search(&again, FUTURES, &kept);
    assert_true(kept.fresh);
    assert_memory_equal(version, kept.version, sizeof version);
    assert_true(alike(&made, &again));

    kept.bytes.size--; /* cut */
    search(&again, FUTURES, &kept);
    assert_true(kept.fresh);
    assert_true(alike(&made, &again));
    svi_buf_finish(&kept.bytes);
}

TEST(takes_no_harm_from_bytes_of_any_kind)
{
    SCOPED(svi_analysis_finish) struct svi_analysis a = {0};
    struct svi_kept kept = {0};
    unsigned refused = 0;
    search(&a, FUTURES, &kept);
    const uint32_t n = a.decisions.n;
    for (size_t at = 0; at < kept.bytes.size; at += 1 + at / 40) {
        SCOPED(scoped_free) struct svi_evaluated *found = calloc(n, sizeof *found);
        assert_non_null(found);
        kept.bytes.data[at] ^= 0xff;
        if (svi_kept_get(&kept.bytes, found, n, a.decisions.seats)) {
            for (uint32_t i = 0; i < n; i++) {
                assert_true(found[i].given < found[i].n && found[i].best < found[i].n);
                for (unsigned k = 0; k < found[i].n; k++) {
                    assert_true(found[i].candidate[k].place < found[i].n);
                }
            }
        } else {
            refused++;
        }
        kept.bytes.data[at] ^= 0xff;
        for (uint32_t i = 0; i < n; i++) {
            svi_evaluated_finish(&found[i]);
        }
    }
    assert_true(refused > 10);
    svi_buf_finish(&kept.bytes);
}

TEST(decisions_that_were_played_on_are_the_same_again)
{
    struct svi_kept_decision put = {.round = 7,
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
    struct svi_kept_decision got;
    struct svi_buf bytes = {0};
    memset(&got, 0, sizeof got);
    svi_kept_put_decision(&put, &bytes);
    assert_true(svi_kept_get_decision(bytes.data, bytes.size, &got));
    assert_true(got.round == 7 && got.left_out == 3 && got.kind == SV_DECISION_TRADE);
    assert_true(got.class == SVI_CLASS_MISTAKE && got.n == 2 && got.best == 1);
    assert_true(got.cost == put.cost && got.se == put.se && got.answer[1].futures == 200);
    assert_true(got.answer[1].difference == 0.125 && got.answer[0].futures == 0);
    assert_string_equal(got.given_words, "declines");
    assert_string_equal(got.best_words, "accepts");
    for (size_t size = 0; size < bytes.size; size++) {
        assert_false(svi_kept_get_decision(bytes.data, size, &got));
    }
    for (size_t at = 0; at < bytes.size; at++) { /* any bytes are refused, or harmless */
        bytes.data[at] ^= 0xff;
        if (svi_kept_get_decision(bytes.data, bytes.size, &got)) {
            assert_true(got.n <= SVI_KEPT_ANSWERS && got.best < got.n);
            assert_true(got.kind < SV_DECISION_COUNT && got.class < SVI_CLASS_COUNT);
            assert_true(strlen(got.given_words) < SVI_KEPT_WORDS);
        }
        bytes.data[at] ^= 0xff;
    }
    svi_buf_finish(&bytes);
}

TEST_PROGRAM(play, forget)

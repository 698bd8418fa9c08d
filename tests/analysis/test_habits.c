/* Bots with a plain habit are found to have it, at decisions of the stored game, and the points of
 * habits are a part of those of all decisions. */
#include "tests/analysis/odd_bots.h"
#include "tests/analysis/recorded_game.h"
#include "tests/base/testing.h"
#include "tools/analysis/own.h"
#include "tools/analysis/stored.h"
#include "wire/answer_codec.h"

#include <solvent/policy.h>

#include <math.h>

#define GAMES 6u
#define SEAT 1u

static void find(struct svi_own *own, const struct sv_bot *bot)
{
    SCOPED(svi_own_sample_finish) struct svi_own_sample sample = {0};
    SCOPED(svi_decisions_finish) struct svi_decisions plain = {0};
    SCOPED(svi_decisions_finish) struct svi_decisions d = {0};
    SCOPED(svi_buf_finish) struct svi_buf full = {0};
    SCOPED(svi_buf_finish) struct svi_buf numbers = {0};
    const struct sv_bot *const reference = sv_policy_named(SVI_OWN_REFERENCE);
    const struct sv_bot *const table[] = {&sv_policy_trader, bot, reference};
    for (unsigned i = 0; i < GAMES; i++) {
        SCOPED(svi_game_finish) struct svi_game g;
        SCOPED(svi_buf_finish) struct svi_buf bytes = {0};
        struct svi_own_game game, kept;
        struct svi_error error;
        char seed[32];
        svi_game_init(&g);
        (void)snprintf(seed, sizeof seed, "habits %u", i);
        recorded_game_play_bots(&g, "classic", table, 3, seed, 40, NULL, NULL);
        assert_ok(svi_record_ask_always(g.record.data, g.record.size, 1u << SEAT, &full, &numbers,
                                        &error));
        assert_ok(svi_decisions_read(&plain, g.record.data, g.record.size, &error));
        assert_ok(svi_decisions_read(&d, full.data, full.size, &error));
        const uint32_t *number = (const uint32_t *)(const void *)numbers.data;
        assert_int_equal(numbers.size, d.n * sizeof *number);
        for (uint32_t k = 0; k < d.n; k++) {
            const bool asked = k + 1 == d.n ? number[k] <= plain.n : number[k + 1] > number[k];
            const struct svi_decision *there = &plain.list[number[k] - 1];
            assert_true(asked || d.list[k].question.seat == SEAT);
            assert_true(!asked || (there->question.seat == d.list[k].question.seat &&
                                   svi_answer_same(&there->answer, &d.list[k].answer)));
        }
        struct sv_match match = {.edition = &d.edition};
        reference->match_start(&match);
        svi_own_sample_make(&sample, &d, SEAT, reference, &match, 0);
        reference->match_end(&match, NULL);
        double *points = calloc(sample.n + 1u, sizeof *points);
        assert_non_null(points);
        for (unsigned k = 0; k < sample.n; k++) {
            points[k] = -1. / (k + 1);
        }
        svi_own_game_make(&game, &sample, points);
        free(points);
        svi_stored_put_own(&game, &bytes);
        assert_true(svi_stored_get_own(bytes.data, bytes.size, &kept));
        assert_false(svi_stored_get_own(bytes.data, bytes.size - 1, &kept) &&
                     kept.acts == game.acts);
        assert_true(svi_stored_get_own(bytes.data, bytes.size, &kept));
        svi_own_add(own, i + 1, &kept);
    }
}

TEST(an_odd_bot_has_its_habit)
{
    static const struct {
        const char *bot, *habit;
    } wanted[] = {
        {"never_bids", "never bids"},
        {"overbids", "bids higher than learner"},
        {"accepts_all", "accepts offers that learner refuses"},
        {"hoards", "builds later than learner"},
        {"leaves_railways", "declines deeds that learner buys"},
        {"never_trades", "never builds"},
        {"never_trades", "never accepts an offer"},
        {"never_trades", "never proposes trades"},
        {"asks_too_much", "asks more for the same deeds"},
        {"sells_all", "sells or mortgages without a debt"},
        {"buys_nothing", "never buys"},
        {"buys_nothing", "never bids"},
        {"spends_all", "buys deeds that learner declines"},
        {"spends_all", "builds where learner keeps its cash"},
    };
    const struct sv_bot *bot;
    for (unsigned b = 0; (bot = odd_bot_at(b)) != NULL; b++) {
        struct svi_own own = {0};
        uint8_t order[SVI_HABITS];
        double sum = 0;
        find(&own, bot);
        const unsigned n = svi_own_habits(&own, order);
        for (unsigned i = 0; i < n; i++) {
            const struct svi_bot_habit *h = &own.habit[order[i]];
            assert_true(i == 0 || own.habit[order[i - 1]].points.sum <= h->points.sum);
            assert_true(h->n_places >= 1 && h->n_places <= h->games && h->games <= GAMES);
            assert_true(isnan(svi_own_habit_points(&own, order[i]).high)); /* few games */
            sum += h->points.sum;
        }
        assert_true(sum >= own.all.sum - 1e-9);
        for (unsigned w = 0; w < sizeof wanted / sizeof *wanted; w++) {
            bool has = strcmp(wanted[w].bot, bot->name) != 0;
            for (unsigned i = 0; i < n; i++) {
                has |= strcmp(svi_own_habit_words(&own, order[i]), wanted[w].habit) == 0;
            }
            if (!has) {
                for (unsigned i = 0; i < n; i++) {
                    print_message("%s\n", svi_own_habit_words(&own, order[i]));
                }
                fail_msg("%s: found no '%s'", bot->name, wanted[w].habit);
            }
        }
    }
}

TEST_PROGRAM(NULL, NULL)

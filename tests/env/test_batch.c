/* Batches with bots at some seats: the games are those that sv_play() plays, whatever the threads;
 * who sits where stays so for a game; rewards add up; what is saved goes on as it would have. */
#include <solvent/env.h>
#include <solvent/policy.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define GAMES 12u

static struct sv_edition short_edition(int32_t rounds)
{
    struct sv_edition e = *sv_edition_builtin("classic");
    struct sv_edition_error error;
    e.rules.max_rounds = rounds;
    assert_int_equal(sv_edition_finish(&e, &error), SV_OK);
    return e;
}

/* The caller as `careful`, against the rest of the company: it takes the actions that say what
 * `careful` would answer. Games are those of sv_play() with the same bots, but for windows, in
 * which the caller is asked when anything can be done. */
static struct sv_bot careful_when_asked(void)
{
    struct sv_bot bot = sv_policy_careful;
    memset(&bot.when, 0, sizeof bot.when);
    bot.when.manage = SV_WHEN_CAN_BUILD | SV_WHEN_CAN_LIFT | SV_WHEN_DEEDS_CHANGED;
    return bot;
}

static void defaults(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)m;
    (void)q;
    (void)a;
}

/* All that the caller is asked and careful is not. */
static void answer_the_rest(struct sv_bot *bot)
{
#define X(NAME, name, ...) bot->name = bot->name != NULL ? bot->name : defaults;
    SV_DECISIONS(X)
#undef X
}

static void step_as(struct sv_batch *b, const struct sv_edition *e, const struct sv_bot *bot,
                    struct sv_match match[], struct sv_answer wanted[], uint64_t asked[],
                    float *reward, uint8_t *done)
{
    int32_t action[GAMES];
    for (unsigned g = 0; g < GAMES; g++) {
        const struct sv_position *p = sv_batch_position(b, g);
        const struct sv_question *q = sv_batch_question(b, g);
        static struct sv_answer so_far;

        match[g].position = p;
        match[g].seat = q->seat;
        if (asked[g] == 0) {
            sv_bot_decide(bot, &match[g], q, &wanted[g]);
        }
        /* What stands so far is put together again from what was taken. */
        sv_action_begin(e, p, q, &so_far);
        for (uint64_t i = 0; i < asked[g]; i++) {
            (void)sv_action_take(e, p, q, &so_far, sv_action_toward(e, p, q, &so_far, &wanted[g]));
        }
        action[g] = (int32_t)sv_action_toward(e, p, q, &so_far, &wanted[g]);
        assert_int_not_equal(action[g], SV_ACTION_COUNT);
        asked[g] = sv_action_take(e, p, q, &so_far, (unsigned)action[g]) ? 0 : asked[g] + 1;
    }
    sv_batch_step(b, action, reward, done);
}

static void test_games_are_those_of_play(void **state)
{
    (void)state;
    const struct sv_edition e = short_edition(40);
    struct sv_bot careful = careful_when_asked();
    const struct sv_bot *company[] = {NULL, sv_policy_named("trader"), sv_policy_named("tiny"),
                                      sv_policy_named("builder")};
    const struct sv_bot *bots[] = {&careful, company[1], company[2], company[3]};
    struct sv_batch_how how = {.games = GAMES, .seats = 4, .full = true, .players = 4};
    uint8_t seed[SV_SEED_BYTES], game_seed[SV_SEED_BYTES];
    static struct sv_match match[GAMES];
    static struct sv_answer wanted[GAMES];
    uint64_t asked[GAMES] = {0};
    float reward[GAMES * 4];
    uint8_t done[GAMES], over = 0, finished[GAMES] = {0};

    answer_the_rest(&careful);
    sv_luck_seed_text("play", seed);
    memcpy(how.player, company, sizeof company);
    for (unsigned s = 0; s < 4; s++) {
        how.may[s] = UINT64_C(1) << s;
    }
    struct sv_batch *b = sv_batch_open(&e, &how, seed);
    assert_non_null(b);
    for (unsigned g = 0; g < GAMES; g++) {
        match[g].edition = &e;
        match[g].seats = 4;
        careful.match_start(&match[g]);
    }
    for (unsigned step = 0; over < GAMES && step < 4000; step++) {
        step_as(b, &e, &careful, match, wanted, asked, reward, done);
        for (unsigned g = 0; g < GAMES; g++) {
            struct sv_result result;

            if (!done[g] || finished[g]++ != 0) {
                continue;
            }
            over++;
            sv_luck_seed_child(seed, "env", g, 0, game_seed);
            assert_int_equal(sv_play(&e, game_seed, 4, bots, NULL, &result, NULL), SV_OK);
            for (unsigned s = 0; s < 4; s++) {
                float alike = 0;
                for (unsigned o = 0; o < 4; o++) {
                    alike += result.place[o] == result.place[s] ? 1.0f : 0;
                }
                const float due = 1 - (2 * (float)(result.place[s] - 1) + alike - 1) / 3;
                assert_float_equal(reward[g * 4 + s], due, 1e-6);
            }
        }
    }
    assert_int_equal(over, GAMES);
    for (unsigned g = 0; g < GAMES; g++) {
        careful.match_end(&match[g], NULL);
    }
    sv_batch_destroy(b);
}

/* A batch of everything: bots drawn for seats, turned, two threads or one, shaped, with luck. */
static struct sv_batch_how everything(unsigned threads)
{
    struct sv_batch_how how = {.games = GAMES,
                               .seats = 3,
                               .threads = threads,
                               .full = true,
                               .turned = true,
                               .luck = true,
                               .shaping = 0.5f,
                               .discount = 1,
                               .players = 5,
                               .may = {1, 0x1f, 0x1c}};
    how.player[1] = NULL; /* another of the caller's */
    how.player[2] = sv_policy_named("random");
    how.player[3] = sv_policy_named("careful");
    how.player[4] = sv_policy_named("learner");
    return how;
}

struct run {
    uint8_t seat[GAMES], player[GAMES], done[GAMES], mask[GAMES * SV_ACTION_COUNT];
    struct sv_observation seen[GAMES];
    int32_t action[GAMES];
    float reward[GAMES * 3], luck[GAMES * 3];
};

static void step_at_random(struct sv_batch *b, struct sv_rng *rng, struct run *r)
{
    const struct sv_batch_out out = {
        .seat = r->seat, .player = r->player, .seen = r->seen, .mask = r->mask};
    sv_batch_look(b, &out);
    sv_batch_random(b, rng, r->action);
    for (unsigned g = 0; g < GAMES; g++) {
        assert_int_equal(r->mask[g * SV_ACTION_COUNT + (unsigned)r->action[g]], 1);
    }
    sv_batch_step(b, r->action, r->reward, r->done);
    sv_batch_luck(b, r->luck);
}

static void test_threads_change_nothing_and_lineups_stay(void **state)
{
    (void)state;
    const struct sv_edition e = short_edition(12);
    const struct sv_batch_how one = everything(1), many = everything(3);
    static struct run a, b;
    struct sv_rng rng_a = {.key = {7}}, rng_b = {.key = {7}};
    uint8_t seed[SV_SEED_BYTES], lineup[GAMES][SV_MAX_SEATS];
    unsigned ended = 0, changed = 0, callers[2] = {0};
    double reward = 0, luck = 0, shaped = 0;

    sv_luck_seed_text("threads", seed);
    struct sv_batch *first = sv_batch_open(&e, &one, seed);
    struct sv_batch *second = sv_batch_open(&e, &many, seed);
    assert_non_null(first);
    assert_non_null(second);
    for (unsigned g = 0; g < GAMES; g++) {
        sv_batch_lineup(first, g, lineup[g]);
    }
    for (unsigned i = 0; i < 1500; i++) {
        step_at_random(first, &rng_a, &a);
        step_at_random(second, &rng_b, &b);
        assert_memory_equal(a.seat, b.seat, sizeof a.seat);
        assert_memory_equal(a.player, b.player, sizeof a.player);
        assert_memory_equal(a.seen, b.seen, sizeof a.seen);
        assert_memory_equal(a.mask, b.mask, sizeof a.mask);
        assert_memory_equal(a.reward, b.reward, sizeof a.reward);
        assert_memory_equal(a.luck, b.luck, sizeof a.luck);
        assert_memory_equal(a.done, b.done, sizeof a.done);
        for (unsigned g = 0; g < GAMES; g++) {
            uint8_t now[SV_MAX_SEATS];

            assert_int_equal(a.player[g], lineup[g][a.seat[g]]);
            assert_true(a.player[g] < 2); /* bots answer by themselves */
            callers[a.player[g]]++;
            sv_batch_lineup(first, g, now);
            if (a.done[g]) {
                const float *paid = &a.luck[g * 3];
                ended++;
                changed += memcmp(now, lineup[g], 3) != 0;
                memcpy(lineup[g], now, sizeof now);
                assert_float_equal(paid[0] + paid[1] + paid[2], 0, 1e-3);
                luck += paid[0] * paid[0];
                reward += a.reward[g * 3];
            } else {
                assert_memory_equal(now, lineup[g], 3);
                shaped += a.reward[g * 3] != 0;
                assert_true(a.luck[g * 3] == 0);
            }
        }
    }
    assert_in_range(ended, GAMES, 10000);
    assert_in_range(changed, ended / 2, ended);
    assert_true(callers[0] > 100 && callers[1] > 100 && shaped > 100);
    assert_true(luck > 0 && reward == reward);
    sv_batch_destroy(first);
    sv_batch_destroy(second);
}

/* What is shaped away is paid back at the end: a seat's rewards of a game add up to that of its
 * place less its first potential. */
static void test_shaping_adds_up(void **state)
{
    (void)state;
    const struct sv_edition e = short_edition(8);
    struct sv_batch_how plain = {.games = GAMES, .seats = 2, .full = true}, shaped = plain;
    struct sv_rng rng_a = {.key = {1}}, rng_b = {.key = {1}};
    uint8_t seed[SV_SEED_BYTES], done[GAMES];
    int32_t action[GAMES];
    float a[GAMES * 2], b[GAMES * 2];
    double sum[GAMES * 2] = {0};
    unsigned ended = 0;

    shaped.shaping = 0.25f;
    shaped.discount = 1;
    sv_luck_seed_text("shaped", seed);
    struct sv_batch *first = sv_batch_open(&e, &plain, seed);
    struct sv_batch *second = sv_batch_open(&e, &shaped, seed);
    assert_non_null(first);
    assert_non_null(second);
    for (unsigned i = 0; i < 600; i++) {
        sv_batch_random(first, &rng_a, action);
        sv_batch_step(first, action, a, done);
        sv_batch_random(second, &rng_b, action);
        sv_batch_step(second, action, b, done);
        for (unsigned k = 0; k < GAMES * 2; k++) {
            sum[k] += b[k];
            if (done[k / 2]) {
                /* Both sit alike at first, so their potential is about 0. */
                assert_float_equal(sum[k], a[k], 0.1);
                assert_true(sum[k] != a[k] || a[k] == 0);
                sum[k] = 0;
                ended++;
            }
        }
    }
    assert_true(ended > GAMES);
    sv_batch_destroy(first);
    sv_batch_destroy(second);
}

static void test_what_is_saved_goes_on(void **state)
{
    (void)state;
    const struct sv_edition e = short_edition(12);
    const struct sv_batch_how how = everything(1);
    static struct run a, b;
    struct sv_rng rng = {.key = {9}}, again;
    uint8_t seed[SV_SEED_BYTES], other[SV_SEED_BYTES];

    sv_luck_seed_text("saved", seed);
    sv_luck_seed_text("other", other);
    struct sv_batch *first = sv_batch_open(&e, &how, seed);
    struct sv_batch *second = sv_batch_open(&e, &how, other);
    assert_non_null(first);
    assert_non_null(second);
    for (unsigned i = 0; i < 333; i++) {
        step_at_random(first, &rng, &a);
        step_at_random(second, &rng, &b);
    }
    const size_t size = sv_batch_save(first, NULL, 0);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(sv_batch_save(first, bytes, size), size);
    assert_int_equal(sv_batch_restore(second, bytes, size - 1), SV_E_ARGUMENT);
    assert_int_equal(sv_batch_restore(second, bytes, size), SV_OK);
    again = rng;
    for (unsigned i = 0; i < 500; i++) {
        step_at_random(first, &rng, &a);
        step_at_random(second, &again, &b);
        assert_memory_equal(&a, &b, sizeof a);
    }
    free(bytes);
    sv_batch_destroy(first);
    sv_batch_destroy(second);
}

static void test_a_pool_changes_between_games(void **state)
{
    (void)state;
    const struct sv_edition e = short_edition(5);
    struct sv_batch_how how = {
        .games = GAMES, .seats = 2, .full = true, .players = 4, .may = {1, 2}};
    struct sv_rng rng = {.key = {3}};
    uint8_t seed[SV_SEED_BYTES], lineup[SV_MAX_SEATS], done[GAMES];
    int32_t action[GAMES];
    float reward[GAMES * 2];
    bool begun[GAMES] = {false};

    how.player[3] = sv_policy_named("tiny");
    sv_luck_seed_text("pool", seed);
    struct sv_batch *b = sv_batch_open(&e, &how, seed);
    assert_non_null(b);
    assert_true(sv_batch_may(b, 1, 4)); /* from now on player 2 */
    assert_false(sv_batch_may(b, 1, 1u << 4));
    assert_false(sv_batch_may(b, 1, 0));
    assert_false(sv_batch_may(b, 2, 1));
    assert_true(sv_batch_may(b, 0, 8));  /* only a bot, while the other seat is the caller's */
    assert_false(sv_batch_may(b, 1, 8)); /* nobody would be asked */
    assert_true(sv_batch_may(b, 0, 1));
    for (unsigned i = 0; i < 400; i++) {
        sv_batch_random(b, &rng, action);
        sv_batch_step(b, action, reward, done);
        for (unsigned g = 0; g < GAMES; g++) {
            begun[g] |= done[g] != 0;
            sv_batch_lineup(b, g, lineup);
            assert_int_equal(lineup[0], 0);
            assert_int_equal(lineup[1], begun[g] ? 2 : 1);
        }
    }
    assert_true(begun[0] && begun[GAMES - 1]);
    sv_batch_destroy(b);
    how.games = 0;
    assert_null(sv_batch_open(&e, &how, seed));
    how.games = 1;
    how.may[0] = how.may[1] = 8;
    assert_null(sv_batch_open(&e, &how, seed));
    how.may[1] = 16;
    assert_null(sv_batch_open(&e, &how, seed));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_are_those_of_play),
        cmocka_unit_test(test_threads_change_nothing_and_lineups_stay),
        cmocka_unit_test(test_shaping_adds_up),
        cmocka_unit_test(test_what_is_saved_goes_on),
        cmocka_unit_test(test_a_pool_changes_between_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

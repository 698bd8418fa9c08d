/* The game as an environment: the mask allows only answers that the rules allow, no sequence of
 * actions is endless, the same seed gives the same games, and rewards add up to 0. */
#include "tests/base/testing.h"

#include <solvent/bot.h>
#include <solvent/env.h>

#include <stdlib.h>
#include <string.h>

#define GAMES 8u
#define LONGEST 1000u /* actions of one answer */

TEST(test_actions_are_numbered_one_after_the_other)
{
    int next = 0;
#define X(NAME, count, text)                                                                       \
    assert_int_equal(SV_ENV_##NAME, next);                                                         \
    assert_int_equal(SV_ENV_##NAME##_LAST, next + (count)-1);                                      \
    next += (count);
    SV_ENV_MOVES(X)
#undef X
    assert_int_equal(SV_ENV_ACTIONS, next);
}

/* Makes one answer by random actions among the allowed ones, some of which are invalid. */
static void answer_by_actions(const struct sv_edition *e, const struct sv_position *p,
                              const struct sv_question *q, struct sv_rng *rng, struct sv_answer *a)
{
    uint8_t mask[SV_ENV_ACTIONS];
    float features[SV_ENV_FEATURES];
    unsigned steps = 0;
    bool complete = false;
    sv_env_begin(e, p, q, a);
    while (!complete) {
        assert_true(steps++ < LONGEST);
        sv_env_observe(e, p, q, a, features);
        for (unsigned i = 0; i < SV_ENV_FEATURES; i++) {
            assert_true(features[i] > -1000.0f && features[i] < 1000.0f);
        }
        sv_env_mask(e, p, q, a, mask);
        unsigned may = 0;
        for (unsigned i = 0; i < SV_ENV_ACTIONS; i++) {
            assert_true(mask[i] <= 1);
            may += mask[i];
        }
        assert_true(may >= 1);
        unsigned pick = sv_rng_below(rng, may), action = 0;
        while (!mask[action] || pick-- > 0) {
            action++;
        }
        /* Now and then one that may not be taken: it is DONE. */
        if (sv_rng_below(rng, 50) == 0) {
            action = SV_ENV_ACTIONS - 1 + sv_rng_below(rng, 3);
        }
        complete = sv_env_act(e, p, q, a, action);
    }
    assert_int_equal(sv_check(e, p, q, a), SV_OK);
}

/* Whole games of an edition, every question answered by actions. */
static void play_by_actions(const char *name, const char *seed)
{
    static struct sv_state st;
    const struct sv_edition *e = sv_edition_builtin(name);
    struct sv_setup setup = {.seats = 4};
    struct sv_rng rng = {.key = {0}};
    unsigned asked = 0;
    assert_non_null(e);
    sv_luck_seed_text(seed, setup.seed);
    memcpy(rng.key, setup.seed, sizeof rng.key);
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        setup.answers[s] = UINT32_MAX;
    }
    assert_int_equal(sv_game_start(e, &st, &setup, NULL), SV_OK);
    while (sv_pending(&st) != 0 && asked++ < 3000) {
        const unsigned seat = sv_first(sv_pending(&st));
        struct sv_question q;
        struct sv_answer a;

        assert_int_equal(sv_ask(e, &st, seat, &q), SV_OK);
        answer_by_actions(e, &st.position, &q, &rng, &a);
        assert_int_equal(sv_apply(e, &st, seat, &a, NULL), SV_OK);
    }
    assert_true(asked > 100);
}

TEST(test_what_the_mask_allows_is_legal)
{
    const char *name;
    for (unsigned i = 0; (name = sv_edition_builtin_name(i)) != NULL; i++) {
        play_by_actions(name, "env 1");
    }
}

struct run {
    uint8_t seat[GAMES];
    float reward[GAMES * 3];
    uint8_t done[GAMES];
    int32_t action[GAMES];
};

static void step_at_random(struct sv_batch *b, struct sv_rng *rng, struct run *r)
{
    sv_batch_observe(b, r->seat, NULL, NULL);
    sv_batch_random(b, rng, r->action);
    sv_batch_step(b, r->action, r->reward, r->done);
}

TEST(test_a_batch_is_the_same_again_and_pays_by_place)
{
    struct sv_edition e = *sv_edition_builtin("classic");
    struct sv_edition_error error;
    uint8_t seed[SV_SEED_BYTES];
    struct sv_rng one = {.key = {1}}, two = {.key = {1}};
    struct run a, b;
    unsigned ended = 0;

    e.rules.max_rounds = 5;
    assert_int_equal(sv_edition_complete(&e, &error), SV_OK);
    sv_luck_seed_text("batch", seed);
    struct sv_batch *first = sv_batch_create(&e, GAMES, 3, seed);
    struct sv_batch *second = sv_batch_create(&e, GAMES, 3, seed);
    assert_non_null(first);
    assert_non_null(second);
    for (unsigned i = 0; i < 1000; i++) {
        step_at_random(first, &one, &a);
        step_at_random(second, &two, &b);
        assert_memory_equal(a.seat, b.seat, sizeof a.seat);
        assert_memory_equal(a.done, b.done, sizeof a.done);
        assert_memory_equal(a.action, b.action, sizeof a.action);
        for (unsigned g = 0; g < GAMES; g++) {
            const float *r = &a.reward[g * 3];
            const float sum = r[0] + r[1] + r[2];
            assert_true(sum > -1e-5f && sum < 1e-5f);
            assert_true(a.done[g] ||
                        (r[0] == 0 && r[1] == 0 && r[2] == 0)); /* paid at the end only */
            ended += a.done[g];
        }
    }
    assert_true(ended > GAMES);
    /* From the beginning again. */
    sv_batch_reset(second, seed);
    two = (struct sv_rng){.key = {1}};
    struct sv_batch *third = sv_batch_create(&e, GAMES, 3, seed);
    one = (struct sv_rng){.key = {1}};
    assert_non_null(third);
    for (unsigned i = 0; i < 200; i++) {
        step_at_random(second, &two, &a);
        step_at_random(third, &one, &b);
        assert_memory_equal(a.action, b.action, sizeof a.action);
        assert_int_equal(sv_batch_question(second, 0)->kind, sv_batch_question(third, 0)->kind);
        assert_memory_equal(sv_batch_position(second, 0), sv_batch_position(third, 0),
                            sizeof(struct sv_position));
    }
    sv_batch_destroy(first);
    sv_batch_destroy(second);
    sv_batch_destroy(third);
    assert_null(sv_batch_create(&e, 0, 3, seed));
    assert_null(sv_batch_create(&e, 1, 1, seed));
    assert_null(sv_batch_create(&e, 1, 9, seed));
}

TEST(test_what_other_languages_hold_goes_there_and_back)
{
    static uint8_t bytes[65536];
    static struct sv_edition back;
    static struct sv_state st;
    const struct sv_edition *e = sv_edition_builtin("mega");
    struct sv_setup setup = {.seats = 2};
    struct sv_course course;

    const size_t size = sv_edition_encode(e, bytes, sizeof bytes);
    assert_int_in_range(size, 100, sizeof bytes);
    assert_int_equal(sv_edition_decode(bytes, size, &back), SV_OK);
    assert_memory_equal(&back.rules, &e->rules, sizeof back.rules);
    assert_ptr_equal(sv_edition_rules(&back), &back.rules);
    assert_int_not_equal(sv_edition_decode(bytes, size - 1, &back), SV_OK);
    assert_int_equal(sv_edition_encode(e, bytes, 10), size);

    setup.answers[0] = setup.answers[1] = UINT32_MAX;
    assert_int_equal(sv_game_start(e, &st, &setup, NULL), SV_OK);
    const size_t length = sv_course_pack(&st, bytes, sizeof bytes);
    assert_int_equal(sv_course_unpack(e, &st.position, sv_pending(&st), bytes, length, &course),
                     SV_OK);
    assert_int_equal(sv_course_unpack(e, &st.position, sv_pending(&st), bytes, length - 1, &course),
                     SV_E_LENGTH);
    assert_int_equal(sv_struct_bytes(0), sizeof(struct sv_edition));
    assert_int_equal(sv_struct_bytes(1000), 0);
}

/* If events do not fit, they come with the next call. A seat that is told often gets all of them,
 * one that was never told gets the last ones. */
TEST(test_events_are_told_as_the_arbiter_would)
{
    static uint8_t bytes[SV_EVENT_LOG_ROOM];
    static struct sv_state st;
    const struct sv_edition *e = sv_edition_builtin("classic");
    struct sv_setup setup = {.seats = 2, .answers = {UINT32_MAX, UINT32_MAX}};
    struct sv_event_log *log = sv_event_log_create();
    size_t told = 0, largest = 0;

    assert_non_null(log);
    assert_int_equal(sv_event_log_tell(log, 0, 0, bytes, sizeof bytes), 0);
    assert_int_equal(sv_game_start(e, &st, &setup, sv_event_log_sink(log)), SV_OK);
    assert_int_equal(sv_event_log_tell(log, 0, 0, bytes, 4), 0);
    while (sv_pending(&st) != 0) {
        const unsigned seat = (sv_pending(&st) & 1) != 0 ? 0 : 1;
        const size_t size = sv_event_log_tell(log, 0, 0, bytes, sizeof bytes);
        struct sv_question q;
        struct sv_answer a;

        told += size;
        largest = size > largest ? size : largest;
        assert_true(told > 0);
        assert_int_equal(sv_event_log_tell(log, 0, 0, bytes, sizeof bytes), 0);
        assert_int_equal(sv_ask(e, &st, seat, &q), SV_OK);
        sv_answer_default(e, &st.position, &q, &a);
        assert_int_equal(sv_apply(e, &st, seat, &a, sv_event_log_sink(log)), SV_OK);
    }
    assert_true(told > SV_EVENT_LOG_ROOM);
    assert_int_in_range(largest, 10, 2000);
    assert_int_in_range(sv_event_log_tell(log, 1, 1, bytes, sizeof bytes), SV_EVENT_LOG_ROOM - 200,
                        SV_EVENT_LOG_ROOM);
    sv_event_log_destroy(log);
    sv_event_log_destroy(NULL);
}

/* Questions of bots about no seat, the bank and no space: the result is 0 or false, and no read
 * goes past an end. */
#include "tests/base/testing.h"

#include <solvent/game.h>

/* A position in memory of its own, so that a sanitizer sees a step beyond it. */
static struct sv_position *begin(const struct sv_edition *e)
{
    struct sv_setup setup = {.seats = 8};
    struct sv_state st;
    struct sv_position *p = malloc(sizeof *p);
    assert_non_null(p);
    memset(setup.answers, 0xff, sizeof setup.answers);
    assert_ok(sv_game_start(e, &st, &setup, NULL));
    *p = st.position;
    return p;
}

TEST(test_no_space)
{
    const struct sv_edition *e = sv_edition_builtin("classic");
    SCOPED(scoped_free) struct sv_position *p = begin(e);
    const unsigned none[] = {SV_NONE, e->n_spaces, SV_MAX_SPACES, 1000};
    struct sv_plan plan = {.mortgage = 0};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        assert_int_equal(sv_rent(e, p, none[i], 7, 2, 10), 0);
        assert_int_equal(sv_level_cost(e, none[i], 0), 0);
        assert_int_equal(sv_level_cost_total(e, none[i], 5), 0);
        assert_int_equal(sv_lift_cost(e, none[i]), 0);
        assert_int_equal(sv_interest(e, none[i]), 0);
        assert_false(sv_can_build(e, p, 0, &plan, none[i]));
    }
    /* a space without a deed */
    assert_int_equal(sv_lift_cost(e, 0), 0);
    assert_int_equal(sv_rent(e, p, 0, 7, 1, 0), 0);
    assert_int_equal(sv_level_cost(e, 1, SV_NONE), 0);
    assert_int_equal(sv_level_cost_total(e, 1, SV_NONE), 5 * 50);
}

TEST(test_nobody)
{
    const struct sv_edition *e = sv_edition_builtin("mega");
    SCOPED(scoped_free) struct sv_position *p = begin(e);
    const unsigned nobody[] = {SV_BANK, SV_NONE, 1000};
    for (size_t i = 0; i < sizeof nobody / sizeof nobody[0]; i++) {
        struct sv_plan plan = {.mortgage = ~UINT64_C(0), .lift = ~UINT64_C(0)};
        assert_int_equal(sv_worth(e, p, nobody[i]), 0);
        assert_int_equal(sv_liquid(e, p, nobody[i]), 0);
        assert_int_equal(sv_group_owned(e, p, 0, nobody[i]), 0);
        assert_false(sv_set_full(e, p, 0, nobody[i]));
        assert_false(sv_set_builds(e, p, 0, nobody[i]));
        assert_false(sv_set_built(e, p, 0, nobody[i]));
        assert_false(sv_can_build(e, p, nobody[i], &plan, 1));
        assert_false(sv_alive(p, nobody[i]));
        assert_int_equal(sv_next_seat(p, nobody[i]), nobody[i]);
        assert_int_equal(sv_plan_cash(e, p, nobody[i], &plan), 0);
        assert_int_equal(sv_plan_raise(e, p, nobody[i], 100, &plan), 0);
    }
}

TEST(test_no_group)
{
    const struct sv_edition *e = sv_edition_builtin("classic");
    SCOPED(scoped_free) struct sv_position *p = begin(e);
    const unsigned none[] = {SV_NONE, e->n_groups, SV_MAX_GROUPS, 1000};
    p->owned[3] = ~UINT64_C(0);
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        assert_int_equal(sv_group_owned(e, p, none[i], 3), 0);
        assert_false(sv_set_full(e, p, none[i], 3));
        assert_false(sv_set_builds(e, p, none[i], 3));
        assert_false(sv_set_built(e, p, none[i], SV_NONE));
    }
    assert_true(sv_set_full(e, p, 0, 3));
}

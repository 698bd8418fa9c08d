/* The word that somebody may have meant. */
#include "base/nearest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char *const words[] = {"seed",       "seats", "deals", "edition",
                                    "max_rounds", "name",  NULL};

static const char *near(const char *word)
{
    return svi_nearest(word, svi_nearest_in, words);
}

static void test_alike(void **state)
{
    (void)state;
    assert_string_equal(near("deal"), "deals");
    assert_string_equal(near("sede"), "seed"); /* two letters swapped are one mistake */
    assert_string_equal(near("Seats"), "seats");
    assert_string_equal(near("editoin"), "edition");
    assert_string_equal(near("maxrounds"), "max_rounds");
    assert_string_equal(near("max"), "max_rounds"); /* what it begins with */
    assert_string_equal(near("seats"), "seats");
}

static void test_unlike(void **state)
{
    (void)state;
    assert_null(near(""));
    assert_null(near("x"));
    assert_null(near("colour"));
    assert_null(near("abcd")); /* as far from "name" as it is long */
    assert_null(near("max_rounds_and_then_some_more_that_nobody_has_ever_called_anything"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alike),
        cmocka_unit_test(test_unlike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

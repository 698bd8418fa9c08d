/* <solvent/set.h>: sets as bits, held to the loops one would write without it. */
#include "tests/base/testing.h"

#include <solvent/set.h>

/* Every set of one and two members, and sums of them: 0, singles, pairs, and all above a member. */
static void each_set(void (*look)(uint64_t set))
{
    look(0);
    look(UINT64_MAX);
    for (unsigned a = 0; a < 64; a++) {
        look(UINT64_C(1) << a);
        look(UINT64_MAX << a);
        for (unsigned b = 0; b < a; b++) {
            look(UINT64_C(1) << a | UINT64_C(1) << b);
        }
    }
}

static void look(uint64_t set)
{
    unsigned first = SV_NONE, count = 0;
    for (unsigned m = 64; m-- > 0;) {
        if ((set >> m) % 2 == 1) {
            first = m;
            count++;
        }
        assert_int_equal(sv_has(set, m), (set >> m) % 2);
    }
    assert_int_equal(sv_first(set), first);
    assert_int_equal(sv_count(set), count);
    assert_false(sv_has(set, 64));
    assert_false(sv_has(set, SV_BANK + 64));
    assert_false(sv_has(set, SV_NONE));
}

TEST(test_sets_of_all_shapes)
{
    each_set(look);
}

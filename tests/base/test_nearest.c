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

/* What other tools call a thing leads to it, where that word is known. */
static void test_synonyms(void **state)
{
    static const char *const keys[] = {"name", "edition", "format", "deals", "clock", "bots", NULL};
    static const char *const formats[] = {"round_robin", "gauntlet", "knockout", "sprt", NULL};
    static const char *const clocks[] = {"decision_ms", "bank_ms", "strikes", NULL};
    static const char *const of_bot[] = {"name", "command", "matches", NULL};
    static const struct {
        const char *const *words;
        const char *word, *meant;
    } cases[] = {
        {keys, "games", "deals"},
        {keys, "rounds", "deals"},
        {keys, "openings", "deals"},
        {keys, "timeout", "clock"},
        {keys, "time", "clock"},
        {keys, "tc", "clock"},
        {keys, "players", "bots"},
        {keys, "engines", "bots"},
        {keys, "Time-Control", "clock"},
        {formats, "elimination", "knockout"},
        {formats, "roundrobin", "round_robin"},
        {formats, "round-robin", "round_robin"},
        {formats, "single-elimination", "knockout"},
        {clocks, "timeout", "decision_ms"},
        {of_bot, "concurrency", "matches"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *found = svi_nearest(cases[i].word, svi_nearest_in, cases[i].words);
        assert_non_null(found);
        assert_string_equal(found, cases[i].meant);
    }
    assert_null(svi_nearest("elimination", svi_nearest_in, keys)); /* no key means that */
}

static void what_is_told_elsewhere_is_known(void **state)
{
    (void)state;
    assert_string_equal(svi_elsewhere("Concurrency"), "-j of league run, and matches of each bot");
    assert_null(svi_elsewhere("clock"));
}

/* What an error says: a suggestion first, at most five words, of more the most similar. */
static void test_expected(void **state)
{
    static const char *const bots[] = {"careful", "trader", "tiny", NULL};
    const struct svi_choices few = {.at = svi_nearest_in, .words = bots, .what = "a bot of cup.db"};
    const struct svi_choices many = {.at = svi_nearest_in, .words = words, .see = "solvent help"};
    char out[SVI_EXPECTED];
    (void)state;
    assert_string_equal(svi_expected(&few, "nobody", out, sizeof out),
                        "expected a bot of cup.db: careful, trader or tiny");
    assert_string_equal(svi_expected(&few, "trade", out, sizeof out),
                        "did you mean 'trader'? Expected a bot of cup.db: careful, trader or tiny");
    assert_string_equal(svi_expected(&many, "sede", out, sizeof out),
                        "did you mean 'seed'? See solvent help");
    assert_string_equal(svi_expected(&many, "colour", out, sizeof out),
                        "expected seed, seats, deals, name, edition or one of 1 more; "
                        "see solvent help");
    assert_string_equal(svi_expected(&many, NULL, out, sizeof out),
                        "expected seed, seats, deals, edition, max_rounds or one of 1 more; "
                        "see solvent help");
    assert_string_equal(svi_expected(&few, "nobody", out, 12), "expected a ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alike),    cmocka_unit_test(test_unlike),
        cmocka_unit_test(test_expected), cmocka_unit_test(what_is_told_elsewhere_is_known),
        cmocka_unit_test(test_synonyms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

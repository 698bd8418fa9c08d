/* The word that somebody may have meant. */
#include "base/nearest.h"
#include "tests/base/testing.h"

static const char *const words[] = {"seed",       "seats", "deals", "edition",
                                    "max_rounds", "name",  NULL};

static const char *near(const char *word)
{
    return svi_nearest(word, svi_nearest_in, words);
}

TEST(test_alike)
{
    assert_string_equal(near("deal"), "deals");
    assert_string_equal(near("sede"), "seed"); /* two letters swapped are one mistake */
    assert_string_equal(near("Seats"), "seats");
    assert_string_equal(near("editoin"), "edition");
    assert_string_equal(near("maxrounds"), "max_rounds");
    assert_string_equal(near("max"), "max_rounds"); /* a key that begins with the word */
    assert_string_equal(near("seats"), "seats");
}

TEST(test_unlike)
{
    assert_null(near(""));
    assert_null(near("x"));
    assert_null(near("colour"));
    assert_null(near("abcd")); /* as far from "name" as it is long */
    assert_null(near("max_rounds_and_then_some_more_that_nobody_has_ever_called_anything"));
}

/* Words of other tools for a key lead to it, if those words are known. */
TEST(test_synonyms)
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
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *found = svi_nearest(cases[i].word, svi_nearest_in, cases[i].words);
        assert_non_null(found);
        assert_string_equal(found, cases[i].meant);
    }
    assert_null(svi_nearest("elimination", svi_nearest_in, keys)); /* no key means that */
}

TEST(what_is_told_elsewhere_is_known)
{
    assert_string_equal(svi_elsewhere("Concurrency"), "-j of league run, and matches of each bot");
    assert_null(svi_elsewhere("clock"));
}

/* An error starts with a suggestion and lists at most five words, the most similar ones. */
TEST(test_expected)
{
    static const char *const bots[] = {"careful", "trader", "tiny", NULL};
    const struct svi_choices few = {.at = svi_nearest_in, .words = bots, .what = "a bot of cup.db"};
    const struct svi_choices many = {.at = svi_nearest_in, .words = words, .see = "solvent help"};
    char out[SVI_EXPECTED];
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

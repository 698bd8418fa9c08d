/* The rows of the keys of a league file. */
#include "keys/league_keys.h"
#include "tests/base/testing.h"

static bool is_number(const struct svi_league_key *key)
{
    return key->kind == SVI_KIND_NUMBER || key->kind == SVI_KIND_OPTIONAL ||
           key->kind == SVI_KIND_DECIMAL;
}

/* A number of a row as people write it. */
static void write_number(const struct svi_league_key *key, int64_t value,
                         char text[SVI_DECIMAL_TEXT])
{
    svi_decimal_text(key->kind == SVI_KIND_DECIMAL ? value : value * SVI_MILLION, text);
}

TEST(ranges_are_kept)
{
    for (size_t l = 0; l < SVI_LEAGUE_KEY_LISTS; l++) {
        for (unsigned i = 0; i < svi_league_keys[l].count; i++) {
            const struct svi_league_key *key = &svi_league_keys[l].key[i];
            const int64_t numbers[] = {key->low, key->high, key->low - 1, key->high + 1};
            for (unsigned n = 0; n < 4 && is_number(key); n++) {
                char text[SVI_DECIMAL_TEXT];
                int64_t value = -77;
                write_number(key, numbers[n], text);
                assert_int_equal(svi_league_key_parse(key, text, &value), n < 2);
                assert_true(value == (n < 2 ? numbers[n] : -77));
            }
            if (is_number(key) && key->left_out != SVI_NONE_GIVEN) {
                assert_true(key->left_out >= key->low && key->left_out <= key->high);
            }
        }
    }
}

/* The shown value of a key is valid, and every key has an explanation in whole sentences. */
TEST(rows_are_whole)
{
    for (size_t l = 0; l < SVI_LEAGUE_KEY_LISTS; l++) {
        for (unsigned i = 0; i < svi_league_keys[l].count; i++) {
            const struct svi_league_key *key = &svi_league_keys[l].key[i];
            int64_t value;
            if (key->left_out == SVI_NONE_GIVEN && key->shown[0] == '\0') {
                fail_msg("%s: has no default and shows no value", key->name);
            }
            if ((is_number(key) || key->kind == SVI_KIND_WORD) && key->shown[0] != '\0') {
                assert_true(svi_league_key_parse(key, key->shown, &value));
            }
            assert_true(strlen(key->says) > 1);
            assert_true(strcspn(key->says, ".") > 8); /* the part that `league init` shows */
            assert_int_equal(key->says[strlen(key->says) - 1], '.');
            assert_null(strchr(key->says, '|'));
            assert_null(strchr(key->says, '\n'));
        }
    }
}

TEST(expectations_have_no_idle_zeros)
{
    char text[SVI_LEAGUE_KEY_EXPECTED];
    svi_league_key_expected(&svi_sprt_keys[SVI_SPRT_elo1], text);
    assert_string_equal(text, "a number -2000 to 2000");
    svi_league_key_expected(&svi_sprt_keys[SVI_SPRT_alpha], text);
    assert_string_equal(text, "a number 0.000001 to 0.499999");
    svi_league_key_expected(&svi_sprt_keys[SVI_SPRT_baseline], text);
    assert_string_equal(text, "the name of a bot");
    svi_league_key_expected(&svi_stop_keys[SVI_STOP_max_deals], text);
    assert_string_equal(text, "a whole number 30 to 100000000");
    svi_league_key_expected(&svi_stop_keys[SVI_STOP_uniform], text);
    assert_string_equal(text, "true or false");
    svi_league_key_expected(&svi_setting_keys[SVI_TERM_seats], text);
    assert_string_equal(text, "a whole number 2 to 8");
}

TEST(a_flag_is_true_or_false)
{
    int64_t value = 7;
    assert_false(svi_league_key_parse(&svi_stop_keys[SVI_STOP_uniform], "yes", &value));
    assert_int_equal(value, 7);
    assert_true(svi_league_key_parse(&svi_stop_keys[SVI_STOP_uniform], "true", &value));
    assert_int_equal(value, 1);
    assert_true(svi_league_key_parse(&svi_stop_keys[SVI_STOP_uniform], "false", &value));
    assert_int_equal(value, 0);
}

TEST(a_word_is_one_of_its_row)
{
    static const struct svi_league_key *const key = &svi_league_top_keys[SVI_LEAGUE_sandbox];
    static const char *const wrong[] = {"", "aut", "autos", "auto, bwrap", ",", "docker"};
    char text[SVI_LEAGUE_KEY_EXPECTED];
    int64_t value = 7;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(svi_league_key_parse(key, wrong[i], &value));
        assert_int_equal(value, 7);
    }
    assert_true(svi_league_key_parse(key, "none", &value));
    assert_int_equal(value, 3);
    assert_true(svi_league_key_parse(key, key->shown, &value));
    assert_int_equal(value, key->left_out);
    svi_league_key_expected(key, text);
    assert_string_equal(text, "one of auto, bwrap, strict, none");
}

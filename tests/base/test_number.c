/* Numbers that people write. */
#include "base/number.h"
#include "tests/base/testing.h"

TEST(whole_numbers_are_read_strictly)
{
    static const char *const wrong[] = {"",   "-",  "007", "-01",        "+1",
                                        " 1", "1 ", "1.0", "2147483648", "99999999999999999999"};
    int32_t value = 7;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(svi_number_parse(wrong[i], &value));
        assert_int_equal(value, 7);
    }
    assert_true(svi_number_parse("2147483647", &value));
    assert_int_equal(value, INT32_MAX);
    assert_true(svi_number_parse("-12", &value));
    assert_int_equal(value, -12);
    assert_true(svi_number_parse("0", &value));
    assert_int_equal(value, 0);
}

TEST(decimals_come_back)
{
    static const struct {
        const char *text;
        int64_t value;
        const char *written;
    } cases[] = {
        {"0", 0, "0"},
        {"0.05", 50000, "0.05"},
        {"-2000", -2000000000, "-2000"},
        {"-0.5", -500000, "-0.5"},
        {"100", 100000000, "100"},
        {"0.499999", 499999, "0.499999"},
        {"1.500000", 1500000, "1.5"},
        {"999999999999", 999999999999000000, "999999999999"},
    };
    static const char *const wrong[] = {
        "", "-", ".", ".5", "1.", "1.2.3", "1e3", "0.1234567", "95%", "1000000000000", "--1", " 1"};
    char text[SVI_DECIMAL_TEXT];
    int64_t value;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(svi_decimal_parse(cases[i].text, &value));
        assert_true(value == cases[i].value);
        svi_decimal_text(value, text);
        assert_string_equal(text, cases[i].written);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        if (svi_decimal_parse(wrong[i], &value)) {
            fail_msg("'%s' is taken", wrong[i]);
        }
    }
}

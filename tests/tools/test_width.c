/* Columns of text on a terminal. */
#include "tests/base/testing.h"
#include "tools/console/table.h"

#include <locale.h>

TEST(test_width)
{
    static const char *const locales[] = {"C", "C.UTF-8", ""};
    for (size_t i = 0; i < sizeof locales / sizeof locales[0]; i++) {
        (void)setlocale(LC_ALL, locales[i]); /* makes no difference */
        assert_int_equal(svi_width(""), 0);
        assert_int_equal(svi_width("plain"), 5);
        assert_int_equal(svi_width("Jürgen"), 6);
        assert_int_equal(svi_width("e\xcc\x81"), 1); /* e and an accent to put on it */
        assert_int_equal(svi_width("猫a"), 3);
        assert_int_equal(svi_width("\xff?"), 2);
    }
}

TEST(test_fit)
{
    assert_int_equal(svi_width_fit("plain", 3), 3);
    assert_int_equal(svi_width_fit("plain", 9), 5);
    assert_int_equal(svi_width_fit("猫猫", 3), 3); /* not half of the second */
    assert_int_equal(svi_width_fit("e\xcc\x81x", 1), 3);
    assert_int_equal(svi_width_fit("猫", 0), 0);
}

TEST(test_table)
{
    SCOPED(svi_table_finish) struct svi_table table;
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    svi_table_init(&table, 3, 1u | 1u << 2);
    svi_table_row(&table, "bot\tn\t");
    svi_table_add(&table, "猫猫");
    svi_table_row(&table, "%u\t%s", 10u, "out");
    svi_table_print(&table, false, &out);
    svi_buf_byte(&out, 0);
    assert_string_equal((char *)out.data, "bot    n\n猫猫  10  out\n");
}

static const char *put(const char *text, size_t columns)
{
    static char into[64];
    struct svi_buf out = {0};
    svi_width_put(text, columns, &out);
    svi_buf_byte(&out, 0);
    (void)snprintf(into, sizeof into, "%s", (const char *)out.data);
    svi_buf_finish(&out);
    return into;
}

TEST(test_put)
{
    assert_string_equal(put("plain", 5), "plain");
    assert_string_equal(put("plain", 4), "pla…");
    assert_string_equal(put("plain", 1), "…");
    assert_string_equal(put("猫猫", 4), "猫猫");
    assert_string_equal(put("猫猫", 3), "猫…");
    assert_string_equal(put("猫猫", 2), "…");
    assert_string_equal(put("a\033[1m\xff", 9), "a?[1m?");
    assert_string_equal(put("", 1), "");
}

TEST(test_share)
{
    size_t width[] = {30, 4, 20, 12};
    svi_width_share(width, 4, 13, 66);
    assert_int_equal(width[0] + width[1] + width[2] + width[3], 66); /* they fit */
    svi_width_share(width, 4, 13, 44); /* the greatest are cut to the same, and one not at all */
    assert_int_equal(width[0], 14);
    assert_int_equal(width[1], 4);
    assert_int_equal(width[2], 14);
    assert_int_equal(width[3], 12);
    /* columns outside the set keep their width; the others keep a little */
    svi_width_share(width, 4, 5, 0);
    assert_int_equal(width[0], SVI_WIDTH_NAME);
    assert_int_equal(width[1], 4);
    assert_int_equal(width[2], SVI_WIDTH_NAME);
    assert_int_equal(width[3], 12);
}

static void says_name(const char *text, size_t columns, const char *expected)
{
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    svi_width_put_name(text, columns, &out);
    svi_buf_byte(&out, 0);
    assert_string_equal((const char *)out.data, expected);
}

/* Names of a kind differ at their ends. */
TEST(test_names)
{
    says_name("contestant-with-name-07", 23, "contestant-with-name-07");
    says_name("contestant-with-name-07", 20, "contestant-wi…ame-07");
    says_name("contestant-with-name-07", 16, "contestan…ame-07");
    says_name("contestant-with-name-07", 12, "contestant-…"); /* no room for two ends */
    says_name("猫猫猫猫猫猫猫猫猫猫", 16, "猫猫猫猫…猫猫猫");
}

/* Names are cut so that a row fits a screen, and the columns after them stand under each other. */
TEST(test_cut)
{
    SCOPED(svi_table_finish) struct svi_table table;
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    char name[120];
    memset(name, 'n', sizeof name);
    name[sizeof name - 1] = '\0';
    svi_table_init(&table, 3, 1u);
    svi_table_cut(&table, 1u);
    svi_table_add(&table, "bot");
    svi_table_add(&table, "n");
    svi_table_add(&table, "m");
    svi_table_add(&table, "%s", name);
    svi_table_add(&table, "1");
    svi_table_add(&table, "22");
    svi_table_print(&table, false, &out);
    svi_buf_byte(&out, 0);
    char *second = strchr((char *)out.data, '\n');
    *second++ = '\0';
    *strchr(second, '\n') = '\0';
    assert_int_equal(svi_width((char *)out.data), 80);
    assert_int_equal(svi_width(second), 80);
    assert_string_equal(second + strspn(second, "n"), "…nnnnnn  1  22");
}

TEST(test_wrap)
{
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    svi_width_wrap("one two three", 2, 7, &out);
    svi_width_wrap("", 2, 7, &out);
    svi_width_wrap("seventy-seven 猫猫猫 Jürgen", 0, 6, &out);
    svi_buf_byte(&out, 0);
    assert_string_equal((char *)out.data, "one two\n  three\nseventy-seven\n猫猫猫\nJürgen\n");
}

/* Columns of text on a terminal. */
#include "tools/console/table.h"
#include "tools/console/width.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_width(void **state)
{
    static const char *const locales[] = {"C", "C.UTF-8", ""};
    (void)state;
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

static void test_fit(void **state)
{
    (void)state;
    assert_int_equal(svi_width_fit("plain", 3), 3);
    assert_int_equal(svi_width_fit("plain", 9), 5);
    assert_int_equal(svi_width_fit("猫猫", 3), 3); /* not half of the second */
    assert_int_equal(svi_width_fit("e\xcc\x81x", 1), 3);
    assert_int_equal(svi_width_fit("猫", 0), 0);
}

static void test_table(void **state)
{
    struct svi_table table;
    struct svi_buf out = {0};
    (void)state;
    svi_table_init(&table, 3, 1u | 1u << 2);
    svi_table_add(&table, "bot");
    svi_table_add(&table, "n");
    svi_table_add(&table, "%s", "");
    svi_table_add(&table, "猫猫");
    svi_table_add(&table, "10");
    svi_table_add(&table, "out");
    svi_table_print(&table, false, &out);
    svi_buf_byte(&out, 0);
    assert_string_equal((char *)out.data, "bot    n\n猫猫  10  out\n");
    svi_buf_finish(&out);
    svi_table_finish(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_width),
        cmocka_unit_test(test_fit),
        cmocka_unit_test(test_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

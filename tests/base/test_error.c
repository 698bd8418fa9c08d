/* base/error.h. */
#include "base/error.h"
#include "tests/base/testing.h"

#include <errno.h>

TEST(it_says_what_and_where)
{
    struct svi_error error = {0};
    assert_int_equal(svi_fail(&error, SV_E_RANGE, "%s:%d: found %c", "x.yaml", 3, 'b'), SV_E_RANGE);
    assert_int_equal(error.code, SV_E_RANGE);
    assert_string_equal(error.text, "x.yaml:3: found b");
    assert_int_equal(svi_fail(&error, SV_E_SYSTEM, "full"), SV_E_SYSTEM);
    assert_int_equal(error.code, SV_E_SYSTEM);
    assert_string_equal(error.text, "full");
}

TEST(nobody_need_listen)
{
    assert_int_equal(svi_fail(NULL, SV_E_MISMATCH, "%s", "no matter"), SV_E_MISMATCH);
}

TEST(a_long_line_is_cut_off)
{
    char line[sizeof((struct svi_error *)0)->text + 10];
    struct svi_error error;
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    assert_int_equal(svi_fail(&error, SV_E_LENGTH, "%s", line), SV_E_LENGTH);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    assert_memory_equal(error.text, line, sizeof error.text - 1);
}

TEST(reasons_are_in_english_and_never_missing)
{
    assert_string_equal(svi_errno_text(ENOENT), "No such file or directory");
    assert_string_equal(svi_errno_text(0), "Success");
    assert_non_null(svi_errno_text(123456));
}

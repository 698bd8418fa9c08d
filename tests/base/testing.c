/* Registers the tests of a program and runs them. */
#include "tests/base/testing.h"

#include <errno.h>

static struct CMUnitTest tests[64];
static size_t n_tests;
static CMFixtureFunction before, after;

void testing_add(const char *name, CMUnitTestFunction test, CMFixtureFunction set_up,
                 CMFixtureFunction tear_down)
{
    if (n_tests == sizeof tests / sizeof tests[0]) {
        abort();
    }
    tests[n_tests++] = (struct CMUnitTest){name, test, set_up, tear_down, NULL};
}

void testing_program(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
    before = set_up;
    after = tear_down;
}

void testing_holds(const char *text, const char *part, bool wanted, const char *file, int line)
{
    if (text == NULL || (strstr(text, part) != NULL) != wanted) {
        print_error("%s \"%s\"\nin       \"%s\"\n", wanted ? "expected" : "not expected", part,
                    text != NULL ? text : "(null)");
        _fail(file, line);
    }
}

void testing_write(const char *path, const char *text)
{
    FILE *file = fopen(path, "wbe");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

int testing_run(void)
{
    /* cmocka passes over entries without a function. */
    return cmocka_run_group_tests_name(program_invocation_short_name, tests, before, after);
}

/* The main() of every test program that defines none. */
__attribute__((weak)) int main(void)
{
    return testing_run();
}

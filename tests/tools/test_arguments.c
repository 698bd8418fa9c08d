/* What every command says to words that it does not know: one line, which names the command and the word. */
#include "tests/tools/run_command.h"
#include "tools/cli/commands.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"solvent bench: ", svi_cmd_bench},     {"solvent check: ", svi_cmd_check},
    {"solvent edition: ", svi_cmd_edition}, {"solvent league: ", svi_cmd_league},
    {"solvent match: ", svi_cmd_match},     {"solvent rank: ", svi_cmd_rank},
    {"solvent replay: ", svi_cmd_replay},   {"solvent verify: ", svi_cmd_verify},
};
#define COMMANDS (sizeof commands / sizeof commands[0])

static struct outcome o;

static void expect_line(const char *name, const char *word)
{
    assert_int_equal(o.status, SVI_EXIT_USAGE);
    assert_string_equal(o.out, "");
    if (count_lines(o.err) != 1 || strncmp(o.err, name, strlen(name)) != 0 ||
        strstr(o.err, word) == NULL) {
        fail_msg("found \"%s\", expected one line of \"%s\" about %s", o.err, name, word);
    }
}

static void test_unknown_option(void **state)
{
    (void)state;
    for (size_t i = 0; i < COMMANDS; i++) {
        run_command(commands[i].run, &o, (const char *const[]){"x", "--bogus", NULL});
        expect_line(commands[i].name, "'--bogus'");
        run_command(commands[i].run, &o, (const char *const[]){"x", "-%", NULL});
        expect_line(commands[i].name, "'%'");
    }
}

static void test_missing_value(void **state)
{
    (void)state;
    run_command(svi_cmd_match, &o, (const char *const[]){"x", "--seed", NULL});
    expect_line("solvent match: ", "'--seed'");
    run_command(svi_cmd_replay, &o, (const char *const[]){"x", "a.svr", "--what-if", NULL});
    expect_line("solvent replay: ", "'--what-if'");
}

/* What the commands themselves find wrong goes the same way. */
static void test_wrong_value(void **state)
{
    (void)state;
    run_command(svi_cmd_rank, &o, (const char *const[]){"x", "--format", "xml", NULL});
    expect_line("solvent rank: ", "\"xml\"");
    run_command(svi_cmd_replay, &o, (const char *const[]){"x", "a.svr", "--drive", "9", NULL});
    expect_line("solvent replay: ", "'9'");
}

static void test_help(void **state)
{
    (void)state;
    for (size_t i = 0; i < COMMANDS; i++) {
        run_command(commands[i].run, &o, (const char *const[]){"x", "--help", NULL});
        assert_int_equal(o.status, SVI_EXIT_DONE);
        assert_string_equal(o.err, "");
        assert_memory_equal(o.out, "Usage: solvent ", 15);
        assert_true(count_lines(o.out) > 5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unknown_option),
        cmocka_unit_test(test_missing_value),
        cmocka_unit_test(test_wrong_value),
        cmocka_unit_test(test_help),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

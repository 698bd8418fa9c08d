/* solvent edition: what goes to stdout, what to stderr, and the exit status. */
#include "tools/cli/commands.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char out[65536], err[4096];

static void read_back(FILE *file, char *text, size_t size)
{
    rewind(file);
    text[fread(text, 1, size - 1, file)] = 0;
    fclose(file);
}

/* Runs the command with stdout and stderr caught; words up to the first NULL. */
static int run(const char *a, const char *b, const char *c)
{
    char words[3][128] = {""};
    const char *const given[3] = {a, b, c};
    char name[] = "edition", *argv[5] = {name};
    int argc = 1;
    for (unsigned i = 0; i < 3 && given[i] != NULL; i++) {
        snprintf(words[i], sizeof words[i], "%s", given[i]);
        argv[argc++] = words[i];
    }
    FILE *out_file = tmpfile(), *err_file = tmpfile();
    assert_non_null(out_file);
    assert_non_null(err_file);
    fflush(stdout);
    fflush(stderr);
    const int old_out = dup(STDOUT_FILENO), old_err = dup(STDERR_FILENO);
    dup2(fileno(out_file), STDOUT_FILENO);
    dup2(fileno(err_file), STDERR_FILENO);
    const int status = svi_cmd_edition(argc, argv);
    fflush(stdout);
    fflush(stderr);
    dup2(old_out, STDOUT_FILENO);
    dup2(old_err, STDERR_FILENO);
    close(old_out);
    close(old_err);
    read_back(out_file, out, sizeof out);
    read_back(err_file, err, sizeof err);
    return status;
}

static void assert_line(const char *text, const char *line)
{
    const char *at = strstr(text, line);
    if (at == NULL) {
        fail_msg("no line \"%s\" in:\n%s", line, text);
    }
}

static void test_list(void **state)
{
    (void)state;
    assert_int_equal(run("list", NULL, NULL), 0);
    assert_string_equal(err, "");
    assert_line(out, "classic        40 spaces, 28 deeds  Classic, US names, cards of 2008\n");
    assert_line(out, "mega           52 spaces, 37 deeds  Mega, US names, cards of 2008\n");
    unsigned lines = 0;
    for (const char *c = out; *c != 0; c++) {
        lines += *c == '\n';
    }
    assert_int_equal(lines, 8);
}

static void test_show(void **state)
{
    (void)state;
    assert_int_equal(run("show", "classic-uk", NULL), 0);
    assert_string_equal(err, "");
    assert_line(out, "classic-uk: Classic, UK names, traditional UK cards\n");
    assert_line(out,
                "40 spaces; deeds: 22 streets in 8 sets, 4 rails, 2 utilities; cards: 16 chance, "
                "16 chest, 0 bus\n");
    assert_line(
        out,
        "  auction_min                 10           (default 1) RULES 4.2: lowest first bid\n");
    assert_line(out, " 39 street     Mayfair");
    assert_line(out, " 50 200 600 1400 1700 2000\n");
    assert_line(out, "  cc_uk_fine_or_chance pay_or_draw       10 or chance");
    assert_null(strstr(out, " \n")); /* no blanks at the end of a line */
    assert_int_equal(run("show", "classic", NULL), 0);
    assert_line(out, "all rules have their defaults\n");
}

static void test_show_yaml(void **state)
{
    (void)state;
    assert_int_equal(run("show", "--yaml", "mega-2006"), 0);
    assert_line(out, "name: mega-2006\n");
    assert_line(out, "  income_tax: choice\n");
    assert_null(strstr(out, "extends"));
    char path[] = "/tmp/solvent-edition-XXXXXX.yaml";
    const int fd = mkstemps(path, 5);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, out, strlen(out)), (ssize_t)strlen(out));
    close(fd);
    assert_int_equal(run("check", path, NULL), 0);
    unlink(path);
    char expected[256];
    snprintf(
        expected, sizeof expected,
        "%s: ok, edition mega-2006, 52 spaces; deeds: 30 streets in 8 sets, 4 rails, 3 utilities; "
        "cards: 16 chance, 16 chest, 16 bus\n",
        path);
    assert_string_equal(out, expected);
}

/* Readers of YAML 1.1 take a bare off, on, no or y for a truth value. */
static void test_show_yaml_quotes_traps(void **state)
{
    (void)state;
    assert_int_equal(run("show", "--yaml", "classic"), 0);
    assert_line(out, "  speed_die: \"off\"\n");
    assert_line(out, "  trade: windows\n");
    assert_line(out, "  forbid_gifts: true\n");
    assert_line(out, "  houses: 32\n");
    char path[] = "/tmp/solvent-edition-XXXXXX.yaml";
    static const char mine[] = "name: \"no\"\nextends: speed-die\nrules: {trade: \"off\"}\n";
    const int fd = mkstemps(path, 5);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, mine, sizeof mine - 1), (ssize_t)sizeof mine - 1);
    close(fd);
    assert_int_equal(run("show", "--yaml", path), 0);
    unlink(path);
    assert_line(out, "name: \"no\"\n");
    assert_line(out, "  trade: \"off\"\n");
    assert_line(out, "  speed_die: after_salary\n");
}

static void test_wrong(void **state)
{
    (void)state;
    assert_int_equal(run("show", "nosuch", NULL), 2);
    assert_string_equal(out, "");
    assert_string_equal(err,
                        "solvent edition: found \"nosuch\", expected a path or a built-in edition: "
                        "classic-2007, classic-uk, classic, comrades, harbour, mega-2006, mega, "
                        "speed-die\n");
    char path[] = "/tmp/solvent-edition-XXXXXX.yaml", expected[256];
    const int fd = mkstemps(path, 5);
    assert_true(fd >= 0);
    const char text[] = "name: a\nextends: classic\nrules: {salary: none}\n";
    assert_int_equal(write(fd, text, sizeof text - 1), (ssize_t)sizeof text - 1);
    close(fd);
    assert_int_equal(run("check", path, NULL), 2);
    unlink(path);
    snprintf(expected, sizeof expected,
             "%s:3: rules.salary: found \"none\", expected a whole number 0 to 100000\n", path);
    assert_string_equal(err, expected);
    assert_string_equal(out, "");
    assert_int_equal(run("check", "/", NULL), 3);
    assert_string_equal(err, "solvent edition: found \"/\", expected a file that can be read\n");
    static const char *const words[][3] = {{NULL},         {"show"},
                                           {"check"},      {"list", "classic"},
                                           {"frobnicate"}, {"check", "-y", "classic"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        assert_int_equal(run(words[i][0], words[i][1], words[i][2]), 2);
        assert_line(err, "expected list, show NAME or check FILE");
        assert_string_equal(out, "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list),      cmocka_unit_test(test_show),
        cmocka_unit_test(test_show_yaml), cmocka_unit_test(test_show_yaml_quotes_traps),
        cmocka_unit_test(test_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

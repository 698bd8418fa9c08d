/* solvent edition: what goes to stdout, what to stderr, and the exit status. */
#include "tests/base/testing.h"
#include "tests/tools/run_command.h"
#include "tools/cli/commands.h"

#include <unistd.h>

static struct outcome o;

static int run(const char *a, const char *b, const char *c)
{
    run_command(&svi_cmd_edition, &o, (const char *const[]){"edition", a, b, c, NULL});
    return o.status;
}

/* A new file of a text; its path is in a buffer of this function. */
static const char *file_of(const char *text)
{
    static char path[64];
    (void)snprintf(path, sizeof path, "/tmp/solvent-edition-XXXXXX.yaml");
    const int fd = mkstemps(path, 5);
    assert_true(fd >= 0);
    close(fd);
    testing_write(path, text);
    return path;
}

static void assert_line(const char *text, const char *line)
{
    const char *at = strstr(text, line);
    if (at == NULL) {
        fail_msg("no line \"%s\" in:\n%s", line, text);
    }
}

TEST(test_list)
{
    assert_int_equal(run("list", NULL, NULL), 0);
    assert_string_equal(o.err, "");
    assert_line(o.out, "classic        40 spaces, 28 deeds  Classic, US names, cards of 2008\n");
    assert_line(o.out, "mega           52 spaces, 37 deeds  Mega, US names, cards of 2008\n");
    unsigned lines = 0;
    for (const char *c = o.out; *c != 0; c++) {
        lines += *c == '\n';
    }
    assert_int_equal(lines, 8);
    assert_int_equal(run("list", "--format=csv", NULL), 0);
    assert_line(o.out, "edition,spaces,deeds,title\n");
    assert_line(o.out, "classic,40,28,\"Classic, US names, cards of 2008\"\n");
    assert_int_equal(run("list", "--format=json", NULL), 0);
    assert_line(o.out,
                " {\"edition\": \"mega\", \"spaces\": 52, \"deeds\": 37, \"title\": \"Mega, ");
}

TEST(test_show)
{
    assert_int_equal(run("show", "classic-uk", NULL), 0);
    assert_string_equal(o.err, "");
    assert_line(o.out, "classic-uk: Classic, UK names, traditional UK cards\n");
    assert_line(o.out,
                "40 spaces; deeds: 22 streets in 8 sets, 4 rails, 2 utilities; cards: 16 chance, "
                "16 chest, 0 bus\n");
    assert_line(
        o.out,
        "  auction_min                 10           (default 1) RULES 4.2: lowest first bid\n");
    assert_line(o.out, " 39 street     Mayfair");
    assert_line(o.out, " 50 200 600 1400 1700 2000\n");
    assert_line(o.out, "  cc_uk_fine_or_chance pay_or_draw       10 or chance");
    assert_lacks(o.out, " \n"); /* no blanks at the end of a line */
    assert_int_equal(run("show", "classic", NULL), 0);
    assert_line(o.out, "all rules have their defaults\n");
}

TEST(test_show_yaml)
{
    assert_int_equal(run("show", "--yaml", "mega-2006"), 0);
    assert_line(o.out, "name: mega-2006\n");
    assert_line(o.out, "  income_tax: choice\n");
    assert_lacks(o.out, "extends");
    const char *path = file_of(o.out);
    assert_int_equal(run("check", path, NULL), 0);
    unlink(path);
    char expected[256];
    snprintf(
        expected, sizeof expected,
        "%s: ok, edition mega-2006, 52 spaces; deeds: 30 streets in 8 sets, 4 rails, 3 utilities; "
        "cards: 16 chance, 16 chest, 16 bus\n",
        path);
    assert_string_equal(o.out, expected);
}

/* Readers of YAML 1.1 take a bare off, on, no or y for a truth value. */
TEST(test_show_yaml_quotes_traps)
{
    assert_int_equal(run("show", "--yaml", "classic"), 0);
    assert_line(o.out, "  speed_die: \"off\"\n");
    assert_line(o.out, "  trade: windows\n");
    assert_line(o.out, "  forbid_gifts: true\n");
    assert_line(o.out, "  houses: 32\n");
    const char *path = file_of("name: \"no\"\nextends: speed-die\nrules: {trade: \"off\"}\n");
    assert_int_equal(run("show", "--yaml", path), 0);
    unlink(path);
    assert_line(o.out, "name: \"no\"\n");
    assert_line(o.out, "  trade: \"off\"\n");
    assert_line(o.out, "  speed_die: after_salary\n");
}

TEST(test_wrong)
{
    assert_int_equal(run("show", "nosuch", NULL), 2);
    assert_string_equal(o.out, "");
    assert_string_equal(
        o.err, "solvent edition show: found 'nosuch', expected a path or a built-in edition: "
               "classic, mega, comrades, harbour, classic-uk or one of 3 more; see solvent edition "
               "list\n");
    const char *path = file_of("name: a\nextends: classic\nrules: {salary: none}\n");
    char expected[256];
    assert_int_equal(run("check", path, NULL), 2);
    unlink(path);
    snprintf(expected, sizeof expected,
             "solvent edition check: %s:3: rules.salary: found 'none', expected a whole number 0 "
             "to 100000\n",
             path);
    assert_string_equal(o.err, expected);
    assert_string_equal(o.out, "");
    assert_int_equal(run("check", "/", NULL), 3);
    assert_string_equal(o.err,
                        "solvent edition check: found '/', expected a file that can be read\n");
    static const struct {
        const char *words[3], *line;
    } wrong[] = {
        {{"show"},
         "solvent edition show: found no edition, expected one; see solvent edition show --help\n"},
        {{"check"}, "solvent edition check: found no edition file, expected one; "},
        {{"list", "classic"}, "solvent edition list: found 'classic', expected no more; "},
        {{"chekc"},
         "solvent edition: found 'chekc', did you mean 'check'? Expected a command: list, show "},
        {{"frobnicate"},
         "solvent edition: found 'frobnicate', expected a command: list, show or check; see "},
        {{"check", "-y", "classic"}, "solvent edition check: found '-y', expected an option; "},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(run(wrong[i].words[0], wrong[i].words[1], wrong[i].words[2]), 2);
        assert_memory_equal(o.err, wrong[i].line, strlen(wrong[i].line));
        assert_int_equal(count_lines(o.err), 1);
        assert_string_equal(o.out, "");
    }
}

/* One grammar for all commands: help, unknown words, and the errors about them. */
#include "tests/base/testing.h"
#include "tests/tools/run_command.h"
#include "tools/cli/commands.h"
#include "tools/console/help.h"

#define WIDEST 80u
#define LITERAL 72u /* of lines that stand as they are */
#define MANY 64u

static struct outcome o;

/* Every command in full, and those of commands. */
static const struct svi_command *all[MANY];
static char names[MANY][64];
static size_t n_all;

static void collect(const struct svi_command *command, const char *above)
{
    assert_true(n_all < MANY);
    char *name = names[n_all];
    (void)snprintf(name, sizeof names[0], "%s%s%s", above, *above != '\0' ? " " : "",
                   command->name);
    all[n_all++] = command;
    for (size_t i = 0; command->parts != NULL && command->parts[i] != NULL; i++) {
        collect(command->parts[i], name);
    }
}

static int collect_all(void **state)
{
    (void)state;
    collect(&svi_solvent, "");
    return n_all > 10 ? 0 : -1;
}

/* Runs a line of words such as "solvent league run --help". */
static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void say(const char *format, ...)
{
    char line[512];
    const char *words[16] = {NULL};
    size_t n = 0;
    va_list args;
    va_start(args, format);
    (void)vsnprintf(line, sizeof line, format, args);
    va_end(args);
    char *rest = line;
    for (char *word = strsep(&rest, " "); word != NULL && n < 15; word = strsep(&rest, " ")) {
        words[n++] = word;
    }
    run_command(&svi_solvent, &o, words);
}

static void expect_help(const char *name)
{
    assert_int_equal(o.status, SVI_EXIT_DONE);
    assert_string_equal(o.err, "");
    assert_memory_equal(o.out, "Usage: ", 7);
    assert_memory_equal(o.out + 7, name, strlen(name));
    const char after = o.out[7 + strlen(name)];
    assert_true(after == ' ' || after == '\n');
}

/* -h and --help of every command, and of commands of commands, are about themselves, as is `solvent
 * help`. */
TEST(test_help)
{
    static char first[sizeof o.out];
    for (size_t i = 0; i < n_all; i++) {
        say("%s --help", names[i]);
        expect_help(names[i]);
        memcpy(first, o.out, sizeof first);
        say("%s -h", names[i]);
        assert_string_equal(o.out, first);
        if (all[i] != &svi_solvent) {
            say("solvent help%s", names[i] + strlen("solvent"));
            assert_string_equal(o.out, first);
        }
        assert_contains(first, "\nExamples:\n  solvent ");
        assert_contains(first, "  -q, --quiet");
    }
}

/* The help of every command is short: SVI_HELP_LINES lines, an option in one of them, the topic
 * that leads further in the last. */
TEST(test_length)
{
    for (size_t i = 0; i < n_all; i++) {
        const struct svi_command *c = all[i];
        char last[160], topic[64] = "";
        say("%s --help", names[i]);
        if (count_lines(o.out) > SVI_HELP_LINES) {
            fail_msg("%s --help: found %zu lines, expected at most %u", names[i],
                     count_lines(o.out), SVI_HELP_LINES);
        }
        for (const struct svi_option *p = c->options; p != NULL && p->text != NULL; p++) {
            char line[128];
            (void)snprintf(line, sizeof line, "  %.*s\n", (int)strcspn(p->text, "\n"), p->text);
            if (p->name != NULL && strstr(o.out, line) == NULL) {
                fail_msg("%s --help: --%s: expected a text that fits into its line", names[i],
                         p->name);
            }
        }
        assert_non_null(c->topic);
        (void)snprintf(last, sizeof last, "solvent help %s\n", c->topic);
        assert_string_equal(o.out + strlen(o.out) - strlen(last), last);
        for (size_t t = 0; c != &svi_solvent && strcmp(topic, c->topic) != 0; t++) {
            if (!svi_help_topic(t, topic)) {
                fail_msg("%s: found topic '%s', expected one of solvent help", names[i], c->topic);
            }
        }
        say("solvent help --full%s", names[i] + strlen("solvent"));
        assert_int_equal(o.status, SVI_EXIT_DONE);
    }
}

/* Every topic opens, and its line in the list says what it is. */
TEST(test_topics)
{
    static char list[sizeof o.out];
    char topic[SVI_HELP_TOPIC], line[SVI_HELP_TOPIC + 4];
    size_t documents = 0;
    say("solvent help");
    assert_int_equal(o.status, SVI_EXIT_DONE);
    memcpy(list, o.out, sizeof list);
    for (size_t i = 0; svi_help_topic(i, topic); i++) {
        (void)snprintf(line, sizeof line, "\n  %s ", topic);
        assert_contains(list, line);
        say("solvent help %s", topic);
        assert_int_equal(o.status, SVI_EXIT_DONE);
        assert_string_equal(o.err, "");
        documents += o.out[0] == '#';
        assert_true(o.out[0] == '#' || strncmp(o.out, "Usage: ", 7) == 0);
        assert_lacks(o.out, "<!--");
    }
    assert_true(documents > 20);
    say("solvent help play"); /* a command before the guide of that name */
    expect_help("solvent play");
    say("solvent help play-guide");
    assert_memory_equal(o.out, "# ", 2);
    memcpy(list, o.out, sizeof list);
    say("solvent help PLAY.md");
    assert_string_equal(o.out, list);
    say("solvent help docs/PLAY.md");
    assert_string_equal(o.out, list);
}

/* No line is wider than a screen, and examples stay whole, however wide a terminal says it is. */
TEST(test_width)
{
    static const char *const columns[] = {"20", "79", "80", "250"};
    static char first[sizeof o.out];
    for (size_t i = 0; i < n_all; i++) {
        for (size_t c = 0; c < sizeof columns / sizeof columns[0]; c++) {
            setenv("COLUMNS", columns[c], 1);
            setenv("ARGP_HELP_FMT", "rmargin=30", 1);
            say("%s --help", names[i]);
            if (c == 0) {
                memcpy(first, o.out, sizeof first);
            }
            assert_string_equal(o.out, first);
        }
        unsigned width = 0;
        for (const char *at = first; *at != '\0'; at++) {
            width = *at == '\n' ? 0 : width + 1;
            if (width >= WIDEST) {
                fail_msg("%s --help has a line of more than %u columns: %.40s", names[i],
                         WIDEST - 1, at - 39);
            }
        }
        for (const char *at = all[i]->text; at != NULL && *at != '\0';) {
            const size_t size = strcspn(at, "\n");
            assert_true(*at != ' ' || size <= LITERAL); /* a man page is indented */
            at += size + (at[size] == '\n');
        }
        say("solvent help --full%s", names[i] + strlen("solvent"));
        memcpy(first, o.out, sizeof first);
        const char *example = all[i] != &svi_solvent ? all[i]->examples : NULL;
        while (example != NULL && *example != '\0') {
            char line[128];
            const size_t size = strcspn(example, "\n");
            assert_true(size <= LITERAL);
            (void)snprintf(line, sizeof line, "\n  %.*s\n", (int)size, example);
            assert_contains(first, line);
            example += size + (example[size] == '\n');
        }
    }
    unsetenv("COLUMNS");
    unsetenv("ARGP_HELP_FMT");
}

/* A slot writes no more bytes than its member has. */
static void expect_slot(const char *command, const char *name, const struct svi_slot *slot)
{
    static const size_t sizes[] = {[SVI_SLOT_FLAG] = sizeof(bool),
                                   [SVI_SLOT_TEXT] = sizeof(char *),
                                   [SVI_SLOT_DECIMAL] = sizeof(double),
                                   [SVI_SLOT_LIST] = sizeof(struct svi_word_list)};
    bool fits = slot->kind == SVI_SLOT_NONE || slot->call != NULL;
    if (slot->kind == SVI_SLOT_WORD || slot->kind == SVI_SLOT_NUMBER ||
        slot->kind == SVI_SLOT_SEAT) {
        fits = slot->size == 4 || slot->size == (slot->kind == SVI_SLOT_WORD ? sizeof(bool) : 8);
        fits = fits && (slot->kind != SVI_SLOT_NUMBER ||
                        (slot->low >= 0 && slot->low < slot->high && slot->high <= UINT32_MAX));
    } else if (slot->kind != SVI_SLOT_NONE && slot->kind != SVI_SLOT_CALL) {
        fits = slot->size == sizes[slot->kind];
    }
    if (!fits) {
        fail_msg("%s: %s: found a slot of %zu bytes", command, name, slot->size);
    }
}

/* Names with blanks between are options of the command. */
static void expect_options(const struct svi_command *c, const char *option_names)
{
    for (const char *name = option_names; name != NULL && *name != '\0';) {
        const size_t size = strcspn(name, " ");
        bool found = false;
        for (const struct svi_option *p = c->options; p->text != NULL; p++) {
            found = found || (p->name != NULL && strlen(p->name) == size &&
                              strncmp(p->name, name, size) == 0);
        }
        if (!found) {
            fail_msg("solvent %s: found no option --%.*s", c->name, (int)size, name);
        }
        name += size;
        name += *name == ' ';
    }
}

/* The tables of every command are complete: tools/console/command.h. */
TEST(test_tables)
{
    for (size_t i = 0; i < n_all; i++) {
        const struct svi_command *c = all[i];
        assert_true((c->run == NULL) == (c->parts != NULL));
        assert_true(c->brief[0] >= 'a' && c->brief[0] <= 'z' &&
                    c->brief[strlen(c->brief) - 1] != '.');
        assert_non_null(c->examples);
        assert_true(c->parts != NULL || (c->exits[0] != NULL && c->exits[2] != NULL));
        for (unsigned k = 0; k < SVI_OPERANDS && c->operand[k].what != NULL; k++) {
            expect_slot(names[i], c->operand[k].what, &c->operand[k].slot);
        }
        for (const struct svi_option *p = c->options; p != NULL && p->text != NULL; p++) {
            for (const struct svi_option *q = c->options; q != p; q++) {
                assert_true(p->letter == 0 || p->letter != q->letter);
            }
            assert_true(p->name == NULL || (p->text[0] != '\0' &&
                                            (p->letter == 0 || strchr("hqV", p->letter) == NULL)));
            expect_slot(names[i], p->name, &p->slot);
            assert_true(p->value != NULL || p->slot.kind == SVI_SLOT_FLAG ||
                        p->slot.kind == SVI_SLOT_NONE);
            assert_true(p->slot.kind != SVI_SLOT_WORD || p->words != NULL);
            expect_options(c, p->with);
            expect_options(c, p->without);
            /* the same words everywhere */
            if (p->name != NULL && strcmp(p->name, "format") == 0) {
                assert_int_equal(p->letter, 'f');
                assert_string_equal(p->value, "FORMAT");
                assert_true(strncmp(p->words, "table", 5) == 0 ||
                            strncmp(p->words, "text", 4) == 0 ||
                            strncmp(p->words, "html", 4) == 0 || strcmp(p->words, "json") == 0);
            }
        }
    }
}

TEST(test_version)
{
    for (size_t i = 0; i < n_all; i++) {
        say("%s --version", names[i]);
        assert_int_equal(o.status, SVI_EXIT_DONE);
        assert_memory_equal(o.out, "solvent ", 8);
        assert_int_equal(count_lines(o.out), 1);
    }
}

/* ---- an error is one line -------------------------------------------------------------------- */

/* One line, which begins with the command's name in full. */
static void expect_line(const char *name, const char *text)
{
    char line[512];
    (void)snprintf(line, sizeof line, "%s: %s", name, text);
    assert_int_equal(o.status, SVI_EXIT_USAGE);
    assert_string_equal(o.out, "");
    if (count_lines(o.err) != 1 || strncmp(o.err, line, strlen(line)) != 0) {
        fail_msg("found \"%s\", expected one line \"%s...\"", o.err, line);
    }
}

TEST(test_unknown_option)
{
    char text[256 + sizeof names];
    for (size_t i = 0; i < n_all; i++) {
        (void)snprintf(text, sizeof text, "found '--zzyzx', expected an option; see %s --help\n",
                       names[i]);
        say("%s --zzyzx", names[i]);
        expect_line(names[i], text);
        say("%s --zzyzx=3", names[i]);
        expect_line(names[i], text);
        (void)snprintf(text, sizeof text, "found '-%%', expected an option; see %s --help\n",
                       names[i]);
        say("%s -%%", names[i]);
        expect_line(names[i], text);
        say("%s -q%%", names[i]);
        expect_line(names[i], text);
        (void)snprintf(text, sizeof text,
                       "found '--quite', expected an option: did you mean --quiet? See %s --help\n",
                       names[i]);
        say("%s --quite", names[i]);
        expect_line(names[i], text);
        say("%s --quiet=yes", names[i]);
        expect_line(names[i], "found '--quiet=yes', expected --quiet without a value\n");
    }
    say("solvent match --see 42");
    expect_line("solvent match", "found 0 bots, "); /* cut short, and only one can be meant */
    say("solvent match -s careful trader");
    expect_line("solvent match", "found 1 bot, expected 2 to 8; 'careful' was taken as the seed; ");
    say("solvent try --seed tiny");
    expect_line("solvent try", "found no bot, expected one; 'tiny' was taken as the seed; ");
    say("solvent match --seed=careful trader");
    expect_line("solvent match", "found 1 bot, expected 2 to 8; see ");
    say("solvent games --bot /dev/null");
    expect_line("solvent games", "found no store, expected one; '/dev/null' was taken as the value "
                                 "of --bot; ");
    say("solvent match --sede 42");
    expect_line("solvent match", "found '--sede', expected an option: did you mean --seed? See ");
    say("solvent match --b 3");
    expect_line("solvent match", "found '--b', expected it longer: --bank or --bot-logs\n");
    say("solvent league run --job 3");
    expect_line("solvent league run", "found no league file");
}

TEST(test_unknown_command)
{
    say("solvent mach");
    expect_line("solvent", "found 'mach', did you mean 'match'? See solvent --help\n");
    say("solvent frobnicate");
    expect_line("solvent", "found 'frobnicate', expected a command: ");
    say("solvent league rnu");
    expect_line("solvent league", "found 'rnu', did you mean 'run'? See solvent league --help\n");
    say("solvent league");
    assert_int_equal(o.status, SVI_EXIT_USAGE);
    assert_contains(o.err, "\n  run       ");
    say("solvent help leauge");
    expect_line("solvent help", "found 'leauge', did you mean 'league'? See solvent help\n");
    say("solvent help determinsm");
    expect_line("solvent help", "found 'determinsm', did you mean 'determinism'? See ");
    say("solvent help zzyzx");
    expect_line("solvent help", "found 'zzyzx', expected a topic: ");
    say("solvent help nothing");
    expect_line("solvent help", "found 'nothing', expected a topic: python, ranking, ");
    say("solvent help ../etc/passwd");
    expect_line("solvent help", "found '../etc/passwd', expected a topic: ");
    say("solvent help league rnu");
    expect_line("solvent help", "found 'rnu', did you mean 'run'? See solvent league --help\n");
    say("solvent help rules ranking");
    expect_line("solvent help", "found 'ranking' after 'rules', expected one guide\n");
    say("solvent");
    assert_int_equal(o.status, SVI_EXIT_USAGE);
    assert_contains(o.err, "Usage: solvent COMMAND");
}

TEST(test_values)
{
    say("solvent match --seed");
    expect_line("solvent match",
                "--seed: found no value, expected SEED; see solvent match --help\n");
    say("solvent match -s");
    expect_line("solvent match", "--seed: found no value, expected SEED; ");
    say("solvent replay a.svr --what-if");
    expect_line("solvent replay", "--what-if: found no value, expected N; ");
    say("solvent match --clock x a b");
    expect_line("solvent match",
                "--clock: found 'x', expected a whole number from 1 to 86400000\n");
    say("solvent replay a.svr --drive 255");
    expect_line("solvent replay", "--drive: found '255', expected the number of a seat, from 0\n");
    say("solvent league run a.yaml --shard 3/2");
    expect_line("solvent league run", "--shard: found '3/2', expected I/N with I from 1 to N, ");
    say("solvent bench --seconds 0");
    expect_line("solvent bench", "--seconds: found '0', expected a number from 0.01 to 3600\n");
    say("solvent rank a.db b.db");
    expect_line("solvent rank", "found 'b.db' after 'a.db', expected one store; ");
}

/* "table" and "text" are the same word. */
TEST(test_formats)
{
    say("solvent rank --format xml a.db");
    expect_line("solvent rank", "--format: found 'xml', expected table, csv or json\n");
    say("solvent rank --format text /nonexistent.db");
    expect_line("solvent rank", "/nonexistent.db: ");
    say("solvent replay --format=table /nonexistent.svr");
    expect_line("solvent replay", "/nonexistent.svr: No such file or directory\n");
    say("solvent replay -f text /nonexistent.svr");
    expect_line("solvent replay", "/nonexistent.svr: No such file or directory\n");
}

/* Operands may stand before options and look like options after "--". */
TEST(test_operands)
{
    say("solvent verify -- --bogus -x");
    assert_int_equal(o.status, SVI_EXIT_USAGE);
    assert_int_equal(count_lines(o.err), 2);
    assert_contains(o.err, "solvent verify: --bogus: No such file");
    assert_contains(o.err, "solvent verify: -x: No such file");
    say("solvent -q edition -q list -q");
    assert_int_equal(o.status, SVI_EXIT_DONE);
    say("solvent replay a.svr --drive 1 --listen");
    expect_line("solvent replay", "--listen: found no value");
    say("solvent replay /nonexistent.svr --drive 1 cat --what-if --seat x");
    expect_line("solvent replay",
                "/nonexistent.svr: No such file"); /* the bot's options are its own */
}

TEST_PROGRAM(collect_all, NULL)

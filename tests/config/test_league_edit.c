/* A bot that is put into a league file stands there, and nothing else has changed, however the file
 * is written. */
#include "config/league_draft.h"
#include "tests/base/testing.h"

#include "config/league_file.h"

static const char *const argv[] = {"./new", "it's", NULL};
static const char *const files[] = {"model.bin", NULL};
static const struct svi_draft_tag tags[] = {{"email", "a@b.org"}, {"team", "\"x\" #1"}};

/* An edit: the text inside "<>" is the list of bots, and `after` the text with the bot `name` in
 * it. */
struct row {
    const char *before, *name, *after;
    bool replaced;
};

#define HEAD "# caf\xc3\xa9 \xf0\x9f\x8e\xb2\nname: cup # mine\nseats: 2\n"
#define NEW "{name: b, command: [./new, \"it's\"], matches: 1}"
#define A "{name: a, command: [true]}"

static const struct row rows[] = {
    /* A new one comes last, indented like the others, before what follows the list. */
    {HEAD "bots:\n  - " A "\n", "b", HEAD "bots:\n  - " A "\n  - " NEW "\n", false},
    {HEAD "bots:\n- " A, "b", HEAD "bots:\n- " A "\n- " NEW, false},
    {HEAD "bots:\n      - " A "   # the first\n\n# the end\n", "b",
     HEAD "bots:\n      - " A "   # the first\n      - " NEW "\n\n# the end\n", false},
    {"bots:\n  - name: a\n    command:\n      - true\n      - x # arguments\n\n" HEAD, "b",
     "bots:\n  - name: a\n    command:\n      - true\n      - x # arguments\n  - " NEW "\n\n" HEAD,
     false},
    {"bots:\n  - name: a\n    command: [true]\n    reason: >\n      some\n      words\nseats: 2\n",
     "b",
     "bots:\n  - name: a\n    command: [true]\n    reason: >\n      some\n      words\n  - " NEW
     "\nseats: 2\n",
     false},
    {HEAD "bots: [" A "]\n", "b", HEAD "bots: [" A ", " NEW "]\n", false},
    {HEAD "bots: [" A ",\n  ]\n", "b", HEAD "bots: [" A ", " NEW ",\n  ]\n", false},
    {HEAD "bots: []\n", "b", HEAD "bots: [" NEW "]\n", false},
    /* Of one that is there the command is another, and nothing else. */
    {HEAD "bots:\n  - {name: b, command: [old, -x], matches: 64} # keep\n  - " A "\n", "b",
     HEAD "bots:\n  - {name: b, command: [./new, \"it's\"], matches: 64} # keep\n  - " A "\n",
     true},
    {"bots:\n  - matches: 8\n    command:\n      - old # not this\n      - x\n    name: b\n  - " A
     "\n",
     "b", "bots:\n  - matches: 8\n    command:\n      [./new, \"it's\"]\n    name: b\n  - " A "\n",
     true},
    /* A reference bot gets a command in place of its name. */
    {HEAD "bots:\n  - {name: b, bot: careful, matches: 64} # keep\n  - " A "\n", "b",
     HEAD "bots:\n  - {name: b, command: [./new, \"it's\"], matches: 64} # keep\n  - " A "\n",
     true},
    {"{bots: [{command: [old], \"name\": 'b'}], seats: 2}", "b",
     "{bots: [{command: [./new, \"it's\"], \"name\": 'b'}], seats: 2}", true},
};

static void edit(const struct row *row, const struct svi_draft_bot *bot, struct svi_buf *out)
{
    struct svi_error error = {0};
    bool replaced = !row->replaced;
    if (svi_league_edit_bot("cup.yaml", row->before, strlen(row->before), bot, out, &replaced,
                            &error) != SV_OK) {
        fail_msg("%s", error.text);
    }
    svi_buf_byte(out, 0);
    assert_false(out->failed);
    assert_int_equal(replaced, row->replaced);
}

TEST(nothing_else_changes)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct svi_draft_bot bot = {.name = rows[i].name, .argv = argv};
        SCOPED(svi_buf_finish) struct svi_buf out = {0};
        edit(&rows[i], &bot, &out);
        assert_string_equal((char *)out.data, rows[i].after);
    }
}

/* A bot is read as it was put in. */
TEST(a_bot_is_read_as_it_was_put_in)
{
    static struct svi_league league;
    static const struct row row = {.before = HEAD "bots:\n  - " A "\n"};
    const struct svi_draft_bot bot = {
        .name = "x: y", .argv = argv, .files = files, .matches = 64, .tag = tags, .n_tags = 2};
    struct svi_error error = {0};
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    edit(&row, &bot, &out);
    if (svi_league_parse(&league, "cup.yaml", (const char *)out.data, out.size - 1, &error) !=
        SV_OK) {
        fail_msg("%s\n%s", error.text, (const char *)out.data);
    }
    const struct svi_league_bot *read = &league.bot[1];
    assert_string_equal(read->name, "x: y");
    assert_string_equal(read->argv[0], argv[0]);
    assert_string_equal(read->argv[1], argv[1]);
    assert_null(read->argv[2]);
    assert_int_equal(read->matches, 64);
    assert_contains(read->files[0], "model.bin");
    assert_string_equal(read->tags[0], "email=a@b.org");
    assert_string_equal(read->tags[1], "team=\"x\" #1");
    assert_null(read->tags[2]);
    svi_league_finish(&league);
}

TEST(what_cannot_be_edited_is_one_line)
{
    static const struct {
        const char *text, *expected;
    } wrong[] = {
        {"seats: 2\n", "cup.yaml:1: bots: found none, expected a list of bots"},
        {"- a\n", "cup.yaml:1: bots: found none, expected a list of bots"},
        {"bots: 3\n", "cup.yaml:1: bots: found '3', expected a list"},
        {"bots:\n  - {name: b, endpoint: 'tcp://127.0.0.1:1'}\n",
         "cup.yaml:2: bots: found no command of bot 'b', expected a bot that is started here"},
        {"bots:\n  - {name: a, command: &c [x]}\n  - {name: b, command: *c}\n",
         "cup.yaml:3: bots: found an alias as the command of bot 'b', expected the command"},
        {"bots: [", "cup.yaml:1: '[' is not closed"},
    };
    const struct svi_draft_bot bot = {.name = "b", .argv = argv};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct svi_error error = {0};
        SCOPED(svi_buf_finish) struct svi_buf out = {0};
        bool replaced;
        assert_int_not_equal(svi_league_edit_bot("cup.yaml", wrong[i].text, strlen(wrong[i].text),
                                                 &bot, &out, &replaced, &error),
                             SV_OK);
        assert_memory_equal(error.text, wrong[i].expected, strlen(wrong[i].expected));
    }
}

/* solvent replay and solvent verify on files, as a user runs them. */
#include "tests/base/testing.h"
#include "tests/record/games.h"
#include "tests/tools/run_command.h"
#include "tools/cli/commands.h"

#include <sys/stat.h>
#include <unistd.h>

static struct outcome o;
static char folder[] = "/tmp/solvent-test-XXXXXX";
static char game[128], other[128], damaged[128];
static uint32_t n_events;
static struct svi_game g; /* the one in `game` */

#define REPLAY(...) RUN(replay, &o, __VA_ARGS__)
#define VERIFY(...) RUN(verify, &o, __VA_ARGS__)

static void count_event(void *user, const struct sv_event *ev)
{
    (void)ev;
    (*(uint32_t *)user)++;
}

static void write_file(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static int make_files(void **state)
{
    struct pastime pastime = {.seed = 21, .max_rounds = 10, .sink = {count_event, &n_events}};
    struct svi_game h;
    (void)state;
    if (mkdtemp(folder) == NULL) {
        return -1;
    }
    (void)snprintf(game, sizeof game, "%s/b.svr", folder);
    (void)snprintf(other, sizeof other, "%s/c.svr", folder);
    (void)snprintf(damaged, sizeof damaged, "%s/a.svr", folder);
    svi_game_init(&g);
    svi_game_init(&h);
    game_play(&g, &pastime);
    write_file(game, g.record.data, g.record.size);
    pastime.sink.fn = NULL;
    pastime.seed = 22;
    game_play(&h, &pastime);
    write_file(other, h.record.data, h.record.size);
    h.record.data[h.trailer - 30] ^= 0x10;
    write_file(damaged, h.record.data, h.record.size);
    svi_game_finish(&h);
    return 0;
}

static int drop_files(void **state)
{
    (void)state;
    svi_game_finish(&g);
    (void)unlink(game);
    (void)unlink(other);
    (void)unlink(damaged);
    return rmdir(folder);
}

/* ---- replay ---------------------------------------------------------------------------------- */

TEST(test_jsonl)
{
    REPLAY("--format", "jsonl", game);
    assert_int_equal(o.status, SVI_EXIT_DONE);
    assert_string_equal(o.err, "");
    assert_int_equal(count_lines(o.out), n_events);
    assert_memory_equal(o.out, "{\"n\":0,\"type\":\"game_start\",\"edition\":\"classic\",", 46);
    assert_contains(o.out, "\"type\":\"game_end\"");
}

TEST(test_text)
{
    char heading[64];
    REPLAY(game);
    assert_int_equal(o.status, SVI_EXIT_DONE);
    assert_string_equal(o.err, "");
    (void)snprintf(heading, sizeof heading, "\nTurn %u, round %u: ", g.state.position.turn,
                   g.state.position.round);
    assert_contains(o.out, heading);
    assert_contains(o.out, "The game is over: round limit\nplace 1: ");
    assert_contains(o.out, " rolls ");
}

TEST(test_at)
{
    char number[16], expected[96];
    (void)snprintf(number, sizeof number, "%u", n_events - 1);
    REPLAY(game, "--at", number);
    assert_int_equal(o.status, SVI_EXIT_DONE);
    (void)snprintf(expected, sizeof expected,
                   "After event %s, decision %u\n\nRound %u, turn %u: ", number, g.decisions,
                   g.state.position.round, g.state.position.turn);
    assert_memory_equal(o.out, expected, strlen(expected));
    assert_contains(o.out, "The game is over: round limit\n");
    REPLAY(game, "--at", number, "--format", "jsonl");
    assert_int_equal(count_lines(o.out), 1);
    for (unsigned s = 0; s < 4; s++) {
        (void)snprintf(expected, sizeof expected, "\"cash\":%d,", g.state.position.cash[s]);
        assert_contains(o.out, expected);
    }
    (void)snprintf(number, sizeof number, "%u", n_events);
    REPLAY(game, "--at", number);
    assert_int_equal(o.status, SVI_EXIT_USAGE);
    assert_string_equal(o.out, "");
    assert_int_equal(count_lines(o.err), 1);
}

TEST(test_decisions_and_seat)
{
    REPLAY(game, "--decisions", "--format", "jsonl");
    assert_int_equal(o.status, SVI_EXIT_DONE);
    assert_int_equal(count_lines(o.out), 2 * g.decisions);
    assert_contains(o.out, "\"kind\":\"buy\",\"choices\":[\"decline\",\"buy\"],\"space\":");
    REPLAY(game, "--decisions", "--seat", "2", "--format", "jsonl");
    assert_contains(o.out, "\"seat\":2");
    assert_lacks(o.out, "\"type\":\"question\",\"seat\":1");
    assert_lacks(o.out, "\"type\":\"answer\",\"seat\":3");
    REPLAY(game, "--seat", "2", "--format", "jsonl");
    assert_contains(o.out, "\"type\":\"roll\",\"seat\":1"); /* public events */
    assert_lacks(o.out, "\"type\":\"answer\",\"seat\":1");
    REPLAY(game, "--seat", "4");
    assert_int_equal(o.status, SVI_EXIT_USAGE);
}

TEST(test_diff)
{
    REPLAY(game, "--diff", game);
    assert_int_equal(o.status, SVI_EXIT_DONE);
    assert_contains(o.out, "the same game");
    REPLAY(game, "--diff", other);
    assert_int_equal(o.status, SVI_EXIT_FAILED);
    assert_contains(o.out, "the headers differ in: seed\nthe first difference is event ");
    REPLAY(game, "--diff", other, "--format", "jsonl");
    assert_int_equal(o.status, SVI_EXIT_FAILED);
    assert_int_equal(count_lines(o.out), 1);
    assert_contains(o.out, "\"type\":\"difference\",\"decision\":0,");
}

/* Shows the decisions before the damage, then names the damaged one. */
TEST(test_damaged)
{
    REPLAY(damaged, "--format", "jsonl");
    assert_int_equal(o.status, SVI_EXIT_FAILED);
    assert_true(count_lines(o.out) > 100);
    assert_lacks(o.out, "game_end");
    assert_int_equal(count_lines(o.err), 1);
    assert_contains(o.err, "/a.svr: decision ");
}

TEST(test_usage)
{
    REPLAY("/nonexistent.svr");
    assert_int_equal(o.status, SVI_EXIT_USAGE);
    assert_string_equal(o.err, "solvent replay: /nonexistent.svr: No such file or directory\n");
    REPLAY(game, "--format", "yaml");
    assert_int_equal(o.status, SVI_EXIT_USAGE);
    assert_int_equal(count_lines(o.err), 1);
    REPLAY(game, "--at", "x");
    assert_int_equal(o.status, SVI_EXIT_USAGE);
    REPLAY(game, game);
    assert_int_equal(o.status, SVI_EXIT_USAGE);
    static const struct {
        const char *words[2], *line;
    } apart[] = {
        {{"--tui", "--diff=x"}, "--tui: found with --diff, expected with --at and --seat only"},
        {{"--at=3", "--decisions"},
         "--at: found with --decisions, expected with --format jsonl only"},
        {{"--html=x", "--at=3"}, "--html: found with --at, expected alone"},
        {{"--printed", "--format=jsonl"},
         "--printed: found with --format jsonl, expected with --seat only"},
        {{"--drive=1", "--seat=1"}, "--drive: found with --seat, expected alone"},
        {{"--diff=x", "--seat=1"}, "--diff: found with --seat, expected with --format jsonl only"},
    };
    for (size_t i = 0; i < sizeof apart / sizeof apart[0]; i++) {
        REPLAY(game, apart[i].words[0], apart[i].words[1]);
        assert_int_equal(o.status, SVI_EXIT_USAGE);
        assert_contains(o.err, apart[i].line);
    }
    run_command(&svi_cmd_replay, &o, (const char *const[]){"replay", NULL});
    assert_int_equal(o.status, SVI_EXIT_USAGE);
    run_command(&svi_cmd_verify, &o, (const char *const[]){"verify", NULL});
    assert_int_equal(o.status, SVI_EXIT_USAGE);
    REPLAY("--help");
    assert_int_equal(o.status, 0);
    assert_contains(o.out, "solvent replay");
}

/* ---- verify ---------------------------------------------------------------------------------- */

TEST(test_verify)
{
    char expected[96];
    VERIFY(game);
    assert_int_equal(o.status, SVI_EXIT_DONE);
    assert_string_equal(o.err, "");
    (void)snprintf(expected, sizeof expected, "1 game, %u decisions: all as recorded\n",
                   g.decisions);
    assert_string_equal(o.out, expected);
}

TEST(test_verify_damaged)
{
    VERIFY(game, damaged, other);
    assert_int_equal(o.status, SVI_EXIT_FAILED);
    assert_int_equal(count_lines(o.out), 2);
    assert_contains(o.out, "/a.svr: decision ");
    assert_contains(o.out, "3 games, ");
    assert_contains(o.out, ": 1 not as recorded\n");
}

TEST(test_verify_folder)
{
    VERIFY(folder);
    assert_int_equal(o.status, SVI_EXIT_FAILED);
    assert_contains(o.out, "3 games, ");
}

TEST(test_verify_unreadable)
{
    char text[160];
    (void)snprintf(text, sizeof text, "%s/no.txt", folder);
    write_file(text, (const uint8_t *)"hello", 5);
    VERIFY("/nonexistent.svr", text, game);
    (void)unlink(text);
    assert_int_equal(o.status, SVI_EXIT_USAGE);
    assert_contains(o.err, "/nonexistent.svr: No such file or directory\n");
    assert_contains(o.err, "/no.txt: found no recorded game");
    assert_contains(o.out, "1 game, ");
    assert_contains(o.out, "all as recorded; 2 unreadable\n");
}

TEST_PROGRAM(make_files, drop_files)

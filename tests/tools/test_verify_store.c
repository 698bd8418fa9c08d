/* solvent verify and solvent replay on a league's store, sound and tampered with. */
#include "config/league_file.h"
#include "league/league_store.h"
#include "tests/base/testing.h"
#include "tests/tools/made_store.h"
#include "tests/tools/run_command.h"
#include "tools/cli/commands.h"

#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

static const char league_text[] = "name: tampered\n"
                                  "rules: {max_rounds: 12}\n"
                                  "seats: 3\n"
                                  "deals: 2\n"
                                  "seed: 42\n"
                                  "bots:\n"
                                  "  - {name: ann, command: [/bin/true]}\n"
                                  "  - {name: bob, command: [/bin/true]}\n"
                                  "  - {name: eve, command: [/bin/true]}\n";

static struct outcome o;

/* Lines at the end about what only a published head shows. */
#define HEAD_ONLY 7u

#define VERIFY() RUN(verify, &o, made_store)

static int make_short_store(void **state)
{
    (void)state;
    return make_store(league_text);
}

/* More games than there are slots of three threads. */
static int make_long_store(void **state)
{
    char text[2 * sizeof league_text];
    const char *deals = strstr(league_text, "deals: 2");
    (void)state;
    (void)snprintf(text, sizeof text, "%.*sdeals: 20%s", (int)(deals - league_text), league_text,
                   deals + strlen("deals: 2"));
    return make_store(text);
}

/* Makes the first stage of a league whose results decide the next one, which has not been
 * played. */
static int make_stage(void **state)
{
    static const char text[] =
        "name: stages\nrules: {max_rounds: 12}\nseats: 3\nseed: 42\nformat: swiss\nrounds: "
        "2\ndeals: "
        "1\nbots:\n  - {name: ann, command: [/bin/true]}\n  - {name: bob, command: "
        "[/bin/true]}\n  - {name: eve, command: [/bin/true]}\n  - {name: joe, command: "
        "[/bin/true]}\n";
    (void)state;
    return make_store(text);
}

static void tamper(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(made_store, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) {
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    }
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* Whether some threads say exactly what one does; what that is stays in `o`. */
static void expect_same(const char *one, const char *other)
{
    static struct outcome alone;
    static const char *const jobs[] = {"2", "3", "16"};
    RUN(verify, &alone, "-j", "1", one, other);
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        RUN(verify, &o, "-j", jobs[i], one, other);
        assert_int_equal(o.status, alone.status);
        assert_string_equal(o.out, alone.out);
        assert_string_equal(o.err, alone.err);
    }
}

/* Expects this line and summary after some SQL in a store. */
static void expect_fault(const char *sql, const char *line, const char *summary)
{
    make_short_store(NULL);
    tamper(sql);
    VERIFY();
    if (o.status != SVI_EXIT_FAILED || strstr(o.out, line) == NULL ||
        strstr(o.out, summary) == NULL) {
        fail_msg("%s: status %d, found %s%s", sql, o.status, o.out, o.err);
    }
    drop_store(NULL);
}

TEST_WITH(test_sound, make_short_store, drop_store)
{
    VERIFY();
    assert_string_equal(o.err, "");
    assert_int_equal(o.status, SVI_EXIT_DONE);
    assert_memory_equal(o.out, "6 games, ", 9);
    assert_contains(o.out, " decisions, the ranking of 3 bots: all as recorded\nOnly --head");
    assert_int_equal(count_lines(o.out), 1 + HEAD_ONLY);
    RUN(verify, &o, "--format", "json", made_store);
    assert_contains(o.out, "\"head_only\":[\"games played again, by the same bots");
}

#define TAKE_AWAY(where)                                                                           \
    "DELETE FROM matches WHERE " where "; DELETE FROM seats WHERE " where                          \
    "; DELETE FROM replays WHERE " where "; DELETE FROM timings WHERE " where                      \
    "; DELETE FROM trades WHERE " where

/* SQL for a run that added `games` games, and its end. */
#define RAN(games, ended)                                                                          \
    "CREATE TABLE runs (run INTEGER PRIMARY KEY, began_ms INTEGER NOT NULL, last_ms INTEGER NOT"   \
    " NULL, shard INTEGER NOT NULL, shards INTEGER NOT NULL, workers INTEGER NOT NULL, planned"    \
    " INTEGER NOT NULL, before INTEGER NOT NULL, games INTEGER NOT NULL, decisions INTEGER NOT"    \
    " NULL, ended TEXT NOT NULL, command TEXT NOT NULL);"                                          \
    "INSERT INTO runs VALUES (1, 0, 0, 1, 1, 1, 6, 0, " #games ", 0, '" ended "', '');"

/* SQL for a merged shard of round 0, with `games` of three games. */
#define JOINED(shard, shards, games)                                                               \
    "CREATE TABLE IF NOT EXISTS merged (round INTEGER NOT NULL, shard INTEGER NOT NULL, shards"    \
    " INTEGER NOT NULL, games INTEGER NOT NULL, planned INTEGER NOT NULL, PRIMARY KEY (round,"     \
    " shard)) WITHOUT ROWID;"                                                                      \
    "INSERT INTO merged VALUES (0, " #shard ", " #shards ", " #games ", 3);"

/* An unfinished league, and one whose last match was deleted, get the same note, as they look the
 * same. So does a gap, if a run says that it was interrupted. */
TEST_WITH(test_unfinished, make_short_store, drop_store)
{
    tamper(TAKE_AWAY("number = 6"));
    VERIFY();
    assert_int_equal(o.status, SVI_EXIT_DONE);
    assert_memory_equal(o.out, "5 games, ", 9);
    assert_contains(o.out, ": all as recorded; 1 more is planned and not in the store\n");
    assert_contains(o.err, ".db: planned and not in the store: match 6\n");
    tamper(RAN(3, "killed") TAKE_AWAY("number IN (2, 3)"));
    VERIFY();
    assert_int_equal(o.status, SVI_EXIT_DONE);
    assert_contains(o.err, ".db: planned and not in the store: matches 2 to 3, 6\n");
    drop_store(NULL);
    make_short_store(NULL);
    tamper(JOINED(1, 2, 3) TAKE_AWAY("number = 2")); /* one of two shards */
    VERIFY();
    assert_int_equal(o.status, SVI_EXIT_DONE);
    assert_contains(o.err, ".db: planned and not in the store: match 2\n");
}

/* Matches are missing although no run was interrupted, or a run says that they were there. */
TEST(test_missing)
{
    static const struct {
        const char *sql, *line;
    } cases[] = {
        {TAKE_AWAY("number = 3"),
         ".db: matches: found later ones than 3, which is planned and not in the store\n"},
        {TAKE_AWAY("number IN (1, 3)"),
         ".db: matches: found later ones than 1, 3, which are planned and not in the store\n"},
        {RAN(6, "done") TAKE_AWAY("number = 6"),
         ".db: matches: found 5, expected at least 6, as table runs says; not in the store: 6\n"},
        {RAN(6, "stopped") TAKE_AWAY("number = 2"),
         ".db: matches: found 5, expected at least 6, as table runs says; not in the store: 2\n"},
        {JOINED(1, 2, 3) JOINED(2, 2, 3) TAKE_AWAY("number = 2"),
         ".db: matches: found later ones than 2, which is planned and not in the store\n"},
        {RAN(5, "done") TAKE_AWAY("number = 4"),
         ".db: matches: found later ones than 4, which is planned and not in the store\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        expect_fault(cases[i].sql, cases[i].line, " the ranking of 3 bots: 1 not as recorded; ");
    }
}

/* A league file that was changed in both tables alike. */
#define RETELL(found, instead)                                                                     \
    "UPDATE league SET text = replace(text, '" found "', '" instead "');"                          \
    "UPDATE revisions SET text = replace(text, '" found "', '" instead "')"

TEST(test_text)
{
    static const struct {
        const char *sql, *line;
    } cases[] = {
        {RETELL("bob, command: [/bin", "bob, command: [/sbin"),
         ".db: league.text:8: bot 'bob': found command: \"/sbin/true\", expected command: "
         "\"/bin/true\", as entries.definition says\n"},
        {RETELL("deals: 2", "deals: 3"), ".db: league.text: found 'deals: 3', expected 'deals: 2'"},
        {RETELL("max_rounds: 12", "max_rounds: 13"),
         ".db: league.text: found 'rules.max_rounds: 13', expected 'rules.max_rounds: 12'"},
        {RETELL("seed: 42", "seed: 43"), ".db: league.text: found 'seed (its commitment): "},
        {RETELL("name: tampered", "name: cup"),
         ".db: league.text: found 'name: cup', expected 'name: tampered'"},
        {RETELL("seats: 3", "seats: 3, 4"), ".db: league.text:3: seats: found "},
        {RETELL("[/bin/true]}", "[/bin/true], status: withdrawn, reason: x}"),
         ".db: league.text: found 'bots[0].status: withdrawn', expected 'bots[1].name: bob'"},
        /* A store that another version began: what both know. */
        {"UPDATE league SET version = '9.9.9';" RETELL("deals: 2", "deals: 3"),
         ".db: league.text: found 'deals: 3', expected 'deals: 2'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        expect_fault(cases[i].sql, cases[i].line, " the ranking of 3 bots: 1 not as recorded\n");
    }
}

/* Every file that the text names is only a name: none is opened. */
TEST(test_text_of_files)
{
    static const char text[] = "name: files\nedition: /nowhere/board.yaml\nseats: 2\ndeals: 1\n"
                               "sandbox_root: /nowhere\nsecret_key: /nowhere/x.key\nbots:\n"
                               "  - {name: ann, command: [./ann, data], files: [/nowhere]}\n"
                               "  - {name: eve, endpoint: \"tcp://0.0.0.0:7001\","
                               " public_key: /nowhere/eve.pub}\n";
    SCOPED(scoped_free) struct svi_league *league = malloc(sizeof *league);
    struct svi_error error;
    assert_non_null(league);
    assert_int_not_equal(svi_league_parse(league, "x.yaml", text, strlen(text), &error), SV_OK);
    assert_ok(svi_league_parse_stored(league, "x.yaml", text, strlen(text), &error));
    assert_int_equal(league->n_bots, 2);
    svi_league_finish(league);
}

/* Fields of every table that are longer than any that a league stores. */
TEST(test_fields)
{
#define LETTERS(n) "printf('%.*c', " #n ", 'x')"
    static const struct {
        const char *table, *column, *where, *value;
    } cases[] = {
        {"luck", "figures", "number = 3", "zeroblob(50000000)"},
        {"luck", "figures", "number = 3", "zeroblob(321)"},
        {"luck", "version", "number = 3", "zeroblob(17)"},
        {"trades", "pairs", "number = 3", LETTERS(5000000)},
        {"replays", "svr", "number = 3", "zeroblob(67108865)"},
        {"matches", "why", "number = 3", LETTERS(41)},
        {"matches", "replay_hash", "number = 3", "zeroblob(33)"},
        {"timings", "used_us", "number = 3", LETTERS(70000)},
        {"outputs", "text", "number = 3", LETTERS(70000)},
        {"league", "name", "1", LETTERS(41)},
        {"league", "edition", "1", LETTERS(41)},
        {"league", "version", "1", LETTERS(41)},
        {"league", "hash", "1", "zeroblob(70000)"},
        {"league", "text", "1", LETTERS(17000000)},
        {"terms", "value", "key = 'deals'", LETTERS(17000000)},
        {"bots", "name", "bot = 1", LETTERS(41)},
        {"revisions", "text", "1", LETTERS(17000000)},
        {"revisions", "statuses", "1", LETTERS(17000000)},
        {"entries", "definition", "bot = 1", LETTERS(70000)},
        {"entries", "reason", "bot = 1", LETTERS(70000)},
    };
    make_short_store(NULL);
    tamper("CREATE TABLE luck (number INTEGER PRIMARY KEY, version BLOB NOT NULL, figures BLOB NOT"
           " NULL);"
           "INSERT INTO luck SELECT number, zeroblob(16), zeroblob(320) FROM matches;"
           "CREATE TABLE outputs (number INTEGER NOT NULL, seat INTEGER NOT NULL, text TEXT NOT"
           " NULL, PRIMARY KEY (number, seat));"
           "INSERT INTO outputs SELECT number, 0, " LETTERS(65536) " FROM matches");
    VERIFY();
    assert_int_equal(o.status, SVI_EXIT_DONE);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char sql[320], line[80];
        (void)snprintf(sql, sizeof sql,
                       "CREATE TABLE held AS SELECT %s AS value FROM %s WHERE %s;"
                       "UPDATE %s SET %s = %s WHERE %s",
                       cases[i].column, cases[i].table, cases[i].where, cases[i].table,
                       cases[i].column, cases[i].value, cases[i].where);
        (void)snprintf(line, sizeof line, ".db: %s.%s", cases[i].table, cases[i].column);
        tamper(sql);
        VERIFY();
        const char *found = strstr(o.out, line);
        if (o.status != SVI_EXIT_FAILED || found == NULL || strstr(found, " at most ") == NULL) {
            fail_msg("%s: status %d, found %.400s%.400s", sql, o.status, o.out, o.err);
        }
        (void)snprintf(sql, sizeof sql,
                       "UPDATE %s SET %s = (SELECT value FROM held) WHERE %s; DROP TABLE held",
                       cases[i].table, cases[i].column, cases[i].where);
        tamper(sql);
    }
    VERIFY();
    assert_int_equal(o.status, SVI_EXIT_DONE);
    drop_store(NULL);
    expect_fault(
        "ALTER TABLE trades RENAME TO old; CREATE TABLE trades (number INTEGER PRIMARY KEY,"
        " pairs INTEGER); INSERT INTO trades SELECT * FROM old; DROP TABLE old",
        ".db: trades.pairs of match 1: found text, expected a whole number", "1 not as recorded\n");
}

/* A league in shards between two rounds is valid. Any other number of matches is not. */
TEST_WITH(test_between_stages, make_stage, drop_store)
{
    VERIFY();
    assert_string_equal(o.err, "");
    assert_int_equal(o.status, SVI_EXIT_DONE);
    assert_memory_equal(o.out, "3 games, ", 9);
    assert_contains(o.out, " the ranking of 4 bots: all as recorded\n");
    tamper("UPDATE league SET matches = matches + 1");
    VERIFY();
    assert_int_equal(o.status, SVI_EXIT_FAILED);
    assert_contains(o.out, ".db: league.matches: found 4, expected ");
}

/* A wrong value in a row is also wrong in the ranking, if the row counts there. */
TEST(test_ranking)
{
    static const struct {
        const char *sql, *line;
    } cases[] = {
        {"UPDATE seats SET points = points + 1 WHERE number = 1 AND bot = 0",
         ".db: ranking: points of ann: found "},
        {"UPDATE seats SET late = late + 1 WHERE number = 6 AND bot = 1",
         ".db: ranking: late of bob: found "},
        {"UPDATE matches SET why = 'last_solvent' WHERE number = 3",
         ".db: ranking: last_solvent of "},
        {"UPDATE matches SET decisions = decisions + 1 WHERE number = 3",
         ".db: ranking: decisions: found "},
        {"UPDATE matches SET replay_hash = zeroblob(32) WHERE number = 6",
         ".db: ranking: digest: not that of the games"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        expect_fault(cases[i].sql, cases[i].line, "the ranking of 3 bots: 2 not as recorded\n");
    }
}

/* Each figure of the rows, changed: one line that names match and figure. */
TEST(test_rows)
{
    static const struct {
        const char *sql, *line;
    } cases[] = {
        {"UPDATE seats SET worth = worth + 1 WHERE number = 3 AND seat = 1",
         "#3: seats.worth of seat 1: found "},
        {"UPDATE seats SET place = 4 - place WHERE number = 5 AND place = 1",
         "#5: seats.place of seat "},
        {"UPDATE seats SET points = points + 1 WHERE number = 1 AND seat = 0",
         "#1: seats.points of seat 0: found "},
        {"UPDATE seats SET ok = ok - 1 WHERE number = 6 AND seat = 2",
         "#6: seats.ok of seat 2: found "},
        {"UPDATE seats SET late = late + 1 WHERE number = 6 AND seat = 2",
         "#6: seats.late of seat 2: found "},
        {"UPDATE seats SET malformed = 3 WHERE number = 6 AND seat = 1",
         "#6: seats.malformed of seat 1: found 3, which its game does not give"},
        {"UPDATE seats SET illegal = 3 WHERE number = 6 AND seat = 1",
         "#6: seats.illegal of seat 1: found 3, which its game does not give"},
        {"UPDATE seats SET dead = dead + 1 WHERE number = 6 AND seat = 1",
         "#6: seats.dead of seat 1: found 1, which its game does not give"},
        {"UPDATE seats SET forfeited = 0 WHERE number = 2", "#2: seats.forfeited of seat "},
        {"UPDATE seats SET bot = (bot + 1) % 3 WHERE number = 4", "#4: seats.bot of seat 0: "},
        {"UPDATE matches SET rounds = rounds + 1 WHERE number = 1", "#1: matches.rounds: found "},
        {"UPDATE matches SET turns = turns + 1 WHERE number = 1", "#1: matches.turns: found "},
        {"UPDATE matches SET decisions = decisions - 1 WHERE number = 1",
         "#1: matches.decisions: found "},
        {"UPDATE matches SET why = 'forfeit' WHERE number = 3",
         "#3: matches.why: found forfeit, which its game"},
        {"UPDATE matches SET why = 'boredom' WHERE number = 3",
         "#3: matches.why: found boredom, which its game"},
        {"UPDATE matches SET why = char(27) || '[2Jx' || char(155) WHERE number = 3",
         "#3: matches.why: found ?[2Jx??, which its game"},
        {"UPDATE matches SET deal = 3 - deal WHERE number = 1",
         "#1: matches.deal: found 2, which its game does not give"},
        {"UPDATE matches SET \"table\" = 2 WHERE number = 1",
         "#1: matches.table: found 2, which its game does not give"},
        {"UPDATE matches SET seating = 2 WHERE number = 1",
         "#1: matches.seating: found 2, which its game does not give"},
        {"UPDATE matches SET replay_hash = zeroblob(32) WHERE number = 6",
         "#6: matches.replay_hash: "},
        /* The right figure in the lower bits alone. */
        {"UPDATE seats SET place = place + 256 WHERE number = 5 AND seat = 0",
         "#5: seats.place of seat 0: found 25"},
        {"UPDATE seats SET points = points + 4294967296 WHERE number = 5 AND seat = 0",
         "#5: seats.points of seat 0: found 429496"},
        {"UPDATE seats SET forfeited = 2 WHERE number = 2 AND forfeited = 1",
         "#2: seats.forfeited of seat "},
        /* Another game in its place, another match's number, rows without a match, a match without
         * rows. */
        {"UPDATE replays SET svr = (SELECT svr FROM replays WHERE number = 4) WHERE number = 1",
         "#1: replay: found another seed than deal 1 has"},
        {"UPDATE replays SET svr = (SELECT svr FROM replays WHERE number = 2) WHERE number = 1",
         "#1: replay: found eve in seat 0, expected ann"},
        {"UPDATE matches SET number = 7 WHERE number = 6; UPDATE seats SET number = 7 WHERE"
         " number = 6; UPDATE replays SET number = 7 WHERE number = 6",
         ".db: matches.number: found 7, expected 1 to 6"},
        {"DELETE FROM matches WHERE number > 4",
         ".db: replays: found rows of match 5 (and 1 more), which has none in matches"},
        {"INSERT INTO seats SELECT 9, seat, bot, place, points, worth, ok, late, malformed,"
         " illegal, dead, overtime, forfeited FROM seats WHERE number = 1",
         ".db: seats: found rows of match 9, which has none in matches"},
        {"DELETE FROM replays WHERE number = 4", "#4: replays: found no replay"},
        {"DELETE FROM trades WHERE number = 4", "#4: trades: found no row of this match"},
        {"DROP TABLE trades", "#6: trades: found no row of this match"},
        {"DELETE FROM seats WHERE number = 4 AND seat = 0", "#4: seats.seat: found 1, expected 0"},
        {"DELETE FROM seats WHERE number = 4 AND seat = 2",
         "#4: seats: found rows of 2 seats, expected 3"},
        {"INSERT INTO seats VALUES (4, 3, 0, 1, 4, 0, 0, 0, 0, 0, 0, 0, 0)",
         "#4: seats: found a row of seat 3, expected 3 seats"},
        /* The league. */
        {"UPDATE league SET name = 'cup'", ".db: league.name: found cup, expected tampered"},
        {"UPDATE league SET edition = 'mega'", ".db: league.edition: found mega, expected classic"},
        {"UPDATE league SET edition_hash = zeroblob(32)", ".db: league.edition_hash: found 00"},
        {"UPDATE league SET edition_hash = zeroblob(32)",
         "#1: replay: found another edition than the league's"},
        {"UPDATE league SET seed = zeroblob(32)", ".db: league.seed: its commitment: found "},
        {"UPDATE league SET points_unit = 2", ".db: league.points_unit: found 2, expected 4"},
        {"UPDATE league SET matches = 7", ".db: league.matches: found 7, expected 6"},
        {"UPDATE league SET identity = replace(identity, 'strikes: 10', 'strikes: 11')",
         ".db: league.hash: not that of league.identity"},
        {"DELETE FROM terms WHERE key = 'deals'", ".db: terms: found 5 rows, expected 6"},
        {"UPDATE league SET text = replace(text, 'bin', 'sbin')",
         ".db: revisions.text of revision 1: not league.text"},
        {"UPDATE bots SET name = 'zoe' WHERE bot = 1",
         ".db: bots.name of bot 1: found zoe, expected bob"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        expect_fault(cases[i].sql, cases[i].line, " not as recorded");
    }
}

/* A byte inside a stored replay. */
TEST_WITH(test_replay_inside, make_short_store, drop_store)
{
    tamper("UPDATE replays SET svr = CAST(substr(svr, 1, length(svr) - 400) || x'ff' ||"
           " substr(svr, length(svr) - 398) AS BLOB) WHERE number = 5");
    VERIFY();
    assert_int_equal(o.status, SVI_EXIT_FAILED);
    assert_int_equal(count_lines(o.out), 2 + HEAD_ONLY);
    assert_contains(o.out, "#5: decision ");
}

/* Faults of every kind among sound games, in the order of numbers, however many threads play. */
TEST_WITH(test_threads, make_long_store, drop_store)
{
    static const char *const lines[] = {"#2: seats.worth of seat 1: ", "#9: decision ",
                                        "#30: replays: found no replay",
                                        "#31: replay: found another seed", "#58: matches.turns: "};
    expect_same(made_store, NULL);
    assert_int_equal(o.status, SVI_EXIT_DONE);
    assert_memory_equal(o.out, "60 games, ", 10);
    tamper("UPDATE seats SET worth = worth + 1 WHERE number = 2 AND seat = 1;"
           "UPDATE replays SET svr = CAST(substr(svr, 1, length(svr) - 400) || x'ff' ||"
           " substr(svr, length(svr) - 398) AS BLOB) WHERE number = 9;"
           "UPDATE replays SET svr = CAST('no replay' AS BLOB) WHERE number = 17;"
           "DELETE FROM replays WHERE number = 30;"
           "UPDATE replays SET svr = (SELECT svr FROM replays WHERE number = 4) WHERE number = 31;"
           "UPDATE matches SET turns = turns + 1 WHERE number = 58");
    expect_same(made_store, NULL);
    assert_int_equal(o.status, SVI_EXIT_FAILED);
    const char *at = o.out;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        at = strstr(at, lines[i]);
        assert_non_null(at);
    }
    assert_int_equal(count_lines(o.out), 6 + HEAD_ONLY);
    assert_int_equal(count_lines(o.err), 1);
    assert_contains(o.err, "#17: ");
}

/* As test_threads for files, with files that are no replay reported in their turn. */
TEST_WITH(test_threads_files, make_long_store, drop_store)
{
    char replays[160], name[200], command[640];
    (void)snprintf(replays, sizeof replays, "%s/replays", made_folder);
    assert_int_equal(mkdir(replays, 0700), 0);
    for (unsigned i = 1; i <= 30; i++) {
        FILE *file;
        (void)snprintf(name, sizeof name, "%s#%u", made_store, i);
        (void)snprintf(command, sizeof command, "%s/%02u.svr", replays, i);
        if (i == 7) {
            file = fopen(command, "wb");
            assert_non_null(file);
            assert_int_equal(fputs("no replay", file) >= 0, 1);
            assert_int_equal(fclose(file), 0);
        } else if (i == 20) {
            assert_int_equal(symlink("/nowhere", command), 0);
        } else {
            RUN(replay, &o, name, "-o", command);
            assert_int_equal(o.status, SVI_EXIT_DONE);
        }
    }
    expect_same(replays, made_store);
    assert_int_equal(o.status, SVI_EXIT_USAGE);
    assert_int_equal(count_lines(o.err), 2);
    assert_contains(strstr(o.err, "/07.svr: "), "/20.svr: ");
    assert_memory_equal(o.out, "88 games, ", 10);
    (void)snprintf(command, sizeof command, "rm -r '%s'", replays);
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c,concurrency-mt-unsafe)
}

TEST_WITH(test_jobs, make_short_store, drop_store)
{
    static const char *const wrong[] = {"0", "257", "-1", "two", ""};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        RUN(verify, &o, "-j", wrong[i], made_store);
        assert_int_equal(o.status, SVI_EXIT_USAGE);
        assert_int_equal(count_lines(o.err), 1);
        assert_contains(o.err, "1 to 256");
    }
}

TEST_WITH(test_replay_by_number, make_short_store, drop_store)
{
    char name[160];
    (void)snprintf(name, sizeof name, "%s#2", made_store);
    RUN(replay, &o, name, "--format", "jsonl");
    assert_int_equal(o.status, SVI_EXIT_DONE);
    assert_contains(o.out, "\"type\":\"forfeit\"");
    RUN(verify, &o, name);
    assert_int_equal(o.status, SVI_EXIT_DONE);
    (void)snprintf(name, sizeof name, "%s#77", made_store);
    RUN(replay, &o, name);
    assert_int_equal(o.status, SVI_EXIT_USAGE);
    assert_int_equal(count_lines(o.err), 1);
    RUN(replay, &o, made_store);
    assert_int_equal(o.status, SVI_EXIT_USAGE);
    assert_contains(o.err, "found a store of many games");
}

/* The head of the store at hand, as `rank` tells it. */
static void find_head(char head[65])
{
    RUN(rank, &o, made_store, "--format", "json");
    const char *at = strstr(o.out, "\"head\":\"");
    assert_non_null(at);
    (void)snprintf(head, 65, "%.64s", at + strlen("\"head\":\""));
}

#define VERIFY_HEAD(head) RUN(verify, &o, "-j", "1", made_store, "--head", head)

/* A published head shows every change of what it is made of, whatever else fits it. */
TEST(test_head)
{
    static const char *const changes[] = {
        "UPDATE league SET version = '9.9.9'",
        "UPDATE league SET lanes = lanes + 1",
        ("UPDATE league SET text = replace(text, 'bin', 'sbin');"
         "UPDATE revisions SET text = replace(text, 'bin', 'sbin')"),
        "UPDATE revisions SET statuses = '1 withdrawn' || char(10)",
        "UPDATE revisions SET bots = 2",
        "UPDATE entries SET origin = 'zoe' WHERE bot = 1",
        "UPDATE entries SET definition = definition || ' ' WHERE bot = 1",
        "INSERT INTO stages VALUES (0, 1, '0 1 2')",
        "UPDATE matches SET turns = turns + 1 WHERE number = 6",
        "UPDATE seats SET worth = worth + 1 WHERE number = 1 AND seat = 2",
        "DELETE FROM trades WHERE number = 2",
        "DELETE FROM luck WHERE number = 3",
        "UPDATE luck SET figures = zeroblob(length(figures)) WHERE number = 4",
        ("DELETE FROM matches WHERE number = 6; DELETE FROM seats WHERE number = 6;"
         "DELETE FROM replays WHERE number = 6; DELETE FROM trades WHERE number = 6;"
         "DELETE FROM luck WHERE number = 6"),
    };
    char head[65], later[65];
    make_short_store(NULL);
    find_head(head);
    VERIFY_HEAD(head);
    assert_int_equal(o.status, SVI_EXIT_DONE);
    drop_store(NULL);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        make_short_store(NULL);
        tamper("CREATE TABLE luck (number INTEGER PRIMARY KEY, version BLOB NOT NULL, figures BLOB"
               " NOT NULL); INSERT INTO luck SELECT number, zeroblob(16), x'01' FROM"
               " matches");
        find_head(head);
        tamper(changes[i]);
        VERIFY_HEAD(head);
        if (o.status == SVI_EXIT_DONE ||
            strstr(o.out, ".db: head: not found in this store") == NULL) {
            fail_msg("%s: status %d, found %s%s", changes[i], o.status, o.out, o.err);
        }
        assert_lacks(o.out, head); /* nor is the one that it has told */
        drop_store(NULL);
    }
    /* Games that are played after a head was published leave it in the chain. */
    make_short_store(NULL);
    tamper("CREATE TABLE later AS SELECT * FROM matches WHERE number > 4;"
           "DELETE FROM matches WHERE number > 4");
    tamper("CREATE TABLE seats_later AS SELECT * FROM seats WHERE number > 4;"
           "DELETE FROM seats WHERE number > 4");
    tamper("CREATE TABLE trades_later AS SELECT * FROM trades WHERE number > 4;"
           "DELETE FROM trades WHERE number > 4");
    find_head(head);
    tamper("INSERT INTO matches SELECT * FROM later; INSERT INTO seats SELECT * FROM seats_later;"
           "INSERT INTO trades SELECT * FROM trades_later");
    find_head(later);
    assert_string_not_equal(head, later);
    VERIFY_HEAD(head);
    assert_int_equal(o.status, SVI_EXIT_DONE);
    assert_contains(o.err, "the head is that after match 4 of 6");
    drop_store(NULL);
}

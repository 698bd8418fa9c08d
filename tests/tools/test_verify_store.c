/* solvent verify and solvent replay on a league's store, sound and tampered with. */
#include "config/league_file.h"
#include "job/points.h"
#include "league/league_store.h"
#include "tests/game/monkey.h"
#include "tests/tools/made_store.h"
#include "tests/tools/run_command.h"
#include "tools/cli/commands.h"

#include "record/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include <cmocka.h>

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

#define VERIFY() run_command(&svi_cmd_verify, &o, (const char *const[]){"verify", made_store, NULL})

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

/* The first stage of a league whose next one is decided by its results, and nobody has gone on. */
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
    run_command(&svi_cmd_verify, &alone,
                (const char *const[]){"verify", "-j", "1", one, other, NULL});
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        run_command(&svi_cmd_verify, &o,
                    (const char *const[]){"verify", "-j", jobs[i], one, other, NULL});
        assert_int_equal(o.status, alone.status);
        assert_string_equal(o.out, alone.out);
        assert_string_equal(o.err, alone.err);
    }
}

/* What is found in a store after some SQL: this line and this end of the last one. */
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

static void test_sound(void **state)
{
    (void)state;
    VERIFY();
    assert_string_equal(o.err, "");
    assert_int_equal(o.status, SVI_EXIT_DONE);
    assert_memory_equal(o.out, "6 games, ", 9);
    assert_non_null(strstr(o.out, " decisions, the ranking of 3 bots: all as recorded\n"));
}

/* A league that is still being played, or whose last match somebody took away: told, as nobody can
 * say which. */
static void test_unfinished(void **state)
{
    (void)state;
    tamper("DELETE FROM matches WHERE number = 6; DELETE FROM seats WHERE number = 6;"
           " DELETE FROM replays WHERE number = 6");
    VERIFY();
    assert_int_equal(o.status, SVI_EXIT_DONE);
    assert_memory_equal(o.out, "5 games, ", 9);
    assert_non_null(strstr(o.out, ": all as recorded; 1 more is planned and not in the store\n"));
}

/* Between two rounds of a league in shards: as it is to be. But no other number of matches is. */
static void test_between_stages(void **state)
{
    (void)state;
    VERIFY();
    assert_string_equal(o.err, "");
    assert_int_equal(o.status, SVI_EXIT_DONE);
    assert_memory_equal(o.out, "3 games, ", 9);
    assert_non_null(strstr(o.out, " the ranking of 4 bots: all as recorded\n"));
    tamper("UPDATE league SET matches = matches + 1");
    VERIFY();
    assert_int_equal(o.status, SVI_EXIT_FAILED);
    assert_non_null(strstr(o.out, ".db: league.matches: found 4, expected "));
}

/* What is wrong in a row is wrong in the ranking, too, if it counts there. */
static void test_ranking(void **state)
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
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        expect_fault(cases[i].sql, cases[i].line, "the ranking of 3 bots: 2 not as recorded\n");
    }
}

/* Each figure of the rows, changed: one line that names match and figure. */
static void test_rows(void **state)
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
        /* What would be the right figure if only its lower bits were looked at. */
        {"UPDATE seats SET place = place + 256 WHERE number = 5 AND seat = 0",
         "#5: seats.place of seat 0: found 25"},
        {"UPDATE seats SET points = points + 4294967296 WHERE number = 5 AND seat = 0",
         "#5: seats.points of seat 0: found 429496"},
        {"UPDATE seats SET forfeited = 2 WHERE number = 2 AND forfeited = 1",
         "#2: seats.forfeited of seat "},
        /* Another game in its place, another match's number, rows without a match, a match without
         * rows. */
        {"UPDATE replays SET svr = (SELECT svr FROM replays WHERE number = 4) WHERE number = 1",
         "#1: replay: found another seed than that of deal 1"},
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
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        expect_fault(cases[i].sql, cases[i].line, " not as recorded");
    }
}

/* A byte inside a stored replay. */
static void test_replay_inside(void **state)
{
    (void)state;
    tamper("UPDATE replays SET svr = CAST(substr(svr, 1, length(svr) - 400) || x'ff' ||"
           " substr(svr, length(svr) - 398) AS BLOB) WHERE number = 5");
    VERIFY();
    assert_int_equal(o.status, SVI_EXIT_FAILED);
    assert_int_equal(count_lines(o.out), 2);
    assert_non_null(strstr(o.out, "#5: decision "));
}

/* Faults of every kind among sound games, in the order of numbers, however many threads play. */
static void test_threads(void **state)
{
    static const char *const lines[] = {"#2: seats.worth of seat 1: ", "#9: decision ",
                                        "#30: replays: found no replay",
                                        "#31: replay: found another seed", "#58: matches.turns: "};
    (void)state;
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
    assert_int_equal(count_lines(o.out), 6);
    assert_int_equal(count_lines(o.err), 1);
    assert_non_null(strstr(o.err, "#17: "));
}

/* The same of files, what is none among them told in its turn. */
static void test_threads_files(void **state)
{
    char replays[160], name[200], command[640];
    (void)state;
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
            run_command(&svi_cmd_replay, &o,
                        (const char *const[]){"replay", name, "-o", command, NULL});
            assert_int_equal(o.status, SVI_EXIT_DONE);
        }
    }
    expect_same(replays, made_store);
    assert_int_equal(o.status, SVI_EXIT_USAGE);
    assert_int_equal(count_lines(o.err), 2);
    assert_non_null(strstr(strstr(o.err, "/07.svr: "), "/20.svr: "));
    assert_memory_equal(o.out, "88 games, ", 10);
    (void)snprintf(command, sizeof command, "rm -r '%s'", replays);
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c,concurrency-mt-unsafe)
}

static void test_jobs(void **state)
{
    static const char *const wrong[] = {"0", "257", "-1", "two", ""};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        run_command(&svi_cmd_verify, &o,
                    (const char *const[]){"verify", "-j", wrong[i], made_store, NULL});
        assert_int_equal(o.status, SVI_EXIT_USAGE);
        assert_int_equal(count_lines(o.err), 1);
        assert_non_null(strstr(o.err, "1 to 256"));
    }
}

static void test_replay_by_number(void **state)
{
    char name[160];
    (void)state;
    (void)snprintf(name, sizeof name, "%s#2", made_store);
    run_command(&svi_cmd_replay, &o,
                (const char *const[]){"replay", name, "--format", "jsonl", NULL});
    assert_int_equal(o.status, SVI_EXIT_DONE);
    assert_non_null(strstr(o.out, "\"type\":\"forfeit\""));
    run_command(&svi_cmd_verify, &o, (const char *const[]){"verify", name, NULL});
    assert_int_equal(o.status, SVI_EXIT_DONE);
    (void)snprintf(name, sizeof name, "%s#77", made_store);
    run_command(&svi_cmd_replay, &o, (const char *const[]){"replay", name, NULL});
    assert_int_equal(o.status, SVI_EXIT_USAGE);
    assert_int_equal(count_lines(o.err), 1);
    run_command(&svi_cmd_replay, &o, (const char *const[]){"replay", made_store, NULL});
    assert_int_equal(o.status, SVI_EXIT_USAGE);
    assert_non_null(strstr(o.err, "found a store of many games"));
}

/* The head of the store at hand, as `rank` tells it. */
static void find_head(char head[65])
{
    run_command(&svi_cmd_rank, &o,
                (const char *const[]){"rank", made_store, "--format", "json", NULL});
    const char *at = strstr(o.out, "\"head\":\"");
    assert_non_null(at);
    (void)snprintf(head, 65, "%.64s", at + strlen("\"head\":\""));
}

#define VERIFY_HEAD(head)                                                                          \
    run_command(&svi_cmd_verify, &o,                                                               \
                (const char *const[]){"verify", "-j", "1", made_store, "--head", head, NULL})

/* A published head shows every change of what it is made of, whatever else fits it. */
static void test_head(void **state)
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
    (void)state;
    make_short_store(NULL);
    tamper("CREATE TABLE IF NOT EXISTS trades (number INTEGER PRIMARY KEY, pairs TEXT NOT NULL)"
           " STRICT; CREATE TABLE IF NOT EXISTS luck (number INTEGER PRIMARY KEY, version BLOB"
           " NOT NULL, figures BLOB NOT NULL) STRICT");
    find_head(head);
    VERIFY_HEAD(head);
    assert_int_equal(o.status, SVI_EXIT_DONE);
    drop_store(NULL);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        make_short_store(NULL);
        tamper("CREATE TABLE IF NOT EXISTS trades (number INTEGER PRIMARY KEY, pairs TEXT NOT NULL)"
               " STRICT; CREATE TABLE IF NOT EXISTS luck (number INTEGER PRIMARY KEY, version BLOB"
               " NOT NULL, figures BLOB NOT NULL) STRICT;"
               "INSERT OR IGNORE INTO trades SELECT number, '[]' FROM matches;"
               "INSERT OR IGNORE INTO luck SELECT number, zeroblob(16), x'01' FROM matches");
        find_head(head);
        tamper(changes[i]);
        VERIFY_HEAD(head);
        if (o.status == SVI_EXIT_DONE ||
            strstr(o.out, ".db: head: not that of this store") == NULL) {
            fail_msg("%s: status %d, found %s%s", changes[i], o.status, o.out, o.err);
        }
        assert_null(strstr(o.out, head)); /* nor is the one that it has told */
        drop_store(NULL);
    }
    /* What is played after a head was published leaves it in the chain. */
    make_short_store(NULL);
    tamper("CREATE TABLE later AS SELECT * FROM matches WHERE number > 4;"
           "DELETE FROM matches WHERE number > 4");
    tamper("CREATE TABLE seats_later AS SELECT * FROM seats WHERE number > 4;"
           "DELETE FROM seats WHERE number > 4");
    find_head(head);
    tamper("INSERT INTO matches SELECT * FROM later; INSERT INTO seats SELECT * FROM seats_later");
    find_head(later);
    assert_string_not_equal(head, later);
    VERIFY_HEAD(head);
    assert_int_equal(o.status, SVI_EXIT_DONE);
    assert_non_null(strstr(o.err, "the head is that after match 4 of 6"));
    drop_store(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_sound, make_short_store, drop_store),
        cmocka_unit_test_setup_teardown(test_unfinished, make_short_store, drop_store),
        cmocka_unit_test_setup_teardown(test_between_stages, make_stage, drop_store),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_ranking),
        cmocka_unit_test(test_head),
        cmocka_unit_test_setup_teardown(test_replay_inside, make_short_store, drop_store),
        cmocka_unit_test_setup_teardown(test_threads, make_long_store, drop_store),
        cmocka_unit_test_setup_teardown(test_threads_files, make_long_store, drop_store),
        cmocka_unit_test_setup_teardown(test_jobs, make_short_store, drop_store),
        cmocka_unit_test_setup_teardown(test_replay_by_number, make_short_store, drop_store),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

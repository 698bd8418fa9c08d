/* Stores: committed matches stay, whatever process was killed; one league, one writer, one seed. */
#include "store/store_check.h"
#include "store/store_matches.h"
#include "store/store_replies.h"
#include "store/store_results.h"
#include "store/store_shards.h"
#include "store/write_queue.h"
#include "tests/base/testing.h"
#include "tests/league/league_rig.h"

#include <solvent/version.h>
#include <fcntl.h>

#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static uint64_t count(struct svi_store *store)
{
    uint64_t matches = 0;
    assert_ok(svi_store_count(store, &matches));
    return matches;
}

static void assert_match_is_in(struct svi_store *store, const struct svi_league *league,
                               uint64_t number)
{
    struct svi_store_match expected;
    SCOPED(svi_buf_finish) struct svi_buf replay = {0};
    struct svi_error problem = {0};
    rig_match(league, svi_store_info(store)->seed, number, &expected);
    assert_ok(svi_store_replay(store, number, &replay));
    assert_int_equal(replay.size, expected.replay_size);
    assert_memory_equal(replay.data, expected.replay, replay.size);
    const enum sv_status status = svi_store_check_match(store, &expected, &problem);
    assert_string_equal(problem.text, "");
    assert_ok(status);
}

FOLDER_TEST(what_goes_in_comes_out)
{
    uint64_t number = 0;
    uint8_t bits[10] = {0};
    struct svi_buf replay = {0};
    const char *path = rig_path(state, "a.db");
    SCOPED(svi_league_finish) struct svi_league league = rig_league(RIG_BOTS);
    struct svi_store *store = rig_writer(path, &league);
    assert_int_equal(svi_store_info(store)->matches, 75);
    assert_int_equal(count(store), 0);
    rig_put_matches(store, &league, 3, 5);
    rig_put_matches(store, &league, 60, 60);
    svi_store_destroy(store);

    store = rig_reader(path);
    assert_string_equal(svi_store_info(store)->name, "cup");
    assert_string_equal(svi_store_info(store)->edition, "classic");
    assert_string_equal(svi_store_info(store)->text, RIG_BOTS);
    assert_int_equal(svi_store_info(store)->seats, 3);
    assert_int_equal(svi_store_info(store)->n_bots, 3);
    assert_string_equal(svi_store_info(store)->bot[2], "c");
    assert_int_equal(count(store), 4);
    assert_ok(svi_store_finished(store, bits));
    assert_int_equal(bits[0], 0x1c);
    assert_int_equal(bits[7], 0x08);
    static const uint64_t order[] = {3, 4, 5, 60, 0};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        assert_ok(svi_store_next(store, number, &number));
        assert_int_equal(number, order[i]);
        if (number != 0) {
            assert_match_is_in(store, &league, number);
        }
    }
    assert_int_equal(svi_store_replay(store, 6, &replay), SV_E_UNKNOWN);
    assert_contains(svi_store_error(store), "found no game 6 yet; ");
    svi_store_destroy(store);
}

struct watched {
    unsigned shown, results;
    uint64_t done[4], all[4];
};

static void watch(void *user, uint64_t done, uint64_t all)
{
    struct watched *w = user;
    assert_true(w->shown < 4);
    w->done[w->shown] = done;
    w->all[w->shown++] = all;
}

static bool count_result(void *user, const struct svi_store_match *match)
{
    struct watched *w = user;
    (void)match;
    w->results++;
    return true;
}

static bool stop_at_once(void *user, const struct svi_store_match *match)
{
    (void)count_result(user, match);
    return false;
}

FOLDER_TEST(who_reads_all_results_is_told_how_far_it_is)
{
    const char *path = rig_path(state, "a.db");
    SCOPED(svi_league_finish) struct svi_league league = rig_league(RIG_BOTS);
    struct svi_store *store = rig_writer(path, &league);
    rig_put_matches(store, &league, 1, 70);
    svi_store_destroy(store);
    store = rig_reader(path);
    struct watched w = {0};
    svi_store_watch(store, watch, &w);
    assert_ok(svi_store_results(store, 0, count_result, &w));
    assert_int_equal(w.results, 70);
    assert_int_equal(w.shown, 2);
    assert_int_equal(w.done[0], 64);
    assert_int_equal(w.all[0], 70);
    assert_int_equal(w.done[1], 70);
    assert_int_equal(w.all[1], 70);
    /* A reader that stops learns of the end; a look at one match is nothing to watch. */
    w = (struct watched){0};
    assert_ok(svi_store_results(store, 0, stop_at_once, &w));
    assert_int_equal(w.shown, 1);
    assert_int_equal(w.done[0], 70);
    assert_ok(svi_store_results(store, 69, count_result, &w));
    svi_store_watch(store, NULL, NULL);
    assert_ok(svi_store_results(store, 0, count_result, &w));
    assert_int_equal(w.shown, 1);
    svi_store_destroy(store);
}

FOLDER_TEST(what_was_not_committed_is_not_there)
{
    struct svi_store_match match;
    const char *path = rig_path(state, "a.db");
    SCOPED(svi_league_finish) struct svi_league league = rig_league(RIG_BOTS);
    struct svi_store *store = rig_writer(path, &league);
    rig_put_matches(store, &league, 1, 2);
    rig_match(&league, svi_store_info(store)->seed, 3, &match);
    assert_ok(svi_store_put(store, &match));
    svi_store_destroy(store);
    store = rig_writer(path, &league);
    assert_int_equal(count(store), 2);
    svi_store_destroy(store);
}

/* Matches of a deal are numbered one after the other: here 1 to 3 are one, 4 to 6 the next. */
FOLDER_TEST(a_deal_is_over_with_its_last_match)
{
    bool over = true;
    SCOPED(svi_league_finish) struct svi_league league = rig_league(RIG_BOTS);
    SCOPED(rig_store_destroy)
    struct svi_store *store = rig_writer(rig_path(state, "a.db"), &league);
    assert_int_equal(svi_store_info(store)->lanes, 3);
    rig_put_matches(store, &league, 1, 2);
    rig_put_matches(store, &league, 4, 5);
    assert_ok(svi_store_deal_over(store, 5, &over));
    assert_false(over);
    rig_put_matches(store, &league, 6, 6);
    for (uint64_t number = 1; number <= 7; number++) {
        assert_ok(svi_store_deal_over(store, number, &over));
        assert_int_equal(over, number >= 4 && number <= 6);
    }
}

FOLDER_TEST(a_match_goes_in_once)
{
    struct svi_store_match match;
    SCOPED(svi_league_finish) struct svi_league league = rig_league(RIG_BOTS);
    SCOPED(rig_store_destroy)
    struct svi_store *store = rig_writer(rig_path(state, "a.db"), &league);
    rig_put_matches(store, &league, 1, 1);
    rig_match(&league, svi_store_info(store)->seed, 1, &match);
    assert_int_equal(svi_store_put(store, &match), SV_E_SYSTEM);
    assert_contains(svi_store_error(store), "a.db");
}

FOLDER_TEST(only_the_owner_may_read_it)
{
    struct stat info;
    const char *path = rig_path(state, "a.db");
    const mode_t before = umask(0);
    SCOPED(svi_league_finish) struct svi_league league = rig_league(RIG_BOTS);
    SCOPED(rig_store_destroy) struct svi_store *store = rig_writer(path, &league);
    rig_put_matches(store, &league, 1, 1);
    umask(before);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_int_equal(stat(rig_path(state, "a.db-wal"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
}

FOLDER_TEST(a_league_without_seed_keeps_its_secret_one)
{
    static const uint8_t zero[SV_SEED_BYTES];
    uint8_t seed[SV_SEED_BYTES];
    struct svi_league league = rig_league(RIG_BOTS);
    struct svi_store *store = rig_writer(rig_path(state, "a.db"), &league);
    memcpy(seed, svi_store_info(store)->seed, sizeof seed);
    assert_memory_not_equal(seed, zero, sizeof seed);
    svi_store_destroy(store);
    store = rig_writer(rig_path(state, "a.db"), &league);
    assert_memory_equal(seed, svi_store_info(store)->seed, sizeof seed);
    svi_store_destroy(store);
    store = rig_writer(rig_path(state, "b.db"), &league);
    assert_memory_not_equal(seed, svi_store_info(store)->seed, sizeof seed);
    svi_store_destroy(store);
    svi_league_finish(&league);

    league = rig_league("seed: 42\n" RIG_BOTS);
    store = rig_writer(rig_path(state, "c.db"), &league);
    sv_luck_seed_text("42", seed);
    assert_memory_equal(seed, svi_store_info(store)->seed, sizeof seed);
    svi_store_destroy(store);
    svi_league_finish(&league);
}

FOLDER_TEST(another_league_is_refused_by_what_differs)
{
    static const struct {
        const char *text, *line;
    } others[] = {
        {"# fewer\ndeals: 20\n" RIG_BOTS, "cup.yaml:2: deals: found 20, but the league in "},
        {"# fewer\ndeals: 20\n" RIG_BOTS,
         "a.db has 25: scheduled games cannot be cancelled; for another league name another store"},
        {"rules: {max_rounds: 9}\n" RIG_BOTS,
         "cup.yaml:1: rules.max_rounds: found 9, but the league in "},
        {"name: other\n" RIG_BOTS, "cup.yaml:1: name: found other, but the league in "},
        {"clock: {strikes: 3}\n" RIG_BOTS,
         "has 10: all games of a league have one clock, except in a ladder"},
        {"seed: 42\n" RIG_BOTS, "cup.yaml:1: seed: found none, but the league in "},
        {"seats: 2\n" RIG_BOTS, "a.db has 3: games at smaller and larger tables"},
        {"seatings: all\n" RIG_BOTS, "cup.yaml:1: seatings: found all, but the league in "},
        {"bots:\n  - {name: a, command: [true]}\n  - {name: x, command: [true]}\n"
         "  - {name: c, command: [true]}\n",
         "cup.yaml: bots: found no 'b', which is in the store; to withdraw a bot"},
        {"bots:\n  - {name: a, command: [true]}\n  - {name: b, command: [false, x]}\n"
         "  - {name: c, command: [true]}\n",
         "cup.yaml:3: bots[1].command: found \"false\" \"x\", but bot 'b' of the store has "
         "\"true\""},
    };
    const char *path = rig_path(state, "a.db");
    struct svi_league league = rig_league(RIG_BOTS);
    svi_store_destroy(rig_writer(path, &league));
    svi_league_finish(&league);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        struct svi_error error;
        struct svi_store *store;
        league = rig_league(others[i].text);
        assert_int_equal(svi_league_store_create(&store, path, &league, &error), SV_E_MISMATCH);
        assert_null(store);
        if (strstr(error.text, others[i].line) == NULL) {
            fail_msg("expected \"%s\"\nin       '%s'", others[i].line, error.text);
        }
        svi_league_finish(&league);
    }
}

FOLDER_TEST(one_writes_and_others_read)
{
    struct svi_error error;
    struct svi_store *second;
    const char *path = rig_path(state, "a.db");
    SCOPED(svi_league_finish) struct svi_league league = rig_league(RIG_BOTS);
    struct svi_store *writer = rig_writer(path, &league);
    rig_put_matches(writer, &league, 1, 1);
    assert_int_equal(svi_league_store_create(&second, path, &league, &error), SV_E_SYSTEM);
    assert_contains(error.text, "another process is writing this store");

    struct svi_store *reader = rig_reader(path);
    assert_int_equal(count(reader), 1);
    rig_put_matches(writer, &league, 2, 9);
    assert_int_equal(count(reader), 9);
    assert_ok(svi_store_snapshot(reader));
    assert_int_equal(count(reader), 9);
    rig_put_matches(writer, &league, 10, 12);
    assert_int_equal(count(reader), 9);
    svi_store_snapshot_end(reader);
    assert_int_equal(count(reader), 12);
    svi_store_seal(writer); /* cannot be while it is read, and does no harm */
    rig_put_matches(writer, &league, 13, 13);
    assert_int_equal(count(reader), 13);
    svi_store_destroy(reader);
    svi_store_destroy(writer);
    svi_store_destroy(rig_writer(path, &league));
}

FOLDER_TEST(a_sealed_store_is_one_file)
{
    const char *path = rig_path(state, "a.db");
    SCOPED(svi_league_finish)
    struct svi_league league = rig_league("deals: 2\nseatings: fixed\n" RIG_BOTS);
    struct svi_store *store = rig_writer(path, &league);
    rig_put_matches(store, &league, 1, 2);
    assert_int_equal(access(rig_path(state, "a.db-wal"), F_OK), 0);
    svi_store_seal(store);
    svi_store_destroy(store);
    assert_int_equal(chmod(path, 0400), 0);
    store = rig_reader(path);
    assert_int_equal(count(store), 2);
    assert_int_not_equal(access(rig_path(state, "a.db-wal"), F_OK), 0);
    assert_int_not_equal(access(rig_path(state, "a.db-shm"), F_OK), 0);
    svi_store_destroy(store);
}

static void run_sql(const char *path, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

FOLDER_TEST(what_is_no_store_is_refused)
{
    struct svi_error error;
    struct svi_store *store;
    const char *path = rig_path(state, "a.db");
    SCOPED(svi_league_finish) struct svi_league league = rig_league(RIG_BOTS);
    assert_int_equal(svi_store_create_reader(&store, path, &error), SV_E_UNKNOWN);
    assert_contains(error.text, "found no file");
    assert_int_not_equal(access(path, F_OK), 0);

    testing_write(path, "");
    assert_int_equal(svi_store_create_reader(&store, path, &error), SV_E_UNKNOWN);
    assert_contains(error.text, "found an empty file");

    testing_write(path,
                  "a letter to my aunt, which is long enough not to be taken for an empty file\n");
    assert_int_equal(svi_store_create_reader(&store, path, &error), SV_E_UNKNOWN);
    assert_contains(error.text, "found a file that is not the store of a league");
    assert_int_equal(svi_league_store_create(&store, path, &league, &error), SV_E_UNKNOWN);

    assert_int_equal(unlink(path), 0);
    run_sql(path, "CREATE TABLE aunt (letter TEXT)");
    assert_int_equal(svi_league_store_create(&store, path, &league, &error), SV_E_UNKNOWN);
    assert_contains(error.text, "found a file that is not the store of a league");

    assert_int_equal(unlink(path), 0);
    svi_store_destroy(rig_writer(path, &league));
    run_sql(path, "PRAGMA user_version = 7");
    assert_int_equal(svi_store_create_reader(&store, path, &error), SV_E_UNKNOWN);
    assert_contains(error.text, "found a store of version 7, expected version 4 or 5: read it with "
                                "the Solvent that wrote it (" SV_VERSION_STRING "), or play");

    assert_int_equal(svi_league_store_create(&store, rig_path(state, "none/a.db"), &league, &error),
                     SV_E_SYSTEM);
    assert_contains(error.text, "cannot be opened for writing");
}

/* Stores may come from anybody. */
FOLDER_TEST(what_no_league_puts_into_a_store_is_refused)
{
    static const struct {
        const char *sql, *error;
    } cases[] = {
        {"CREATE VIEW crashes AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL"
         " SELECT i + 1 FROM n) SELECT i AS number, 0 AS seat, '' AS report FROM n",
         "found views, triggers, indexes or virtual tables"},
        {"CREATE TRIGGER more AFTER INSERT ON matches BEGIN DELETE FROM seats; END",
         "found views, triggers, indexes or virtual tables"},
        {"CREATE INDEX long ON seats (hex(zeroblob(100000000 + place)))",
         "found views, triggers, indexes or virtual tables"},
        {"DROP TABLE timings; CREATE TABLE timings (number INTEGER PRIMARY KEY,"
         " wall_us INTEGER NOT NULL, used_us TEXT AS (hex(zeroblob(100000000))))",
         "found columns that are generated or have defaults"},
        {"DROP TABLE timings; CREATE TABLE timings (number INTEGER PRIMARY KEY,"
         " wall_us INTEGER NOT NULL, used_us TEXT NOT NULL DEFAULT 'some megabytes')",
         "found columns that are generated or have defaults"},
        {"UPDATE bots SET name = char(27) || 'a' WHERE bot = 0;"
         "UPDATE bots SET name = char(7) || 'a' WHERE bot = 1",
         "found a store without a sound league"}, /* both are "?a" */
    };
    struct svi_error error;
    struct svi_store *store;
    const char *path = rig_path(state, "a.db");
    SCOPED(svi_league_finish) struct svi_league league = rig_league(RIG_BOTS);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        svi_store_destroy(rig_writer(path, &league));
        run_sql(path, cases[i].sql);
        assert_int_not_equal(svi_store_create_reader(&store, path, &error), SV_OK);
        assert_null(store);
        assert_contains(error.text, cases[i].error);
        assert_int_not_equal(svi_league_store_create(&store, path, &league, &error), SV_OK);
        assert_int_equal(unlink(path), 0);
    }
}

static void count_cost(void *user, const struct svi_store_cost *cost)
{
    *(double *)user += cost->tokens;
}

/* So may the exchanges beside them. */
FOLDER_TEST(replies_that_compute_something_are_refused)
{
    static const char tables[] =
        "CREATE TABLE games (number INTEGER PRIMARY KEY, game TEXT NOT NULL UNIQUE);"
        "INSERT INTO games VALUES (1, 'g');";
    static const char exchanges[] =
        "CREATE TABLE exchanges (bot, game, tokens_in, tokens_out, dollars, seconds);"
        "INSERT INTO exchanges VALUES ('a', 'g', 40, 2, 9e999, -9e999)";
    static const char endless[] =
        "CREATE VIEW exchanges AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
        " SELECT 'a' AS bot, 'g' AS game, i AS tokens_in, 0 AS tokens_out, 0 AS dollars,"
        " 0 AS seconds FROM n";
    double tokens = 0;
    const char *replies = rig_path(state, "a.replies");
    SCOPED(svi_league_finish) struct svi_league league = rig_league(RIG_BOTS);
    SCOPED(rig_store_destroy)
    struct svi_store *store = rig_writer(rig_path(state, "a.db"), &league);
    assert_ok(svi_store_costs(store, count_cost, &tokens));
    assert_true(tokens == 0);

    run_sql(replies, tables);
    run_sql(replies, exchanges);
    assert_ok(svi_store_costs(store, count_cost, &tokens));
    assert_true(tokens == 42);

    assert_int_equal(unlink(replies), 0);
    run_sql(replies, tables);
    run_sql(replies, endless);
    assert_int_equal(svi_store_costs(store, count_cost, &tokens), SV_E_UNKNOWN);
    assert_contains(svi_store_error(store), "a.replies: found views, triggers");

    testing_write(replies,
                  "a letter to my aunt, which is long enough not to be taken for an empty one\n");
    assert_int_equal(svi_store_costs(store, count_cost, &tokens), SV_E_SYSTEM);
    assert_contains(svi_store_error(store), "a.replies: ");
    assert_true(tokens == 42);
}

FOLDER_TEST(an_empty_file_becomes_a_store)
{
    const char *path = rig_path(state, "a.db");
    SCOPED(svi_league_finish) struct svi_league league = rig_league(RIG_BOTS);
    testing_write(path, "");
    SCOPED(rig_store_destroy) struct svi_store *store = rig_writer(path, &league);
    assert_int_equal(count(store), 0);
}

FOLDER_TEST(no_transaction_is_half_there_after_a_kill)
{
    enum { BATCH = 7 };
    const char *path = rig_path(state, "a.db");
    SCOPED(svi_league_finish)
    struct svi_league league = rig_league("deals: 10000000\nseatings: fixed\n" RIG_BOTS);
    uint64_t before = 0;
    for (unsigned kill_after_us = 2000; kill_after_us < 60000; kill_after_us += 6000) {
        /* By turns from the start of the process, and from its first transaction on a machine
         * however busy. */
        const bool begun = kill_after_us % 4000 != 0;
        int word[2];
        char said;
        assert_int_equal(pipe(word), 0);
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            struct svi_store *store = rig_writer(path, &league);
            for (uint64_t n = count(store) + 1;; n += BATCH) {
                rig_put_matches(store, &league, n, n + BATCH - 1);
                if (write(word[1], "", 1) != 1) {
                    _exit(1);
                }
            }
        }
        assert_int_equal(close(word[1]), 0);
        if (begun) {
            assert_int_equal(read(word[0], &said, 1), 1);
        }
        usleep(kill_after_us);
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, NULL, 0), child);
        assert_int_equal(close(word[0]), 0);
        struct svi_store *store = rig_writer(path, &league);
        const uint64_t now = count(store);
        assert_true(now >= before + (begun ? BATCH : 0));
        assert_int_equal(now % BATCH, 0);
        if (now > 0) {
            assert_match_is_in(store, &league, now);
        }
        before = now;
        svi_store_destroy(store);
    }
    assert_true(before > 0);
}

static void wait_for(struct svi_store *reader, uint64_t matches)
{
    for (unsigned tenths = 0; count(reader) < matches && tenths < 300; tenths++) {
        usleep(100000);
    }
    assert_int_equal(count(reader), matches);
}

FOLDER_TEST(the_writer_commits_what_it_is_given)
{
    const char *path = rig_path(state, "a.db");
    SCOPED(svi_league_finish)
    struct svi_league league = rig_league("deals: 1001\nseatings: fixed\n" RIG_BOTS);
    SCOPED(rig_store_destroy) struct svi_store *store = rig_writer(path, &league);
    uint8_t seed[SV_SEED_BYTES];
    memcpy(seed, svi_store_info(store)->seed, sizeof seed);
    struct svi_write_queue *writer = svi_write_queue_create(store);
    assert_non_null(writer);
    struct svi_store_match match;
    for (uint64_t n = 1; n <= 1000; n++) {
        rig_match(&league, seed, n, &match);
        assert_ok(svi_write_queue_put(writer, &match));
    }
    struct svi_store *reader = rig_reader(path);
    wait_for(reader, 1000);
    rig_match(&league, seed, 1001, &match);
    assert_ok(svi_write_queue_put(writer, &match));
    wait_for(reader, 1001); /* by itself, without another match or the end */
    assert_match_is_in(reader, &league, 1000);
    svi_store_destroy(reader);
    assert_ok(svi_write_queue_destroy(writer));

    writer = svi_write_queue_create(store);
    rig_match(&league, seed, 5, &match); /* again, which the store refuses */
    assert_ok(svi_write_queue_put(writer, &match));
    assert_int_equal(svi_write_queue_destroy(writer), SV_E_SYSTEM);
}

FOLDER_TEST(shards_are_joined)
{
    struct svi_error error;
    struct svi_store *store, *first;
    struct svi_league league = rig_league("seed: 42\ndeals: 4\n" RIG_BOTS);
    for (unsigned shard = 1; shard <= 3; shard++) {
        char name[16];
        snprintf(name, sizeof name, "%u.db", shard);
        store = rig_writer(rig_path(state, name), &league);
        for (uint64_t n = shard; n <= 12; n += 3) {
            rig_put_matches(store, &league, n, n);
        }
        svi_store_destroy(store);
    }
    first = rig_reader(rig_path(state, "1.db"));
    assert_ok(svi_store_create_writer(&store, rig_path(state, "all.db"), svi_store_info(first),
                                      "1.db", false, &error));
    svi_store_destroy(first);
    for (unsigned round = 0; round < 2; round++) { /* twice is no more than once */
        assert_ok(svi_store_merge(store, rig_path(state, "1.db")));
        assert_ok(svi_store_merge(store, rig_path(state, "2.db")));
        assert_ok(svi_store_merge(store, rig_path(state, "3.db")));
        assert_int_equal(count(store), 12);
    }
    for (uint64_t n = 1; n <= 12; n++) {
        assert_match_is_in(store, &league, n);
    }

    /* The same league, but another game under a number that is taken. */
    struct svi_store *liar = rig_writer(rig_path(state, "liar.db"), &league);
    struct svi_store_match match;
    uint8_t bytes[100] = {1, 2, 3};
    rig_match(&league, svi_store_info(liar)->seed, 5, &match);
    match.replay = bytes;
    match.replay_size = sizeof bytes;
    assert_ok(svi_store_put(liar, &match));
    assert_ok(svi_store_commit(liar));
    svi_store_destroy(liar);
    assert_int_equal(svi_store_merge(store, rig_path(state, "liar.db")), SV_E_MISMATCH);
    assert_contains(svi_store_error(store), "liar.db: found another game of match 5");
    svi_league_finish(&league);

    league = rig_league("seed: 43\ndeals: 4\n" RIG_BOTS);
    svi_store_destroy(rig_writer(rig_path(state, "other.db"), &league));
    assert_int_equal(svi_store_merge(store, rig_path(state, "other.db")), SV_E_MISMATCH);
    assert_contains(svi_store_error(store), "holds another league");
    assert_int_equal(svi_store_merge(store, rig_path(state, "none.db")), SV_E_UNKNOWN);
    assert_int_equal(count(store), 12);
    svi_store_destroy(store);
    svi_league_finish(&league);
}

FOLDER_TEST(secret_leagues_join_only_under_one_seed)
{
    struct svi_error error;
    struct svi_store *store, *first;
    SCOPED(svi_league_finish) struct svi_league league = rig_league(RIG_BOTS);
    svi_store_destroy(rig_writer(rig_path(state, "1.db"), &league));
    svi_store_destroy(rig_writer(rig_path(state, "2.db"), &league));
    first = rig_reader(rig_path(state, "1.db"));
    assert_ok(svi_store_create_writer(&store, rig_path(state, "all.db"), svi_store_info(first),
                                      "1.db", false, &error));
    assert_memory_equal(svi_store_info(store)->seed, svi_store_info(first)->seed, SV_SEED_BYTES);
    svi_store_destroy(first);
    assert_int_equal(svi_store_merge(store, rig_path(state, "2.db")), SV_E_MISMATCH);
    assert_contains(svi_store_error(store), "its secret seed is another");
    svi_store_destroy(store);
}

/* A store of the league with one row spoilt. */
static void make_hostile(void **state, const struct svi_league *league, const char *sql)
{
    (void)unlink(rig_path(state, "hostile.db"));
    struct svi_store *store = rig_writer(rig_path(state, "hostile.db"), league);
    rig_put_matches(store, league, 1, 12);
    svi_store_seal(store);
    svi_store_destroy(store);
    run_sql(rig_path(state, "hostile.db"), sql);
}

FOLDER_TEST(rows_that_no_league_writes_are_named_where_they_are_read)
{
    static const struct {
        const char *sql, *read, *merged; /* NULL: nothing, or what a reader of results finds */
    } spoilt[] = {
        {"UPDATE seats SET bot = 4294967296 WHERE number = 3 AND seat = 1",
         "bot of match 3: found 4294967296, expected 0 to ", NULL},
        {"UPDATE seats SET bot = -1 WHERE number = 3 AND seat = 1",
         "bot of match 3: found -1, expected 0 to ", NULL},
        {"UPDATE seats SET place = 257 WHERE number = 4 AND seat = 0",
         "place of match 4: found 257, expected 1 to ", NULL},
        {"UPDATE seats SET points = 4294967296 WHERE number = 4 AND seat = 0",
         "points of match 4: found 4294967296, expected 0 to ", NULL},
        {"UPDATE seats SET seat = 300 WHERE number = 4 AND seat = 0", NULL,
         "match 4: found a seat beyond the table"},
        {"DELETE FROM seats WHERE number = 2 AND seat = 0",
         "number of match 2: found 3, expected 2 to 2", NULL},
        {"UPDATE matches SET rounds = 4294967296 WHERE number = 5",
         "rounds of match 5: found 4294967296, expected 0 to 4294967295", NULL},
        {"UPDATE matches SET replay_hash = zeroblob(31) WHERE number = 5", NULL,
         "match 5: found no hash of its replay"},
        {"UPDATE replays SET svr = zeroblob(67108865) WHERE number = 5", NULL,
         "match 5: found no replay of at most 64 MiB"},
        {"DELETE FROM replays WHERE number = 6", NULL,
         "match 6: found no replay of at most 64 MiB"},
        {"ALTER TABLE seats ADD COLUMN more INTEGER", NULL,
         "found other columns in the table seats than "},
    };
    SCOPED(svi_league_finish)
    struct svi_league league = rig_league("seed: 42\ndeals: 4\n" RIG_BOTS);
    for (size_t i = 0; i < sizeof spoilt / sizeof spoilt[0]; i++) {
        struct watched seen = {0};
        make_hostile(state, &league, spoilt[i].sql);
        struct svi_store *store = rig_reader(rig_path(state, "hostile.db"));
        assert_int_equal(svi_store_results(store, 0, count_result, &seen),
                         spoilt[i].read != NULL ? SV_E_SYSTEM : SV_OK);
        if (spoilt[i].read != NULL) {
            assert_contains(svi_store_error(store), spoilt[i].read);
        }
        svi_store_destroy(store);
        (void)unlink(rig_path(state, "into.db"));
        store = rig_writer(rig_path(state, "into.db"), &league);
        const char *expected = spoilt[i].read != NULL ? spoilt[i].read : spoilt[i].merged;
        assert_int_not_equal(svi_store_merge(store, rig_path(state, "hostile.db")), SV_OK);
        assert_contains(svi_store_error(store), expected);
        assert_int_equal(count(store), 0);
        svi_store_destroy(store);
    }
}

static bool count_lucks(void *user, const struct svi_store_luck *luck)
{
    assert_true(luck->size <= SVI_STORE_LUCK_ROW);
    ++*(unsigned *)user;
    return true;
}

FOLDER_TEST(figures_of_luck_that_are_too_long_are_not_read)
{
    struct svi_store_luck luck;
    unsigned n = 0;
    bool found;
    SCOPED(svi_league_finish)
    struct svi_league league = rig_league("seed: 42\ndeals: 4\n" RIG_BOTS);
    make_hostile(state, &league,
                 "CREATE TABLE luck (number INTEGER PRIMARY KEY, version BLOB NOT NULL,"
                 " figures BLOB NOT NULL);"
                 "INSERT INTO luck VALUES (1, zeroblob(16), zeroblob(320)),"
                 " (2, zeroblob(16), zeroblob(100000000)), (3, zeroblob(100000000), x'00')");
    SCOPED(rig_store_destroy) struct svi_store *store = rig_reader(rig_path(state, "hostile.db"));
    (void)sqlite3_memory_highwater(1);
    assert_ok(svi_store_lucks(store, count_lucks, &n));
    assert_int_equal(n, 1);
    assert_ok(svi_store_luck_of(store, 2, &luck, &found));
    assert_false(found);
    assert_ok(svi_store_luck_of(store, 1, &luck, &found));
    assert_true(found);
    assert_true(sqlite3_memory_highwater(0) < 10000000);
}

TEST(references_to_games_are_split)
{
    char path[16];
    uint64_t number;
    assert_true(svi_store_split("a#b.db#17", path, sizeof path, &number));
    assert_string_equal(path, "a#b.db");
    assert_int_equal(number, 17);
    static const char *const wrong[] = {"a.db",   "a.db#",   "a.db#0",  "a.db#-1",
                                        "a.db#x", "a.db#1x", "#17",     "a.db#1234567890123",
                                        "",       "#",       "a.db#01", "a/very/long/path.db#17"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(svi_store_split(wrong[i], path, sizeof path, &number));
    }
}

/* A kill amid a transaction of the file itself, as when it is sealed, leaves half-done writes in a
 * journal beside it. They are rolled back before any reader sees them. */
FOLDER_TEST(what_was_left_half_done_is_taken_back)
{
    int result = 0;
    const char *path = rig_path(state, "a.db");
    SCOPED(svi_league_finish) struct svi_league league = rig_league(RIG_BOTS);
    struct svi_store *store = rig_writer(path, &league);
    rig_put_matches(store, &league, 1, svi_store_info(store)->matches);
    svi_store_seal(store);
    svi_store_destroy(store);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        sqlite3 *db;
        if (sqlite3_open(path, &db) == SQLITE_OK) {
            (void)sqlite3_exec(db,
                               "PRAGMA cache_size = 1; BEGIN; UPDATE seats SET points = points + 1;"
                               "UPDATE replays SET svr = zeroblob(3000)",
                               NULL, NULL, NULL);
        }
        (void)raise(SIGKILL);
    }
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(access(rig_path(state, "a.db-journal"), F_OK),
                     0); /* else this shows nothing */
    store = rig_reader(path);
    assert_int_equal(count(store), svi_store_info(store)->matches);
    assert_match_is_in(store, &league, 17);
    svi_store_destroy(store);
}

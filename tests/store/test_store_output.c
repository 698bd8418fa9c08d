/* Bots' output is stored with its match. A store without output has the same bytes as ever. */
#include "store/store_matches.h"
#include "store/store_results.h"
#include "store/store_shards.h"
#include "store/write_queue.h"
#include "tests/base/testing.h"
#include "tests/league/league_rig.h"

#include <sqlite3.h>

/* Puts in a match in which seat 1 has printed `text`. */
static void put(struct svi_store *store, const struct svi_league *league, uint64_t number,
                const char *text)
{
    struct svi_store_match match;
    rig_match(league, svi_store_info(store)->seed, number, &match);
    match.seat[1].printed = text;
    assert_ok(svi_store_put(store, &match));
    assert_ok(svi_store_commit(store));
}

/* `text` NULL: nothing. */
static void assert_printed(struct svi_store *store, const struct svi_league *league,
                           uint64_t number, unsigned seat, const char *text)
{
    struct svi_store_match match;
    unsigned bot = 99;
    SCOPED(scoped_free) char *found;
    rig_match(league, svi_store_info(store)->seed, number, &match);
    assert_ok(svi_store_output(store, number, seat, &bot, &found));
    assert_int_equal(bot, match.seat[seat].bot);
    if (text == NULL) {
        assert_null(found);
    } else {
        assert_string_equal(found, text);
    }
}

static bool has_table(const char *path)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT 1 FROM sqlite_schema WHERE name = 'outputs'",
                                        -1, &statement, NULL),
                     SQLITE_OK);
    const bool has = sqlite3_step(statement) == SQLITE_ROW;
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return has;
}

FOLDER_TEST(what_was_printed_comes_out)
{
    struct svi_store_match match;
    unsigned bot;
    char *text;
    const char *path = rig_path(state, "a.db");
    SCOPED(svi_league_finish) struct svi_league league = rig_league(RIG_BOTS);
    struct svi_store *store = rig_writer(path, &league);
    struct svi_write_queue *writer = svi_write_queue_create(store);
    assert_non_null(writer);
    for (uint64_t n = 1; n <= 3; n++) { /* the writer keeps copies */
        char lines[3][16];
        rig_match(&league, svi_store_info(store)->seed, n, &match);
        for (unsigned s = 0; s < match.seats; s++) {
            (void)snprintf(lines[s], sizeof lines[s], "%u of %u\n", s, (unsigned)n);
            match.seat[s].printed = n == 2 && s == 1 ? NULL : lines[s];
        }
        assert_ok(svi_write_queue_put(writer, &match));
        memset(lines, 'x', sizeof lines);
    }
    assert_ok(svi_write_queue_destroy(writer));
    svi_store_destroy(store);

    store = rig_reader(path);
    assert_printed(store, &league, 1, 0, "0 of 1\n");
    assert_printed(store, &league, 2, 0, "0 of 2\n");
    assert_printed(store, &league, 2, 1, NULL);
    assert_printed(store, &league, 3, 2, "2 of 3\n");
    assert_int_equal(svi_store_output(store, 4, 0, &bot, &text), SV_E_UNKNOWN);
    assert_contains(svi_store_error(store), "found no game 4");
    assert_int_equal(svi_store_output(store, 1, 3, &bot, &text), SV_E_UNKNOWN);
    svi_store_destroy(store);
}

/* The table is younger than the version of the stores, which are the same with and without it. */
FOLDER_TEST(the_table_comes_with_the_first_output)
{
    const char *path = rig_path(state, "a.db");
    SCOPED(svi_league_finish) struct svi_league league = rig_league(RIG_BOTS);
    struct svi_store *store = rig_writer(path, &league);
    rig_put_matches(store, &league, 1, 2);
    assert_printed(store, &league, 1, 1, NULL);
    svi_store_destroy(store);
    assert_false(has_table(path));
    store = rig_reader(path);
    assert_printed(store, &league, 2, 0, NULL);
    svi_store_destroy(store);

    store = rig_writer(path, &league);
    put(store, &league, 3, "three");
    put(store, &league, 4, "four");
    assert_printed(store, &league, 3, 1, "three");
    assert_printed(store, &league, 1, 1, NULL);
    svi_store_destroy(store);
    assert_true(has_table(path));
    store = rig_writer(path, &league); /* and on it goes */
    put(store, &league, 5, "five");
    assert_printed(store, &league, 4, 1, "four");
    assert_printed(store, &league, 5, 1, "five");
    svi_store_destroy(store);
}

FOLDER_TEST(shards_bring_what_was_printed)
{
    const char *silent = rig_path(state, "silent.db");
    const char *loud = rig_path(state, "loud.db");
    const char *both = rig_path(state, "both.db");
    SCOPED(svi_league_finish) struct svi_league league = rig_league(RIG_BOTS "seed: 7\n");
    struct svi_store *store = rig_writer(silent, &league);
    rig_put_matches(store, &league, 1, 3);
    svi_store_destroy(store);
    store = rig_writer(loud, &league);
    put(store, &league, 3, "another three"); /* the match that is in first counts */
    put(store, &league, 4, "four");
    svi_store_destroy(store);

    store = rig_writer(both, &league);
    assert_ok(svi_store_merge(store, silent));
    svi_store_destroy(store);
    assert_false(has_table(both));
    store = rig_writer(both, &league);
    assert_ok(svi_store_merge(store, loud));
    assert_ok(svi_store_merge(store, loud));
    assert_ok(svi_store_merge(store, silent));
    assert_printed(store, &league, 1, 1, NULL);
    assert_printed(store, &league, 3, 1, NULL);
    assert_printed(store, &league, 4, 1, "four");
    put(store, &league, 5, "five");
    assert_printed(store, &league, 5, 1, "five");
    svi_store_destroy(store);
}

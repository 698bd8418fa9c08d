/* Entries: which version of a bot is which, what becomes of them when the league's file changes,
 * and how a store keeps that. */
#include "config/bot_hash.h"
#include "config/entries.h"
#include "ranking/ranking.h"
#include "tests/base/testing.h"
#include "tests/league/league_rig.h"
#include "tools/report/rank_sheet.h"

#include "base/out.h"
#include "store/store_matches.h"
#include "store/store_shards.h"
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

/* A league whose file lies in the test's folder. */
static void read_league(void **state, struct svi_league *league, const char *text)
{
    struct svi_error error = {0};
    const char *file = rig_path(state, "cup.yaml");
    if (svi_league_parse(league, file, text, strlen(text), &error) != SV_OK) {
        fail_msg("%s", error.text);
    }
}

/* ---- versions -------------------------------------------------------------------------------- */

#define TWO                                                                                        \
    "bots:\n  - {name: a, command: [./one, --fast, table], files: [more]}\n"                       \
    "  - {name: b, command: [sh, -c, 'true']}\n"

#define ENV(variables)                                                                             \
    "bots:\n  - {name: a, command: [./one, --fast, table], files: [more], env: " variables "}\n"   \
    "  - {name: b, command: [sh, -c, 'true']}\n"

static void version_of(void **state, const char *text, uint8_t out[32])
{
    SCOPED(svi_league_finish) struct svi_league league;
    struct svi_error error = {0};
    read_league(state, &league, text);
    if (svi_league_versions(&league, &error) != SV_OK) {
        fail_msg("%s", error.text);
    }
    assert_true(league.bot[0].versioned);
    memcpy(out, league.bot[0].version, 32);
}

/* Whatever a bot is made of makes another version, and nothing else does. */
FOLDER_TEST(a_version_is_what_a_bot_is_made_of)
{
    uint8_t first[32], again[32];
    SCOPED(svi_league_finish) struct svi_league league;
    struct svi_error error = {0};
    assert_int_equal(mkdir(rig_path(state, "more"), 0700), 0);
    testing_write(rig_path(state, "one"), "#!/bin/sh\n");
    testing_write(rig_path(state, "table"), "1 2 3\n");
    testing_write(rig_path(state, "more/x"), "x");
    version_of(state, TWO, first);
    testing_write(rig_path(state, "one"), "#!/bin/sh\n"); /* another time, the same bytes */
    testing_write(rig_path(state, "other"), "not named\n");
    version_of(state, "name: other\nseats: 2\n" TWO, again);
    assert_memory_equal(first, again, 32);
    static const struct {
        const char *file, *text, *before;
    } changes[] = {{"one", "#!/bin/sh \n", "#!/bin/sh\n"},
                   {"table", "1 2 4\n", "1 2 3\n"},
                   {"more/x", "y", "x"},
                   {"more/y", "x", NULL}};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        testing_write(rig_path(state, changes[i].file), changes[i].text);
        version_of(state, TWO, again);
        assert_memory_not_equal(first, again, 32);
        if (changes[i].before != NULL) {
            testing_write(rig_path(state, changes[i].file), changes[i].before);
        } else {
            assert_int_equal(unlink(rig_path(state, changes[i].file)), 0);
        }
        version_of(state, TWO, again);
        assert_memory_equal(first, again, 32);
    }
    /* Its environment, in whatever order it is written. */
    uint8_t set[32];
    version_of(state, ENV("{A: 1, B: 2}"), set);
    assert_memory_not_equal(first, set, 32);
    version_of(state, ENV("{B: 2, A: 1}"), again);
    assert_memory_equal(set, again, 32);
    version_of(state, ENV("{B: 2, A: 12}"), again);
    assert_memory_not_equal(set, again, 32);
    assert_int_equal(chmod(rig_path(state, "one"), 0700), 0);
    version_of(state, TWO, again);
    assert_memory_not_equal(first, again, 32);
    assert_int_equal(unlink(rig_path(state, "more/x")), 0);
    assert_int_equal(rmdir(rig_path(state, "more")), 0);
    read_league(state, &league, TWO);
    assert_int_equal(svi_league_versions(&league, &error), SV_E_UNKNOWN);
    assert_contains(error.text, "cup.yaml:2: bots[0]: found '");
    assert_contains(error.text, "/more', which cannot be read (No such file or directory)");
}

FOLDER_TEST(a_mark_tells_of_a_touch)
{
    SCOPED(svi_league_finish) struct svi_league league;
    uint8_t first[32], second[32];
    testing_write(rig_path(state, "one"), "#!/bin/sh\n");
    read_league(state, &league,
                "bots:\n  - {name: a, command: [./one]}\n  - {name: b, command: [true]}\n");
    svi_league_mark(&league, first);
    svi_league_mark(&league, second);
    assert_memory_equal(first, second, 32);
    testing_write(rig_path(state, "two"), "#!/bin/sh\n");
    assert_int_equal(rename(rig_path(state, "two"), rig_path(state, "one")), 0);
    svi_league_mark(&league, second);
    assert_memory_not_equal(first, second, 32);
    assert_int_equal(unlink(rig_path(state, "one")), 0);
    svi_league_mark(&league, first);
    assert_memory_not_equal(first, second, 32);
}

TEST(names_leave_room_for_a_number)
{
    static const char *const good[] = {
        "a",   "greedy", "a (b)", "a (2) b",
        "(2)", "a(2)",   "a ()",  "abcdefghijklmnopqrstuvwxyzabcdefg"};
    static const char *const bad[] = {"a (2)", "a (22)", "a (2) (3)",
                                      "abcdefghijklmnopqrstuvwxyzabcdefgh"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(svi_entry_name_ok(good[i]));
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(svi_entry_name_ok(bad[i]));
    }
}

/* ---- a season -------------------------------------------------------------------------------- */

/* Bots of a night: "name version status", one letter each, the status P, W or D, or S for one that
 * a run has set aside; up to a comma. */
static void night(struct svi_league *league, const char *bots)
{
    char text[1000];
    int n = snprintf(text, sizeof text, "format: ladder\nbudget: {games: 9}\nseats: 2\nbots:\n");
    for (const char *b = bots; *b != '\0' && *b != ','; b += b[3] == ' ' ? 4 : 3) {
        n +=
            snprintf(text + n, sizeof text - (size_t)n, "  - {name: %c, command: [true]%s}\n", b[0],
                     b[2] == 'W'   ? ", status: withdrawn, reason: tired"
                     : b[2] == 'D' ? ", status: disqualified, reason: lied"
                                   : "");
    }
    *league = rig_league(text);
    for (unsigned i = 0; i < league->n_bots; i++) {
        league->bot[i].versioned = true;
        memset(league->bot[i].version, bots[4 * i + 1], sizeof league->bot[i].version);
        if (bots[4 * i + 2] == 'S') {
            league->bot[i].versioned = false;
            league->bot[i].status = SVI_STATUS_SET_ASIDE;
            league->bot[i].reason = strdup("broken");
        }
    }
}

/* Asserts a store's entries after several nights, as "name status" with commas between. */
static void assert_season(void **state, const char *nights, const char *expected)
{
    struct svi_league league;
    const char *path = rig_path(state, "season.db");
    char found[400] = "";
    for (const char *at = nights; at != NULL; at = strchr(at, ',')) {
        at += strspn(at, ", ");
        night(&league, at);
        svi_store_destroy(rig_writer(path, &league));
        svi_store_destroy(rig_writer(path, &league)); /* nothing has changed */
        svi_league_finish(&league);
    }
    struct svi_store *store = rig_reader(path);
    const struct svi_store_info *info = svi_store_info(store);
    size_t n = 0;
    for (unsigned i = 0; i < info->n_bots; i++) {
        n += (size_t)snprintf(found + n, sizeof found - n, "%s%s %s", i > 0 ? ", " : "",
                              info->bot[i], svi_status_name(info->entry[i].status));
    }
    if (strcmp(found, expected) != 0) {
        fail_msg("%s: found '%s', expected '%s'", nights, found, expected);
    }
    svi_store_destroy(store);
    assert_int_equal(unlink(path), 0);
}

/* Nights of a season, with commas between, and what comes of their bots. */
FOLDER_TEST(versions_come_and_go)
{
    static const struct {
        const char *nights, *entries;
    } cases[] = {
        {"a1P b1P c1P, c1P a1P b1P", "a plays, b plays, c plays"},
        {"a1P b1P c1P, a2P b1P c1P, a3P b2P c1P",
         "a old, b old, c plays, a (2) old, a (3) plays, b (2) plays"},
        {"a1P b1P c1P, a2P b1P c1P, a1P b1P c1P", "a plays, b plays, c plays, a (2) old"},
        {"a1P b1P c1P, b1P c1P, b1P c1P d1P", "a left, b plays, c plays, d plays"},
        {"a1P b1P c1P, b1P c1P, a1P b1P c1P", "a plays, b plays, c plays"},
        {"a1P b1P c1P d1P, a2P b1P c1P d1P, a9D b9W c1P d1P",
         "a disqualified, b withdrawn, c plays, d plays, a (2) disqualified"},
        {"a1P b1P c1P d1P, a2D b1W c1P d1P, c1P d1P",
         "a disqualified, b withdrawn, c plays, d plays"},
        {"a1P b1P c1P, a1D b1P c1P, a2P b1P c1P", "a old, b plays, c plays, a (2) plays"},
        {"a1P b1P c1P z1W, a1P b1P c1P z1D", "a plays, b plays, c plays"},
        {"a1P b1P c1P, a2S b1P c1P", "a set aside, b plays, c plays"},
        {"a1P b1P c1P, a2S b1P c1P, a3P b1P c1P", "a old, b plays, c plays, a (2) plays"},
        {"a1P b1P c1P d0S, a1P b1P c1P d0S", "a plays, b plays, c plays, d set aside"},
        {"a1P b1P c1P d0S, a1P b1P c1P d1P", "a plays, b plays, c plays, d plays"},
        {"a1P b1P c1P, a2S b1P c1P, b1P c1P", "a left, b plays, c plays"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_season(state, cases[i].nights, cases[i].entries);
    }
}

/* ---- a league that goes on ------------------------------------------------------------------- */

static struct svi_store *go_on(const char *path, const char *text)
{
    struct svi_league league = rig_league(text);
    struct svi_store *store = rig_writer(path, &league);
    svi_league_finish(&league);
    return store;
}

FOLDER_TEST(a_store_keeps_every_state_of_its_file)
{
    const char *path = rig_path(state, "a.db");
    struct svi_store *store = go_on(path, "seats: 2\ndeals: 2\nseed: 1\n" RIG_BOTS);
    assert_int_equal(svi_store_info(store)->matches, 3 * 2 * 2);
    svi_store_destroy(store);
    store = go_on(path, "seats: 2\ndeals: 3\nseed: 1\n" RIG_BOTS);
    assert_int_equal(svi_store_info(store)->matches, 3 * 3 * 2);
    svi_store_destroy(store);
    store = go_on(path, "seats: 2\ndeals: 3\nseed: 1\nbots:\n  - {name: d, command: [true]}\n"
                        "  - {name: c, command: [true]}\n  - {name: a, command: [true]}\n"
                        "  - {name: b, command: [true], status: withdrawn, reason: gone}\n");
    const struct svi_store_info *info = svi_store_info(store);
    assert_int_equal(info->matches, 6 * 3 * 2);
    assert_int_equal(info->n_bots, 4);
    assert_string_equal(info->bot[0], "a"); /* whatever the order in the file */
    assert_string_equal(info->bot[3], "d");
    assert_int_equal(info->entry[1].status, SVI_STATUS_WITHDRAWN);
    assert_string_equal(info->entry[1].reason, "gone");
    assert_int_equal(info->n_revisions, 3);
    assert_int_equal(info->revision[1].matches, 12);
    assert_int_equal(info->revision[2].matches, 18);
    assert_int_equal(info->revision[0].bots, 3);
    assert_string_equal(info->revision[0].text, "seats: 2\ndeals: 2\nseed: 1\n" RIG_BOTS);
    assert_string_equal(info->revision[2].statuses, "1 withdrawn\n");
    svi_store_destroy(store);
}

static uint64_t games_of(struct svi_store *store, const char *name, uint64_t *left_out)
{
    struct svi_error error;
    struct svi_ranking ranking;
    uint64_t games = 0;
    if (svi_ranking_init(&ranking, store, &error) != SV_OK) {
        fail_msg("%s", error.text);
    }
    for (unsigned i = 0; i < ranking.n_rows; i++) {
        games += strcmp(ranking.row[i].name, name) == 0 ? ranking.row[i].games : 0;
    }
    *left_out = ranking.left_out;
    svi_ranking_finish(&ranking);
    return games;
}

/* Makes a league of `bots` bots: {name: a0, ...}, {name: a1, ...}. */
static void rig_ladder(struct svi_league *league, unsigned bots, unsigned version)
{
    struct svi_buf text = {0};
    char line[80];
    svi_out_text(&text, "format: ladder\nbudget: {games: 48}\nseats: 2\nbots:\n");
    for (unsigned i = 0; i < bots; i++) {
        (void)snprintf(line, sizeof line, "  - {name: a%u, command: [true]}\n", i);
        svi_out_text(&text, line);
    }
    svi_buf_byte(&text, 0);
    assert_false(text.failed);
    *league = rig_league((const char *)text.data);
    svi_buf_finish(&text);
    for (unsigned i = 0; i < bots; i++) {
        league->bot[i].versioned = true;
        memset(league->bot[i].version, (int)version, sizeof league->bot[i].version);
    }
}

/* More entries than a thousand are written, read and ranked: those that have left too. */
FOLDER_TEST(a_season_has_room_for_a_year)
{
    enum { FIRST = 1300, THEN = 5 };
    const char *path = rig_path(state, "year.db");
    struct svi_league league;
    uint64_t left_out;
    rig_ladder(&league, FIRST, 1);
    svi_store_destroy(rig_writer(path, &league));
    svi_league_finish(&league);
    rig_ladder(&league, THEN, 2);
    svi_store_destroy(rig_writer(path, &league));
    svi_league_finish(&league);
    SCOPED(rig_store_destroy) struct svi_store *store = rig_reader(path);
    const struct svi_store_info *info = svi_store_info(store);
    assert_int_equal(info->n_bots, FIRST + THEN);
    assert_string_equal(info->bot[FIRST], "a0 (2)");
    assert_int_equal(info->entry[0].status, SVI_STATUS_OLD);
    assert_int_equal(info->entry[THEN].status, SVI_STATUS_LEFT);
    assert_int_equal(info->entry[FIRST].status, SVI_STATUS_PLAYS);
    assert_int_equal(games_of(store, "a0 (2)", &left_out), 0);
}

/* The last entry there is room for has its number; one more is refused, with what to do. */
TEST(a_season_ends_where_it_is_full)
{
    static char names[SVI_MAX_BOTS][SV_MAX_NAME];
    static struct svi_store_entry known[SVI_MAX_BOTS];
    struct svi_store_info info = {.bot = names, .entry = known, .n_bots = SVI_MAX_BOTS - 1};
    struct svi_league league;
    struct svi_entries entries;
    struct svi_error error = {0};
    char definition[] = "command: [true]";
    for (unsigned i = 0; i < info.n_bots; i++) {
        known[i] = (struct svi_store_entry){.definition = definition, .versioned = true};
        (void)snprintf(names[i], sizeof names[i], "a0 (%u)", i + 1);
        (void)snprintf(known[i].origin, sizeof known[i].origin, "a0");
    }
    (void)snprintf(known[0].origin, sizeof known[0].origin, "a1"); /* as it still is */
    memset(known[0].version, 1, sizeof known[0].version);
    rig_ladder(&league, 2, 1);
    assert_ok(svi_entries_init(&entries, &league, &info, &error));
    assert_int_equal(entries.n, SVI_MAX_BOTS);
    assert_string_equal(entries.entry[SVI_MAX_BOTS - 1].name, "a0 (9999)");
    svi_entries_finish(&entries);
    svi_league_finish(&league);
    rig_ladder(&league, 3, 1);
    assert_int_equal(svi_entries_init(&entries, &league, &info, &error), SV_E_RANGE);
    assert_string_equal(error.text,
                        "cup.yaml: bots: found more than 10000 bots, counting those of the "
                        "store; begin another season (another name, or --store)");
    svi_league_finish(&league);
}

FOLDER_TEST(disqualified_bots_take_their_games_out)
{
    static const char begin[] = "seats: 2\ndeals: 2\nseed: 1\n" RIG_BOTS;
    static const char out[] = "seats: 2\ndeals: 2\nseed: 1\nbots:\n  - {name: a, command: [true]}\n"
                              "  - {name: b, command: [true], status: %s, reason: lied}\n"
                              "  - {name: c, command: [true]}\n";
    const char *path = rig_path(state, "a.db");
    const struct svi_rank_options options = {.prior = 1};
    struct svi_rank_sheet sheet;
    struct svi_error error;
    char text[400];
    uint64_t left_out;
    struct svi_league league = rig_league(begin);
    struct svi_store *store = rig_writer(path, &league);
    rig_put_matches(store, &league, 1, 12);
    svi_league_finish(&league);
    assert_int_equal(games_of(store, "a", &left_out), 8);
    svi_store_destroy(store);
    (void)snprintf(text, sizeof text, out, "withdrawn");
    store = go_on(path, text);
    assert_int_equal(games_of(store, "a", &left_out), 8);
    assert_int_equal(games_of(store, "b", &left_out), 8);
    assert_int_equal(left_out, 0);
    svi_store_destroy(store);
    (void)snprintf(text, sizeof text, out, "disqualified");
    store = go_on(path, text);
    assert_int_equal(games_of(store, "a", &left_out), 4);
    assert_int_equal(games_of(store, "b", &left_out), 0);
    assert_int_equal(left_out, 8);
    assert_ok(svi_rank_sheet_init_store(&sheet, store, &options, &error));
    assert_int_equal(sheet.games.n_games, 4);
    svi_rank_sheet_finish(&sheet);
    svi_store_destroy(store);
    store = go_on(path, begin);
    assert_int_equal(games_of(store, "a", &left_out), 8);
    svi_store_destroy(store);
}

/* ---- stores of the version before ------------------------------------------------------------ */

static void run_sql(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static int64_t number_of(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *s = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &s, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(s), SQLITE_ROW);
    const int64_t number = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    sqlite3_close(db);
    return number;
}

FOLDER_TEST(a_store_of_version_4_is_read_and_goes_on)
{
    const char *path = rig_path(state, "a.db");
    uint64_t left_out;
    struct svi_league league = rig_league("seats: 2\ndeals: 2\nseed: 1\n" RIG_BOTS);
    struct svi_store *store = rig_writer(path, &league);
    rig_put_matches(store, &league, 1, 12);
    svi_store_seal(store);
    svi_store_destroy(store);
    svi_league_finish(&league);
    run_sql(path, "DROP TABLE revisions; DROP TABLE entries; DROP TABLE stages; DROP TABLE nights;"
                  "PRAGMA user_version = 4");
    store = rig_reader(path);
    assert_int_equal(svi_store_info(store)->n_revisions, 1);
    assert_string_equal(svi_store_info(store)->entry[2].definition, "command: \"true\"");
    assert_int_equal(games_of(store, "c", &left_out), 8);
    svi_store_destroy(store);
    assert_int_equal(number_of(path, "PRAGMA user_version"), 4);
    svi_store_destroy(go_on(path, "seats: 2\ndeals: 2\nseed: 1\n" RIG_BOTS));
    assert_int_equal(number_of(path, "PRAGMA user_version"), 5);
    assert_int_equal(number_of(path, "SELECT count(*) FROM revisions"), 1);
    store =
        go_on(path, "seats: 2\ndeals: 9\nseed: 1\n" RIG_BOTS "  - {name: d, command: [true]}\n");
    assert_int_equal(svi_store_info(store)->matches, 6 * 9 * 2);
    assert_int_equal(games_of(store, "c", &left_out), 8);
    svi_store_destroy(store);
}

/* Two shards of which one has gone on with a changed file make the league as it is now. */
FOLDER_TEST(shards_join_with_what_has_changed)
{
    static const char begin[] = "name: cup\nseats: 2\ndeals: 2\nseed: 1\n" RIG_BOTS;
    static const char more[] = "name: cup\nseats: 2\ndeals: 4\nseed: 1\n" RIG_BOTS;
    static const char other[] = "name: cup\nseats: 2\ndeals: 5\nseed: 1\n" RIG_BOTS;
    struct svi_error error;
    struct svi_store *all, *first;
    svi_store_destroy(go_on(rig_path(state, "1.db"), begin));
    svi_store_destroy(go_on(rig_path(state, "2.db"), begin));
    svi_store_destroy(go_on(rig_path(state, "2.db"), more));
    svi_store_destroy(go_on(rig_path(state, "3.db"), begin));
    svi_store_destroy(go_on(rig_path(state, "3.db"), other));
    first = rig_reader(rig_path(state, "1.db"));
    assert_ok(svi_store_create_writer(&all, rig_path(state, "all.db"), svi_store_info(first),
                                      "1.db", false, &error));
    svi_store_destroy(first);
    assert_ok(svi_store_merge(all, rig_path(state, "2.db")));
    assert_int_equal(svi_store_info(all)->n_revisions, 2);
    assert_int_equal(svi_store_info(all)->matches, 3 * 4 * 2);
    assert_ok(svi_store_merge(all, rig_path(state, "1.db")));
    assert_int_equal(svi_store_info(all)->n_revisions, 2);
    assert_int_equal(svi_store_merge(all, rig_path(state, "3.db")), SV_E_MISMATCH);
    assert_contains(svi_store_error(all), "found 'deals: 5', expected 'deals: 4'");
    svi_store_destroy(all);
}

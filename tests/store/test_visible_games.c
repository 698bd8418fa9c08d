/* A reader that only sees deals that are over; trades and times in the store, and what becomes of
 * them when shards are merged. */
#include "tests/base/testing.h"
#include "tests/league/league_rig.h"

#include "store/store_matches.h"
#include "store/store_results.h"
#include "store/store_sessions.h"
#include "store/store_shards.h"
#include "store/visible_games.h"
#include <sqlite3.h>

static void put(struct svi_store *store, const struct svi_league *league, uint64_t number)
{
    static const struct {
        unsigned seat, kind, us;
    } decision[] = {{0, SV_DECISION_BUY, 3}, {1, SV_DECISION_BUY, 5000}, {0, SV_DECISION_BID, 40}};
    SCOPED(svi_match_times_finish) struct svi_match_times times = {0};
    struct svi_store_match match;
    rig_match(league, svi_store_info(store)->seed, number, &match);
    match.seat[0].printed = "hello";
    match.has_trades = true;
    match.n_trades = 1;
    match.trade[0] = (struct svi_trade_pair){.seat = 0, .other = 1, .trades = 2, .gain = -70};
    for (unsigned i = 0; i < sizeof decision / sizeof decision[0]; i++) {
        svi_match_times_add(&times, decision[i].seat, decision[i].kind, decision[i].us, 1);
    }
    svi_match_times_close(&times);
    match.times = times.cell;
    match.n_times = times.n;
    assert_ok(svi_store_put(store, &match));
    const struct svi_loss loss = {
        .bot = match.seat[1].bot, .match = number, .seat = 1, .forfeited = 1, .report = "lost\n"};
    assert_ok(svi_store_put_loss(store, &loss));
}

struct seen {
    uint64_t results, places, trades, losses, decisions, last;
    uint64_t slowest_us, slowest;
};

static bool see_result(void *user, const struct svi_store_match *match)
{
    struct seen *seen = user;
    seen->results++;
    seen->last = match->number;
    return true;
}

static bool see_places(void *user, uint64_t number, const unsigned bot[], const uint8_t place[])
{
    (void)bot;
    (void)number;
    (void)place;
    ((struct seen *)user)->places++;
    return true;
}

static bool see_trades(void *user, uint64_t number, const struct svi_trade_pair pair[], unsigned n)
{
    (void)number;
    assert_int_equal(n, 1);
    assert_int_equal(pair[0].seat, 0);
    assert_int_equal(pair[0].other, 1);
    assert_int_equal(pair[0].trades, 2);
    assert_int_equal(pair[0].gain, -70);
    ((struct seen *)user)->trades++;
    return true;
}

static bool see_loss(void *user, const struct svi_loss *loss)
{
    assert_string_equal(loss->report, "lost\n");
    ((struct seen *)user)->losses++;
    return true;
}

static void see_times(void *user, unsigned bot, enum sv_decision kind,
                      const struct svi_times *times)
{
    struct seen *seen = user;
    (void)bot;
    seen->decisions += svi_times_all(times);
    if (kind == SV_DECISION_BUY && times->slowest_us > seen->slowest_us) {
        seen->slowest_us = times->slowest_us;
        seen->slowest = times->slowest;
    }
}

static struct seen look(struct svi_store *store)
{
    struct seen seen = {0};
    uint64_t count = 0;
    assert_ok(svi_store_results(store, 0, see_result, &seen));
    assert_ok(svi_store_places(store, 0, see_places, &seen));
    assert_ok(svi_store_trades(store, 0, see_trades, &seen));
    assert_ok(svi_store_losses(store, see_loss, &seen));
    assert_ok(svi_store_times(store, see_times, &seen));
    assert_ok(svi_store_count(store, &count));
    assert_int_equal(count, seen.results);
    return seen;
}

static enum sv_status replay_of(struct svi_store *store, uint64_t number)
{
    struct svi_buf bytes = {0};
    const enum sv_status status = svi_store_replay(store, number, &bytes);
    svi_buf_finish(&bytes);
    return status;
}

static enum sv_status output_of(struct svi_store *store, uint64_t number)
{
    unsigned bot;
    char *text = NULL;
    const enum sv_status status = svi_store_output(store, number, 0, &bot, &text);
    free(text);
    return status;
}

/* All of the first deal but one match, all of the second. */
FOLDER_TEST(nothing_of_a_deal_that_is_not_over_is_seen)
{
    const char *path = rig_path(state, "a.db");
    uint64_t hidden = 99;
    bool changed;
    SCOPED(svi_league_finish) struct svi_league league = rig_league(RIG_BOTS "deals: 3\n");
    SCOPED(rig_store_destroy) struct svi_store *writer = rig_writer(path, &league);
    const uint64_t lanes = svi_store_info(writer)->lanes;
    assert_true(lanes > 1);
    for (uint64_t n = 2; n <= 2 * lanes; n++) {
        put(writer, &league, n);
    }
    const struct svi_loss loss = {.report = "lost\n"};
    assert_ok(svi_store_put_loss(writer, &loss));
    assert_ok(svi_store_commit(writer));
    SCOPED(rig_store_destroy) struct svi_store *reader = rig_reader(path);
    assert_int_equal(look(reader).results, 2 * lanes - 1);
    assert_ok(replay_of(reader, 2));
    assert_ok(svi_store_hide_unfinished(reader));
    assert_ok(svi_store_changed(reader, &changed));
    struct seen seen = look(reader);
    assert_int_equal(seen.results, lanes);
    assert_int_equal(seen.places, lanes);
    assert_int_equal(seen.trades, lanes);
    assert_int_equal(seen.losses, lanes + 1); /* and the one without a game */
    assert_int_equal(seen.last, 2 * lanes);
    assert_int_equal(replay_of(reader, 2), SV_E_UNKNOWN);
    assert_int_equal(output_of(reader, 2), SV_E_UNKNOWN);
    assert_ok(replay_of(reader, lanes + 1));
    assert_ok(output_of(reader, lanes + 1));
    assert_ok(svi_store_hidden(reader, &hidden));
    assert_int_equal(hidden, lanes - 1);
    assert_ok(svi_store_changed(reader, &changed));
    assert_false(changed);

    put(writer, &league, 1);
    assert_ok(svi_store_commit(writer));
    assert_ok(svi_store_changed(reader, &changed));
    assert_true(changed);
    assert_int_equal(look(reader).results, lanes); /* until it is asked to look anew */
    assert_ok(svi_store_hide_unfinished(reader));
    assert_int_equal(look(reader).results, 2 * lanes);
    assert_ok(replay_of(reader, 2));
}

FOLDER_TEST(times_are_summed_and_merged_once)
{
    const char *path = rig_path(state, "one.db");
    SCOPED(svi_league_finish) struct svi_league league = rig_league(RIG_BOTS "deals: 3\nseed: 7\n");
    struct svi_store *one = rig_writer(path, &league);
    put(one, &league, 1);
    put(one, &league, 2);
    assert_ok(svi_store_flush_times(one));
    put(one, &league, 3);
    assert_ok(svi_store_flush_times(one));
    assert_ok(svi_store_commit(one));
    struct seen seen = look(one);
    assert_int_equal(seen.decisions, 9);
    assert_int_equal(seen.slowest_us, 5000);
    svi_store_destroy(one);

    SCOPED(rig_store_destroy)
    struct svi_store *all = rig_writer(rig_path(state, "all.db"), &league);
    for (unsigned times = 0; times < 2; times++) {
        assert_ok(svi_store_merge(all, path));
        seen = look(all);
        assert_int_equal(seen.decisions, 9);
        assert_int_equal(seen.trades, 3);
    }
    one = rig_writer(path, &league); /* goes on, and is merged again */
    put(one, &league, 4);
    assert_ok(svi_store_flush_times(one));
    assert_ok(svi_store_commit(one));
    svi_store_destroy(one);
    put(all, &league, 5);
    assert_ok(svi_store_flush_times(all));
    assert_ok(svi_store_commit(all));
    assert_ok(svi_store_merge(all, path));
    seen = look(all);
    assert_int_equal(seen.results, 5);
    assert_int_equal(seen.decisions, 15);
}

/* A page that is drawn up to such a time would have no end. */
FOLDER_TEST(times_that_no_league_writes_are_none)
{
    static const char *const spoilt[] = {"slowest_us = -108", "slowest_us = 9223372036854775807",
                                         "slowest = -1", "counts = zeroblob(9)"};
    char sql[80];
    sqlite3 *db;
    const char *path = rig_path(state, "one.db");
    SCOPED(svi_league_finish) struct svi_league league = rig_league(RIG_BOTS "deals: 3\nseed: 7\n");
    struct svi_store *one = rig_writer(path, &league);
    put(one, &league, 1);
    assert_ok(svi_store_flush_times(one));
    assert_ok(svi_store_commit(one));
    svi_store_destroy(one);
    for (size_t i = 0; i < sizeof spoilt / sizeof spoilt[0]; i++) {
        (void)snprintf(sql, sizeof sql, "UPDATE times SET %s", spoilt[i]);
        assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_close(db), SQLITE_OK);
        one = rig_reader(path);
        const struct seen seen = look(one);
        assert_int_equal(seen.decisions, 0);
        assert_int_equal(seen.slowest_us, 0);
        svi_store_destroy(one);
    }
}

/* A store of an older Solvent has neither table. */
FOLDER_TEST(a_store_without_these_tables_is_read)
{
    SCOPED(svi_league_finish) struct svi_league league = rig_league(RIG_BOTS);
    SCOPED(rig_store_destroy)
    struct svi_store *store = rig_writer(rig_path(state, "a.db"), &league);
    rig_put_matches(store, &league, 1, 2);
    const struct seen seen = look(store);
    assert_int_equal(seen.results, 2);
    assert_int_equal(seen.trades, 0);
    assert_int_equal(seen.decisions, 0);
}

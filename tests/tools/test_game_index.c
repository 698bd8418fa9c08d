/* The index of a store's games that `solvent serve` keeps. */
#include "store/store.h"
#include "store/visible_games.h"
#include "tests/base/testing.h"
#include "tests/tools/made_store.h"
#include "tools/serve/game_index.h"

#include <sqlite3.h>

static int make(void **state)
{
    (void)state;
    return make_store("name: made\nrules: {max_rounds: 12}\nseats: 2\ndeals: 2\nseed: 42\nbots:\n"
                      "  - {name: ann, command: [/bin/true]}\n"
                      "  - {name: bob, command: [/bin/true]}\n");
}

static void run_sql(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(made_store, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static enum sv_status renew(struct svi_game_index *index)
{
    struct svi_store *store;
    struct svi_error error;
    assert_ok(svi_store_create_reader(&store, made_store, &error));
    assert_ok(svi_store_hide_unfinished(store));
    const enum sv_status status = svi_game_index_renew(index, store, true);
    svi_store_destroy(store);
    return status;
}

/* A row in the middle cannot be read at first: the games before it are read again, and count
 * once. */
TEST_WITH(a_failed_reading_adds_no_game_twice, make, drop_store)
{
    const struct svi_game_filter filter = {.value[SVI_FOR_LIMIT] = SVI_GAME_INDEX_MOST};
    struct svi_game_choice choice;
    struct svi_game_index *index = svi_game_index_create();
    run_sql("UPDATE seats SET place = place + 100 WHERE number = 3");
    assert_int_not_equal(renew(index), SV_OK);
    run_sql("UPDATE seats SET place = place - 100 WHERE number = 3");
    assert_ok(renew(index));
    svi_game_index_choose(index, &filter, &choice);
    assert_int_equal(choice.all, 4);
    for (unsigned i = 0; i < choice.n; i++) {
        assert_int_equal(choice.number[i], 4 - i);
    }
    svi_game_index_destroy(index);
}

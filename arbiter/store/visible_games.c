/* Hides unfinished deals from a reader: temporary views shadow the tables. Every statement of the
 * store's files then reads the views, and code that shows games to others needs no checks. */
#include "store/visible_games.h"

#include "memory/memory.h"
#include "store/store_db.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct svi_visible_games {
    uint8_t *bits; /* bit d is set if deal d, from 0, is finished */
    uint64_t room; /* number of deals that `bits` has room for */
    uint64_t deals, lanes;
    uint64_t n_over; /* number of finished deals */
    bool viewed;     /* the views exist */
};

void svi_visible_games_destroy(struct svi_visible_games *over)
{
    if (over != NULL) {
        free(over->bits);
        free(over);
    }
}

static bool is_over(const struct svi_visible_games *over, uint64_t deal)
{
    return deal < over->deals && (over->bits[deal / 8] >> deal % 8 & 1) != 0;
}

/* The SQL function over(number): whether a match's deal is finished. Rows of no match have number 0
 * and are never hidden. */
static void judge(sqlite3_context *context, int n, sqlite3_value **value)
{
    const struct svi_visible_games *over = sqlite3_user_data(context);
    const int64_t number = sqlite3_value_int64(value[0]);
    (void)n;
    sqlite3_result_int(context,
                       number == 0 ||
                           (number >= 1 && is_over(over, (uint64_t)(number - 1) / over->lanes)));
}

/* The tables need not exist: a view is resolved only when it is read. */
static enum sv_status make_views(struct svi_store *store)
{
    static const char *const tables[] = {"matches", "seats",    "replays",   "timings",
                                         "crashes", "losses",   "outputs",   "trades",
                                         "luck",    "analyses", "played_on", "fallbacks"};
    SVI_TRY(svi_store_exec(store, "PRAGMA temp_store = MEMORY"));
    if (sqlite3_create_function_v2(store->db, "over", 1, SQLITE_UTF8, store->over, judge, NULL,
                                   NULL, NULL) != SQLITE_OK) {
        return svi_store_fail(store, "SQLite refuses");
    }
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        char sql[120];
        (void)snprintf(sql, sizeof sql,
                       "CREATE TEMP VIEW %s AS SELECT * FROM main.%s WHERE over(number)", tables[i],
                       tables[i]);
        SVI_TRY(svi_store_exec(store, sql));
    }
    store->over->viewed = true;
    return SV_OK;
}

static enum sv_status make_room(struct svi_store *store)
{
    struct svi_visible_games *over = store->over;
    const uint64_t deals = store->info.matches / over->lanes;
    if (deals > over->room) {
        uint8_t *bits = svi_new((size_t)(deals + 7) / 8, 1);
        if (bits == NULL) {
            return svi_fail(&store->error, SV_E_SYSTEM, "%s: no memory for a store", store->path);
        }
        if (over->room > 0) {
            memcpy(bits, over->bits, (size_t)(over->room + 7) / 8);
        }
        free(over->bits);
        over->bits = bits;
        over->room = deals;
    }
    over->deals = deals;
    return SV_OK;
}

/* Looks for finished deals among `first` to `last`, which were all unfinished, in one pass over
 * their stored matches. */
static enum sv_status look(struct svi_rows *r, uint64_t first, uint64_t last)
{
    struct svi_visible_games *over = r->store->over;
    uint64_t deal = first, in = 0;
    const uint64_t from = first * over->lanes, to = (last + 1) * over->lanes;
    svi_store_bind(r->s, SVI_VALUES(SVI_INT(from), SVI_INT(to)));
    while (svi_rows_next(r)) {
        const uint64_t here = (svi_rows_uint(r, 0) - 1) / over->lanes;
        in = here == deal ? in + 1 : 1;
        deal = here;
        if (in == over->lanes) {
            over->bits[deal / 8] |= (uint8_t)(1u << deal % 8);
            over->n_over++;
        }
    }
    sqlite3_reset(r->s);
    return r->status;
}

/* Looks once more at every range of unfinished deals; finished deals stay finished. */
static enum sv_status look_anew(struct svi_store *store)
{
    struct svi_visible_games *over = store->over;
    SVI_ROWS(r, store, NULL,
             "SELECT number FROM main.matches WHERE number > ? AND number <= ? ORDER BY number",
             SVI_NO_VALUES);
    for (uint64_t d = 0; d < over->deals; d++) {
        const uint64_t first = d;
        while (d < over->deals && !is_over(over, d)) {
            d++;
        }
        if (d > first) {
            SVI_TRY(look(&r, first, d - 1));
        }
    }
    return r.status;
}

enum sv_status svi_store_hide_unfinished(struct svi_store *store)
{
    int64_t matches = 0;
    if (store->over == NULL) {
        store->over = svi_new(1, sizeof *store->over);
    }
    store->over->lanes = store->info.lanes;
    SVI_TRY(svi_store_read_number(store, "SELECT matches FROM league", &matches));
    if (matches > (int64_t)store->info.matches) {
        store->info.matches = (uint64_t)matches;
    }
    SVI_TRY(make_room(store));
    SVI_TRY(look_anew(store));
    return store->over->viewed ? SV_OK : make_views(store);
}

enum sv_status svi_store_hide_unfinished_since(struct svi_store *store,
                                               const struct svi_store *older)
{
    const struct svi_visible_games *known = older->over;
    if (known != NULL && known->lanes == store->info.lanes && store->over == NULL) {
        const size_t bytes = (size_t)(known->deals + 7) / 8;
        uint8_t *bits = svi_new(bytes + 1, 1);
        if (bits == NULL) {
            return svi_fail(&store->error, SV_E_SYSTEM, "%s: no memory for a store", store->path);
        }
        memcpy(bits, known->bits, bytes);
        store->over = svi_new(1, sizeof *store->over);
        *store->over = (struct svi_visible_games){
            .bits = bits, .room = known->deals, .deals = known->deals, .n_over = known->n_over};
    }
    return svi_store_hide_unfinished(store);
}

bool svi_visible_games_news(const struct svi_store *store, const struct svi_store *older,
                            uint64_t *deal, uint64_t *after, uint64_t *last)
{
    const struct svi_visible_games *over = store->over;
    uint64_t d = *deal;
    while (d < over->deals && (!is_over(over, d) || is_over(older->over, d))) {
        d++;
    }
    *after = d * over->lanes;
    while (d < over->deals && is_over(over, d) && !is_over(older->over, d)) {
        d++;
    }
    *last = d * over->lanes;
    *deal = d;
    return *last > *after;
}

bool svi_visible_games_over(const struct svi_store *store, uint64_t deal)
{
    return is_over(store->over, deal);
}

enum sv_status svi_store_changed(struct svi_store *store, bool *changed)
{
    int64_t version = 0;
    const enum sv_status status = svi_store_read_number(store, "PRAGMA data_version", &version);
    *changed = status == SV_OK && version != store->data_version;
    store->data_version = version;
    return status;
}

enum sv_status svi_store_hidden(struct svi_store *store, uint64_t *matches)
{
    int64_t hidden = 0;
    *matches = 0;
    if (store->over != NULL) {
        SVI_TRY(svi_store_read_number(store, "SELECT count(*) FROM main.matches", &hidden));
        /* finished deals have all their matches */
        *matches = (uint64_t)hidden - store->over->n_over * store->over->lanes;
    }
    return SV_OK;
}

bool svi_store_outdated(struct svi_store *store)
{
    int64_t bots = 0, revisions = 0;
    bool has = false;
    return svi_store_read_number(store, "SELECT count(*) FROM bots", &bots) == SV_OK &&
           svi_store_has_table(store, "main", "revisions", &has) == SV_OK &&
           (!has ||
            svi_store_read_number(store, "SELECT count(*) FROM revisions", &revisions) == SV_OK) &&
           (bots != store->info.n_bots || (has && revisions != store->info.n_revisions));
}

/* The digest of a store's games, and the chain over everything that its league has settled and
 * played. */

#include "store/store_chain.h"

#include "store/store_check.h"
#include "store/store_db.h"
#include "store/store_results.h"
#include <sodium.h>
#include <string.h>

/* ---- store digest ---------------------------------------------------------------------------- */

static void put_number(crypto_generichash_state *state, uint64_t number)
{
    uint8_t bytes[8];
    for (unsigned i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(number >> 8 * i);
    }
    crypto_generichash_update(state, bytes, sizeof bytes);
}

void svi_store_digest_add(crypto_generichash_state *state, uint64_t number, const uint8_t *hash,
                          size_t hash_size)
{
    put_number(state, number);
    crypto_generichash_update(state, hash, hash_size);
}

void svi_store_digest_luck(crypto_generichash_state *state, const struct svi_store_luck *luck)
{
    svi_store_digest_add(state, luck->size, luck->version, sizeof luck->version);
    crypto_generichash_update(state, luck->figures, luck->size);
}

/* Adds the luck of a match where luck decides. */
static enum sv_status add_luck(struct svi_store *store, crypto_generichash_state *state,
                               uint64_t number)
{
    struct svi_store_luck luck;
    bool found = false;
    const enum sv_status status =
        store->info.luck_decides ? svi_store_luck_of(store, number, &luck, &found) : SV_OK;
    if (found) {
        svi_store_digest_luck(state, &luck);
    }
    return status;
}

enum sv_status svi_store_digest(struct svi_store *store, uint8_t digest[32])
{
    crypto_generichash_state state;
    SVI_ROWS(r, store, NULL, "SELECT number, replay_hash FROM matches ORDER BY number",
             SVI_NO_VALUES);
    crypto_generichash_init(&state, NULL, 0, 32);
    while (svi_rows_next(&r)) {
        const uint64_t number = svi_rows_uint(&r, 0);
        svi_store_digest_add(&state, number, sqlite3_column_blob(r.s, 1),
                             (size_t)sqlite3_column_bytes(r.s, 1));
        r.status = add_luck(store, &state, number);
    }
    crypto_generichash_final(&state, digest, 32);
    return r.status;
}

/* ---- store chain ----------------------------------------------------------------------------- */

/* The tables, in the order in which their rows of one match are hashed. The first column is the
 * number of a row: the match's number, or for rows that come before a match, the number of matches
 * planned when the row was made.
 *
 * The chain leaves out clock times and other rows that differ between runs (timings, times, losses,
 * outputs, runs, sessions). It also leaves out values that are computed anew when the value
 * function changes (analyses, played_on), and tags, which owners change at will. The other columns
 * of `league`, `terms`, `bots` and `entries` are in a revision's identity too, and `verify`
 * compares them with it. */
static const struct {
    const char *table, *sql;
    bool before; /* rows that come before a match, not rows of a match */
} parts[] = {
    {"league",
     "SELECT 0, name, edition, edition_hash, seats, lanes, points_unit, seed, version FROM league",
     true},
    {"made_by", "SELECT 0, solvent, bots FROM made_by", true},
    {"revisions",
     "SELECT matches, revision, bots, terms, statuses, identity, text FROM revisions"
     " ORDER BY matches, revision",
     true},
    {"entries",
     "SELECT matches, bot, origin, definition FROM (SELECT (SELECT min(matches) FROM revisions"
     " WHERE bots > bot) AS matches, bot, origin, definition FROM entries) ORDER BY matches, bot",
     true},
    {"stages", "SELECT matches, rounds, lineups FROM stages ORDER BY matches", true},
    {"matches",
     "SELECT number, \"table\", deal, seating, why, rounds, turns, decisions, replay_hash"
     " FROM matches ORDER BY number",
     false},
    {"seats", "SELECT * FROM seats ORDER BY number, seat", false},
    {"trades", "SELECT number, pairs FROM trades ORDER BY number", false},
    {"luck", "SELECT number, version, figures FROM luck ORDER BY number", false},
    {"fallbacks", "SELECT number, seat, answers FROM fallbacks ORDER BY number, seat", false},
};

enum { MATCHES = 5, PARTS = sizeof parts / sizeof parts[0] };

struct chain {
    struct svi_store *store;
    struct svi_rows rows[PARTS];
    bool more[PARTS];      /* false if the store has no such table, or no more rows in it */
    int64_t number[PARTS]; /* number of the current row */
    uint8_t link[SVI_HEAD_BYTES];
};

/* Adds the current row: its table, the number of its columns, and each column with its type and
 * length. */
static void put_row(crypto_generichash_state *state, unsigned part, sqlite3_stmt *s)
{
    const int n = sqlite3_column_count(s);
    crypto_generichash_update(state, (const uint8_t *)parts[part].table,
                              strlen(parts[part].table) + 1);
    put_number(state, (uint64_t)n);
    for (int i = 0; i < n; i++) {
        const int type = sqlite3_column_type(s, i);
        put_number(state, (uint64_t)type);
        if (type == SQLITE_INTEGER) {
            put_number(state, (uint64_t)sqlite3_column_int64(s, i));
        } else if (type != SQLITE_NULL) {
            const void *bytes = sqlite3_column_blob(s, i);
            const int size = sqlite3_column_bytes(s, i);
            put_number(state, (uint64_t)size);
            crypto_generichash_update(state, bytes, (unsigned long long)size);
        }
    }
}

static enum sv_status step(struct chain *c, unsigned part)
{
    struct svi_rows *r = &c->rows[part];
    c->more[part] = svi_rows_next(r);
    c->number[part] = c->more[part] ? svi_rows_int(r, 0) : 0;
    return r->status;
}

static enum sv_status begin(struct chain *c)
{
    for (unsigned i = 0; i < PARTS; i++) {
        c->rows[i] = svi_store_rows(c->store, parts[i].table, parts[i].sql, SVI_NO_VALUES);
        SVI_TRY(step(c, i));
    }
    return SV_OK;
}

/* Hashes all rows with numbers up to `number` into one link: rows that come before matches, or rows
 * of matches, as `before` says. */
static enum sv_status take(struct chain *c, bool before, int64_t number, bool *any)
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, sizeof c->link);
    crypto_generichash_update(&state, c->link, sizeof c->link);
    *any = false;
    for (unsigned i = 0; i < PARTS; i++) {
        while (parts[i].before == before && c->more[i] && c->number[i] <= number) {
            put_row(&state, i, c->rows[i].s);
            *any = true;
            SVI_TRY(step(c, i));
        }
    }
    if (*any) {
        crypto_generichash_final(&state, c->link, sizeof c->link);
    }
    return SV_OK;
}

static enum sv_status go_through(struct chain *c,
                                 bool (*each)(void *user, uint64_t match, const uint8_t link[]),
                                 void *user)
{
    int64_t match = 0;
    SVI_TRY(begin(c));
    for (bool any, last = false; !last;) {
        last = !c->more[MATCHES];
        const int64_t next = last ? INT64_MAX : c->number[MATCHES];
        SVI_TRY(take(c, true, last ? INT64_MAX : next - 1, &any));
        if (any && each != NULL && !each(user, (uint64_t)match, c->link)) {
            return SV_OK;
        }
        match = last ? match : next;
        SVI_TRY(take(c, false, next, &any)); /* at the end: rows of no match */
        if (any && each != NULL && !each(user, (uint64_t)match, c->link)) {
            return SV_OK;
        }
    }
    return SV_OK;
}

enum sv_status svi_store_chain(struct svi_store *store,
                               bool (*each)(void *user, uint64_t match, const uint8_t link[]),
                               void *user, uint8_t head[SVI_HEAD_BYTES])
{
    struct chain c = {.store = store};
    const enum sv_status status = go_through(&c, each, user);
    for (unsigned i = 0; i < PARTS; i++) {
        svi_rows_finish(&c.rows[i]);
    }
    memcpy(head, c.link, SVI_HEAD_BYTES);
    return status;
}

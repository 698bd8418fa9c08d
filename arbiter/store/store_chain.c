/* The digest of a store's games, and the chain over everything that its league has settled and
 * played. */

#include "store/store_chain.h"

#include "store/store_check.h"
#include "store/store_db.h"
#include "store/store_results.h"
#include <sodium.h>
#include <string.h>

/* ---- store digest ---------------------------------------------------------------------------- */

void svi_store_digest_add(crypto_generichash_state *state, uint64_t number, const uint8_t *hash,
                          size_t hash_size)
{
    uint8_t bytes[8];
    for (unsigned i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(number >> 8 * i);
    }
    crypto_generichash_update(state, bytes, sizeof bytes);
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
    SCOPED(svi_statement_finish) sqlite3_stmt *s = NULL;
    enum sv_status status =
        svi_store_query(store, NULL, "SELECT number, replay_hash FROM matches ORDER BY number", &s);
    crypto_generichash_init(&state, NULL, 0, 32);
    while (svi_store_row(store, s, &status)) {
        const uint64_t number = (uint64_t)sqlite3_column_int64(s, 0);
        svi_store_digest_add(&state, number, sqlite3_column_blob(s, 1),
                             (size_t)sqlite3_column_bytes(s, 1));
        status = add_luck(store, &state, number);
    }
    crypto_generichash_final(&state, digest, 32);
    return status;
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
    sqlite3_stmt *s[PARTS]; /* NULL if the store has no such table, or no more rows in it */
    int64_t number[PARTS];  /* number of the current row */
    uint8_t link[SVI_HEAD_BYTES];
};

static void put_number(crypto_generichash_state *state, uint64_t number)
{
    uint8_t bytes[8];
    for (unsigned i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(number >> 8 * i);
    }
    crypto_generichash_update(state, bytes, sizeof bytes);
}

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
    enum sv_status status = SV_OK;
    if (svi_store_row(c->store, c->s[part], &status)) {
        c->number[part] = sqlite3_column_int64(c->s[part], 0);
    } else {
        sqlite3_finalize(c->s[part]);
        c->s[part] = NULL;
    }
    return status;
}

static enum sv_status begin(struct chain *c)
{
    enum sv_status status = SV_OK;
    for (unsigned i = 0; i < PARTS && status == SV_OK; i++) {
        status = svi_store_query(c->store, parts[i].table, parts[i].sql, &c->s[i]);
        status = c->s[i] != NULL ? step(c, i) : status;
    }
    return status;
}

/* Hashes all rows with numbers up to `number` into one link: rows that come before matches, or rows
 * of matches, as `before` says. */
static enum sv_status take(struct chain *c, bool before, int64_t number, bool *any)
{
    crypto_generichash_state state;
    enum sv_status status = SV_OK;
    crypto_generichash_init(&state, NULL, 0, sizeof c->link);
    crypto_generichash_update(&state, c->link, sizeof c->link);
    *any = false;
    for (unsigned i = 0; i < PARTS; i++) {
        while (status == SV_OK && parts[i].before == before && c->s[i] != NULL &&
               c->number[i] <= number) {
            put_row(&state, i, c->s[i]);
            *any = true;
            status = step(c, i);
        }
    }
    if (*any) {
        crypto_generichash_final(&state, c->link, sizeof c->link);
    }
    return status;
}

enum sv_status svi_store_chain(struct svi_store *store,
                               bool (*each)(void *user, uint64_t match, const uint8_t link[]),
                               void *user, uint8_t head[SVI_HEAD_BYTES])
{
    struct chain c = {.store = store};
    bool any, go_on = true;
    int64_t match = 0;
    enum sv_status status = begin(&c);
    while (status == SV_OK && go_on) {
        const bool last = c.s[MATCHES] == NULL;
        const int64_t next = last ? INT64_MAX : c.number[MATCHES];
        status = take(&c, true, last ? INT64_MAX : next - 1, &any);
        if (status == SV_OK && any && each != NULL) {
            go_on = each(user, (uint64_t)match, c.link);
        }
        if (status == SV_OK && go_on) {
            match = last ? match : next;
            status = take(&c, false, next, &any); /* at the end: rows of no match */
            if (status == SV_OK && any && each != NULL) {
                go_on = each(user, (uint64_t)match, c.link);
            }
        }
        go_on = go_on && !last;
    }
    for (unsigned i = 0; i < PARTS; i++) {
        sqlite3_finalize(c.s[i]);
    }
    memcpy(head, c.link, SVI_HEAD_BYTES);
    return status;
}

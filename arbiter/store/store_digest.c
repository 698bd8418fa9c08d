/* The digest of all games: svi_store_digest(). */
#include "store/reader.h"
#include "store/store_check.h"
#include "store/store_db.h"

#include <sodium.h>

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

/* Adds the luck of a match, if that decides. */
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
    bool more = true;
    sqlite3_stmt *statement =
        svi_store_prepare(store, "SELECT number, replay_hash FROM matches ORDER BY number");
    enum sv_status status = statement != NULL ? SV_OK : SV_E_SYSTEM;
    crypto_generichash_init(&state, NULL, 0, 32);
    while (status == SV_OK && more) {
        status = svi_store_step(store, statement, &more);
        if (status == SV_OK && more) {
            svi_store_digest_add(&state, (uint64_t)sqlite3_column_int64(statement, 0),
                                 sqlite3_column_blob(statement, 1),
                                 (size_t)sqlite3_column_bytes(statement, 1));
            status = add_luck(store, &state, (uint64_t)sqlite3_column_int64(statement, 0));
        }
    }
    crypto_generichash_final(&state, digest, 32);
    sqlite3_finalize(statement);
    return status;
}

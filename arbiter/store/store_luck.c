/* The luck of games, in a table that only stores in which it has been accounted for have: it came
 * later than the others, is no part of any result, and can be made again from the replays at any
 * time. */
#include "store/reader.h"
#include "store/store_db.h"
#include "store/writer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static enum sv_status make_table(struct svi_store *store)
{
    return svi_store_exec(store, "CREATE TABLE IF NOT EXISTS main.luck (number INTEGER PRIMARY KEY,"
                                 " version BLOB NOT NULL, figures BLOB NOT NULL) STRICT");
}

enum sv_status svi_store_make_luck(struct svi_store *store)
{
    return make_table(store);
}

enum sv_status svi_store_put_luck(struct svi_store *store, const struct svi_store_luck *luck)
{
    bool more;
    enum sv_status status = svi_store_begin(store);
    if (status == SV_OK && store->luck.insert == NULL) {
        status = make_table(store);
        store->luck.insert =
            status == SV_OK ? svi_store_prepare(store, "INSERT OR REPLACE INTO luck VALUES (?,?,?)")
                            : NULL;
    }
    if (store->luck.insert == NULL) {
        return SV_E_SYSTEM;
    }
    sqlite3_bind_int64(store->luck.insert, 1, (sqlite3_int64)luck->number);
    sqlite3_bind_blob(store->luck.insert, 2, luck->version, SVI_STORE_LUCK_VERSION, SQLITE_STATIC);
    sqlite3_bind_blob(store->luck.insert, 3, luck->figures, (int)luck->size, SQLITE_STATIC);
    status = svi_store_step(store, store->luck.insert, &more);
    sqlite3_reset(store->luck.insert);
    sqlite3_clear_bindings(store->luck.insert);
    return status;
}

/* What is read of a row. Whoever wrote the store may have put hundreds of megabytes there: they
 * stay on the disk. */
#define COLUMNS                                                                                    \
    "number, iif(length(version) = 16, version, NULL), iif(length(figures) <= 320, figures, NULL)" \
    " FROM luck"
_Static_assert(SVI_STORE_LUCK_VERSION == 16 && SVI_STORE_LUCK_ROW == 320, "as COLUMNS has it");

/* The row at hand. False: it has no version or too many figures, so it is none of this program's.
 */
static bool take_row(sqlite3_stmt *s, struct svi_store_luck *luck)
{
    *luck = (struct svi_store_luck){.number = (uint64_t)sqlite3_column_int64(s, 0),
                                    .figures = sqlite3_column_blob(s, 2),
                                    .size = (size_t)sqlite3_column_bytes(s, 2)};
    if (sqlite3_column_bytes(s, 1) != (int)SVI_STORE_LUCK_VERSION || luck->figures == NULL) {
        return false;
    }
    memcpy(luck->version, sqlite3_column_blob(s, 1), SVI_STORE_LUCK_VERSION);
    return true;
}

enum sv_status svi_store_lucks(struct svi_store *store,
                               bool (*each)(void *user, const struct svi_store_luck *luck),
                               void *user)
{
    bool more = false;
    enum sv_status status = svi_store_has_table(store, "main", "luck", &more);
    if (status != SV_OK || !more) {
        return status;
    }
    sqlite3_stmt *s =
        svi_store_prepare(store, "SELECT " COLUMNS " JOIN matches USING (number) ORDER BY number");
    status = s != NULL ? SV_OK : SV_E_SYSTEM;
    while (status == SV_OK && more && (status = svi_store_step(store, s, &more)) == SV_OK && more) {
        struct svi_store_luck luck;
        if (take_row(s, &luck)) {
            more = each(user, &luck);
        }
    }
    sqlite3_finalize(s);
    return status;
}

enum sv_status svi_store_luck_of(struct svi_store *store, uint64_t number,
                                 struct svi_store_luck *luck, bool *found)
{
    *found = false;
    if (store->luck.of == NULL) {
        bool has = false;
        const enum sv_status status = svi_store_has_table(store, "main", "luck", &has);
        if (status != SV_OK || !has) {
            return status;
        }
        store->luck.of = svi_store_prepare(store, "SELECT " COLUMNS " WHERE number = ?1");
        if (store->luck.of == NULL) {
            return SV_E_SYSTEM;
        }
    }
    sqlite3_bind_int64(store->luck.of, 1, (sqlite3_int64)number);
    const enum sv_status status = svi_store_step(store, store->luck.of, found);
    *found = status == SV_OK && *found && take_row(store->luck.of, luck);
    if (*found) { /* a copy, as a statement under way would hold on to the store as it was */
        svi_buf_clear(&store->luck.found);
        svi_buf_append(&store->luck.found, luck->figures, luck->size);
        luck->figures = store->luck.found.data;
        *found = !store->luck.found.failed;
    }
    sqlite3_reset(store->luck.of);
    return *found || !store->luck.found.failed ? status : SV_E_SYSTEM;
}

enum sv_status svi_store_has_luck(struct svi_store *store, bool *has)
{
    return svi_store_has_table(store, "main", "luck", has);
}

/* ?1 is the version, ?2 the number that it begins after. */
#define LACKING                                                                                    \
    " FROM matches AS m WHERE m.number > ?2 AND NOT EXISTS"                                        \
    " (SELECT 1 FROM luck WHERE luck.number = m.number AND (?1 IS NULL OR version = ?1))"

/* Prepares a question about matches without luck, where there may be no table at all. */
static sqlite3_stmt *ask(struct svi_store *store, const char *with, const char *without,
                         const uint8_t *version, uint64_t after)
{
    bool has = false;
    sqlite3_stmt *s = NULL;
    if (svi_store_has_table(store, "main", "luck", &has) == SV_OK) {
        s = svi_store_prepare(store, has ? with : without);
    }
    if (s != NULL) {
        sqlite3_bind_int64(s, 2, (sqlite3_int64)after);
    }
    if (s != NULL && version != NULL) {
        sqlite3_bind_blob(s, 1, version, SVI_STORE_LUCK_VERSION, SQLITE_STATIC);
    }
    return s;
}

enum sv_status svi_store_count_without_luck(struct svi_store *store,
                                            const uint8_t version[SVI_STORE_LUCK_VERSION],
                                            uint64_t *count)
{
    bool more = false;
    sqlite3_stmt *s =
        ask(store, "SELECT count(*)" LACKING,
            "SELECT count(*) FROM matches WHERE number > ?2 AND ?1 IS ?1", version, 0);
    const enum sv_status status = s != NULL ? svi_store_step(store, s, &more) : SV_E_SYSTEM;
    *count = status == SV_OK && more ? (uint64_t)sqlite3_column_int64(s, 0) : 0;
    sqlite3_finalize(s);
    return status;
}

enum sv_status svi_store_without_luck(struct svi_store *store,
                                      const uint8_t version[SVI_STORE_LUCK_VERSION], uint64_t after,
                                      uint64_t numbers[], unsigned most, unsigned *n)
{
    bool more = true;
    sqlite3_stmt *s =
        ask(store, "SELECT m.number" LACKING " ORDER BY m.number",
            "SELECT number FROM matches WHERE number > ?2 AND ?1 IS ?1 ORDER BY number", version,
            after);
    enum sv_status status = s != NULL ? SV_OK : SV_E_SYSTEM;
    for (*n = 0; status == SV_OK && *n < most;) {
        status = svi_store_step(store, s, &more);
        if (status != SV_OK || !more) {
            break;
        }
        numbers[(*n)++] = (uint64_t)sqlite3_column_int64(s, 0);
    }
    sqlite3_finalize(s);
    return status;
}

void svi_luck_table_finish(struct svi_luck_table *table)
{
    sqlite3_finalize(table->insert);
    sqlite3_finalize(table->of);
    svi_buf_finish(&table->found);
}

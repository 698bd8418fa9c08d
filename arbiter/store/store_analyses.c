/* What has been found of the decisions of games, in a table that only stores have in which such an
 * analysis was kept. It is no part of any result and of no hash: it can be made again from the
 * replays at any time. */
#include "store/reader.h"
#include "store/store_db.h"
#include "store/writer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum sv_status svi_store_make_analyses(struct svi_store *store)
{
    return svi_store_exec(store,
                          "CREATE TABLE IF NOT EXISTS main.analyses (number INTEGER PRIMARY KEY,"
                          " version BLOB NOT NULL, found BLOB NOT NULL) STRICT");
}

enum sv_status svi_store_put_analysis(struct svi_store *store, uint64_t number,
                                      const uint8_t version[SVI_STORE_ANALYSIS_VERSION],
                                      const struct svi_buf *found)
{
    bool more;
    enum sv_status status = svi_store_begin(store);
    status = status == SV_OK ? svi_store_make_analyses(store) : status;
    sqlite3_stmt *s =
        status == SV_OK ? svi_store_prepare(store, "INSERT OR REPLACE INTO analyses VALUES (?,?,?)")
                        : NULL;
    if (s == NULL) {
        return SV_E_SYSTEM;
    }
    sqlite3_bind_int64(s, 1, (sqlite3_int64)number);
    sqlite3_bind_blob(s, 2, version, SVI_STORE_ANALYSIS_VERSION, SQLITE_STATIC);
    sqlite3_bind_blob(s, 3, found->data, (int)found->size, SQLITE_STATIC);
    status = svi_store_step(store, s, &more);
    sqlite3_finalize(s);
    return status;
}

/* This program writes nothing longer; another program may have. */
#define FOUND                                                                                      \
    "SELECT iif(length(version) = 16, version, NULL),"                                             \
    " iif(length(found) <= 16777216, found, NULL) FROM analyses WHERE number = ?1"
_Static_assert(SVI_STORE_ANALYSIS_VERSION == 16, "as FOUND has it");

enum sv_status svi_store_analysis_of(struct svi_store *store, uint64_t number,
                                     uint8_t version[SVI_STORE_ANALYSIS_VERSION],
                                     struct svi_buf *found, bool *is)
{
    bool more = false;
    svi_buf_clear(found);
    *is = false;
    enum sv_status status = svi_store_has_table(store, "main", "analyses", &more);
    if (status != SV_OK || !more) {
        return status;
    }
    sqlite3_stmt *s = svi_store_prepare(store, FOUND);
    if (s == NULL) {
        return SV_E_SYSTEM;
    }
    sqlite3_bind_int64(s, 1, (sqlite3_int64)number);
    status = svi_store_step(store, s, &more);
    if (status == SV_OK && more && sqlite3_column_bytes(s, 0) == SVI_STORE_ANALYSIS_VERSION &&
        sqlite3_column_blob(s, 1) != NULL) {
        memcpy(version, sqlite3_column_blob(s, 0), SVI_STORE_ANALYSIS_VERSION);
        svi_buf_append(found, sqlite3_column_blob(s, 1), (size_t)sqlite3_column_bytes(s, 1));
        *is = true;
    }
    sqlite3_finalize(s);
    return found->failed ? SV_E_SYSTEM : status;
}

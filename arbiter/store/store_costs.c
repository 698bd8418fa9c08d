#include "store/store_costs.h"

#include "memory/memory.h"
#include "store/store_db.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the path of the file beside the store. The caller frees it. */
static char *path_beside(const char *store)
{
    const char *slash = strrchr(store, '/');
    const char *dot = strrchr(slash != NULL ? slash : store, '.');
    const size_t stem = dot != NULL ? (size_t)(dot - store) : strlen(store);
    return svi_text("%.*s.replies", (int)stem, store);
}

enum sv_status svi_store_costs(struct svi_store *store,
                               void (*each)(void *user, const struct svi_store_cost *cost),
                               void *user)
{
    char *path = path_beside(store->path);
    sqlite3 *db = NULL;
    sqlite3_stmt *rows = NULL;
    int found = SQLITE_DONE;
    if (access(path, F_OK) == 0) {
        found = sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL);
        found = found == SQLITE_OK
                    ? sqlite3_prepare_v2(
                          db,
                          "SELECT number, bot, SUM(tokens_in + tokens_out), SUM(dollars),"
                          " SUM(seconds) FROM exchanges JOIN games USING (game)"
                          " GROUP BY bot, number ORDER BY bot, number",
                          -1, &rows, NULL)
                    : found;
        while (rows != NULL && (found = sqlite3_step(rows)) == SQLITE_ROW) {
            const struct svi_store_cost cost = {.number = (uint64_t)sqlite3_column_int64(rows, 0),
                                                .bot = (const char *)sqlite3_column_text(rows, 1),
                                                .tokens = sqlite3_column_double(rows, 2),
                                                .dollars = sqlite3_column_double(rows, 3),
                                                .seconds = sqlite3_column_double(rows, 4)};
            if (cost.bot != NULL) {
                each(user, &cost);
            }
        }
    }
    const enum sv_status status = found == SQLITE_DONE
                                      ? SV_OK
                                      : svi_fail(&store->error, SV_E_SYSTEM,
                                                 "%s: found no costs (%s), expected those of "
                                                 "'solvent llm run'",
                                                 path, sqlite3_errmsg(db));
    (void)sqlite3_finalize(rows);
    (void)sqlite3_close(db);
    free(path);
    return status;
}

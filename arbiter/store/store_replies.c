#include "store/store_replies.h"

#include "memory/memory.h"
#include "store/store.h"
#include "store/store_db.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A column of a file that may be a stranger's, neither negative nor infinite. */
#define SOUND(column) "max(0, min(" column ", 1e12))"
#define TOKENS_IN SOUND("tokens_in")
#define TOKENS_OUT SOUND("tokens_out")
#define DOLLARS SOUND("dollars")
#define SECONDS SOUND("seconds")

/* The text whose hash is an expression. */
#define TEXT(hash) "(SELECT body FROM texts WHERE hash = " hash ")"

enum sv_status svi_store_open_replies(struct svi_store **out, const char *path,
                                      struct svi_error *error)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash != NULL ? slash : path, '.');
    const size_t stem = dot != NULL ? (size_t)(dot - path) : strlen(path);
    SCOPED(scoped_free) char *beside = svi_text("%.*s.replies", (int)stem, path);
    *out = NULL;
    return access(beside, F_OK) == 0 ? svi_store_open_tables(out, beside, error) : SV_OK;
}

enum sv_status svi_store_costs(struct svi_store *store,
                               void (*each)(void *user, const struct svi_store_cost *cost),
                               void *user)
{
    struct svi_store *replies;
    enum sv_status status = svi_store_open_replies(&replies, store->path, &store->error);
    if (replies == NULL) {
        return status;
    }
    svi_store_stop_by(replies, store->stop);
    sqlite3_stmt *rows = NULL;
    status = svi_store_query(replies, NULL,
                             "SELECT number, bot, SUM(" TOKENS_IN " + " TOKENS_OUT "), SUM(" DOLLARS
                             "), "
                             "SUM(" SECONDS ") FROM exchanges JOIN games USING (game) "
                             "GROUP BY bot, number ORDER BY bot, number",
                             &rows);
    while (svi_store_row(replies, rows, &status)) {
        const struct svi_store_cost cost = {.number = (uint64_t)sqlite3_column_int64(rows, 0),
                                            .bot = (const char *)sqlite3_column_text(rows, 1),
                                            .tokens = sqlite3_column_double(rows, 2),
                                            .dollars = sqlite3_column_double(rows, 3),
                                            .seconds = sqlite3_column_double(rows, 4)};
        if (cost.bot != NULL) {
            each(user, &cost);
        }
    }
    if (status != SV_OK) {
        (void)svi_fail(&store->error, status, "%s", replies->error.text);
    }
    sqlite3_finalize(rows);
    svi_store_destroy(replies);
    return status;
}

enum sv_status svi_store_exchange(struct svi_store *replies, const char *name,
                                  void (*take)(void *user, const struct svi_store_exchange *x),
                                  void *user)
{
    /* `prompt` has the hashes of all messages, each of 40 digits. */
    SCOPED(svi_statement_finish) sqlite3_stmt *row = NULL;
    enum sv_status status = svi_store_query(
        replies, NULL,
        "SELECT model, failed, " TOKENS_IN ", " TOKENS_OUT ", " SECONDS ", " DOLLARS
        ", " TEXT("substr(prompt, 1, 40)") ", " TEXT("substr(prompt, -40)") ", " TEXT(
            "reply") " FROM exchanges WHERE name = ?",
        &row);
    svi_store_bind(row, SVI_VALUES(SVI_STRING(name)));
    if (svi_store_row(replies, row, &status)) {
        struct svi_store_exchange x = {.model = (const char *)sqlite3_column_text(row, 0),
                                       .failed = (const char *)sqlite3_column_text(row, 1),
                                       .tokens_in = sqlite3_column_int64(row, 2),
                                       .tokens_out = sqlite3_column_int64(row, 3),
                                       .seconds = sqlite3_column_double(row, 4),
                                       .dollars = sqlite3_column_double(row, 5)};
        for (int i = 0; i < SVI_EXCHANGE_TEXTS; i++) {
            x.text[i].bytes = sqlite3_column_blob(row, 6 + i);
            x.text[i].size = (size_t)sqlite3_column_bytes(row, 6 + i);
        }
        x.model = x.model != NULL ? x.model : "";
        take(user, &x);
    }
    return status;
}

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
    SVI_TRY(svi_store_open_replies(&replies, store->path, &store->error));
    if (replies == NULL) {
        return SV_OK;
    }
    svi_store_stop_by(replies, store->stop);
    struct svi_rows r =
        svi_store_rows(replies, NULL,
                       "SELECT number, bot, SUM(" TOKENS_IN " + " TOKENS_OUT "), SUM(" DOLLARS "), "
                       "SUM(" SECONDS ") FROM exchanges JOIN games USING (game) "
                       "GROUP BY bot, number ORDER BY bot, number",
                       SVI_NO_VALUES);
    while (svi_rows_next(&r)) {
        const struct svi_store_cost cost = {.number = svi_rows_uint(&r, 0),
                                            .bot = svi_rows_text(&r, 1),
                                            .tokens = sqlite3_column_double(r.s, 2),
                                            .dollars = sqlite3_column_double(r.s, 3),
                                            .seconds = sqlite3_column_double(r.s, 4)};
        if (cost.bot != NULL) {
            each(user, &cost);
        }
    }
    if (r.status != SV_OK) {
        (void)svi_fail(&store->error, r.status, "%s", replies->error.text);
    }
    svi_rows_finish(&r);
    svi_store_destroy(replies);
    return r.status;
}

enum sv_status svi_store_exchange(struct svi_store *replies, const char *name,
                                  void (*take)(void *user, const struct svi_store_exchange *x),
                                  void *user)
{
    /* `prompt` has the hashes of all messages, each of 40 digits. */
    SVI_ROWS(r, replies, NULL,
             "SELECT model, failed, " TOKENS_IN ", " TOKENS_OUT ", " SECONDS ", " DOLLARS
             ", " TEXT("substr(prompt, 1, 40)") ", " TEXT("substr(prompt, -40)") ", " TEXT(
                 "reply") " FROM exchanges WHERE name = ?",
             SVI_VALUES(SVI_STRING(name)));
    if (svi_rows_next(&r)) {
        struct svi_store_exchange x = {.model = svi_rows_text(&r, 0),
                                       .failed = svi_rows_text(&r, 1),
                                       .tokens_in = svi_rows_int(&r, 2),
                                       .tokens_out = svi_rows_int(&r, 3),
                                       .seconds = sqlite3_column_double(r.s, 4),
                                       .dollars = sqlite3_column_double(r.s, 5)};
        for (int i = 0; i < SVI_EXCHANGE_TEXTS; i++) {
            x.text[i].bytes = sqlite3_column_blob(r.s, 6 + i);
            x.text[i].size = (size_t)sqlite3_column_bytes(r.s, 6 + i);
        }
        x.model = x.model != NULL ? x.model : "";
        take(user, &x);
    }
    return r.status;
}

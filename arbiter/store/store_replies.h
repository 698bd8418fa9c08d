/* Exchanges of bots with language models. `solvent llm run` keeps them beside a store `NAME.db`, in
 * `NAME.replies` (sdk/python/solvent/llm_endpoint.py). `rank` and reports read their costs, pages
 * and texts of recorded games their texts. A store without that file has no exchanges. The
 * functions return SV_E_SYSTEM if the file cannot be read, and SV_E_UNKNOWN if its schema computes
 * something, as of a store. `each` may have been called before an error. */
#ifndef SVI_ARBITER_STORE_STORE_REPLIES_H
#define SVI_ARBITER_STORE_STORE_REPLIES_H

#include "base/error.h"
#include "store/rows.h"

struct svi_store_cost {
    uint64_t number; /* of the match */
    const char *bot; /* its name; valid during the call */
    double tokens, dollars, seconds;
};

/* Calls `each` with the cost of each bot in each match that has one, ordered by bot. Errors are in
 * svi_store_error(). */
enum sv_status svi_store_costs(struct svi_store *store,
                               void (*each)(void *user, const struct svi_store_cost *cost),
                               void *user);

/* Parts of the text of an exchange: what the model was told first, the question, its reply. */
enum svi_exchange_text {
    SVI_EXCHANGE_SYSTEM,
    SVI_EXCHANGE_PROMPT,
    SVI_EXCHANGE_REPLY,
    SVI_EXCHANGE_TEXTS
};

/* An exchange, valid during the call that gets it. */
struct svi_store_exchange {
    const char *model;
    const char *failed; /* NULL, or why there is no reply, whose text says more then */
    int64_t tokens_in, tokens_out;
    double seconds, dollars;
    /* The texts, each a zlib stream; the size is 0 if the text is missing. */
    struct {
        const uint8_t *bytes;
        size_t size;
    } text[SVI_EXCHANGE_TEXTS];
};

/* Opens the exchanges beside the store at `path`. The caller closes them by svi_store_destroy().
 * *out is NULL if there are none, and on errors. */
enum sv_status svi_store_open_replies(struct svi_store **out, const char *path,
                                      struct svi_error *error);

/* Calls `take` with the exchange `name` of open exchanges, if it is kept. Errors are in
 * svi_store_error(replies). */
enum sv_status svi_store_exchange(struct svi_store *replies, const char *name,
                                  void (*take)(void *user, const struct svi_store_exchange *x),
                                  void *user);

#endif

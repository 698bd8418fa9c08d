/* Games of a store, analysed several at once and handed over in the order of their numbers.
 * `solvent analyse STORE` and `try` use it. The store and all that the struct points to stay the
 * caller's. */
#ifndef SVI_TOOLS_ANALYSIS_GAMES_H
#define SVI_TOOLS_ANALYSIS_GAMES_H

#include "tools/analysis/analysis.h"

#include "store/store.h"

struct svi_games_analysis {
    struct svi_store *store; /* open for reading */
    unsigned bot;            /* place of a bot, for games in which it sits, or SVI_EVERY_BOT */
    uint64_t most;           /* most games, spread evenly over the store; 0: all */
    unsigned jobs;           /* threads, 1 to SVI_MOST_WORKERS */
    const atomic_bool *stop; /* ends it all once it is true; NULL: never */
    /* Takes the analysis of a game and its .svr file, in the caller's thread. Both are valid during
     * the call. Returning false ends it all with SV_E_SYSTEM. */
    bool (*take)(void *user, uint64_t number, const struct svi_analysis *a,
                 const struct svi_buf *replay);
    void *user;
    /* NULL: no progress is reported */
    void (*progress)(void *progress_user, uint64_t done, uint64_t all);
    void *progress_user;
};
#define SVI_EVERY_BOT UINT32_MAX

/* Analyses games of a store. Returns SV_E_SYSTEM if there is no memory, the store cannot be read or
 * it was stopped, else the error of a damaged game. `error` then has a text to print right behind
 * the store's name, with "#" and the number for a game. `take` may have been called before. */
enum sv_status svi_games_analyse(const struct svi_games_analysis *how, struct svi_error *error);

#endif

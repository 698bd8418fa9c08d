/* What a run of a league has come to: games, rates, and what bots did wrong. */
#ifndef SVI_TOOLS_CLI_LEAGUE_SUMMARY_H
#define SVI_TOOLS_CLI_LEAGUE_SUMMARY_H

#include "league/league_run.h"
#include "ranking/ranking.h"
#include "store/store.h"
#include "tools/console/exit.h"

#include <stdbool.h>
#include <stdint.h>

/* Prints the summary of a run that took so long, with `path` as the store is to be called in
 * commands. */
enum svi_exit svi_league_summary(struct svi_store *store, const char *path, bool json,
                                 const struct svi_league_progress *total, int64_t elapsed_us);

/* What a bot has done wrong so far. */
struct svi_league_count {
    uint64_t wrong[SVI_INCIDENTS], forfeited, lost;
};

/* That of every bot of a store, before a run, svi_store_info()->n_bots of them. To be freed; NULL:
 * no memory, or the store cannot be read. */
struct svi_league_count *svi_league_counts(struct svi_store *store);

/* Prints what bots have done wrong since `before`, of the first `n_before` bots; nothing where all
 * were well. */
enum svi_exit svi_league_news(struct svi_store *store, const char *path,
                              const struct svi_league_count before[], unsigned n_before);

/* What bots did wrong in all games of the store, and how each was lost first: what happened, what
 * it printed last, and how to see it. Nothing, and false, where all were well. */
bool svi_league_put_incidents(const struct svi_ranking *ranking, struct svi_store *store,
                              const char *path, struct svi_buf *out);

/* The path of the program that runs, "" when it isn't known: gates are others of it. */
void svi_find_program(char *path, size_t size);

#endif

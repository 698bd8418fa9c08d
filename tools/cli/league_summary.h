/* The summary of a league's run: games, rates, and the bots' mistakes. `league run` prints it at
 * its end. Functions that print return DONE, or ENVIRONMENT after an error message if the store
 * cannot be read or the text cannot be written. */
#ifndef SVI_TOOLS_CLI_LEAGUE_SUMMARY_H
#define SVI_TOOLS_CLI_LEAGUE_SUMMARY_H

#include "league/league_run.h"
#include "ranking/ranking.h"
#include "store/store.h"
#include "store/store_results.h"
#include "tools/console/exit.h"

#include <stdbool.h>
#include <stdint.h>

/* Prints the summary of a run that took elapsed_us microseconds. `path` is the store as commands in
 * the summary name it. */
enum svi_exit svi_league_summary(struct svi_store *store, const char *path, bool json,
                                 const struct svi_league_progress *total, int64_t elapsed_us);

/* Mistakes of a bot so far. */
struct svi_league_count {
    uint64_t wrong[SVI_INCIDENTS], forfeited, lost;
};

/* Counts the mistakes of every bot of a store before a run: svi_store_info()->n_bots entries. The
 * caller frees them. Returns NULL if memory runs out or the store cannot be read. With --quiet,
 * `league run` counts them for svi_league_news(), which then takes the place of the summary. */
struct svi_league_count *svi_league_counts(struct svi_store *store);

/* Prints the mistakes of the first `n_before` bots since `before`. Prints nothing if no bot made a
 * mistake. */
enum svi_exit svi_league_news(struct svi_store *store, const char *path,
                              const struct svi_league_count before[], unsigned n_before);

/* Appends, for the summary and `league status`, each bot's mistakes in all games of the store, and
 * its first loss: the event, the bot's last output, and a command that shows the game. Returns
 * false and appends nothing if no bot made a mistake. `out` is `failed` without memory. */
bool svi_league_put_incidents(const struct svi_ranking *ranking, struct svi_store *store,
                              const char *path, struct svi_buf *out);

#endif

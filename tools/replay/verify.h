/* Plays recorded games again and compares them with their records. As text, differences are printed
 * on stdout when they are found; unreadable files are reported on stderr. */
#ifndef SVI_TOOLS_REPLAY_VERIFY_H
#define SVI_TOOLS_REPLAY_VERIFY_H

#include "store/store_chain.h"
#include "tools/console/exit.h"
#include "tools/replay/verify_pick.h"
#include "tools/replay/verify_pool.h"

#include <stdbool.h>
#include <stdint.h>

struct svi_verify;

/* Creates a verification that prints text or, with `json`, one JSON object from svi_verify_end().
 * `jobs` threads play, 1 to SVI_VERIFY_JOBS; the output does not depend on their number. Returns
 * NULL if memory runs out. svi_verify_destroy() frees it. */
struct svi_verify *svi_verify_create(bool json, unsigned jobs);
void svi_verify_destroy(struct svi_verify *v);

/* Verifies one game: a replay, or STORE.db#N. */
void svi_verify_file(struct svi_verify *v, const char *path);

/* Verifies every game of a store, the rows about the games and the league, and the ranking. */
void svi_verify_store(struct svi_verify *v, const char *path);

/* Restricts later stores to the games that `pick` wants. The ranking is not compared then. */
void svi_verify_only(struct svi_verify *v, const struct svi_verify_pick *pick);

/* Compares later whole stores with a published head: it must be the head of the store, or of an
 * earlier state of the store. */
void svi_verify_head(struct svi_verify *v, const uint8_t head[SVI_HEAD_BYTES]);

/* Returns how many games have been played again so far. */
uint64_t svi_verify_games(const struct svi_verify *v);

/* Counts and reports something unreadable, after all earlier findings. */
void svi_verify_unreadable(struct svi_verify *v, const char *path, const char *reason);

/* Prints the counts of games and faults. Returns SVI_EXIT_ENVIRONMENT, after an error message, if
 * they cannot be written; else SVI_EXIT_FAILED if a game differed from its record; else
 * SVI_EXIT_USAGE if something could not be read; else SVI_EXIT_DONE. */
enum svi_exit svi_verify_end(struct svi_verify *v);

#endif

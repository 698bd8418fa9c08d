/* Games played again and compared with their records; the bad ones are told on stdout, as text as
 * they are found, what cannot be read on stderr. */
#ifndef SVI_TOOLS_REPLAY_VERIFY_H
#define SVI_TOOLS_REPLAY_VERIFY_H

#include "store/store_chain.h"
#include "tools/console/exit.h"
#include "tools/replay/verify_pick.h"
#include "tools/replay/verify_pool.h"

#include <stdbool.h>
#include <stdint.h>

struct svi_verify;

/* As text, or as one JSON object that svi_verify_end() prints. `jobs` threads play, 1 to
 * SVI_VERIFY_JOBS; what is told is the same with any number. NULL: no memory. */
struct svi_verify *svi_verify_create(bool json, unsigned jobs);
void svi_verify_destroy(struct svi_verify *v);

/* One game: a replay, or STORE.db#N. */
void svi_verify_file(struct svi_verify *v, const char *path);

/* Every game of a store, the rows about it, the league's, and the ranking. */
void svi_verify_store(struct svi_verify *v, const char *path);

/* From now on only the games that `pick` wants; the ranking is not compared then. */
void svi_verify_only(struct svi_verify *v, const struct svi_verify_pick *pick);

/* From now on whole stores are held against a head that was published: it must be that of the
 * store, or of what the store was before. */
void svi_verify_head(struct svi_verify *v, const uint8_t head[SVI_HEAD_BYTES]);

/* Games that have been played again so far. */
uint64_t svi_verify_games(const struct svi_verify *v);

/* Notes and tells that something cannot be read, after all that came before it. */
void svi_verify_unreadable(struct svi_verify *v, const char *path, const char *reason);

/* Prints what there was and how much of it was bad. SVI_EXIT_ENVIRONMENT when that cannot be
 * written, which is told; else SVI_EXIT_FAILED when a game was not as recorded, else SVI_EXIT_USAGE
 * when something could not be read, else SVI_EXIT_DONE. */
enum svi_exit svi_verify_end(struct svi_verify *v);

#endif

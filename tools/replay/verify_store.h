/* Verifies stores, for `solvent verify`. `v` is from svi_verify_create(), and the path need only
 * live during the call. It reports no failure of its own. */
#ifndef SVI_TOOLS_REPLAY_VERIFY_STORE_H
#define SVI_TOOLS_REPLAY_VERIFY_STORE_H

struct svi_verify;

/* Verifies every game of a store, the rows about the games and the league, and the ranking. Faults,
 * and a store that cannot be read, are counted and reported in `v`. */
void svi_verify_store(struct svi_verify *v, const char *path);

#endif

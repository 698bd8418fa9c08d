/* The states of the league file in a store, its entries, and the stages and nights of a season.
 *
 * A run of a season plans stages, and begins and ends nights, with a store that is open for
 * writing. Reports, `serve`, rankings and merges only read. Functions return SV_E_SYSTEM if SQLite
 * refuses, with a line in svi_store_error(); outputs are not valid then, and `each` may have been
 * called before. Texts to be stored stay the caller's. */
#ifndef SVI_ARBITER_STORE_STORE_REVISIONS_H
#define SVI_ARBITER_STORE_STORE_REVISIONS_H

#include "store/rows.h"

/* Reads the stage of a season that starts after `before` planned matches.
 *
 * On success *lineups holds the stage's lineups as text; the caller frees it. On errors it is NULL.
 * *rounds is 0 if the store has no valid number there. Returns SV_E_UNKNOWN, without a line, if no
 * stage starts there. */
enum sv_status svi_store_stage(struct svi_store *store, uint64_t before, uint32_t *rounds,
                               char **lineups);

/* Reads the last night of a season: its number from 1, the number of matches planned before it, and
 * whether it has ended. The number is 0 if the season has had no night. */
enum sv_status svi_store_night(struct svi_store *store, uint64_t *night, uint64_t *matches,
                               bool *ended);

/* Calls `each` with the nights of a season, from 1, and the number of matches planned before each
 * night. */
enum sv_status svi_store_nights(struct svi_store *store,
                                void (*each)(void *user, uint64_t night, uint64_t matches),
                                void *user);

/* Returns the state of a bot, to follow the word "is": "set aside", for example. The text is
 * static. */
const char *svi_store_state(const struct svi_store_entry *entry);

/* Returns the conditions in which a bot differs from its league, as the end of its definition has
 * them: "{clock.bank_ms: 0}". Returns "" if it does not differ, or for NULL, as in a simulated
 * league. The text is a part of the definition. */
const char *svi_store_conditions(const char *definition);

/* Masks a reader for the public. The names of bots become their pseudonyms, the tag `alias` of the
 * league file. Texts that bots printed are left out of the reasons of their states and of the
 * reports of svi_store_losses(). Call it before anything is read from the store. */
void svi_store_mask(struct svi_store *store);

/* Returns whether svi_store_mask() has been called and a bot has a pseudonym. */
bool svi_store_has_pseudonyms(const struct svi_store *store);

/* As svi_store_plan(), for the next stage of a season: its lineups as text, each dealt in `rounds`
 * rounds. Commits at once; after an error nothing is stored. */
enum sv_status svi_store_plan_stage(struct svi_store *store, uint64_t matches, uint32_t rounds,
                                    const char *lineups);

/* Begin and end a night of a season. Commit at once. */
enum sv_status svi_store_begin_night(struct svi_store *store, uint64_t night, uint64_t matches);
enum sv_status svi_store_end_night(struct svi_store *store, uint64_t night);

/* ---- for the other files of the store -------------------------------------------------------- */

/* Reads the part of store->info that the tables of revisions hold; builds it for a store of version
 * 4, which has no such tables. Returns SV_E_LENGTH if the tables do not fit each other. */
enum sv_status svi_store_read_revisions(struct svi_store *store);

/* Create and fill these tables. Filling begins at the given revision. Call them within a
 * transaction. */
enum sv_status svi_store_make_revisions(struct svi_store *store);
enum sv_status svi_store_put_revisions(struct svi_store *store, const struct svi_store_info *want,
                                       unsigned revision);

/* Replaces the tags of all entries by those of `want`. Call it within a transaction. */
enum sv_status svi_store_put_tags(struct svi_store *store, const struct svi_store_info *want);

/* Upgrades a store of an older version to the present version. */
enum sv_status svi_store_upgrade(struct svi_store *store);

/* Frees the contents of store->info. */
void svi_store_forget(struct svi_store_info *info);

#endif

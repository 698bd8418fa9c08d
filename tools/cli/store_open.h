/* Opens the store, league file or edition of a command, and finds bots in a store. An error ends the
 * process (svi_die()). */
#ifndef SVI_TOOLS_CLI_STORE_OPEN_H
#define SVI_TOOLS_CLI_STORE_OPEN_H

#include "base/buf.h"
#include "config/league.h"
#include "store/store.h"
#include "tools/console/progress.h"

#include <solvent/edition.h>

#include <stdbool.h>
#include <stdint.h>

/* Opens a store for reading. The program closes it when it ends. */
struct svi_store *svi_store_open(const char *path);

/* Has the program close a store when it ends, and returns the store. */
struct svi_store *svi_store_until_end(struct svi_store *store);

/* As svi_store_open(). svi_store_results() shows on stderr how far it is, and then how long the
 * command has been at work. The caller calls svi_progress_finish() before it prints. `path` and
 * `progress` must outlive the results. */
struct svi_store *svi_store_open_shown(const char *path, struct svi_progress *progress);

/* Opens a store whose games are analysed. If *keep is true then, it is open for writing, and the
 * results can be kept in it. A store whose league is running, or that belongs to another user,
 * is opened for reading, with a note. The program closes it when it ends; the caller calls
 * svi_store_seal() before if *keep is true. */
struct svi_store *svi_store_open_keeping(const char *path, bool *keep);

/* Finds a bot of the store by name; an error has suggestions. `option` names the option that gave
 * the name, "--bot: ", or is empty. */
unsigned svi_store_bot(const struct svi_store *store, const char *path, const char *option,
                       const char *name);

/* ---- store sample ---------------------------------------------------------------------------- */

/* A random sample of a store's games, identical every time, for `verify --sample`. The caller owns
 * the store. */
struct svi_store_sample {
    double share; /* share of all games, above 0 and up to 1 */
    struct svi_store *store;
};

/* Returns whether game `number` is in the sample `user`, by the league's seed and the number. */
bool svi_store_sample_wants(void *user, uint64_t number);

/* ---- league open ----------------------------------------------------------------------------- */

/* Reads the league file, whose name must outlive the league. The caller calls
 * svi_league_finish(). */
void svi_league_open(struct svi_league *league, const char *file);

/* Opens the league file `file`, or the league file beside `store` if `file` is NULL. Then *beside
 * is the file's path, which the caller frees after svi_league_finish(); else *beside is NULL.
 * `option` is the option that needs the file, for an error. */
void svi_league_open_for(struct svi_league *league, const char *option, const char *file,
                         const char *store, char **beside);

/* Returns the words of a command, given in the current folder, for a league file that may be in
 * another folder: paths become absolute then. The caller frees the list with svi_texts_free().
 * Returns NULL if the file's folder does not exist. */
char **svi_league_words(char *const *argv, const char *file);

/* Returns a path beside a store: the store's path without ".db", and `ending`. The caller frees
 * it. Never NULL. */
char *svi_league_beside(const char *store, const char *ending);

/* Sets those bots aside that are set aside in the store, if there is a store
 * (league/set_aside.h). */
void svi_league_obey(struct svi_league *league, const char *store);

/* ---- edition load ---------------------------------------------------------------------------- */

/* Loads an edition by its name or path. There is nothing to free. */
void svi_edition_load_named(const char *name, struct sv_edition *edition);

/* Loads the edition of `--edition` (NULL: classic) and sets the switches of `--rule`, each
 * "NAME=VALUE". */
void svi_edition_load_ruled(const char *name, const char *const rule[], unsigned n,
                            struct sv_edition *edition);

/* Appends a line with the numbers of spaces, deeds and cards. `out` is `failed` without memory,
 * here and below. */
void svi_edition_put_counts(const struct sv_edition *edition, struct svi_buf *out);

/* Appends the numbers of spaces, deeds and cards as members of a JSON object. */
void svi_edition_json_counts(const struct sv_edition *edition, struct svi_buf *out);

#endif

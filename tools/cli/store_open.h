/* Opens the store, league file or edition of a command, and finds bots in a store. After another
 * result than DONE there is nothing to close. */
#ifndef SVI_TOOLS_CLI_STORE_OPEN_H
#define SVI_TOOLS_CLI_STORE_OPEN_H

#include "base/buf.h"
#include "config/league.h"
#include "store/store.h"
#include "tools/console/exit.h"
#include "tools/console/progress.h"

#include <solvent/edition.h>

#include <stdbool.h>
#include <stdint.h>

/* Opens a reader whose svi_store_results() shows on stderr how far it is, and then how long the
 * command has been at work. Returns DONE, or USAGE or ENVIRONMENT after an error message. After
 * DONE the caller calls svi_progress_finish() before it prints. svi_store_destroy() closes the
 * store. `path` and `progress` must outlive it. */
enum svi_exit svi_store_open_shown(struct svi_store **store, const char *path,
                                   struct svi_progress *progress);

/* Opens a store whose games are analysed. With `keep`, opens it for writing, so that what is found
 * can be kept in it; *keep tells whether that is so. A store whose league is running, or that
 * belongs to another user, is opened for reading, with a note. If `keep` is NULL, opens it for
 * reading. Set *keep to false before; the caller calls svi_store_seal() if it is true. Returns the
 * errors of svi_store_create_reader(), with a line in `error`. */
enum sv_status svi_store_open_keeping(struct svi_store **store, const char *path, bool *keep,
                                      struct svi_error *error);

/* Finds a bot of the store by name. Returns its number, or n_bots after an error message with
 * suggestions. `option` names the option that gave the name, "--bot: ", or is empty. */
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

/* Reads the league file, whose name must outlive the league. Returns DONE, or USAGE or ENVIRONMENT
 * after an error message. After DONE, the caller calls svi_league_finish(). */
enum svi_exit svi_league_open(struct svi_league *league, const char *file);

/* Opens the league file `file`, or the league file beside `store` if `file` is NULL. Then *beside
 * is the file's path, which the caller frees after svi_league_finish(), or after an error; else
 * *beside is NULL. `option` is the option that needs the file, for an error. Returns what
 * svi_league_open() does. */
enum svi_exit svi_league_open_for(struct svi_league *league, const char *option, const char *file,
                                  const char *store, char **beside);

/* Returns the words of a command, given in the current folder, for a league file that may be in
 * another folder: paths become absolute then. The caller frees the list with svi_texts_free().
 * Returns NULL if the file's folder does not exist. */
char **svi_league_words(char *const *argv, const char *file);

/* Returns a path beside a store: the store's path without ".db", and `ending`. The caller frees
 * it. Never NULL. */
char *svi_league_beside(const char *store, const char *ending);

/* Sets those bots aside that are set aside in the store, if there is a store (league/set_aside.h).
 * Returns DONE, or another status after an error message. */
enum svi_exit svi_league_obey(struct svi_league *league, const char *store);

/* ---- edition load ---------------------------------------------------------------------------- */

/* Loads an edition by its name or path. Returns DONE, or another status after an error message.
 * There is nothing to free. */
enum svi_exit svi_edition_load_named(const char *name, struct sv_edition *edition);

/* Loads the edition of `--edition` (NULL: classic) and sets the switches of `--rule`, each
 * "NAME=VALUE". Returns DONE, or another status after an error message. */
enum svi_exit svi_edition_load_ruled(const char *name, const char *const rule[], unsigned n,
                                     struct sv_edition *edition);

/* Appends a line with the numbers of spaces, deeds and cards. `out` is `failed` without memory,
 * here and below. */
void svi_edition_put_counts(const struct sv_edition *edition, struct svi_buf *out);

/* Appends the numbers of spaces, deeds and cards as members of a JSON object. */
void svi_edition_json_counts(const struct sv_edition *edition, struct svi_buf *out);

#endif

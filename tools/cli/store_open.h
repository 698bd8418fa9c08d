/* The store of a command: to read all its games, and to find a bot in. */
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

/* Opens a reader whose svi_store_results() says on stderr how far it is, and then how long the
 * command has been at work. The caller calls svi_progress_finish() before it prints.
 *
 * Returns DONE, or after a line that says what is wrong with the file, USAGE or ENVIRONMENT.
 * svi_store_destroy() ends it. `path` and `progress` must outlive it. */
enum svi_exit svi_store_open_shown(struct svi_store **store, const char *path,
                                   struct svi_progress *progress);

/* Finds a bot of the store by name. Returns its number, or n_bots after a line that suggests names;
 * `option` is what asked for it, "--bot: ", or empty. */
unsigned svi_store_bot(const struct svi_store *store, const char *path, const char *option,
                       const char *name);

/* ---- store sample ---------------------------------------------------------------------------- */

/* A sample of a store's games, drawn by lot: the same one each time. */

struct svi_store_sample {
    double share; /* of all games, above 0 and up to 1 */
    struct svi_store *store;
};

/* Whether a game is in the sample (`user`): by the league's seed and its number. */
bool svi_store_sample_wants(void *user, uint64_t number);

/* ---- league open ----------------------------------------------------------------------------- */

/* The league file of a command. */

/* Reads the file; DONE, or after a line that says what is wrong with it, USAGE or ENVIRONMENT. When
 * it is DONE, svi_league_finish() ends it. */
enum svi_exit svi_league_open(struct svi_league *league, const char *file);

/* Opens the league file `file`, or the one beside `store` if that is NULL. Then *beside is its path,
 * which the caller frees after svi_league_finish(), else NULL. `option` is the option that needs the
 * file, for an error. Returns what svi_league_open() does. */
enum svi_exit svi_league_open_for(struct svi_league *league, const char *option, const char *file,
                                  const char *store, char **beside);

/* The words of a command that is given in the current folder, as they are to stand in a league file
 * that may lie in another: what is a path is made whole then. A list to be freed by
 * svi_texts_free(); NULL: there is no such folder. */
char **svi_league_words(char *const *argv, const char *file);

/* A path beside a store: that of the store without ".db", and `ending`. To be freed. */
char *svi_league_beside(const char *store, const char *ending);

/* Sets the bots aside that are so in the store, if there is one (league/set_aside.h). DONE, or
 * after a line that says why not, another status. */
enum svi_exit svi_league_obey(struct svi_league *league, const char *store);

/* ---- edition load ---------------------------------------------------------------------------- */

/* What the commands that read editions share. */

/* Loads an edition by its name or path; says what is wrong with it. */
enum svi_exit svi_edition_load_named(const char *name, struct sv_edition *edition);

/* The edition of `--edition` (NULL: classic) with switches set by `--rule`, each "NAME=VALUE"; says
 * what is wrong with them. */
enum svi_exit svi_edition_load_ruled(const char *name, const char *const rule[], unsigned n,
                                     struct sv_edition *edition);

/* Appends how many spaces, deeds and cards there are, as a line. */
void svi_edition_put_counts(const struct sv_edition *edition, struct svi_buf *out);

/* The same as members of a JSON object. */
void svi_edition_json_counts(const struct sv_edition *edition, struct svi_buf *out);

#endif

/* Converts a league and its matches to rows of its store, and compares a league with its store. The
 * store itself does not know these types; league_follow.h converts rows back to a schedule. Called
 * by runs, `league plan`, `try`, set_aside.c, `verify` and the load benchmark. */
#ifndef SVI_ARBITER_LEAGUE_LEAGUE_STORE_H
#define SVI_ARBITER_LEAGUE_LEAGUE_STORE_H

#include "config/league.h"
#include "job/outcome.h"
#include "schedule/schedule.h"
#include "store/store.h"

struct svi_entries;

/* Fills the settings of a league by its entries, for the plan of a run (league/play.h). `known` is
 * the store's information, or NULL without a store. Seats that the file leaves out, and seatings of
 * an older design, stay as the store began with them. The settings point to nothing of the league,
 * its entries or the store. */
void svi_league_store_settings(const struct svi_league *league, const struct svi_entries *entries,
                               const struct svi_store_info *known, struct svi_settings *settings);

/* Opens a league's store for writing, or creates it; then a league without a seed gets a secret
 * one. Changes of the league's file since the last run are stored if such changes are allowed. For
 * `league run`, `league plan` and `try`.
 *
 * The caller destroys *out, which is NULL on errors. Returns the errors of svi_store_open_writer(),
 * SV_E_MISMATCH if the file does not fit the store, SV_E_RANGE if its settings make no league, and
 * the errors of svi_env_key_load(). A line is in `error`. */
enum sv_status svi_league_store_create(struct svi_store **out, const char *path,
                                       const struct svi_league *league, struct svi_error *error);

/* Checks that a league's file agrees with its store, without changes that are not stored yet. For
 * shards of `league run`, `verify --ask` and set_aside.h. Returns SV_E_MISMATCH and a line if it
 * differs, or the errors of svi_league_store_create(). */
enum sv_status svi_league_store_is(struct svi_store *store, const char *path,
                                   const struct svi_league *league, struct svi_error *error);

/* Compares the league file that a store keeps with the league's identity. If another version of
 * Solvent began the store, only keys that both versions know are compared, and a text that cannot
 * be read counts as equal. Returns SV_E_MISMATCH if they differ, with the first difference in
 * `problem`, and SV_E_SYSTEM without memory. For `verify`. */
enum sv_status svi_league_store_text(const struct svi_store_info *info, struct svi_error *problem);

/* Returns the row of a match that was played as `pairing` says, for the runner's callback that
 * stores it (league/play_jobs.c). The row points into `done` and is valid as long as `done`. */
struct svi_store_match svi_league_row(const struct svi_outcome *done,
                                      const struct svi_pairing *pairing);

#endif

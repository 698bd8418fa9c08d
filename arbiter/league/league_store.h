/* Converts between a league and its store: a league, its schedule and its matches to rows, and rows
 * back to a schedule. The store itself does not know these types. */
#ifndef SVI_ARBITER_LEAGUE_LEAGUE_STORE_H
#define SVI_ARBITER_LEAGUE_LEAGUE_STORE_H

#include "config/league.h"
#include "job/outcome.h"
#include "schedule/schedule.h"
#include "store/store.h"

struct svi_entries;

/* Fills the settings of a league by its entries. `known` is the store's information, or NULL
 * without a store. Seats that the file leaves out, and seatings of an older design, stay as the
 * store began with them. */
void svi_league_store_settings(const struct svi_league *league, const struct svi_entries *entries,
                               const struct svi_store_info *known, struct svi_settings *settings);

/* Opens a league's store for writing, or creates it; then a league without a seed gets a secret
 * one. Changes of the league's file since the last run are stored if such changes are allowed.
 * Returns the errors of svi_store_create_writer(). */
enum sv_status svi_league_store_create(struct svi_store **out, const char *path,
                                       const struct svi_league *league, struct svi_error *error);

/* Checks that a league's file agrees with its store, without changes that are not stored yet.
 * Returns SV_E_HASH and a line if it differs, or the errors of svi_league_store_create(). */
enum sv_status svi_league_store_is(struct svi_store *store, const char *path,
                                   const struct svi_league *league, struct svi_error *error);

/* Compares the league file that a store keeps with the league's identity. If another version of
 * Solvent began the store, only keys that both versions know are compared. Returns SV_E_HASH if
 * they differ, with the first difference in `problem`, and SV_E_SYSTEM without memory. */
enum sv_status svi_league_store_text(const struct svi_store_info *info, struct svi_error *problem);

/* Returns the row of a match that was played as `pairing` says. The row points into `done` and is
 * valid as long as `done`. */
struct svi_store_match svi_league_row(const struct svi_outcome *done,
                                      const struct svi_pairing *pairing);

#endif

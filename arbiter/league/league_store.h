/* Between a league and its store: rows of a league, its schedule and its matches, and a schedule of
 * rows. The store itself knows none of these. */
#ifndef SVI_ARBITER_LEAGUE_LEAGUE_STORE_H
#define SVI_ARBITER_LEAGUE_LEAGUE_STORE_H

#include "config/league.h"
#include "job/outcome.h"
#include "schedule/schedule.h"
#include "store/store.h"

struct svi_entries;

/* The settings of a league by its entries, as they are in the store that knows it: seats that the
 * file leaves out, and seatings of an older design, stay those that it was begun with. `known`
 * NULL: there is no store. */
void svi_league_store_settings(const struct svi_league *league, const struct svi_entries *entries,
                               const struct svi_store_info *known, struct svi_settings *settings);

/* Opens a league's store for writing, or begins it; a league without a seed gets a secret one then.
 * What has changed in the league's file since the store was written last is put into it, if it may
 * change. Errors as of svi_store_create_writer(). */
enum sv_status svi_league_store_create(struct svi_store **out, const char *path,
                                       const struct svi_league *league, struct svi_error *error);

/* Whether a league's file is, as it stands, what a store has of it: no change that is not in it
 * yet. SV_E_HASH: it is not, a line says why. Other errors as above. */
enum sv_status svi_league_store_is(struct svi_store *store, const char *path,
                                   const struct svi_league *league, struct svi_error *error);

/* Compares the league file that a store keeps with the league's identity. If another version of
 * Solvent began the store, only keys that both versions know are compared. Returns SV_E_HASH if
 * they differ, with the first difference in `problem`, and SV_E_SYSTEM without memory. */
enum sv_status svi_league_store_text(const struct svi_store_info *info, struct svi_error *problem);

/* The schedule of a store's league, as far as the results in it make it known. SV_E_HASH: the line
 * in `problem` says why its rows make none. SV_E_SYSTEM: the store cannot be read, or no memory; a
 * line as well. */
enum sv_status svi_league_store_schedule(struct svi_store *store, struct svi_schedule *schedule,
                                         struct svi_error *problem);

/* The same, with every stage of a season decided anew from the results before it, which takes long.
 * SV_E_HASH also when the store has another. */
enum sv_status svi_league_store_decide(struct svi_store *store, struct svi_schedule *schedule,
                                       struct svi_error *problem);

/* Takes the results in a store into a schedule that goes by them, and schedules what follows, as
 * far as no match is missing. Does nothing to other schedules. Errors as above. */
enum sv_status svi_league_store_follow(struct svi_store *store, struct svi_schedule *schedule,
                                       struct svi_error *problem);

/* Everything planned for a season has been taken in: decides on the next stage, and puts it into
 * the store. Errors as above. */
enum sv_status svi_league_store_next_stage(struct svi_store *store, struct svi_schedule *schedule,
                                           struct svi_error *problem);

/* The row of a match that was played as `pairing` says. It points into `done` and is good for as
 * long. */
struct svi_store_match svi_league_row(const struct svi_outcome *done,
                                      const struct svi_pairing *pairing);

#endif

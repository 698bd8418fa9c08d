/* Plays what a store lacks of its league: schedule -> runner -> store, stage by stage. Finished
 * matches stay finished, so the same call resumes a run that was stopped or killed. */
#ifndef SVI_ARBITER_LEAGUE_LEAGUE_RUN_H
#define SVI_ARBITER_LEAGUE_LEAGUE_RUN_H

#include "config/league.h"
#include "league/league_run_config.h"
#include "schedule/schedule.h"
#include "store/store_shards.h"

#include <solvent/status.h>

#include <stdint.h>

/* In how many batches (schedule/play_order.h) a stage of so many matches is played, each by new
 * processes of its bots, when a match takes so long and so does the start of a batch. */
uint64_t svi_league_run_batches(const struct svi_league *league, unsigned workers,
                                const struct svi_schedule *schedule, uint64_t matches,
                                double match_s, double start_s);

/* Plays. SV_OK also when it was stopped: total->before + total->played tells. SV_E_SYSTEM: bots or
 * store could not be used; SV_E_ARGUMENT: the league asks for what the runner cannot do; one line
 * in `error`. What was finished is in the store in any case. */
enum sv_status svi_league_run(const struct svi_league_run *run, struct svi_league_progress *total,
                              struct svi_error *error);

/* ---- league round ---------------------------------------------------------------------------- */

/* What a league that is played by many machines plays next. Its games come together in one store;
 * from that a *round* is planned and dealt out to shards (shares.h), which play it, each into a
 * store of its own; these are merged into the one, and so on until nothing is left. Most leagues
 * have one round; where what is played depends on results, each stage is one. What is taken out of
 * the store (store_nodes.h) is part of the next. */

struct svi_league_round {
    struct svi_store_round round;  /* round.games is 0: nothing is left, and no round was begun */
    struct svi_shard_share *share; /* round.shards of them; to be freed */
    uint64_t costliest_us;         /* of all deals */
    uint64_t planned,
        played; /* games of the league as far as it is planned, and those that are in */
};

/* Plans the next round of the store's league, which `league` is, and puts it into the store.
 * `shards` at most, and no more than there are deals. A round of which nothing has been merged yet
 * is planned anew. SV_E_RANGE, SV_E_HASH, SV_E_SYSTEM: as of svi_league_run(); a line says so. */
enum sv_status svi_league_round_plan(struct svi_league_round *out, struct svi_store *store,
                                     const struct svi_league *league, const struct svi_costs *costs,
                                     unsigned shards, struct svi_error *error);

/* What a game has cost the bots by the times in a store, in which bots have the names that they
 * have in `info`. Those without a game stay as they are. *known says of how many bots there were
 * times. SV_E_SYSTEM: a line says so. */
enum sv_status svi_league_round_costs(struct svi_store *store, const struct svi_store_info *info,
                                      struct svi_costs *costs, unsigned *known,
                                      struct svi_error *error);

#endif

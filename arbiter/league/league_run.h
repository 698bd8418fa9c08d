/* Plays the missing games of a store's league: schedule -> runner -> store, stage by stage.
 * Finished matches stay finished, so the same call resumes a run that was stopped or killed.
 * `league run` and `try` call it; `league plan` plans rounds. Arguments stay the caller's, and must
 * outlive the call. */
#ifndef SVI_ARBITER_LEAGUE_LEAGUE_RUN_H
#define SVI_ARBITER_LEAGUE_LEAGUE_RUN_H

#include "config/league.h"
#include "league/league_run_config.h"
#include "schedule/schedule.h"
#include "store/store_shards.h"

#include <solvent/status.h>

#include <stdint.h>

/* Plays the league. Finished matches are in the store, whatever is returned, and *total is filled,
 * with zeros if the run could not begin. Marks earlier runs that were killed. Returns SV_OK also
 * after a stop; then total->before + total->played is below total->planned. Returns SV_E_SYSTEM if
 * bots or the store could not be used, SV_E_ARGUMENT if the league asks for something that the
 * runner cannot do, and SV_E_MISMATCH or SV_E_RANGE if the league does not fit its store. One line
 * is in `error`. */
enum sv_status svi_league_run(const struct svi_league_run *run, struct svi_league_progress *total,
                              struct svi_error *error);

/* ---- league round ---------------------------------------------------------------------------- */

/* The next round of a league that many machines play. One store collects its games. A *round* is
 * planned from that store and dealt out to shards (schedule/shard_deals.h). Each shard plays into a
 * store of its own, these are merged into the one store, and so on until all games are played. Most
 * leagues have one round; where results decide which games are played, each stage is a round. Games
 * that are deleted from the store become part of the next round. */

struct svi_league_round {
    struct svi_store_round round;  /* round.games is 0 if nothing is left to play */
    struct svi_shard_share *share; /* array of round.shards, or NULL; the caller frees it */
    uint64_t costliest_us;         /* time of the deal that takes longest */
    /* Games of the league as far as it is planned, and games in the store. */
    uint64_t planned, played;
};

/* Plans the next round of a store's league, which is `league`, and stores the plan; the store is
 * open for writing. The round has at most `shards` shards, and no more than deals. If nothing of
 * the last round has been merged yet, that round is planned again. `shards` is at least 1. Returns
 * SV_E_RANGE, SV_E_MISMATCH or SV_E_SYSTEM as svi_league_run(), or the errors of
 * svi_league_key_mark(); a line has the reason, share is NULL and the rest not valid. */
enum sv_status svi_league_round_plan(struct svi_league_round *out, struct svi_store *store,
                                     const struct svi_league *league, const struct svi_costs *costs,
                                     unsigned shards, struct svi_error *error);

/* Computes each bot's cost of a game from the times in a store, whose bots are matched by their
 * names in `info`. Costs of bots without a game do not change: begin with svi_costs_unknown().
 * *known is the number of bots with times. Returns SV_E_SYSTEM, with a line, if the store cannot be
 * read; some costs may have changed then. */
enum sv_status svi_league_round_costs(struct svi_store *store, const struct svi_store_info *info,
                                      struct svi_costs *costs, unsigned *known,
                                      struct svi_error *error);

/* The number of workers that fit a machine, for `league run`, `league check` and `try`. Each worker
 * is a thread of ours and a process of every bot, and a bot's clock runs while its process waits
 * for a core. Functions cannot fail. */

/* Returns how many of one worker's bot processes may be busy at once, at least 1. A busy bot plays
 * in one match or more, and a match mostly waits for one bot. */
unsigned svi_concurrency_busy(const struct svi_league *league);

/* Returns the number of workers whose busy bots and own threads have a core each, from 1 to `most`.
 * Returns 1 with remote bots, which connect to one worker. */
unsigned svi_concurrency_workers(const struct svi_league *league, unsigned cores, unsigned most);

#endif

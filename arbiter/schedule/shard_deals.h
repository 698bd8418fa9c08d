/* Divides the deals of a league among shards when the costs of games are known. Deals are dealt out
 * whole, one after the other in the order of play (play_order.h), each to the shard with the least
 * work so far. So no two shards differ by more than the costliest deal, however unlike bots are.
 * The result follows from the schedule, the costs and the matches played: every shard computes it
 * by itself.
 *
 * Each stage begins anew, as later ones have to wait for all of it. `league plan` shows the shares,
 * and the run of a shard finds its deals. */
#ifndef SVI_ARBITER_SCHEDULE_SHARD_DEALS_H
#define SVI_ARBITER_SCHEDULE_SHARD_DEALS_H

#include "schedule/schedule.h"

#include <solvent/status.h>

#include <stdint.h>

/* The expected time of a game: game_us, and bot_us for each bot at the table. Only the ratios
 * matter to the division. */
struct svi_costs {
    uint32_t game_us;
    uint32_t bot_us[SVI_MAX_BOTS];
};

/* Returns the costs when none are known: all bots alike. */
struct svi_costs svi_costs_unknown(void);

/* Returns the cost of one game at a table of these bots. */
uint64_t svi_costs_game(const struct svi_costs *costs, const unsigned bot[], unsigned seats);

struct svi_shard_share {
    uint64_t deals, games, us;
};

/* Deals out the remaining matches among `shards` shards; `shard` counts from 1.
 *
 * `played` has bit (number - 1) for every match that needs no playing, with room for the
 * schedule's; may be NULL. `mine`, zeroed, with room for the schedule's deals, gets bit (deal - 1)
 * for every deal of `shard`. share[0] to share[shards - 1], zeroed, get each shard's sums.
 * *costliest_us gets the cost of the costliest deal. The last three may be NULL. Returns
 * SV_E_SYSTEM if there is no memory; outputs are not valid then. */
enum sv_status svi_deal_to_shards(const struct svi_schedule *schedule,
                                  const struct svi_costs *costs, const uint8_t *played,
                                  unsigned shard, unsigned shards, uint8_t *mine,
                                  struct svi_shard_share share[], uint64_t *costliest_us);

#endif

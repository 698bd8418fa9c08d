/* Who of several shards plays which deals of a league, when it is known what games cost: dealt out
 * whole, one after the other in the order of play (play_order.h), each to the shard that has least
 * to do so far. So no two shards differ by more than the costliest deal, however unlike bots are.
 * What is dealt follows from the schedule, the costs and what has been played: every shard comes to
 * it by itself.
 *
 * Each stage begins anew, as others have to wait for all of it. */
#ifndef SVI_ARBITER_SCHEDULE_SHARD_DEALS_H
#define SVI_ARBITER_SCHEDULE_SHARD_DEALS_H

#include "schedule/schedule.h"

#include <solvent/status.h>

#include <stdint.h>

/* What a game is expected to take: this much, and so much more for each bot at the table. Only what
 * they are to each other tells who plays what. */
struct svi_costs {
    uint32_t game_us;
    uint32_t bot_us[SVI_MAX_BOTS];
};

/* What nothing is known of: all bots alike. */
struct svi_costs svi_costs_unknown(void);

/* Of one game at a table of these bots. */
uint64_t svi_costs_game(const struct svi_costs *costs, const unsigned bot[], unsigned seats);

struct svi_shard_share {
    uint64_t deals, games, us;
};

/* Deals out what is left. `played`: bit (number - 1) of every match that needs no playing, with
 * room for the schedule's; NULL: none. `mine`, zeroed, with room for the schedule's deals, gets bit
 * (deal - 1) of every deal that is dealt to `shard`, from 1; NULL: nobody asks. share[0] to
 * share[shards - 1], zeroed, get what each has; NULL likewise. *costliest_us: of the deals; NULL
 * likewise. SV_E_SYSTEM: no memory. */
enum sv_status svi_deal_to_shards(const struct svi_schedule *schedule,
                                  const struct svi_costs *costs, const uint8_t *played,
                                  unsigned shard, unsigned shards, uint8_t *mine,
                                  struct svi_shard_share share[], uint64_t *costliest_us);

#endif

/* In which order the matches of a schedule are played, and which of them by which shard. No result
 * depends on it, only how busy bots are and what a league that is cut short has played.
 *
 * Deals go stage by stage and round by round; within a round so that deals played at the same time
 * have different bots (in the order of their numbers hundreds of matches would wait for the first
 * bots, with the others idle). A shard has every so-manyth deal of that order, whole; each round
 * begins at the next shard, so that all shards have about as much of every bot, whatever its games
 * cost. Where it is known what games cost, somebody else deals them out
 * (arbiter/schedule/shard_deals.h), and a shard has what it was dealt, in the same order. A shard's
 * deals are played in blocks, lane by lane: the first matches of all deals of a block, then their
 * second ones. A *batch* is what the same processes may play, as no two matches of it are of one
 * deal: one lane of a block, and with the last lane the first one of the block that follows. */
#ifndef SVI_ARBITER_SCHEDULE_PLAY_ORDER_H
#define SVI_ARBITER_SCHEDULE_PLAY_ORDER_H

#include "schedule/schedule.h"

/* A place in the order of deals. */
struct svi_turn {
    unsigned stage;
    uint64_t round, position; /* position in the round */
    uint64_t stride;          /* of the stage: from the lineup of a position to that of the next */
};

struct svi_play_order {
    const struct svi_schedule *schedule;
    unsigned shard, shards; /* the shard's number is from 0 here */
    const uint8_t *mine;    /* bit (deal - 1) of every deal of the shard; NULL: every so-manyth */
    uint64_t block;         /* deals of the next block; may be changed at any time */
    struct svi_turn begin, end,
        now;        /* of the block: its first deal, the one after it; what is next within it */
    uint64_t deals; /* of the block; 0: it is over */
    uint64_t deal;  /* in the block, and its lane, to be next */
    uint32_t lane;
    uint64_t batch; /* of the match given last, from 1 */
};

/* Begins. `shard` is 1 to `shards`, `block` at least 1: as many deals as are played at once, or
 * more. The schedule must outlive the turns; it may grow meanwhile. */
void svi_play_order_init(struct svi_play_order *order, const struct svi_schedule *schedule,
                         unsigned shard, unsigned shards, uint64_t block);

/* The same of all deals whose bit (deal - 1) is set in `mine`, which must outlive the turns. */
void svi_play_order_init_dealt(struct svi_play_order *order, const struct svi_schedule *schedule,
                               const uint8_t *mine, uint64_t block);

/* The number of the next match; 0 when all that is planned has had its turn. */
uint64_t svi_play_order_next(struct svi_play_order *order);

#endif

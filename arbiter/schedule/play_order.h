/* The order in which the matches of a schedule are played, and their division among shards. No
 * result depends on it, only how busy bots are, and which matches a league that is cut short has
 * played.
 *
 * Deals go stage by stage and round by round. Within a round the order is such that deals played at
 * the same time have different bots. (In the order of their numbers hundreds of matches would wait
 * for the first bots, with the others idle.)
 *
 * A shard gets every n-th deal of that order, whole, with n shards. Each round begins at the next
 * shard, so that all shards have about as many games of every bot, whatever those cost. If the
 * costs of games are known, arbiter/schedule/shard_deals.h divides the deals instead; a shard plays
 * its deals in the same order.
 *
 * A shard's deals are played in blocks, lane by lane: the first matches of all deals of a block,
 * then their second ones. A *batch* is a set of matches that the same processes may play, as no two
 * of them are of one deal. It is one lane of a block; with the last lane comes the first lane of
 * the next block.
 *
 * Matches with luck of their own (struct svi_pairing, `apart`) come first in a block, all lanes in
 * one batch, which may begin with the lane before. No process that has met the deals of a
 * block plays them before those deals are over: else a bot that remembers could pass on their luck.
 *
 * Runs and trials of a league go by it. An order owns nothing, and its functions cannot fail. */
#ifndef SVI_ARBITER_SCHEDULE_PLAY_ORDER_H
#define SVI_ARBITER_SCHEDULE_PLAY_ORDER_H

#include "schedule/schedule.h"

/* A place in the order of deals. */
struct svi_turn {
    unsigned stage;
    uint64_t round, position; /* position in the round */
    uint64_t stride;          /* steps from a position's lineup to the next one's */
};

struct svi_play_order {
    const struct svi_schedule *schedule;
    unsigned shard, shards; /* number of the shard, from 0, and of all shards */
    /* Bit (deal - 1) for every deal of the shard; NULL: every n-th deal. */
    const uint8_t *mine;
    uint64_t block; /* deals of the next block; may be changed at any time */
    /* Places in the order: the first deal of the block, the first deal behind it, and the next
     * deal. */
    struct svi_turn begin, end, now;
    uint64_t deals; /* deals of the block; 0: it is over */
    uint64_t deal;  /* next deal in the block */
    uint32_t lane;
    bool split;     /* some matches have luck of their own, and some may share it */
    bool apart;     /* the block's matches with luck of their own come now */
    bool fresh;     /* the next match begins a batch */
    uint64_t batch; /* batch of the last match, from 1 */
};

/* Begins the order. `shard` is 1 to `shards`. `block` is at least 1: as many deals as are played at
 * once, or more. The schedule must outlive the order, and may grow meanwhile. */
void svi_play_order_init(struct svi_play_order *order, const struct svi_schedule *schedule,
                         unsigned shard, unsigned shards, uint64_t block);

/* Begins the order of all deals whose bit (deal - 1) is set in `mine`, which must outlive it.
 * Otherwise as svi_play_order_init(). */
void svi_play_order_init_dealt(struct svi_play_order *order, const struct svi_schedule *schedule,
                               const uint8_t *mine, uint64_t block);

/* Returns the number of the next match, or 0 when all planned matches have been returned. */
uint64_t svi_play_order_next(struct svi_play_order *order);

#endif

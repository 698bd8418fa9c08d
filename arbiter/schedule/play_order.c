#include "schedule/play_order.h"

#include <assert.h>
#include <string.h>

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    return b == 0 ? a : common_divisor(b, a % b);
}

/* Returns a step through `n` things that meets each once, and spreads any run of steps evenly over
 * them. It is the golden section of n (Knuth, The Art of Computer Programming 3, 6.4, on Fibonacci
 * hashing), or the next number that is coprime to n. */
static uint64_t golden_stride(uint64_t n)
{
    uint64_t stride = n * 618034 / 1000000;
    do {
        stride++;
    } while (common_divisor(n, stride) != 1);
    return stride;
}

/* Goes to the first deal of the shard in a round, which may lie behind the round's end. */
static void enter_round(const struct svi_play_order *order, struct svi_turn *turn, uint64_t round)
{
    turn->round = round;
    turn->position = (order->shard + order->shards - round % order->shards) % order->shards;
}

/* Returns the deal at a place, from 0. */
static uint64_t deal_at(const struct svi_play_order *order, const struct svi_turn *turn)
{
    const struct svi_stage *stage = &order->schedule->stage[turn->stage];
    return stage->deals_before + turn->round * stage->lineups +
           turn->position * turn->stride % stage->lineups;
}

static bool is_mine(const struct svi_play_order *order, const struct svi_turn *turn)
{
    const uint64_t deal = deal_at(order, turn);
    return order->mine == NULL || (order->mine[deal / 8] >> deal % 8 & 1) != 0;
}

/* Moves a place, which may lie behind the end of its round or stage, to the shard's next deal, if
 * there is one. */
static void settle(const struct svi_play_order *order, struct svi_turn *turn)
{
    const struct svi_schedule *schedule = order->schedule;
    while (turn->stage < schedule->n_stages) {
        const struct svi_stage *stage = &schedule->stage[turn->stage];
        if (turn->round >= stage->rounds) {
            turn->stage++;
            turn->stride = 0;
            enter_round(order, turn, 0);
        } else if (turn->position >= stage->lineups) {
            enter_round(order, turn, turn->round + 1);
        } else {
            turn->stride = turn->stride != 0 ? turn->stride : golden_stride(stage->lineups);
            if (is_mine(order, turn)) {
                return;
            }
            turn->position++;
        }
    }
}

static void advance(const struct svi_play_order *order, struct svi_turn *turn)
{
    turn->position += order->shards;
    settle(order, turn);
}

/* Takes the next block, as far as there are deals in the same stage. */
static void begin_block(struct svi_play_order *order)
{
    settle(order, &order->end);
    order->begin = order->now = order->end;
    order->deals = order->deal = order->lane = 0;
    order->apart = order->split;
    while (order->deals < order->block && order->end.stage == order->begin.stage &&
           order->end.stage < order->schedule->n_stages) {
        order->deals++;
        advance(order, &order->end);
    }
}

void svi_play_order_init(struct svi_play_order *order, const struct svi_schedule *schedule,
                         unsigned shard, unsigned shards, uint64_t block)
{
    assert(shard >= 1 && shard <= shards && block >= 1);
    memset(order, 0, sizeof *order);
    order->schedule = schedule;
    order->shard = shard - 1;
    order->shards = shards;
    order->block = block;
    order->fresh = true;
    for (unsigned i = 0; i < schedule->settings.bots; i++) {
        order->split |= schedule->settings.remembers[i];
    }
    order->split &= svi_settings_share_luck(&schedule->settings);
    enter_round(order, &order->end, 0);
}

void svi_play_order_init_dealt(struct svi_play_order *order, const struct svi_schedule *schedule,
                               const uint8_t *mine, uint64_t block)
{
    svi_play_order_init(order, schedule, 1, 1, block);
    order->mine = mine;
}

/* Moves on to the next deal of a lane, or to the next lane of the block. */
static void move_on(struct svi_play_order *order)
{
    if (++order->deal < order->deals) {
        advance(order, &order->now);
        return;
    }
    order->deal = 0;
    order->now = order->begin;
    order->lane++;
    order->fresh |= !order->apart;
    if (order->lane == order->schedule->lanes && order->apart) {
        order->apart = false;
        order->fresh = true;
        order->lane = 0;
    } else if (order->lane == order->schedule->lanes) {
        order->fresh = false; /* the next block is new to the processes of this batch */
        order->deals = 0;
    }
}

/* Returns whether a match comes in this pass over the block's lanes. */
static bool is_of_pass(const struct svi_play_order *order, uint64_t number)
{
    struct svi_pairing pairing;
    if (!order->split) {
        return true;
    }
    svi_schedule_seating(order->schedule, number, &pairing);
    return pairing.apart == order->apart;
}

uint64_t svi_play_order_next(struct svi_play_order *order)
{
    for (;;) {
        if (order->deals == 0) {
            begin_block(order);
        }
        if (order->deals == 0) {
            return 0;
        }
        const uint64_t number =
            deal_at(order, &order->now) * order->schedule->lanes + order->lane + 1;
        const bool found = is_of_pass(order, number);
        order->batch += found && order->fresh;
        order->fresh &= !found;
        move_on(order);
        if (found) {
            return number;
        }
    }
}

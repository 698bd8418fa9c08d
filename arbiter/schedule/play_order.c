#include "schedule/play_order.h"

#include <assert.h>
#include <string.h>

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    return b == 0 ? a : common_divisor(b, a % b);
}

/* A step through `n` things that meets each once and spreads any run of steps evenly over them: the golden section of n
 * (Knuth, The Art of Computer Programming 3, 6.4, on Fibonacci hashing), or the next that is coprime to it. */
static uint64_t golden_stride(uint64_t n)
{
    uint64_t stride = n * 618034 / 1000000;
    do {
        stride++;
    } while (common_divisor(n, stride) != 1);
    return stride;
}

/* Goes to the first deal of the shard in a round, which may lie behind the round's end. */
static void enter_round(const struct svi_turns *turns, struct svi_turn *turn, uint64_t round)
{
    turn->round = round;
    turn->position = (turns->shard + turns->shards - round % turns->shards) % turns->shards;
}

/* The deal at a place, from 0. */
static uint64_t deal_at(const struct svi_turns *turns, const struct svi_turn *turn)
{
    const struct svi_stage *stage = &turns->plan->stage[turn->stage];
    return stage->deals_before + turn->round * stage->lineups +
           turn->position * turn->stride % stage->lineups;
}

static bool is_mine(const struct svi_turns *turns, const struct svi_turn *turn)
{
    const uint64_t deal = deal_at(turns, turn);
    return turns->mine == NULL || (turns->mine[deal / 8] >> deal % 8 & 1) != 0;
}

/* From a place that may lie behind the end of its round or stage to the shard's next deal, if there is one. */
static void settle(const struct svi_turns *turns, struct svi_turn *turn)
{
    const struct svi_plan *plan = turns->plan;
    while (turn->stage < plan->n_stages) {
        const struct svi_stage *stage = &plan->stage[turn->stage];
        if (turn->round >= stage->rounds) {
            turn->stage++;
            turn->stride = 0;
            enter_round(turns, turn, 0);
        } else if (turn->position >= stage->lineups) {
            enter_round(turns, turn, turn->round + 1);
        } else {
            turn->stride = turn->stride != 0 ? turn->stride : golden_stride(stage->lineups);
            if (is_mine(turns, turn)) {
                return;
            }
            turn->position++;
        }
    }
}

static void advance(const struct svi_turns *turns, struct svi_turn *turn)
{
    turn->position += turns->shards;
    settle(turns, turn);
}

/* Takes the next block, as far as there are deals in the same stage. */
static void begin_block(struct svi_turns *turns)
{
    settle(turns, &turns->end);
    turns->begin = turns->now = turns->end;
    turns->deals = turns->deal = turns->lane = 0;
    while (turns->deals < turns->block && turns->end.stage == turns->begin.stage &&
           turns->end.stage < turns->plan->n_stages) {
        turns->deals++;
        advance(turns, &turns->end);
    }
}

void svi_turns_init(struct svi_turns *turns, const struct svi_plan *plan, unsigned shard,
                    unsigned shards, uint64_t block)
{
    assert(shard >= 1 && shard <= shards && block >= 1);
    memset(turns, 0, sizeof *turns);
    turns->plan = plan;
    turns->shard = shard - 1;
    turns->shards = shards;
    turns->block = block;
    enter_round(turns, &turns->end, 0);
}

void svi_turns_init_dealt(struct svi_turns *turns, const struct svi_plan *plan, const uint8_t *mine,
                          uint64_t block)
{
    svi_turns_init(turns, plan, 1, 1, block);
    turns->mine = mine;
}

uint64_t svi_turns_next(struct svi_turns *turns)
{
    const struct svi_plan *plan = turns->plan;
    if (turns->deals == 0) {
        begin_block(turns);
        if (turns->deals == 0) {
            return 0;
        }
    }
    turns->leg += turns->deal == 0;
    const uint64_t number = deal_at(turns, &turns->now) * plan->lanes + turns->lane + 1;
    if (++turns->deal < turns->deals) {
        advance(turns, &turns->now);
    } else {
        turns->deal = 0;
        turns->now = turns->begin;
        turns->deals = ++turns->lane < plan->lanes ? turns->deals : 0;
    }
    return number;
}

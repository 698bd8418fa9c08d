#include "schedule/shard_deals.h"

#include "memory/memory.h"
#include "schedule/play_order.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

/* About the time on a core that a game takes of bots that answer at once. */
#define UNKNOWN_GAME_US 400u
#define UNKNOWN_BOT_US 150u

struct svi_costs svi_costs_unknown(void)
{
    struct svi_costs costs = {.game_us = UNKNOWN_GAME_US};
    for (unsigned i = 0; i < SVI_MAX_BOTS; i++) {
        costs.bot_us[i] = UNKNOWN_BOT_US;
    }
    return costs;
}

uint64_t svi_costs_game(const struct svi_costs *costs, const unsigned bot[], unsigned seats)
{
    uint64_t us = costs->game_us;
    for (unsigned s = 0; s < seats; s++) {
        us += costs->bot_us[bot[s]];
    }
    return us;
}

/* A shard that waits for its next deal. */
struct waiting {
    uint64_t us;
    /* Orders shards with equal work: different each time, so that no shard keeps meeting the same
     * bots where costs are alike. */
    uint64_t lot;
    unsigned shard;
    uint64_t deals;
};

/* SplitMix64's finaliser. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static void draw_lot(struct waiting *w)
{
    w->lot = mix(w->deals * UINT64_C(0x9e3779b97f4a7c15) + w->shard + 1);
}

static bool before(const struct waiting *a, const struct waiting *b)
{
    return a->us != b->us     ? a->us < b->us
           : a->lot != b->lot ? a->lot < b->lot
                              : a->shard < b->shard;
}

/* Restores the heap after entry `at` has changed. */
static void sink(struct waiting heap[], unsigned n, unsigned at)
{
    for (;;) {
        unsigned least = 2 * at + 1;
        if (least >= n) {
            return;
        }
        least += least + 1 < n && before(&heap[least + 1], &heap[least]);
        if (!before(&heap[least], &heap[at])) {
            return;
        }
        const struct waiting other = heap[at];
        heap[at] = heap[least];
        heap[least] = other;
        at = least;
    }
}

static void begin_stage(struct waiting heap[], unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        heap[i] = (struct waiting){.shard = i};
        draw_lot(&heap[i]);
    }
    for (unsigned i = n / 2; i-- > 0;) {
        sink(heap, n, i);
    }
}

/* Returns the part of a deal that remains to be played. */
static struct svi_shard_share left_of(const struct svi_schedule *schedule,
                                      const struct svi_costs *costs, const uint8_t *played,
                                      uint64_t first)
{
    struct svi_shard_share left = {0};
    struct svi_pairing pairing;
    uint64_t game_us = 0;
    for (uint32_t lane = 0; lane < schedule->lanes; lane++) {
        const uint64_t number = first + lane;
        if (lane % schedule->seatings == 0) { /* another table; seats do not matter */
            svi_schedule_seating(schedule, number, &pairing);
            game_us = svi_costs_game(costs, pairing.bot, schedule->settings.seats);
        }
        const bool is_played =
            played != NULL && (played[(number - 1) / 8] >> (number - 1) % 8 & 1) != 0;
        if (!is_played && !svi_schedule_is_off(schedule, number)) {
            left.games++;
            left.us += game_us;
        }
    }
    left.deals = left.games > 0;
    return left;
}

enum sv_status svi_deal_to_shards(const struct svi_schedule *schedule,
                                  const struct svi_costs *costs, const uint8_t *played,
                                  unsigned shard, unsigned shards, uint8_t *mine,
                                  struct svi_shard_share share[], uint64_t *costliest_us)
{
    struct svi_play_order order;
    uint64_t number, most = 0;
    unsigned stage = 0;
    assert(shards >= 1);
    struct waiting *heap = svi_new(shards, sizeof *heap);
    if (heap == NULL) {
        return SV_E_SYSTEM;
    }
    begin_stage(heap, shards);
    svi_play_order_init(&order, schedule, 1, 1, 1); /* deal by deal */
    while ((number = svi_play_order_next(&order)) != 0) {
        const uint64_t deal = (number - 1) / schedule->lanes;
        if ((number - 1) % schedule->lanes != 0) {
            continue;
        }
        if (order.begin.stage != stage) {
            stage = order.begin.stage;
            begin_stage(heap, shards);
        }
        const struct svi_shard_share left = left_of(schedule, costs, played, number);
        if (left.games == 0) {
            continue;
        }
        struct waiting *first = &heap[0];
        if (mine != NULL && first->shard + 1 == shard) {
            mine[deal / 8] |= (uint8_t)(1u << deal % 8);
        }
        if (share != NULL) {
            share[first->shard].deals++;
            share[first->shard].games += left.games;
            share[first->shard].us += left.us;
        }
        most = left.us > most ? left.us : most;
        first->us += left.us;
        first->deals++;
        draw_lot(first);
        sink(heap, shards, 0);
    }
    free(heap);
    if (costliest_us != NULL) {
        *costliest_us = most;
    }
    return SV_OK;
}

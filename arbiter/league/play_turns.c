#include "league/league_run.h"
#include "league/play.h"

#include "store/reader.h"

/* Processes of bots cost some tenths of a second to start and to end, and at the end of a batch
 * fewer and fewer matches keep them busy: a lane is worth it when it takes LANE_US, and blocks
 * grow until it does. */
#define FIRST_BLOCK 8u /* deals of a block, in those that are played at once */
#define BLOCK_GROWTH 4u
#define MOST_BLOCK 1048576u /* many of whose deals may be parked bots' */
#define LANE_US INT64_C(10000000)

static bool has_bit(const uint8_t *bits, uint64_t number)
{
    return (bits[(number - 1) / 8] >> (number - 1) % 8 & 1) != 0;
}

bool svi_play_is_finished(const struct svi_play *p, uint64_t number)
{
    return has_bit(p->finished, number);
}

bool svi_play_is_others(const struct svi_play *p, uint64_t number)
{
    return svi_schedule_is_off(&p->schedule, number) ||
           (p->elsewhere != NULL && has_bit(p->elsewhere, number));
}

/* As many deals as the bots play at once. */
static uint64_t deals_at_once(const struct svi_league *league, unsigned workers, unsigned seats)
{
    uint64_t held = 0;
    for (unsigned i = 0; i < league->n_bots; i++) {
        held += league->bot[i].status == SVI_STATUS_PLAYS ? league->bot[i].matches : 0;
    }
    const uint64_t matches = held * workers / seats;
    return matches > 0 ? matches : 1;
}

bool svi_play_in_batches(const struct svi_schedule *schedule)
{
    return schedule->settings.lanes == SVI_LANES_AUTO && schedule->lanes > 1;
}

uint64_t svi_play_next_block(uint64_t block, int64_t lane_us)
{
    return lane_us < LANE_US && block < MOST_BLOCK ? block * BLOCK_GROWTH : block;
}

uint64_t svi_play_wider_block(uint64_t block, uint64_t before, uint64_t now)
{
    const double wider = now > 0 ? (double)block * (double)before / (double)now : 0;
    const uint64_t most = wider < MOST_BLOCK ? (uint64_t)wider : MOST_BLOCK;
    return most > block ? most : block;
}

uint64_t svi_league_run_batches(const struct svi_league *league, unsigned workers,
                                const struct svi_schedule *schedule, uint64_t matches,
                                double match_s, double start_s)
{
    uint64_t block = deals_at_once(league, workers, schedule->settings.seats) * FIRST_BLOCK;
    const uint64_t deals = (matches + schedule->lanes - 1) / schedule->lanes;
    uint64_t blocks = 0;
    if (!svi_play_in_batches(schedule)) {
        return 1;
    }
    for (uint64_t dealt = 0; dealt < deals; blocks++) {
        dealt += block;
        block = svi_play_next_block(block, (int64_t)(((double)block * match_s + start_s) * 1e6));
    }
    return blocks * (schedule->lanes - 1) + 1;
}

void svi_play_begin_turns(struct svi_play *p, uint64_t block)
{
    if (block == 0) {
        block =
            deals_at_once(p->run->league, p->run->workers, svi_store_info(p->run->store)->seats) *
            (svi_play_in_batches(&p->schedule) ? FIRST_BLOCK : 1);
    }
    if (p->mine != NULL) {
        svi_play_order_init_dealt(&p->order, &p->schedule, p->mine, block);
    } else {
        svi_play_order_init(&p->order, &p->schedule, p->run->shard, p->run->shards, block);
    }
}

/* Whether a bot sits in a match that the others go on without. */
static bool is_parked(const struct svi_play *p, uint64_t number)
{
    struct svi_pairing pairing;
    bool found = false;
    if (p->parking.n > 0) {
        svi_schedule_seating(&p->schedule, number, &pairing);
        for (unsigned s = 0; s < p->info->seats && !found; s++) {
            const unsigned bot = p->spec[pairing.bot[s]];
            found = bot != SVI_NO_BOT && p->parking.parked[bot];
        }
    }
    return found;
}

bool svi_play_is_for_now(const struct svi_play *p, uint64_t number)
{
    return !svi_play_is_finished(p, number) && !svi_play_is_others(p, number) &&
           !is_parked(p, number);
}

void svi_play_find_next(struct svi_play *p)
{
    do {
        p->next = svi_play_order_next(&p->order);
    } while (p->next != 0 && !svi_play_is_for_now(p, p->next));
}

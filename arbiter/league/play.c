#include "league/play.h"

#include "config/bot_hash.h"
#include "league/league_follow.h"
#include "league/league_store.h"
#include "memory/memory.h"
#include "schedule/format_ladder.h"
#include "schedule/shard_deals.h"
#include "store/store_league.h"
#include "store/store_matches.h"
#include "store/store_revisions.h"
#include "store/store_runs.h"
#include "store/store_sessions.h"
#include "store/store_shards.h"

#include <solvent/manifest.h>
#include <solvent/version.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- parking --------------------------------------------------------------------------------- */

static void set(struct svi_parking *parking, unsigned bot, bool parked)
{
    parking->n += parked;
    parking->n -= parking->parked[bot];
    parking->parked[bot] = parked;
}

/* Returns the slowest bot that was not tried yet, or n_bots if all were tried. */
static unsigned slowest(const uint64_t *answer_us, const bool *tried, unsigned n_bots)
{
    unsigned found = n_bots;
    for (unsigned i = 0; i < n_bots; i++) {
        if (!tried[i] && answer_us[i] > 0 && (found == n_bots || answer_us[i] > answer_us[found])) {
            found = i;
        }
    }
    return found;
}

unsigned svi_parking_park(struct svi_parking *parking, uint64_t *answer_us, unsigned n_bots,
                          bool (*others_left)(void *user), void *user)
{
    bool tried[SVI_MAX_BOTS] = {false};
    unsigned parked = 0, bot;
    while ((bot = slowest(answer_us, tried, n_bots)) < n_bots) {
        tried[bot] = true;
        set(parking, bot, true);
        if (others_left(user)) {
            parking->slow[bot] = true;
            parked++;
        } else {
            set(parking, bot, false);
            answer_us[bot] = 0;
        }
    }
    return parked;
}

void svi_parking_recall(struct svi_parking *parking)
{
    for (unsigned i = 0; i < SVI_MAX_BOTS; i++) {
        set(parking, i, parking->slow[i]);
    }
}

void svi_parking_clear(struct svi_parking *parking)
{
    memset(parking->parked, 0, sizeof parking->parked);
    parking->n = 0;
}

void svi_parking_finish(struct svi_parking *parking)
{
    svi_match_list_finish(&parking->suspended);
}

/* ---- play turns ------------------------------------------------------------------------------ */

/* Bots' processes take some tenths of a second to start and to end, and near the end of a batch
 * fewer and fewer matches keep them busy. So a lane should take LANE_US, and blocks grow until it
 * does. */
#define FIRST_BLOCK 8u /* deals of a first block, as a multiple of the deals played at once */
#define BLOCK_GROWTH 4u
#define MOST_BLOCK 1048576u /* large, since parked bots may sit in many of its deals */
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

/* Returns how many deals the bots play at once, at least 1. */
static uint64_t deals_at_once(const struct svi_league *league, unsigned workers, unsigned seats)
{
    uint64_t at_once = 0;
    for (unsigned i = 0; i < league->n_bots; i++) {
        at_once += league->bot[i].status == SVI_STATUS_PLAYS ? league->bot[i].matches : 0;
    }
    const uint64_t matches = at_once * workers / seats;
    return matches > 0 ? matches : 1;
}

bool svi_play_in_batches(const struct svi_schedule *schedule)
{
    return svi_settings_share_luck(&schedule->settings) && schedule->lanes > 1;
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

/* Returns whether a parked bot sits in a match. */
static bool is_parked(const struct svi_play *p, uint64_t number)
{
    struct svi_pairing pairing;
    bool found = false;
    if (p->parking.n > 0) {
        svi_schedule_seating(&p->schedule, number, &pairing);
        for (unsigned s = 0; s < p->info->seats && !found; s++) {
            found = p->parking.parked[pairing.bot[s]];
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

/* ---- play plan ------------------------------------------------------------------------------- */

static enum sv_status play_no_memory(struct svi_error *error)
{
    return svi_fail(error, SV_E_SYSTEM, "no memory for a league");
}

bool svi_play_out_of_time(const struct svi_play *p)
{
    return p->until_us != 0 && svi_time_us() >= p->until_us;
}

bool svi_play_stopped(const struct svi_play *p)
{
    return svi_play_out_of_time(p) || (p->run->stop != NULL && atomic_load(p->run->stop));
}

bool svi_play_is_season(const struct svi_play *p)
{
    return p->schedule.settings.format->season;
}

/* Returns whether at least half of another stage fits into the minutes left, at the pace so far. So
 * a run ends at most half a stage before or after its budget is used up. */
static bool has_time(const struct svi_play *p)
{
    const int64_t left_us = p->night_until_us - svi_time_us();
    const int64_t stage_s = svi_time_left_s(&p->time_left, svi_ladder_stage_matches(&p->schedule));
    return left_us > 0 && stage_s * 500000 <= left_us;
}

bool svi_play_has_room(const struct svi_play *p)
{
    const struct svi_settings *settings = &p->schedule.settings;
    const uint64_t planned = p->schedule.matches - p->night_before;
    const uint64_t stage = svi_ladder_stage_matches(&p->schedule);
    if (planned == 0) {
        return true;
    }
    return p->night_until_us != 0
               ? has_time(p)
               : planned + stage <= (uint64_t)settings->budget.value[SVI_BUDGET_games];
}

bool svi_play_to_come(const struct svi_play *p, uint64_t *matches)
{
    const struct svi_settings *settings = &p->schedule.settings;
    const struct svi_format *format = svi_format_of(settings);
    *matches = 0;
    if (p->run->after != NULL || !svi_schedule_goes_by_results(&p->schedule)) {
        return true;
    }
    if (format->to_come != NULL) {
        *matches = format->to_come(&p->schedule);
    } else if (svi_play_is_season(p) && p->night_until_us == 0) {
        const uint64_t games = (uint64_t)settings->budget.value[SVI_BUDGET_games];
        const uint64_t planned = p->schedule.matches - p->night_before;
        const uint64_t stage = svi_ladder_stage_matches(&p->schedule);
        *matches = planned < games ? (games - planned) / stage * stage : 0;
    }
    return format->to_come != NULL || svi_play_is_season(p);
}

/* Plans the next stage of a season after the last one, as far as the night goes. */
static enum sv_status plan_season(struct svi_play *p, struct svi_error *error)
{
    if (!svi_play_is_season(p) || p->run->after != NULL ||
        p->schedule.taken < p->schedule.matches || !svi_play_has_room(p)) {
        return SV_OK;
    }
    return svi_league_store_next_stage(p->run->store, &p->schedule, error);
}

/* Counts games that shards of this round have already delivered as not played before the round, so
 * that no shard's share depends on which shard was first. */
static void not_before(void *user, uint64_t number)
{
    struct svi_play *p = user;
    if (number >= 1 && number <= p->run->round->planned) {
        p->elsewhere[(number - 1) / 8] &= (uint8_t) ~(1u << (number - 1) % 8);
    }
}

/* Finds the games that were played before the round, and the deals of this shard. */
static enum sv_status look_behind(struct svi_play *p, struct svi_error *error)
{
    const struct svi_league_run *run = p->run;
    const uint64_t matches = svi_store_info(run->after)->matches;
    free(p->elsewhere);
    free(p->mine);
    p->elsewhere = svi_new(
        (size_t)((matches > p->schedule.matches ? matches : p->schedule.matches) + 7) / 8, 1);
    p->mine = svi_new((size_t)(p->schedule.matches / p->schedule.lanes + 7) / 8, 1);
    if (p->elsewhere == NULL || p->mine == NULL) {
        return play_no_memory(error);
    }
    SVI_TRY(svi_store_pass(run->after, svi_store_finished(run->after, p->elsewhere), error));
    SVI_TRY(svi_store_pass(run->after,
                           svi_store_played(run->after, run->round->round, not_before, p), error));
    for (uint64_t number = run->round->planned + 1; number <= p->schedule.matches; number++) {
        p->elsewhere[(number - 1) / 8] |= (uint8_t)(1u << (number - 1) % 8);
    }
    return svi_deal_to_shards(&p->schedule, &run->round->costs, p->elsewhere, run->shard,
                              run->shards, p->mine, NULL, NULL) == SV_OK
               ? SV_OK
               : play_no_memory(error);
}

static void tell_live(struct svi_play *p)
{
    const struct svi_format *format = svi_format_of(&p->schedule.settings);
    struct svi_buf text = {0};
    if (format->tell_live != NULL) {
        format->tell_live(&p->schedule, &text);
        (void)snprintf(p->progress.live, sizeof p->progress.live, "%.*s", (int)text.size,
                       (const char *)text.data);
        svi_buf_finish(&text);
    }
}

/* Records which shard the store is, and its number of games. For the store of a whole league,
 * records the versions of bots that began it. */
static enum sv_status note_maker(struct svi_play *p, struct svi_error *error)
{
    const struct svi_league_run *run = p->run;
    struct svi_store_shard shard = {.round = run->round != NULL ? run->round->round : 0,
                                    .shard = run->shard,
                                    .shards = run->shards,
                                    .planned = p->progress.planned};
    if (run->versions == NULL) {
        return SV_OK;
    }
    (void)snprintf(shard.solvent, sizeof shard.solvent, "%s, rules %d, store %d", SV_VERSION_STRING,
                   SV_RULES_VERSION, SVI_STORE_VERSION);
    shard.bots = svi_copy(run->versions);
    struct svi_store_shard before = {0};
    char difference[400];
    enum sv_status status = run->sharded ? svi_store_put_shard(run->store, &shard)
                                         : svi_store_made_by(run->store, &before);
    if (status == SV_OK && before.bots != NULL && run->note != NULL &&
        svi_store_differs(shard.bots, before.bots, difference, sizeof difference)) {
        run->note("the files of a bot have changed since its first games here, which those to come "
                  "stand beside: %s",
                  difference);
    }
    if (status == SV_OK && !run->sharded && shard.bots[0] != '\0') {
        status = svi_store_put_made_by(run->store, &shard);
        status = status == SV_OK ? svi_store_commit(run->store) : status;
    }
    free(before.bots);
    free(shard.bots);
    return svi_store_pass(run->store, status, error);
}

enum sv_status svi_play_take_stock(struct svi_play *p, struct svi_error *error)
{
    struct svi_store *store = p->run->store;
    struct svi_store *known = p->run->after != NULL ? p->run->after : store;
    SVI_TRY(svi_league_store_follow(known, &p->schedule, error));
    SVI_TRY(plan_season(p, error));
    if (p->run->after != NULL) {
        SVI_TRY(look_behind(p, error));
    }
    if (p->schedule.matches > p->info->matches) {
        SVI_TRY(svi_store_pass(store, svi_store_plan(store, p->schedule.matches), error));
    }
    free(p->finished);
    p->finished = svi_new((size_t)(p->info->matches + 7) / 8, 1);
    if (p->finished == NULL) {
        return play_no_memory(error);
    }
    SVI_TRY(svi_store_pass(store, svi_store_finished(store, p->finished), error));
    uint64_t number, in_store = 0;
    p->progress.planned = p->progress.night_games = 0;
    svi_play_begin_turns(p, 0);
    while ((number = svi_play_order_next(&p->order)) != 0) {
        const bool is_in = svi_play_is_finished(p, number);
        p->progress.planned += is_in || !svi_play_is_others(p, number);
        p->progress.night_games += is_in && svi_play_is_season(p) && number > p->night_before;
        in_store += is_in;
    }
    p->progress.before = in_store - p->progress.played;
    svi_store_run_planned(store, p->progress.planned, p->progress.before);
    tell_live(p);
    svi_play_begin_turns(p, 0);
    return note_maker(p, error);
}

enum sv_status svi_play_begin_night(struct svi_play *p, struct svi_error *error)
{
    const int64_t minutes = p->schedule.settings.budget.value[SVI_BUDGET_minutes];
    struct svi_store *store = p->run->store;
    uint64_t night, before;
    bool ended;
    SVI_TRY(svi_league_store_follow(store, &p->schedule, error));
    if (minutes != SVI_NONE_GIVEN) {
        p->night_until_us = svi_time_us() + minutes * 60000000;
    }
    SVI_TRY(svi_store_pass(store, svi_store_night(store, &night, &before, &ended), error));
    p->night_before = before;
    if (night == 0 || ended || p->night_until_us != 0) {
        p->night_before = night > 0 ? p->info->matches : 0;
        SVI_TRY(
            svi_store_pass(store, svi_store_begin_night(store, ++night, p->night_before), error));
    }
    p->progress.night = night;
    svi_league_mark(p->run->league, p->mark);
    return SV_OK;
}

enum sv_status svi_play_begin_plan(struct svi_play *p, struct svi_error *error)
{
    struct svi_settings settings;
    struct svi_schedule_fault fault;
    if (p->run->after != NULL) {
        return svi_league_store_schedule(p->run->after, &p->schedule, error);
    }
    if (p->info->n_revisions > 1) {
        return svi_league_store_schedule(p->run->store, &p->schedule, error);
    }
    svi_league_store_settings(p->run->league, &p->entries, p->info, &settings);
    settings.seats = p->info->seats;
    settings.luck = p->info->luck_decides;
    memcpy(settings.seed, p->info->seed, sizeof settings.seed);
    const enum sv_status status = svi_schedule_init(&p->schedule, &settings, &fault);
    if (status != SV_OK) {
        (void)svi_fail(error, status, "%s: %s: %s", p->run->league->file, fault.key, fault.text);
    }
    return status;
}

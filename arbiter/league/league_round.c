#include "league/league_round.h"

#include "config/league_text.h"
#include "league/league_store.h"
#include "memory/memory.h"
#include "schedule/format.h"
#include "schedule/schedule.h"
#include "store/reader.h"
#include "store/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_BOT_US 10u /* what a game costs a bot that answers at once */

static enum sv_status store_failed(struct svi_store *store, struct svi_error *error)
{
    return svi_fail(error, SV_E_SYSTEM, "%s", svi_store_error(store));
}

/* Of a season, all of whose stages are played: the next one, as far as the night goes. *over: the
 * night has ended. */
static enum sv_status plan_night(struct svi_store *store, struct svi_schedule *schedule, bool *over,
                                 struct svi_error *error)
{
    const int64_t budget = schedule->settings.budget.value[SVI_BUDGET_games];
    uint64_t night, before;
    bool ended;
    if (svi_store_night(store, &night, &before, &ended) != SV_OK) {
        return store_failed(store, error);
    }
    if (night == 0 || ended) {
        before = night > 0 ? schedule->matches : 0;
        if (svi_store_begin_night(store, ++night, before) != SV_OK) {
            return store_failed(store, error);
        }
    }
    if (schedule->taken < schedule->matches) {
        return SV_OK;
    }
    const uint64_t planned = schedule->matches - before;
    if (planned == 0 || planned + svi_ladder_stage_matches(schedule) <= (uint64_t)budget) {
        return svi_league_store_next_stage(store, schedule, error);
    }
    *over = true;
    return svi_store_end_night(store, night) == SV_OK ? SV_OK : store_failed(store, error);
}

/* Plans as far as the results go. *over: nothing more is played, whatever is missing. */
static enum sv_status plan_on(struct svi_store *store, const struct svi_league *league,
                              struct svi_schedule *schedule, bool *over, struct svi_error *error)
{
    enum sv_status status = svi_league_store_schedule(store, schedule, error);
    *over = false;
    if (status != SV_OK) {
        return status;
    }
    if (schedule->settings.format->season) {
        if (schedule->settings.budget.value[SVI_BUDGET_minutes] != SVI_NONE_GIVEN) {
            status = svi_fail(error, SV_E_RANGE,
                              "%s: budget: found minutes, expected games, where many machines play",
                              league->file);
        } else {
            status = plan_night(store, schedule, over, error);
        }
    }
    if (status == SV_OK && schedule->matches > svi_store_info(store)->matches &&
        svi_store_plan(store, schedule->matches) != SV_OK) {
        status = store_failed(store, error);
    }
    if (status != SV_OK) {
        svi_schedule_finish(schedule);
    }
    return status;
}

static void count(void *user, unsigned shard, unsigned shards, uint64_t games, uint64_t planned)
{
    (void)shard;
    (void)shards;
    (void)games;
    (void)planned;
    ++*(unsigned *)user;
}

/* Deals out what is left, by a schedule. */
static enum sv_status deal(struct svi_league_round *out, struct svi_store *store,
                           const struct svi_schedule *schedule, const uint8_t *played,
                           unsigned shards, struct svi_error *error)
{
    struct svi_store_round *round = &out->round;
    struct svi_shard_share one = {0};
    /* How many deals are left, for no more shards than those. */
    enum sv_status status =
        svi_deal_to_shards(schedule, &round->costs, played, 1, 1, NULL, &one, &out->costliest_us);
    round->shards = one.deals < shards ? (unsigned)one.deals : shards;
    round->games = one.games;
    round->expected_us = one.us;
    if (status == SV_OK && one.deals > 0) {
        out->share = svi_new(round->shards, sizeof *out->share);
        status = out->share == NULL ? SV_E_SYSTEM
                                    : svi_deal_to_shards(schedule, &round->costs, played, 1,
                                                         round->shards, NULL, out->share, NULL);
    }
    if (status != SV_OK) {
        return svi_fail(error, status, "no memory for a plan");
    }
    return one.deals == 0 || svi_store_put_round(store, round) == SV_OK
               ? SV_OK
               : store_failed(store, error);
}

enum sv_status svi_league_round_plan(struct svi_league_round *out, struct svi_store *store,
                                     const struct svi_league *league, const struct svi_costs *costs,
                                     unsigned shards, struct svi_error *error)
{
    struct svi_schedule schedule;
    unsigned merged = 0;
    bool over;
    memset(out, 0, sizeof *out);
    if (svi_store_last_round(store, &out->round) != SV_OK ||
        svi_store_merged(store, out->round.round, count, &merged) != SV_OK) {
        return store_failed(store, error);
    }
    out->round = (struct svi_store_round){
        .round = out->round.round + (out->round.round == 0 || merged > 0), .costs = *costs};
    _Static_assert(sizeof out->round.env_key >= SVI_ENV_HASH_TEXT, "a store keeps it whole");
    enum sv_status status = svi_league_key_mark(league, out->round.env_key, error);
    if (status != SV_OK) {
        return status;
    }
    status = plan_on(store, league, &schedule, &over, error);
    if (status != SV_OK) {
        return status;
    }
    const uint64_t matches = svi_store_info(store)->matches;
    uint8_t *played = svi_new((size_t)(matches + 7) / 8, 1);
    if (played == NULL) {
        status = svi_fail(error, SV_E_SYSTEM, "no memory for a plan");
    } else if (svi_store_finished(store, played) != SV_OK ||
               svi_store_count(store, &out->played) != SV_OK) {
        status = store_failed(store, error);
    } else if (!over) {
        out->round.planned = matches;
        status = deal(out, store, &schedule, played, shards, error);
    }
    out->planned = matches;
    free(played);
    svi_schedule_finish(&schedule);
    if (status != SV_OK) {
        free(out->share);
        out->share = NULL;
    }
    return status;
}

struct measuring {
    const struct svi_store_info *there, *here;
    struct svi_costs *costs;
    unsigned known;
};

static void measured(void *user, unsigned bot, uint64_t games, uint64_t used_us)
{
    struct measuring *m = user;
    for (unsigned i = 0; i < m->here->n_bots && games > 0; i++) {
        if (strcmp(m->here->bot[i], m->there->bot[bot]) == 0) {
            const uint64_t us = used_us / games;
            m->costs->bot_us[i] = us < LEAST_BOT_US ? LEAST_BOT_US
                                  : us > UINT32_MAX ? UINT32_MAX
                                                    : (uint32_t)us;
            m->known++;
        }
    }
}

enum sv_status svi_league_round_costs(struct svi_store *store, const struct svi_store_info *info,
                                      struct svi_costs *costs, unsigned *known,
                                      struct svi_error *error)
{
    struct measuring m = {.there = svi_store_info(store), .here = info, .costs = costs};
    const enum sv_status status = svi_store_used(store, measured, &m);
    *known = m.known;
    return status == SV_OK ? SV_OK : store_failed(store, error);
}

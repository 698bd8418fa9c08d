#include "league/league_run.h"

#include "base/time.h"
#include "config/bot_hash.h"
#include "config/league.h"
#include "config/league_text.h"
#include "league/league_follow.h"
#include "league/play.h"
#include "league/play_jobs.h"
#include "league/roster.h"
#include "memory/memory.h"
#include "process/bot_log.h"
#include "schedule/format_ladder.h"
#include "schedule/schedule.h"
#include "schedule/settings.h"
#include "store/store_league.h"
#include "store/store_matches.h"
#include "store/store_revisions.h"
#include "store/store_runs.h"
#include "store/store_sessions.h"
#include "store/store_shards.h"

#include <solvent/status.h>

#include <assert.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Records the start of the run, for `league status`, and the session of a shard. */
static enum sv_status note_run(struct svi_play *p, struct svi_error *error)
{
    const struct svi_league_run *run = p->run;
    const struct svi_store_run note = {.shard = run->shard,
                                       .shards = run->shards,
                                       .workers = run->workers,
                                       .planned = p->progress.planned,
                                       .before = p->progress.before,
                                       .command = run->command != NULL ? run->command : ""};
    SVI_TRY(svi_store_pass(run->store, svi_store_run_begin(run->store, &note), error));
    return run->sharded
               ? svi_store_pass(run->store,
                                svi_store_session(run->store,
                                                  run->round != NULL ? run->round->round : 0,
                                                  run->shard),
                                error)
               : SV_OK;
}

/* Plays stage by stage. Ends also where other shards have to play the rest of a stage first. */
static enum sv_status play(struct svi_play *p, const struct svi_bot_spec *specs,
                           struct svi_error *error)
{
    bool noted = false;
    for (;;) {
        SVI_TRY(svi_play_take_stock(p, error));
        if (p->progress.before + p->progress.played == p->progress.planned) {
            return SV_OK;
        }
        if (!noted) {
            SVI_TRY(note_run(p, error));
        }
        noted = true;
        SVI_TRY(svi_play_run_jobs(p, specs, error));
        if (svi_play_stopped(p) || p->progress.changed || p->run->after != NULL ||
            !svi_schedule_goes_by_results(&p->schedule)) {
            return SV_OK;
        }
    }
}

/* Rotates each bot's logs of all workers before the run, and removes empty ones after it. A log is
 * rotated at half of the bytes that a run may add, so at most three times that is kept. */
static void tend_logs(const struct svi_league_run *run, const struct svi_roster *roster,
                      bool before)
{
    for (unsigned i = 0; run->bot_logs != NULL && i < roster->n * roster->workers; i++) {
        const unsigned bot = i / roster->workers;
        const char *name = roster->spec[bot].name;
        if (before) {
            svi_bot_log_turn(run->bot_logs, name, i % roster->workers,
                             (uint64_t)roster->conditions[bot].limits.output_mb << 19);
        } else {
            svi_bot_log_sweep(run->bot_logs, name, i % roster->workers);
        }
    }
    if (run->bot_logs != NULL && !before) {
        (void)rmdir(run->bot_logs); /* only removes an empty folder */
    }
}

/* Counts the lost processes of this run, by bot. */
static void count_lost(struct svi_play *p, const struct svi_roster *roster)
{
    struct svi_league_progress *total = &p->progress;
    size_t used = 0;
    for (unsigned i = 0; i < roster->n; i++) {
        uint64_t lost = 0;
        for (unsigned w = 0; w < roster->workers; w++) {
            lost += roster->past[i * roster->workers + w].lost;
        }
        if (lost > 0 && used < sizeof total->losers) {
            const int n =
                snprintf(total->losers + used, sizeof total->losers - used, "%s%s %" PRIu64,
                         used > 0 ? ", " : "", roster->spec[i].name, lost);
            used += n > 0 ? (size_t)n : 0;
        }
        total->lost += lost;
    }
}

/* Reports what each bot's relays have counted in this run. */
static void tell_network(const struct svi_play *p, const struct svi_roster *roster)
{
    for (unsigned i = 0; i < roster->n && p->run->note != NULL; i++) {
        struct svi_relay_counts sum = {0};
        unsigned seats = 0;
        for (unsigned w = 0; w < roster->workers; w++) {
            const struct svi_bot_past *past = &roster->past[i * roster->workers + w];
#define X(name) sum.name += past->network.name;
            SVI_RELAY_COUNTS(X)
#undef X
            seats += past->played;
        }
        if (sum.connections > 0) {
            const double mib = (double)sum.bytes / 1048576, games = seats > 0 ? seats : 1;
            p->run->note("bot '%s' made %" PRIu64 " connections to its network (%.1f a game), of "
                         "which %" PRIu64 " were refused, and moved %.2f MiB (%.3f a game)",
                         roster->spec[i].name, sum.connections, (double)sum.connections / games,
                         sum.refused, mib, mib / games);
        }
    }
}

/* Names the bots like their entries, and leaves out bots that do not play. */
static void enter(const struct svi_play *p, struct svi_roster *roster)
{
    for (unsigned i = 0; i < p->entries.n; i++) {
        if (p->entries.entry[i].file != SVI_NO_BOT) {
            roster->spec[p->entries.entry[i].file].name = p->entries.entry[i].name;
        }
    }
    for (unsigned i = 0; i < roster->n * roster->workers; i++) {
        roster->past[i].out = p->run->league->bot[i / roster->workers].status != SVI_STATUS_PLAYS;
    }
}

/* Plays the league once its schedule is ready. */
static enum sv_status play_with_bots(struct svi_play *p, struct svi_error *error)
{
    struct svi_roster roster;
    if (svi_roster_init(&roster, p->run->league, p->run->workers) != SV_OK) {
        return svi_fail(error, SV_E_SYSTEM, "no memory for a league");
    }
    enter(p, &roster);
    tend_logs(p->run, &roster, true);
    const enum sv_status status = play(p, roster.spec, error);
    count_lost(p, &roster);
    tell_network(p, &roster);
    tend_logs(p->run, &roster, false);
    svi_parking_finish(&p->parking);
    svi_roster_finish(&roster);
    svi_free_all(p->finished, p->elsewhere, p->mine);
    return status;
}

static bool stopped_early(const struct svi_play *p)
{
    return p->progress.changed || p->progress.before + p->progress.played < p->progress.planned ||
           (p->night_until_us == 0 && p->run->after == NULL && svi_play_has_room(p));
}

enum sv_status svi_league_run(const struct svi_league_run *run, struct svi_league_progress *total,
                              struct svi_error *error)
{
    struct svi_play p = {.run = run, .info = svi_store_info(run->store)};
    assert(run->shard >= 1 && run->shard <= run->shards);
    if (run->league->league_s != 0) {
        p.until_us = svi_time_us() + (int64_t)run->league->league_s * 1000000;
    }
    *total = (struct svi_league_progress){.left_s = -1};
    p.progress.left_s = -1;
    SVI_TRY(svi_store_pass(run->store, svi_store_run_clear(run->store), error));
    SVI_TRY(svi_entries_init(&p.entries, run->league, p.info, error));
    enum sv_status status = svi_play_begin_plan(&p, error);
    if (status != SV_OK) {
        svi_entries_finish(&p.entries);
        return status;
    }
    if (svi_play_is_season(&p) && run->after != NULL) {
        svi_league_mark(run->league, p.mark);
    } else if (svi_play_is_season(&p)) {
        status = svi_play_begin_night(&p, error);
    }
    if (status == SV_OK) {
        status = play_with_bots(&p, error);
    }
    if (status == SV_OK && svi_play_is_season(&p) && run->after == NULL && !stopped_early(&p)) {
        status =
            svi_store_pass(run->store, svi_store_end_night(run->store, p.progress.night), error);
    }
    *total = p.progress;
    const bool whole = total->before + total->played == total->planned;
    total->out_of_time = svi_play_out_of_time(&p) && !whole;
    (void)svi_store_run_end(run->store, status != SV_OK      ? p.outside ? "paused" : "failed"
                                        : total->out_of_time ? "time"
                                        : whole              ? "done"
                                                             : "stopped");
    svi_schedule_finish(&p.schedule);
    svi_entries_finish(&p.entries);
    return status;
}

/* ---- league round ---------------------------------------------------------------------------- */

#define LEAST_BOT_US 10u /* cost of a game for a bot that answers at once */

/* Plans the next stage of a season whose planned stages are all played, as far as the night goes.
 * *over tells that the night has ended. */
static enum sv_status plan_night(struct svi_store *store, struct svi_schedule *schedule, bool *over,
                                 struct svi_error *error)
{
    const int64_t budget = schedule->settings.budget.value[SVI_BUDGET_games];
    uint64_t night, before;
    bool ended;
    SVI_TRY(svi_store_pass(store, svi_store_night(store, &night, &before, &ended), error));
    if (night == 0 || ended) {
        before = night > 0 ? schedule->matches : 0;
        SVI_TRY(svi_store_pass(store, svi_store_begin_night(store, ++night, before), error));
    }
    if (schedule->taken < schedule->matches) {
        return SV_OK;
    }
    const uint64_t planned = schedule->matches - before;
    if (planned == 0 || planned + svi_ladder_stage_matches(schedule) <= (uint64_t)budget) {
        return svi_league_store_next_stage(store, schedule, error);
    }
    *over = true;
    return svi_store_pass(store, svi_store_end_night(store, night), error);
}

/* Plans as far as the results go. *over tells that nothing more is played, even if matches are
 * missing. */
static enum sv_status plan_on(struct svi_store *store, const struct svi_league *league,
                              struct svi_schedule *schedule, bool *over, struct svi_error *error)
{
    if (schedule->settings.format->season) {
        if (schedule->settings.budget.value[SVI_BUDGET_minutes] != SVI_NONE_GIVEN) {
            return svi_fail(error, SV_E_RANGE,
                            "%s: budget: found minutes, expected games, where many machines play",
                            league->file);
        }
        SVI_TRY(plan_night(store, schedule, over, error));
    }
    return schedule->matches > svi_store_info(store)->matches
               ? svi_store_pass(store, svi_store_plan(store, schedule->matches), error)
               : SV_OK;
}

static void count(void *user, unsigned shard, unsigned shards, uint64_t games, uint64_t planned)
{
    (void)shard;
    (void)shards;
    (void)games;
    (void)planned;
    ++*(unsigned *)user;
}

/* Deals out the remaining games of a schedule. */
static enum sv_status deal(struct svi_league_round *out, struct svi_store *store,
                           const struct svi_schedule *schedule, const uint8_t *played,
                           unsigned shards, struct svi_error *error)
{
    struct svi_store_round *round = &out->round;
    struct svi_shard_share one = {0};
    /* Counts the remaining deals: there are no more shards than deals. */
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
    return one.deals == 0 ? SV_OK : svi_store_pass(store, svi_store_put_round(store, round), error);
}

/* Plans the round of a store's schedule, all but its number. */
static enum sv_status plan_round(struct svi_league_round *out, struct svi_store *store,
                                 const struct svi_league *league, struct svi_schedule *schedule,
                                 unsigned shards, struct svi_error *error)
{
    bool over = false;
    SVI_TRY(plan_on(store, league, schedule, &over, error));
    const uint64_t matches = svi_store_info(store)->matches;
    SCOPED(scoped_free) uint8_t *played = svi_new((size_t)(matches + 7) / 8, 1);
    if (played == NULL) {
        return svi_fail(error, SV_E_SYSTEM, "no memory for a plan");
    }
    out->planned = matches;
    SVI_TRY(svi_store_pass(store, svi_store_finished(store, played), error));
    SVI_TRY(svi_store_pass(store, svi_store_count(store, &out->played), error));
    if (over) {
        return SV_OK;
    }
    out->round.planned = matches;
    return deal(out, store, schedule, played, shards, error);
}

enum sv_status svi_league_round_plan(struct svi_league_round *out, struct svi_store *store,
                                     const struct svi_league *league, const struct svi_costs *costs,
                                     unsigned shards, struct svi_error *error)
{
    struct svi_schedule schedule;
    unsigned merged = 0;
    memset(out, 0, sizeof *out);
    SVI_TRY(svi_store_pass(store, svi_store_last_round(store, &out->round), error));
    SVI_TRY(
        svi_store_pass(store, svi_store_merged(store, out->round.round, count, &merged), error));
    out->round = (struct svi_store_round){
        .round = out->round.round + (out->round.round == 0 || merged > 0), .costs = *costs};
    _Static_assert(sizeof out->round.env_key >= SVI_ENV_HASH_TEXT, "a store keeps it whole");
    SVI_TRY(svi_league_key_mark(league, out->round.env_key, error));
    SVI_TRY(svi_league_store_schedule(store, &schedule, error));
    const enum sv_status status = plan_round(out, store, league, &schedule, shards, error);
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
    return svi_store_pass(store, status, error);
}

unsigned svi_concurrency_busy(const struct svi_league *league)
{
    uint64_t places = 0; /* seats in the matches that a worker runs at once */
    for (unsigned i = 0; i < league->n_bots; i++) {
        places += league->bot[i].matches;
    }
    const uint64_t matches = places / league->settings.seats;
    return matches < 1 ? 1 : matches < league->n_bots ? (unsigned)matches : league->n_bots;
}

unsigned svi_concurrency_workers(const struct svi_league *league, unsigned cores, unsigned most)
{
    const unsigned workers = cores / (svi_concurrency_busy(league) + 1);
    if (workers < 1 || league->endpoint != NULL) {
        return 1;
    }
    return workers < most ? workers : most;
}

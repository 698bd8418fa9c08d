#include "league/league_run.h"

#include "config/bot_hash.h"
#include "league/play.h"
#include "league/roster.h"
#include "process/bot_log.h"
#include "store/reader.h"
#include "store/store_sessions.h"
#include "store/writer.h"

#include "base/time.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* There is something to play: whoever looks on is to know. */
static enum sv_status note_run(struct svi_play *p, struct svi_error *error)
{
    const struct svi_league_run *run = p->run;
    const struct svi_store_run note = {.shard = run->shard,
                                       .shards = run->shards,
                                       .workers = run->workers,
                                       .planned = p->progress.planned,
                                       .before = p->progress.before,
                                       .command = run->command != NULL ? run->command : ""};
    return svi_store_run_begin(run->store, &note) == SV_OK ? SV_OK
                                                           : svi_play_store_failed(p, error);
}

/* Stage by stage; what others have to play first, the shards of a stage, ends it as well. */
static enum sv_status play(struct svi_play *p, const struct svi_bot_spec *specs,
                           struct svi_error *error)
{
    bool noted = false;
    for (;;) {
        enum sv_status status = svi_play_take_stock(p, error);
        if (status != SV_OK || p->progress.before + p->progress.played == p->progress.planned) {
            return status;
        }
        if (!noted && (status = note_run(p, error)) != SV_OK) {
            return status;
        }
        if (!noted && p->run->sharded &&
            svi_store_session(p->run->store, p->run->round != NULL ? p->run->round->round : 0,
                              p->run->shard) != SV_OK) {
            return svi_play_store_failed(p, error);
        }
        noted = true;
        status = svi_play_run_jobs(p, specs, error);
        if (status != SV_OK || svi_play_stopped(p) || p->progress.changed ||
            p->run->after != NULL || !svi_schedule_goes_by_results(&p->schedule)) {
            return status;
        }
    }
}

/* What is done about each bot's logs, those of all workers. A log that has half of what a run may
 * add to it is turned over, so all that is kept is three times that at most. */
static void tend_logs(const struct svi_league_run *run, const struct svi_roster *roster,
                      bool before)
{
    const uint64_t most_bytes = (uint64_t)run->league->limits.output_mb << 19;
    for (unsigned i = 0; run->bot_logs != NULL && i < roster->n * roster->workers; i++) {
        const char *name = roster->spec[i / roster->workers].name;
        if (before) {
            svi_bot_log_turn(run->bot_logs, name, i % roster->workers, most_bytes);
        } else {
            svi_bot_log_sweep(run->bot_logs, name, i % roster->workers);
        }
    }
    if (run->bot_logs != NULL && !before) {
        (void)rmdir(run->bot_logs); /* where nothing was printed there is nothing to keep */
    }
}

/* Whose processes were lost in this run. */
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

/* Calls bots as their entries are, and leaves those out that do not play. */
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

/* With the schedule in place. */
static enum sv_status play_with_bots(struct svi_play *p, struct svi_error *error)
{
    struct svi_roster roster;
    if (svi_roster_init(&roster, p->run->league, p->run->workers, p->run->program) != SV_OK) {
        return svi_fail(error, SV_E_SYSTEM, "no memory for a league");
    }
    enter(p, &roster);
    tend_logs(p->run, &roster, true);
    const enum sv_status status = play(p, roster.spec, error);
    count_lost(p, &roster);
    tend_logs(p->run, &roster, false);
    svi_parking_finish(&p->parking);
    svi_roster_finish(&roster);
    free(p->finished);
    free(p->elsewhere);
    free(p->mine);
    return status;
}

/* The entries of the store that the league's bots are. */
static enum sv_status find_entries(struct svi_play *p, struct svi_error *error)
{
    const enum sv_status status = svi_entries_init(&p->entries, p->run->league, p->info, error);
    for (unsigned i = 0; status == SV_OK && i < p->entries.n; i++) {
        p->spec[i] = p->entries.entry[i].file;
    }
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
    enum sv_status status = svi_store_run_clear(run->store);
    if (status != SV_OK) {
        return svi_play_store_failed(&p, error);
    }
    status = find_entries(&p, error);
    if (status != SV_OK) {
        return status;
    }
    status = svi_play_begin_plan(&p, error);
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
    if (status == SV_OK && svi_play_is_season(&p) && run->after == NULL && !stopped_early(&p) &&
        svi_store_end_night(run->store, p.progress.night) != SV_OK) {
        status = svi_play_store_failed(&p, error);
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

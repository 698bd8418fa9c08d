#include "league/play_jobs.h"
#include "memory/memory.h"

#include "config/bot_hash.h"
#include "league/league_store.h"
#include "league/roster.h"
#include "runner/bot_past.h"
#include "runner/runner.h"
#include "schedule/format_ladder.h"
#include "schedule/settings.h"

#include "base/time.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OVERRUN_S 5 /* a smaller excess over a budget in minutes needs no line */

/* Returns the roster's number of an entry, or SVI_NO_BOT if the league file has no such bot. The
 * runner numbers bots like the league file, everything above it like the entries of the store: the
 * callbacks here translate. */
static unsigned roster_of(const struct svi_play *p, unsigned entry)
{
    return p->entries.entry[entry].file;
}

/* Measures lanes, so that blocks grow until their first lane takes long enough. */
static void time_lane(struct svi_play *p, uint32_t lane)
{
    if (lane != p->lane) {
        const int64_t now_us = svi_time_us();
        if (p->lane == 0) {
            p->order.block = svi_play_next_block(p->order.block, now_us - p->lane_us);
        }
        p->lane = lane;
        p->lane_us = now_us;
    }
}

/* Returns whether the present processes may play a match. All batches that have only matches with
 * luck of their own are alike. */
static bool may_play(const struct svi_play *p, const struct svi_pairing *pairing)
{
    return !svi_play_in_batches(&p->schedule) || p->order.batch == p->batch ||
           (pairing->apart && p->apart);
}

/* Lets the next match begin a batch. */
static void begin_batch(struct svi_play *p)
{
    struct svi_pairing pairing;
    p->batch = p->order.batch;
    if (p->next != 0) {
        svi_schedule_seating(&p->schedule, p->next, &pairing);
        p->apart = pairing.apart;
    }
}

static bool next_job(void *user, struct svi_job *job)
{
    struct svi_play *p = user;
    struct svi_pairing pairing;
    if (p->next == 0) {
        return false;
    }
    svi_schedule_match(&p->schedule, p->next, &pairing);
    if (!may_play(p, &pairing)) {
        return false;
    }
    p->apart &= pairing.apart;
    if (!pairing.apart) {
        time_lane(p, pairing.lane);
    }
    svi_play_find_next(p);
    *job = (struct svi_job){.number = pairing.number,
                            .edition = &p->run->league->edition,
                            .seats = p->info->seats,
                            .league = p->info->name,
                            .deal = pairing.deal,
                            .seating = pairing.seating,
                            .fresh = p->fresh};
    p->fresh = false;
    memcpy(job->seed, pairing.seed, sizeof job->seed);
    memcpy(job->salt, pairing.salt, sizeof job->salt);
    for (unsigned s = 0; s < p->info->seats; s++) {
        job->bot[s] = roster_of(p, pairing.bot[s]);
    }
    return true;
}

/* Returns the number of matches left to play without parked bots. */
static uint64_t left_for_now(const struct svi_play *p)
{
    const uint64_t left = p->progress.planned - p->progress.before - p->progress.played;
    return p->late_games < left ? left - p->late_games : 0;
}

/* Estimates the seconds that all planned games take, or returns -1. Games of parked bots come last
 * and have their own pace. */
static int64_t planned_s(const struct svi_play *p, uint64_t to_come)
{
    const int64_t left_s = svi_time_left_s(&p->time_left, left_for_now(p) + to_come);
    return left_s < 0 || p->late_s < 0 ? -1 : left_s + p->late_s;
}

/* Reports once that the run will end after its budget's minutes, and by how much. Waits until a
 * fifth is played, as only then the estimate is good. */
static void tell_overrun(struct svi_play *p, int64_t left_s)
{
    const uint64_t finished = p->progress.before + p->progress.played;
    const int64_t over_s = left_s - (p->night_until_us - svi_time_us()) / 1000000;
    if (p->night_until_us == 0 || p->told_overrun || left_s < 0 || over_s < OVERRUN_S ||
        finished * 5 < p->progress.planned || p->run->note == NULL) {
        return;
    }
    p->told_overrun = true;
    p->run->note("the last stage is about to end %" PRId64 ":%02" PRId64
                 " min after the budget of %" PRId64 " min is used up",
                 over_s / 60, over_s % 60, p->schedule.settings.budget.value[SVI_BUDGET_minutes]);
}

/* Estimates the seconds to the end of the run, or returns -1. A run with a budget in minutes plays
 * until they are over, if more stages fit. */
static int64_t seconds_left(const struct svi_play *p)
{
    uint64_t to_come;
    if (!svi_play_to_come(p, &to_come)) {
        return -1;
    }
    const int64_t left_s = planned_s(p, to_come);
    if (left_s < 0 || p->night_until_us == 0) {
        return left_s;
    }
    const int64_t budget_s = (p->night_until_us - svi_time_us()) / 1000000;
    const int64_t stage_s = svi_time_left_s(&p->time_left, svi_ladder_stage_matches(&p->schedule));
    return left_s + stage_s / 2 <= budget_s ? budget_s : left_s;
}

static bool take_done(void *user, const struct svi_outcome *done)
{
    struct svi_play *p = user;
    struct svi_pairing pairing;
    svi_schedule_seating(&p->schedule, done->job.number, &pairing);
    const struct svi_store_match match = svi_league_row(done, &pairing);
    if (svi_write_queue_put(p->writer, &match) != SV_OK) {
        return false;
    }
    p->finished[(done->job.number - 1) / 8] |= (uint8_t)(1u << (done->job.number - 1) % 8);
    p->progress.played++;
    p->progress.night_games += svi_play_is_season(p);
    p->progress.decisions += done->decisions;
    for (unsigned s = 0; s < p->info->seats; s++) {
        p->spent[pairing.bot[s]].seats++;
        p->spent[pairing.bot[s]].used_us += done->seat[s].used_us;
    }
    svi_time_left_add(&p->time_left, svi_time_us(), p->progress.before + p->progress.played);
    p->progress.left_s = seconds_left(p);
    tell_overrun(p, p->progress.left_s);
    svi_write_queue_left(p->writer, p->progress.left_s);
    if (p->run->progress != NULL) {
        p->run->progress(p->run->user, &p->progress);
    }
    return true;
}

static void take_lost(void *user, const struct svi_loss *loss)
{
    struct svi_play *p = user;
    struct svi_loss row = *loss;
    for (row.bot = 0; row.bot < p->entries.n && roster_of(p, row.bot) != loss->bot; row.bot++) {
    }
    p->outside |= loss->outside;
    if (p->writer != NULL) { /* an error here shows at the next match too */
        (void)svi_write_queue_loss(p->writer, &row);
    }
}

static void take_playing(void *user, unsigned worker, struct svi_playing *rows, unsigned n)
{
    struct svi_play *p = user;
    for (unsigned i = 0; i < n; i++) { /* the pairing has the entries */
        struct svi_pairing pairing;
        svi_schedule_seating(&p->schedule, rows[i].number, &pairing);
        memcpy(rows[i].bot, pairing.bot, sizeof rows[i].bot);
    }
    if (p->writer != NULL) { /* an error here shows at the next match too */
        (void)svi_write_queue_playing(p->writer, worker, rows, n);
    }
}

/* A walk along the matches left, which stops at the first one without parked bots. */
struct others {
    const struct svi_play *p;
    struct svi_play_order order;
    uint64_t number;
};

/* Returns whether a match without parked bots is left to begin. Matches that were passed stay so
 * while bots are only added to the parked ones, so the next call goes on from the match found. */
static bool others_left(void *user)
{
    struct others *others = user;
    struct others at = *others;
    while (at.number != 0 && !svi_play_is_for_now(at.p, at.number)) {
        at.number = svi_play_order_next(&at.order);
    }
    if (at.number != 0) {
        *others = at;
    }
    return at.number != 0;
}

#define LOOKED_AT                                                                                  \
    1000000u /* most matches to look at; of more matches, every n-th is taken, to be quick */

/* Fills a row for every entry with its numbers of played and remaining matches. Returns how many of
 * the remaining matches include a parked bot. A bot's time for its remaining matches is known once
 * it has finished a match. The time comes from the bot's own clock, because matches wait for that
 * bot. */
static uint64_t look_at_matches(const struct svi_play *p, struct svi_store_parked *rows)
{
    const uint64_t each = p->schedule.matches / LOOKED_AT + 1;
    uint64_t late = 0;
    for (unsigned e = 0; e < p->entries.n; e++) {
        rows[e] = (struct svi_store_parked){.bot = e, .left_s = -1, .answer_us = p->answer_us[e]};
    }
    for (uint64_t number = 1; number <= p->schedule.matches; number += each) {
        struct svi_pairing pairing;
        bool waits = false;
        const bool played = svi_play_is_finished(p, number);
        if (!played && svi_play_is_others(p, number)) {
            continue;
        }
        svi_schedule_seating(&p->schedule, number, &pairing);
        for (unsigned s = 0; s < p->info->seats; s++) {
            const unsigned bot = pairing.bot[s];
            bool first = true; /* its first seat in the match */
            for (unsigned k = 0; k < s; k++) {
                first = first && pairing.bot[k] != bot;
            }
            if (first) {
                *(played ? &rows[bot].played : &rows[bot].left) += each;
                waits |= p->parking.parked[bot];
            }
        }
        late += waits && !played ? each : 0;
    }
    for (unsigned i = 0; i < p->entries.n; i++) {
        const struct svi_play_spent *spent = &p->spent[i];
        if (spent->seats > 0) {
            rows[i].left_s = (int64_t)((double)spent->used_us / 1e6 / (double)spent->seats *
                                       (double)rows[i].left / (double)p->run->workers);
        }
    }
    return late;
}

/* Restarts the measurement of the pace, after bots were parked or all play again. */
static void begin_pace(struct svi_play *p)
{
    struct svi_store_parked rows[SVI_MAX_BOTS] = {{0}};
    svi_time_left_begin(&p->time_left, svi_time_us(), p->progress.before + p->progress.played);
    p->progress.left_s = -1;
    p->late_games = p->parking.n > 0 ? look_at_matches(p, rows) : 0;
    p->late_s = 0;
    for (unsigned i = 0; i < p->entries.n; i++) {
        if (p->parking.parked[i]) {
            p->late_s = rows[i].left_s < 0 || p->late_s < 0 ? -1
                        : rows[i].left_s > p->late_s        ? rows[i].left_s
                                                            : p->late_s;
        }
    }
}

/* Stores that these bots are parked, or that their matches begin. */
static void store_parked(struct svi_play *p, const bool *bots)
{
    struct svi_store_parked rows[SVI_MAX_BOTS] = {{0}};
    (void)look_at_matches(p, rows);
    for (unsigned i = 0; i < p->entries.n; i++) {
        if (bots[i]) { /* an error here shows at the next match too */
            (void)svi_write_queue_parked(p->writer, &rows[i]);
        }
    }
}

/* Reports that a bot is parked, with the figures measured. */
static void tell_parked(const struct svi_play *p, unsigned entry, const struct svi_slow_bot *slow)
{
    const char *name = p->entries.entry[entry].origin;
    const char *what = p->run->league->park_forfeits
                           ? "it forfeits its seats (parked: forfeit)"
                           : "it is parked, and its matches are played last (limits: wall_share)";
    const double charged_s = (double)slow->charged_us / 1e6;
    if (p->run->note == NULL) {
        return;
    }
    if (slow->lost + slow->forfeited > 0) {
        p->run->note("bot '%s' delays the others by its faults, %u lost process%s and %u forfeited "
                     "seat%s: %s",
                     name, slow->lost, slow->lost == 1 ? "" : "es", slow->forfeited,
                     slow->forfeited == 1 ? "" : "s", what);
    } else if (slow->answers > 0) {
        p->run->note("bot '%s' delays the others, at %.3f s an answer%s: %s. Its clock charged "
                     "%u%% of the time of its matches, and %.1f s for %" PRIu64 " answers.",
                     name, charged_s / (double)slow->answers,
                     slow->behind ? " behind all others (limits: cpu_share)" : "", what,
                     slow->percent, charged_s, slow->answers);
    } else {
        p->run->note("bot '%s' delays the others, with no answer in %.1f s: %s", name, charged_s,
                     what);
    }
}

/* Returns the mean time of an answer, at least 1, since 0 means that the bot is not slow. Before
 * the first answer, the time of the open question counts. */
static uint64_t answer_us(const struct svi_slow_bot *slow)
{
    const uint64_t charged_us = slow->charged_us > 0 ? (uint64_t)slow->charged_us : 0;
    return charged_us / (slow->answers > 0 ? slow->answers : 1) + 1;
}

/* Returns whether a bot that delays the others must be parked now. A bot that was given up is not
 * parked if the next stage would wait for its matches. A bot with few faults is not parked if it
 * would forfeit for it. */
static bool is_to_be_parked(const struct svi_play *p, unsigned entry,
                            const struct svi_slow_bot *slow)
{
    const struct svi_league *league = p->run->league;
    const unsigned faults = slow->lost + slow->forfeited;
    const bool stays_out =
        slow->out && (p->entries.entry[entry].status != SVI_STATUS_PLAYS || league->park_forfeits ||
                      svi_schedule_goes_by_results(&p->schedule));
    const bool few = league->park_forfeits && faults > 0 && faults < SVI_BOT_COSTLY;
    return slow->slow && !p->parking.parked[entry] && !stays_out && !few;
}

static bool park(void *user, struct svi_slow_bot *slow)
{
    struct svi_play *p = user;
    struct others others = {p, p->order, p->next};
    uint64_t taken_us[SVI_MAX_BOTS] = {0};
    bool told[SVI_MAX_BOTS] = {false};
    bool parts = false;
    for (unsigned e = 0; e < p->entries.n; e++) {
        const unsigned bot = roster_of(p, e);
        if (bot != SVI_NO_BOT && is_to_be_parked(p, e, &slow[bot])) {
            taken_us[e] = answer_us(&slow[bot]);
        }
    }
    (void)svi_parking_park(&p->parking, taken_us, p->entries.n, others_left, &others);
    for (unsigned e = 0; e < p->entries.n; e++) {
        const unsigned bot = roster_of(p, e);
        if (bot == SVI_NO_BOT) {
            continue;
        }
        slow[bot].slow = p->parking.parked[e];
        told[e] = taken_us[e] > 0 && !slow[bot].out;
        if (told[e]) {
            parts = true;
            p->answer_us[e] = taken_us[e];
            tell_parked(p, e, &slow[bot]);
        }
    }
    if (parts) {
        p->parking.is_stopping = true;
        store_parked(p, told);
    }
    return parts;
}

/* Returns whether the files of a bot have been replaced since the season's run began. Its games
 * would then be recorded under the name of its earlier version. */
static bool has_changed(struct svi_play *p)
{
    uint8_t mark[sizeof p->mark];
    if (svi_play_is_season(p)) {
        svi_league_mark(p->run->league, mark);
        p->progress.changed |= memcmp(mark, p->mark, sizeof mark) != 0;
    }
    return p->progress.changed;
}

/* Returns whether the rest of the matches should begin now. */
static bool goes_on(struct svi_play *p, enum sv_status status)
{
    return status == SV_OK && p->next != 0 && !svi_play_stopped(p) && !has_changed(p);
}

static enum sv_status open_writer(struct svi_play *p, struct svi_error *error)
{
    p->writer = svi_write_queue_create(p->run->store);
    if (p->writer == NULL) {
        return svi_fail(error, SV_E_SYSTEM, "no thread to write the store");
    }
    if (p->run->save != NULL) {
        svi_write_queue_save(p->writer, p->run->save, p->run->save_s);
    }
    return SV_OK;
}

static enum sv_status close_writer(struct svi_play *p, struct svi_error *error)
{
    struct svi_write_queue *writer = p->writer;
    p->writer = NULL;
    return svi_store_pass(p->run->store, writer != NULL ? svi_write_queue_destroy(writer) : SV_OK,
                          error);
}

/* Returns whether a stage may follow that the bots' processes can play: its deals are new to them.
 * If a bot was slow, the run ends first, so that it can decide again whom to park. */
static bool may_follow(const struct svi_play *p)
{
    bool slow = false;
    for (unsigned i = 0; i < p->entries.n; i++) {
        slow |= p->parking.slow[i];
    }
    return p->next == 0 && p->run->after == NULL && !slow && p->failed == SV_OK &&
           svi_schedule_goes_by_results(&p->schedule);
}

/* Returns whether the next batch should follow in the same run of the runner: a bot keeps its
 * connection, as we could not start it anew. */
static bool may_renew(const struct svi_play *p)
{
    return p->next != 0 && p->run->league->endpoint != NULL && p->run->workers == 1;
}

/* Stores all results, and plans the games that are left. */
static enum sv_status plan_more(struct svi_play *p, struct svi_error *error)
{
    SVI_TRY(close_writer(p, error));
    SVI_TRY(svi_play_take_stock(p, error));
    return open_writer(p, error);
}

/* Begins the next batch, or plans the stage after one that was played, once its results are in the
 * store. */
static bool more_jobs(void *user, bool done)
{
    struct svi_play *p = user;
    if (!done) {
        return may_renew(p) || may_follow(p);
    }
    if ((!may_renew(p) && !may_follow(p)) || svi_play_stopped(p) || has_changed(p)) {
        return false;
    }
    if (may_renew(p)) {
        begin_batch(p);
        p->fresh = true;
        return true;
    }
    p->failed = plan_more(p, &p->error);
    if (p->failed != SV_OK) {
        return false;
    }
    svi_play_find_next(p);
    p->lane = UINT32_MAX;
    begin_batch(p);
    return p->next != 0;
}

/* Applies the league file's rule for parked bots: with `parked: forfeit` they are out from now
 * on. */
static void give_up_parked(struct svi_play *p, const struct svi_bot_spec *specs)
{
    if (!p->run->league->park_forfeits) {
        return;
    }
    for (unsigned i = 0; i < p->entries.n; i++) {
        for (unsigned w = 0; w < p->run->workers && p->parking.parked[i]; w++) {
            specs[roster_of(p, i)].past[w].out = true;
        }
        p->parking.slow[i] = false;
    }
    svi_parking_clear(&p->parking);
}

/* Plays one batch after the other, each with new processes; without batches, all matches at once.
 * If bots are parked, the batch ends early, and the other bots' rest is the next batch. */
static enum sv_status play_batches(struct svi_play *p, const struct svi_run_config *config,
                                   struct svi_error *error)
{
    enum sv_status status = SV_OK;
    svi_play_find_next(p);
    p->lane = UINT32_MAX;
    begin_pace(p);
    while (goes_on(p, status)) {
        begin_batch(p);
        p->parking.is_stopping = false;
        p->fresh = false;
        status = svi_run(config, NULL, error);
        if (status == SV_OK && p->failed != SV_OK) {
            status = svi_fail(error, p->failed, "%s", p->error.text);
        }
        if (p->parking.is_stopping) {
            const uint64_t before = left_for_now(p);
            give_up_parked(p, config->bots);
            begin_pace(p);
            svi_play_begin_turns(p, svi_play_wider_block(p->order.block, before, left_for_now(p)));
            svi_play_find_next(p);
            p->lane = UINT32_MAX;
        }
    }
    return status;
}

/* Plays all planned matches: first those without parked bots, then the rest, in which the slowest
 * bots may be parked again. Each pass plays something, because no bot is parked if nothing else is
 * left to play. */
static enum sv_status play_passes(struct svi_play *p, const struct svi_run_config *config,
                                  struct svi_error *error)
{
    svi_parking_recall(&p->parking);
    for (;;) {
        const enum sv_status status = play_batches(p, config, error);
        const bool parked = p->parking.n > 0;
        svi_parking_clear(&p->parking);
        if (status != SV_OK || !parked || svi_play_stopped(p) || p->progress.changed) {
            return status;
        }
        store_parked(p, p->parking.slow);
        svi_play_begin_turns(p, 0);
    }
}

enum sv_status svi_play_run_jobs(struct svi_play *p, const struct svi_bot_spec *specs,
                                 struct svi_error *error)
{
    const struct svi_league *league = p->run->league;
    SCOPED(scoped_free)
    char *logs = p->run->bot_logs != NULL ? svi_text("%s/.", p->run->bot_logs) : NULL;
    const char *const ours[] = {p->run->store_path, logs, NULL};
    SCOPED(scoped_free) const char **hidden = svi_league_hidden(league, ours);
    const struct svi_run_config config = {.bots = specs,
                                          .n_bots = league->n_bots,
                                          .workers = p->run->workers,
                                          .conditions = league->conditions,
                                          .until_us = p->until_us,
                                          .sandbox.mode = league->sandbox,
                                          .sandbox.root = league->root,
                                          .sandbox.isolation = &p->isolation,
                                          .sandbox.tell_weaker = true,
                                          .sandbox.own = p->run->own,
                                          .sandbox.hidden = hidden,
                                          .output.folder = p->run->bot_logs,
                                          .output.keep = true,
                                          .talk = league->talk,
                                          .luck = p->run->luck,
                                          .output.note = p->run->note,
                                          .stop = p->run->stop,
                                          .wall_share = league->wall_share,
                                          .suspended = &p->parking.suspended,
                                          .jobs.park = park,
                                          .jobs.next = next_job,
                                          .jobs.more = more_jobs,
                                          .jobs.done = take_done,
                                          .jobs.lost = take_lost,
                                          .jobs.playing = take_playing,
                                          .jobs.user = p};
    enum sv_status status = open_writer(p, error);
    if (status == SV_OK) {
        status = play_passes(p, &config, error);
    }
    SVI_TRY(close_writer(p, error));
    SVI_TRY(status);
    const uint64_t played = p->progress.before + p->progress.played;
    return svi_play_stopped(p) || p->progress.changed || played == p->progress.planned
               ? SV_OK
               : svi_fail(error, SV_E_SYSTEM,
                          "found %" PRIu64 " games at the end of the run, expected %" PRIu64
                          "; run the same command again",
                          played, p->progress.planned);
}

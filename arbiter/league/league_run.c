#include "league/league_run.h"

#include "config/bot_hash.h"
#include "config/entries.h"
#include "league/league_store.h"
#include "league/parking.h"
#include "league/roster.h"
#include "process/bot_log.h"
#include "runner/runner.h"
#include "schedule/format.h"
#include "schedule/play_order.h"
#include "schedule/schedule.h"
#include "schedule/shard_deals.h"
#include "session/clock.h"
#include "store/reader.h"
#include "store/store_sessions.h"
#include "store/write_queue.h"
#include "store/writer.h"

#include "base/time.h"

#include <solvent/manifest.h>
#include <solvent/version.h>

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Processes of bots cost some tenths of a second to start and to end, and at the end of a batch
 * fewer and fewer matches keep them busy: a batch is worth it when it takes BATCH_US, and blocks
 * grow until it does. */
#define FIRST_BLOCK 8u /* deals of a block, in those that are played at once */
#define BLOCK_GROWTH 4u
#define MOST_BLOCK 16384u
#define BATCH_US INT64_C(10000000)

struct play {
    const struct svi_league_run *run;
    const struct svi_store_info *info;
    struct svi_schedule schedule;
    struct svi_play_order order;
    struct svi_write_queue *writer;
    bool outside;       /* a bot's process was ended from outside */
    uint8_t *finished;  /* bit (number - 1) of every match in the store */
    uint8_t *elsewhere; /* the same of run->after; NULL: there is none */
    uint8_t *mine;      /* svi_play_order_init_dealt(); NULL: nobody has dealt */
    uint64_t next;      /* match that is to be played next; 0: there is none */
    uint64_t batch;     /* that the bots' processes play */
    struct svi_league_progress progress;
    struct svi_housing housing;
    int64_t until_us; /* at which the run ends; 0: none */
    struct svi_entries entries;
    unsigned spec[SVI_MAX_BOTS]; /* by entry: the bot in the league file */
    uint64_t night_before;       /* of a season: matches that were planned before this night */
    int64_t night_until_us;      /* no stage begins from then on; 0: the budget is of games */
    uint8_t mark[32];            /* of the files of bots, when the run began */
    struct svi_parking parking;
    uint64_t answer_us[SVI_MAX_BOTS]; /* by bot of the league file, of those that were parked */
};

static bool has_bit(const uint8_t *bits, uint64_t number)
{
    return (bits[(number - 1) / 8] >> (number - 1) % 8 & 1) != 0;
}

static bool is_finished(const struct play *p, uint64_t number)
{
    return has_bit(p->finished, number);
}

/* Whether a match that is not in the store is not to be played here. */
static bool is_others(const struct play *p, uint64_t number)
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

/* Whether each batch has processes of its own: whoever has played a deal never meets its seed
 * again. Deals of one match are met once in any case. */
static bool in_batches(const struct svi_schedule *schedule)
{
    return schedule->settings.lanes == SVI_LANES_AUTO && schedule->lanes > 1;
}

/* The block that follows one whose last batch took so long. */
static uint64_t next_block(uint64_t block, int64_t batch_us)
{
    return batch_us < BATCH_US && block < MOST_BLOCK ? block * BLOCK_GROWTH : block;
}

uint64_t svi_league_run_batches(const struct svi_league *league, unsigned workers,
                                const struct svi_schedule *schedule, uint64_t matches,
                                double match_s, double start_s)
{
    uint64_t block = deals_at_once(league, workers, schedule->settings.seats) * FIRST_BLOCK;
    const uint64_t deals = (matches + schedule->lanes - 1) / schedule->lanes;
    uint64_t blocks = 0;
    if (!in_batches(schedule)) {
        return 1;
    }
    for (uint64_t dealt = 0; dealt < deals; blocks++) {
        dealt += block;
        block = next_block(block, (int64_t)(((double)block * match_s + start_s) * 1e6));
    }
    return blocks * schedule->lanes;
}

/* From the first deal on, in blocks of so many at first; 0: as many as are worth it. */
static void begin_turns(struct play *p, uint64_t block)
{
    if (block == 0) {
        block =
            deals_at_once(p->run->league, p->run->workers, svi_store_info(p->run->store)->seats) *
            (in_batches(&p->schedule) ? FIRST_BLOCK : 1);
    }
    if (p->mine != NULL) {
        svi_play_order_init_dealt(&p->order, &p->schedule, p->mine, block);
    } else {
        svi_play_order_init(&p->order, &p->schedule, p->run->shard, p->run->shards, block);
    }
}

/* Whether a bot sits in a match that the others go on without. */
static bool is_parked(const struct play *p, uint64_t number)
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

/* Whether a match is to be played here, before those of parked bots. */
static bool is_for_now(const struct play *p, uint64_t number)
{
    return !is_finished(p, number) && !is_others(p, number) && !is_parked(p, number);
}

static void find_next(struct play *p)
{
    do {
        p->next = svi_play_order_next(&p->order);
    } while (p->next != 0 && !is_for_now(p, p->next));
}

static enum sv_status store_failed(const struct play *p, char *error, size_t error_size)
{
    (void)snprintf(error, error_size, "%s", svi_store_error(p->run->store));
    return SV_E_SYSTEM;
}

static bool is_season(const struct play *p)
{
    return p->schedule.settings.format->season;
}

/* Whether the budget of the night has room for another stage. There is always room for one. */
static bool has_room(const struct play *p)
{
    const struct svi_settings *settings = &p->schedule.settings;
    const uint64_t planned = p->schedule.matches - p->night_before;
    const uint64_t stage = svi_ladder_stage_matches(&p->schedule);
    if (planned == 0) {
        return true;
    }
    return p->night_until_us != 0
               ? svi_time_us() < p->night_until_us
               : planned + stage <= (uint64_t)settings->budget.value[SVI_BUDGET_games];
}

/* Plans the next stage of a season when one is over, as far as the night goes. */
static enum sv_status plan_season(struct play *p, char *error, size_t error_size)
{
    if (!is_season(p) || p->run->after != NULL || p->schedule.taken < p->schedule.matches ||
        !has_room(p)) {
        return SV_OK;
    }
    return svi_league_store_next_stage(p->run->store, &p->schedule, error, error_size);
}

static enum sv_status no_memory(char *error, size_t error_size)
{
    (void)snprintf(error, error_size, "no memory for a league");
    return SV_E_SYSTEM;
}

/* What shards of this round have brought in already is dealt out with the rest, so that nobody's
 * share depends on who was first. */
static void not_before(void *user, uint64_t number)
{
    struct play *p = user;
    if (number >= 1 && number <= p->run->round->planned) {
        p->elsewhere[(number - 1) / 8] &= (uint8_t) ~(1u << (number - 1) % 8);
    }
}

/* Finds out what had been played before the round, and what this shard has been dealt. */
static enum sv_status look_behind(struct play *p, char *error, size_t error_size)
{
    const struct svi_league_run *run = p->run;
    const uint64_t matches = svi_store_info(run->after)->matches;
    free(p->elsewhere);
    free(p->mine);
    p->elsewhere = calloc(
        (size_t)((matches > p->schedule.matches ? matches : p->schedule.matches) + 7) / 8, 1);
    p->mine = calloc((size_t)(p->schedule.matches / p->schedule.lanes + 7) / 8, 1);
    if (p->elsewhere == NULL || p->mine == NULL) {
        return no_memory(error, error_size);
    }
    enum sv_status status = svi_store_finished(run->after, p->elsewhere);
    if (status == SV_OK) {
        status = svi_store_played(run->after, run->round->round, not_before, p);
    }
    for (uint64_t number = run->round->planned + 1; number <= p->schedule.matches; number++) {
        p->elsewhere[(number - 1) / 8] |= (uint8_t)(1u << (number - 1) % 8);
    }
    if (status != SV_OK) {
        (void)snprintf(error, error_size, "%s", svi_store_error(run->after));
        return SV_E_SYSTEM;
    }
    return svi_deal_to_shards(&p->schedule, &run->round->costs, p->elsewhere, run->shard,
                              run->shards, p->mine, NULL, NULL) == SV_OK
               ? SV_OK
               : no_memory(error, error_size);
}

static void tell_live(struct play *p)
{
    const struct svi_format *format = svi_format_of(&p->schedule.settings);
    struct svi_buf text = {0};
    if (format->tell_live != NULL) {
        format->tell_live(&p->schedule, &text);
        (void)snprintf(p->progress.live, sizeof p->progress.live, "%.*s",
                       text.failed ? 0 : (int)text.size, (const char *)text.data);
        svi_buf_finish(&text);
    }
}

/* Plans as far as the results in the store go, counts what belongs to this shard, and what of it is
 * in the store. */
static enum sv_status take_stock(struct play *p, char *error, size_t error_size)
{
    struct svi_store *store = p->run->store;
    struct svi_store *known = p->run->after != NULL ? p->run->after : store;
    enum sv_status status = svi_league_store_follow(known, &p->schedule, error, error_size);
    if (status == SV_OK) {
        status = plan_season(p, error, error_size);
    }
    if (status == SV_OK && p->run->after != NULL) {
        status = look_behind(p, error, error_size);
    }
    if (status != SV_OK) {
        return status;
    }
    if (p->schedule.matches > p->info->matches &&
        svi_store_plan(store, p->schedule.matches) != SV_OK) {
        return store_failed(p, error, error_size);
    }
    free(p->finished);
    p->finished = calloc((size_t)(p->info->matches + 7) / 8, 1);
    if (p->finished == NULL) {
        return no_memory(error, error_size);
    }
    if (svi_store_finished(store, p->finished) != SV_OK) {
        return store_failed(p, error, error_size);
    }
    uint64_t number, in_store = 0;
    p->progress.planned = p->progress.night_games = 0;
    begin_turns(p, 0);
    while ((number = svi_play_order_next(&p->order)) != 0) {
        const bool is_in = is_finished(p, number);
        p->progress.planned += is_in || !is_others(p, number);
        p->progress.night_games += is_in && is_season(p) && number > p->night_before;
        in_store += is_in;
    }
    p->progress.before = in_store - p->progress.played;
    svi_store_run_planned(store, p->progress.planned, p->progress.before);
    tell_live(p);
    begin_turns(p, 0);
    return SV_OK;
}

/* Notes which shard the store is, and what it is to have; or, of a whole league, by which versions
 * of its bots it was begun. */
static enum sv_status note_maker(struct play *p, char *error, size_t error_size)
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
    shard.bots = strdup(run->versions);
    if (shard.bots == NULL) {
        return no_memory(error, error_size);
    }
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
    if (status != SV_OK) {
        (void)store_failed(p, error, error_size);
    }
    return status;
}

/* There is something to play: whoever looks on is to know. */
static enum sv_status note_run(struct play *p, char *error, size_t error_size)
{
    const struct svi_league_run *run = p->run;
    const struct svi_store_run note = {.shard = run->shard,
                                       .shards = run->shards,
                                       .workers = run->workers,
                                       .planned = p->progress.planned,
                                       .before = p->progress.before,
                                       .command = run->command != NULL ? run->command : ""};
    return svi_store_run_begin(run->store, &note) == SV_OK ? SV_OK
                                                           : store_failed(p, error, error_size);
}

/* What a game took in the run before. */
static enum sv_status find_pace(struct play *p)
{
    struct svi_store_run last;
    bool any;
    const enum sv_status status = svi_store_last_run(p->run->store, &last, &any);
    if (status == SV_OK && any && last.games > 0 && last.workers == p->run->workers) {
        p->progress.pace_us = (last.last_ms - last.began_ms) * 1000 / (int64_t)last.games;
    }
    return status;
}

static bool next_job(void *user, struct svi_job *job)
{
    struct play *p = user;
    struct svi_pairing pairing;
    if (p->next == 0 || (in_batches(&p->schedule) && p->order.batch != p->batch)) {
        return false;
    }
    svi_schedule_match(&p->schedule, p->next, &pairing);
    find_next(p);
    *job = (struct svi_job){.number = pairing.number,
                            .edition = &p->run->league->edition,
                            .seats = p->info->seats,
                            .league = p->info->name,
                            .deal = pairing.deal,
                            .seating = pairing.seating};
    memcpy(job->seed, pairing.seed, sizeof job->seed);
    memcpy(job->salt, pairing.salt, sizeof job->salt);
    for (unsigned s = 0; s < p->info->seats; s++) {
        job->bot[s] = p->spec[pairing.bot[s]];
    }
    return true;
}

static bool take_done(void *user, const struct svi_outcome *done)
{
    struct play *p = user;
    struct svi_pairing pairing;
    svi_schedule_seating(&p->schedule, done->job.number, &pairing);
    const struct svi_store_match match = svi_league_row(done, &pairing);
    if (svi_write_queue_put(p->writer, &match) != SV_OK) {
        return false;
    }
    p->finished[(done->job.number - 1) / 8] |= (uint8_t)(1u << (done->job.number - 1) % 8);
    p->progress.played++;
    p->progress.night_games += is_season(p);
    p->progress.decisions += done->decisions;
    if (p->run->progress != NULL) {
        p->run->progress(p->run->user, &p->progress);
    }
    return true;
}

static void take_lost(void *user, const struct svi_loss *loss)
{
    struct play *p = user;
    struct svi_loss row = *loss;
    for (row.bot = 0; row.bot < p->entries.n && p->spec[row.bot] != loss->bot; row.bot++) {
    }
    p->outside |= loss->outside;
    (void)svi_write_queue_loss(p->writer, &row); /* what fails here fails with the next match */
}

/* Whether a match is left to begin that no parked bot sits in. */
static bool others_left(void *user)
{
    const struct play *p = user;
    struct svi_play_order order = p->order;
    uint64_t number = p->next;
    while (number != 0 && !is_for_now(p, number)) {
        number = svi_play_order_next(&order);
    }
    return number != 0;
}

#define LOOKED_AT                                                                                  \
    1000000u /* matches; of a league with more some are, evenly, so that this is quick */

/* What is left of a bot's matches, and how long they take when it takes so long for an answer. */
static struct svi_store_parked parked_row(const struct play *p, unsigned entry, uint64_t answer_us)
{
    const struct svi_league_progress *so_far = &p->progress;
    struct svi_store_parked row = {.bot = entry, .answer_us = answer_us, .left_s = -1};
    const uint64_t each = p->schedule.matches / LOOKED_AT + 1;
    for (uint64_t number = 1; number <= p->schedule.matches; number += each) {
        struct svi_pairing pairing;
        bool sits = false;
        svi_schedule_seating(&p->schedule, number, &pairing);
        for (unsigned s = 0; s < p->info->seats; s++) {
            sits |= pairing.bot[s] == entry;
        }
        row.played += sits && is_finished(p, number) ? each : 0;
        row.left += sits && !is_finished(p, number) && !is_others(p, number) ? each : 0;
    }
    if (so_far->played > 0) {
        const double answers = (double)so_far->decisions / (double)so_far->played / p->info->seats;
        row.left_s = (int64_t)(answers * (double)row.left * (double)answer_us / 1e6 /
                               (double)p->run->workers);
    }
    return row;
}

/* Tells of a bot that has been parked, or whose turn has come. */
static void tell_parked(struct play *p, unsigned bot)
{
    const struct svi_league *league = p->run->league;
    unsigned entry = 0;
    while (entry < p->entries.n && p->spec[entry] != bot) {
        entry++;
    }
    const struct svi_store_parked row = parked_row(p, entry, p->answer_us[bot]);
    (void)svi_write_queue_parked(p->writer, &row); /* what fails here fails with the next match */
    if (p->run->note != NULL && p->parking.parked[bot]) {
        p->run->note("bot '%s' delays the others, at %.3f s an answer: %s", league->bot[bot].name,
                     (double)p->answer_us[bot] / 1e6,
                     league->park_forfeits ? "it forfeits its seats (parked: forfeit)"
                                           : "it is parked, and its matches are played last "
                                             "(limits: wall_share)");
    }
}

static bool park(void *user, uint64_t *answer_us)
{
    struct play *p = user;
    const struct svi_league *league = p->run->league;
    if (svi_parking_park(&p->parking, answer_us, league->n_bots, others_left, p) == 0) {
        return false;
    }
    for (unsigned i = 0; i < league->n_bots; i++) {
        if (answer_us[i] > 0) {
            p->answer_us[i] = answer_us[i];
            tell_parked(p, i);
        }
    }
    return true;
}

static bool out_of_time(const struct play *p)
{
    return p->until_us != 0 && svi_time_us() >= p->until_us;
}

static bool stopped(const struct play *p)
{
    return out_of_time(p) || (p->run->stop != NULL && atomic_load(p->run->stop));
}

/* Whether somebody has put other files in a bot's place since the season's run began: what it plays
 * now would be played under the name of what it was. */
static bool has_changed(struct play *p)
{
    uint8_t mark[sizeof p->mark];
    if (is_season(p)) {
        svi_league_mark(p->run->league, mark);
        p->progress.changed |= memcmp(mark, p->mark, sizeof mark) != 0;
    }
    return p->progress.changed;
}

/* Whether what is left to play is to be begun now. */
static bool goes_on(struct play *p, enum sv_status status)
{
    return status == SV_OK && p->next != 0 && !stopped(p) && !has_changed(p);
}

/* What the league file says of those that were parked: they may be out from now on. */
static void give_up_parked(struct play *p, const struct svi_bot_spec *specs)
{
    if (!p->run->league->park_forfeits) {
        return;
    }
    for (unsigned i = 0; i < p->run->league->n_bots; i++) {
        for (unsigned w = 0; w < p->run->workers && p->parking.parked[i]; w++) {
            specs[i].past[w].out = true;
        }
        p->parking.slow[i] = false;
    }
    svi_parking_clear(&p->parking);
}

/* Has the matches of one batch after the other played, each by new processes; all at once when they
 * may stay. A batch in which bots are parked ends early, and what the others have left of it is the
 * next. */
static enum sv_status play_batches(struct play *p, const struct svi_run_config *config, char *error,
                                   size_t error_size)
{
    enum sv_status status = SV_OK;
    find_next(p);
    while (goes_on(p, status)) {
        const int64_t began_us = svi_time_us();
        p->batch = p->order.batch;
        p->parking.parting = false;
        status = svi_run(config, NULL, error, error_size);
        if (p->parking.parting) {
            give_up_parked(p, config->bots);
            begin_turns(p, p->order.block);
            find_next(p);
        } else if (p->batch % p->schedule.lanes == 0) { /* the block is over */
            p->order.block = next_block(p->order.block, svi_time_us() - began_us);
        }
    }
    return status;
}

/* Has all played that is planned: what parked bots have no part in, then what is left, in which the
 * slowest may be parked again. Each pass plays something, as nobody is parked when there is nothing
 * else to play. */
static enum sv_status play_passes(struct play *p, const struct svi_run_config *config, char *error,
                                  size_t error_size)
{
    svi_parking_recall(&p->parking);
    for (;;) {
        const enum sv_status status = play_batches(p, config, error, error_size);
        const bool parked = p->parking.n > 0;
        svi_parking_clear(&p->parking);
        if (status != SV_OK || !parked || stopped(p) || p->progress.changed) {
            return status;
        }
        for (unsigned i = 0; i < p->run->league->n_bots; i++) {
            if (p->parking.slow[i]) {
                tell_parked(p, i);
            }
        }
        begin_turns(p, 0);
    }
}

/* With bots and turns in place: has what is planned played. */
static enum sv_status run_jobs(struct play *p, const struct svi_bot_spec *specs, char *error,
                               size_t error_size)
{
    const struct svi_league *league = p->run->league;
    char *logs = NULL;
    if (p->run->bot_logs != NULL && asprintf(&logs, "%s/.", p->run->bot_logs) < 0) {
        return no_memory(error, error_size);
    }
    const char *const ours[] = {p->run->store_path, logs, NULL};
    const char **hidden = svi_league_hidden(league, ours);
    if (hidden == NULL) {
        free(logs);
        return no_memory(error, error_size);
    }
    const struct svi_run_config config = {.bots = specs,
                                          .n_bots = league->n_bots,
                                          .workers = p->run->workers,
                                          .decision_ms = league->decision_ms,
                                          .bank_ms = league->bank_ms,
                                          .strikes = league->strikes,
                                          .match_s = league->match_s,
                                          .hello_ms = league->start_ms,
                                          .until_us = p->until_us,
                                          .sandbox = league->sandbox,
                                          .root = league->root,
                                          .housing = &p->housing,
                                          .tell_weaker = true,
                                          .own = p->run->own,
                                          .limits = league->limits,
                                          .hidden = hidden,
                                          .bot_logs = p->run->bot_logs,
                                          .keep_printed = true,
                                          .luck = p->run->luck,
                                          .note = p->run->note,
                                          .stop = p->run->stop,
                                          .wall_share = league->wall_share,
                                          .suspended = &p->parking.suspended,
                                          .park = park,
                                          .next = next_job,
                                          .done = take_done,
                                          .lost = take_lost,
                                          .user = p};
    p->writer = svi_write_queue_create(p->run->store);
    if (p->writer == NULL) {
        free(logs);
        free(hidden);
        snprintf(error, error_size, "no thread to write the store");
        return SV_E_SYSTEM;
    }
    if (p->run->save != NULL) {
        svi_write_queue_save(p->writer, p->run->save, p->run->save_s);
    }
    enum sv_status status = play_passes(p, &config, error, error_size);
    free(logs);
    free(hidden);
    if (svi_write_queue_destroy(p->writer) != SV_OK) {
        return store_failed(p, error, error_size);
    }
    if (status == SV_OK && !stopped(p) && !p->progress.changed &&
        p->progress.before + p->progress.played != p->progress.planned) {
        snprintf(error, error_size, "no memory for a match");
        status = SV_E_SYSTEM;
    }
    return status;
}

/* Stage by stage; what others have to play first, the shards of a stage, ends it as well. */
static enum sv_status play(struct play *p, const struct svi_bot_spec *specs, char *error,
                           size_t error_size)
{
    bool noted = false;
    for (;;) {
        enum sv_status status = take_stock(p, error, error_size);
        if (status == SV_OK) {
            status = note_maker(p, error, error_size);
        }
        if (status != SV_OK || p->progress.before + p->progress.played == p->progress.planned) {
            return status;
        }
        if (!noted && (status = note_run(p, error, error_size)) != SV_OK) {
            return status;
        }
        if (!noted && p->run->sharded &&
            svi_store_session(p->run->store, p->run->round != NULL ? p->run->round->round : 0,
                              p->run->shard) != SV_OK) {
            return store_failed(p, error, error_size);
        }
        noted = true;
        status = run_jobs(p, specs, error, error_size);
        if (status != SV_OK || stopped(p) || p->progress.changed || p->run->after != NULL ||
            !svi_schedule_goes_by_results(&p->schedule)) {
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
static void count_lost(struct play *p, const struct svi_roster *roster)
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
static void enter(const struct play *p, struct svi_roster *roster)
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
static enum sv_status play_with_bots(struct play *p, char *error, size_t error_size)
{
    struct svi_roster roster;
    if (svi_roster_init(&roster, p->run->league, p->run->workers, p->run->program) != SV_OK) {
        (void)snprintf(error, error_size, "no memory for a league");
        return SV_E_SYSTEM;
    }
    enter(p, &roster);
    tend_logs(p->run, &roster, true);
    const enum sv_status status = play(p, roster.spec, error, error_size);
    count_lost(p, &roster);
    tend_logs(p->run, &roster, false);
    svi_parking_finish(&p->parking);
    svi_roster_finish(&roster);
    free(p->finished);
    free(p->elsewhere);
    free(p->mine);
    return status;
}

/* Which night this is: the one that an earlier run did not end, if its budget was of games, else
 * the next. A night that has all its games but was killed before it was ended is ended by this run,
 * which plays nothing: who kills a run gains no night. */
static enum sv_status begin_night(struct play *p, char *error, size_t error_size)
{
    const int64_t minutes = p->schedule.settings.budget.value[SVI_BUDGET_minutes];
    struct svi_store *store = p->run->store;
    uint64_t night, before;
    bool ended;
    enum sv_status status = svi_league_store_follow(store, &p->schedule, error, error_size);
    if (status != SV_OK) {
        return status;
    }
    if (minutes != SVI_NONE_GIVEN) {
        p->night_until_us = svi_time_us() + minutes * 60000000;
    }
    if (svi_store_night(store, &night, &before, &ended) != SV_OK) {
        return store_failed(p, error, error_size);
    }
    p->night_before = before;
    if (night == 0 || ended || p->night_until_us != 0) {
        p->night_before = night > 0 ? p->info->matches : 0;
        if (svi_store_begin_night(store, ++night, p->night_before) != SV_OK) {
            return store_failed(p, error, error_size);
        }
    }
    p->progress.night = night;
    svi_league_mark(p->run->league, p->mark);
    return SV_OK;
}

/* The entries of the store that the league's bots are. */
static enum sv_status find_entries(struct play *p, char *error, size_t error_size)
{
    const enum sv_status status =
        svi_entries_init(&p->entries, p->run->league, p->info, error, error_size);
    for (unsigned i = 0; status == SV_OK && i < p->entries.n; i++) {
        p->spec[i] = p->entries.entry[i].file;
    }
    return status;
}

/* The schedule of the first state of the league's file; a league that has had only one has it in
 * hand. */
static enum sv_status begin_plan(struct play *p, char *error, size_t error_size)
{
    struct svi_settings settings;
    struct svi_schedule_fault fault;
    if (p->run->after != NULL) {
        return svi_league_store_schedule(p->run->after, &p->schedule, error, error_size);
    }
    if (p->info->n_revisions > 1) {
        return svi_league_store_schedule(p->run->store, &p->schedule, error, error_size);
    }
    svi_league_store_settings(p->run->league, &p->entries, p->info, &settings);
    settings.seats = p->info->seats;
    settings.luck = p->info->luck_decides;
    memcpy(settings.seed, p->info->seed, sizeof settings.seed);
    const enum sv_status status = svi_schedule_init(&p->schedule, &settings, &fault);
    if (status != SV_OK) {
        (void)snprintf(error, error_size, "%s: %s: %s", p->run->league->file, fault.key,
                       fault.text);
    }
    return status;
}

static bool stopped_early(const struct play *p)
{
    return p->progress.changed || p->progress.before + p->progress.played < p->progress.planned ||
           (p->night_until_us == 0 && p->run->after == NULL && has_room(p));
}

enum sv_status svi_league_run(const struct svi_league_run *run, struct svi_league_progress *total,
                              char *error, size_t error_size)
{
    struct play p = {.run = run, .info = svi_store_info(run->store)};
    assert(run->shard >= 1 && run->shard <= run->shards);
    if (run->league->league_s != 0) {
        p.until_us = svi_time_us() + (int64_t)run->league->league_s * 1000000;
    }
    *total = (struct svi_league_progress){0};
    enum sv_status status = svi_store_run_clear(run->store);
    if (status == SV_OK) {
        status = find_pace(&p);
    }
    if (status != SV_OK) {
        return store_failed(&p, error, error_size);
    }
    status = find_entries(&p, error, error_size);
    if (status != SV_OK) {
        return status;
    }
    status = begin_plan(&p, error, error_size);
    if (status != SV_OK) {
        svi_entries_finish(&p.entries);
        return status;
    }
    if (is_season(&p) && run->after != NULL) {
        svi_league_mark(run->league, p.mark);
    } else if (is_season(&p)) {
        status = begin_night(&p, error, error_size);
    }
    if (status == SV_OK) {
        status = play_with_bots(&p, error, error_size);
    }
    if (status == SV_OK && is_season(&p) && run->after == NULL && !stopped_early(&p) &&
        svi_store_end_night(run->store, p.progress.night) != SV_OK) {
        status = store_failed(&p, error, error_size);
    }
    *total = p.progress;
    const bool whole = total->before + total->played == total->planned;
    total->out_of_time = out_of_time(&p) && !whole;
    (void)svi_store_run_end(run->store, status != SV_OK      ? p.outside ? "paused" : "failed"
                                        : total->out_of_time ? "time"
                                        : whole              ? "done"
                                                             : "stopped");
    svi_schedule_finish(&p.schedule);
    svi_entries_finish(&p.entries);
    return status;
}

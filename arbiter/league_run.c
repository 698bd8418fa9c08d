#include "arbiter/league_run.h"

#include "arbiter/clock.h"
#include "arbiter/league_store.h"
#include "arbiter/referee.h"
#include "arbiter/store_writer.h"
#include "arbiter/turns.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Processes of bots cost some tenths of a second to start and to end, and at the end of a leg fewer and fewer matches
 * keep them busy: a leg is worth it when it takes LEG_US, and blocks grow until it does. */
#define FIRST_BLOCK 8u /* deals of a block, in those that are played at once */
#define BLOCK_GROWTH 4u
#define MOST_BLOCK 16384u
#define LEG_US INT64_C(10000000)

struct play {
    const struct svi_league_run *run;
    const struct svi_store_info *info;
    struct svi_plan plan;
    struct svi_turns turns;
    struct svi_store_writer *writer;
    uint8_t *finished; /* bit (number - 1) of every match in the store */
    uint64_t next;     /* match that is to be played next; 0: there is none */
    uint64_t leg;      /* that the bots' processes play */
    struct svi_league_progress progress;
    struct svi_housing housing;
    int64_t until_us; /* at which the run ends; 0: none */
};

static bool is_finished(const struct play *p, uint64_t number)
{
    return (p->finished[(number - 1) / 8] >> (number - 1) % 8 & 1) != 0;
}

/* As many deals as the bots play at once. */
static uint64_t deals_at_once(const struct svi_league_run *run)
{
    uint64_t seats = 0;
    for (unsigned i = 0; i < run->league->n_bots; i++) {
        seats += run->league->bot[i].matches;
    }
    const uint64_t matches = seats * run->workers / run->league->terms.seats;
    return matches > 0 ? matches : 1;
}

/* Whether each leg has processes of its own: whoever has played a deal never meets its seed again. */
static bool in_legs(const struct play *p)
{
    return p->plan.terms.lanes == SVI_LANES_AUTO;
}

static void begin_turns(struct play *p)
{
    const uint64_t at_once = deals_at_once(p->run);
    svi_turns_init(&p->turns, &p->plan, p->run->shard, p->run->shards,
                   in_legs(p) ? FIRST_BLOCK * at_once : at_once);
}

static void find_next(struct play *p)
{
    do {
        p->next = svi_turns_next(&p->turns);
    } while (p->next != 0 && is_finished(p, p->next));
}

static enum sv_status store_failed(const struct play *p, char *error, size_t error_size)
{
    (void)snprintf(error, error_size, "%s", svi_store_error(p->run->store));
    return SV_E_SYSTEM;
}

/* Plans as far as the results in the store go, counts what belongs to this shard, and what of it is in the store. */
static enum sv_status take_stock(struct play *p, char *error, size_t error_size)
{
    struct svi_store *store = p->run->store;
    enum sv_status status = svi_league_store_follow(store, &p->plan, error, error_size);
    if (status != SV_OK) {
        return status;
    }
    if (p->plan.matches > p->info->matches && svi_store_plan(store, p->plan.matches) != SV_OK) {
        return store_failed(p, error, error_size);
    }
    free(p->finished);
    p->finished = calloc((size_t)(p->info->matches + 7) / 8, 1);
    if (p->finished == NULL) {
        (void)snprintf(error, error_size, "no memory for a league");
        return SV_E_SYSTEM;
    }
    if (svi_store_finished(store, p->finished) != SV_OK) {
        return store_failed(p, error, error_size);
    }
    uint64_t number, in_store = 0;
    p->progress.planned = 0;
    begin_turns(p);
    while ((number = svi_turns_next(&p->turns)) != 0) {
        p->progress.planned++;
        in_store += is_finished(p, number);
    }
    p->progress.before = in_store - p->progress.played;
    begin_turns(p);
    return SV_OK;
}

static bool next_job(void *user, struct svi_referee_job *job)
{
    struct play *p = user;
    struct svi_pairing pairing;
    if (p->next == 0 || (in_legs(p) && p->turns.leg != p->leg)) {
        return false;
    }
    svi_plan_match(&p->plan, p->next, &pairing);
    find_next(p);
    *job = (struct svi_referee_job){.number = pairing.number,
                                    .edition = &p->run->league->edition,
                                    .seats = p->info->seats,
                                    .league = p->info->name,
                                    .deal = pairing.deal,
                                    .seating = pairing.seating};
    memcpy(job->seed, pairing.seed, sizeof job->seed);
    memcpy(job->salt, pairing.salt, sizeof job->salt);
    memcpy(job->bot, pairing.bot, sizeof job->bot);
    return true;
}

static bool take_done(void *user, const struct svi_referee_done *done)
{
    struct play *p = user;
    struct svi_pairing pairing;
    svi_plan_match(&p->plan, done->job.number, &pairing);
    const struct svi_store_match match = svi_league_row(done, &pairing);
    if (svi_store_writer_put(p->writer, &match) != SV_OK) {
        return false;
    }
    p->progress.played++;
    p->progress.decisions += done->decisions;
    if (p->run->progress != NULL) {
        p->run->progress(p->run->user, &p->progress);
    }
    return true;
}

static bool out_of_time(const struct play *p)
{
    return p->until_us != 0 && svi_clock_us() >= p->until_us;
}

static bool stopped(const struct play *p)
{
    return out_of_time(p) || (p->run->stop != NULL && atomic_load(p->run->stop));
}

/* Has the matches of one leg after the other played, each by new processes; all at once when they may stay. */
static enum sv_status play_legs(struct play *p, const struct svi_referee_config *config,
                                char *error, size_t error_size)
{
    enum sv_status status = SV_OK;
    find_next(p);
    while (status == SV_OK && p->next != 0 && !stopped(p)) {
        const int64_t began_us = svi_clock_us();
        p->leg = p->turns.leg;
        status = svi_referee_run(config, NULL, error, error_size);
        const bool block_over = p->leg % p->plan.lanes == 0;
        if (block_over && svi_clock_us() - began_us < LEG_US && p->turns.block < MOST_BLOCK) {
            p->turns.block *= BLOCK_GROWTH;
        }
    }
    return status;
}

/* With bots and turns in place: has what is planned played. */
static enum sv_status referee(struct play *p, const struct svi_bot_spec *specs, char *error,
                              size_t error_size)
{
    const struct svi_league *league = p->run->league;
    const char *hidden[] = {p->run->store_path, league->file, NULL, NULL, NULL};
    size_t n_hidden = 2;
    char *logs = NULL;
    if (p->run->bot_logs != NULL) {
        if (asprintf(&logs, "%s/.", p->run->bot_logs) < 0) {
            snprintf(error, error_size, "no memory for a league");
            return SV_E_SYSTEM;
        }
        hidden[n_hidden++] = logs;
    }
    hidden[n_hidden] = league->secret_key;
    const struct svi_referee_config config = {.bots = specs,
                                              .n_bots = league->n_bots,
                                              .workers = p->run->workers,
                                              .decision_ms = league->decision_ms,
                                              .bank_ms = league->bank_ms,
                                              .strikes = league->strikes,
                                              .match_s = league->match_s,
                                              .hello_ms = league->start_ms,
                                              .until_us = p->until_us,
                                              .sandbox = league->sandbox,
                                              .housing = &p->housing,
                                              .limits = league->limits,
                                              .hidden = hidden,
                                              .bot_logs = p->run->bot_logs,
                                              .keep_printed = true,
                                              .note = p->run->note,
                                              .stop = p->run->stop,
                                              .next = next_job,
                                              .done = take_done,
                                              .user = p};
    p->writer = svi_store_writer_create(p->run->store);
    if (p->writer == NULL) {
        free(logs);
        snprintf(error, error_size, "no thread to write the store");
        return SV_E_SYSTEM;
    }
    enum sv_status status = play_legs(p, &config, error, error_size);
    free(logs);
    if (svi_store_writer_destroy(p->writer) != SV_OK) {
        return store_failed(p, error, error_size);
    }
    if (status == SV_OK && !stopped(p) &&
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
    for (;;) {
        enum sv_status status = take_stock(p, error, error_size);
        if (status != SV_OK || p->progress.before + p->progress.played == p->progress.planned) {
            return status;
        }
        status = referee(p, specs, error, error_size);
        if (status != SV_OK || stopped(p) || !svi_plan_goes_by_results(&p->plan)) {
            return status;
        }
    }
}

/* The command of a remote bot's gate. */
struct gate {
    const char *argv[11];
};

static void write_gate(struct gate *gate, const struct svi_league_run *run,
                       const struct svi_league_bot *bot)
{
    const char *const argv[] = {
        run->program,  "gate",         "--name",        bot->name,      "--listen",
        bot->endpoint, "--public-key", bot->public_key, "--secret-key", run->league->secret_key};
    const size_t n = sizeof argv / sizeof argv[0] - (bot->public_key == NULL ? 4 : 0);
    *gate = (struct gate){{NULL}};
    memcpy(gate->argv, argv, n * sizeof argv[0]);
}

/* With the plan in place. */
static enum sv_status play_with_bots(struct play *p, char *error, size_t error_size)
{
    const struct svi_league *league = p->run->league;
    struct svi_bot_spec *specs = calloc(league->n_bots, sizeof *specs);
    struct svi_bot_past *past = calloc((size_t)league->n_bots * p->run->workers, sizeof *past);
    struct gate *gates = calloc(league->n_bots, sizeof *gates);
    struct svi_capture_cap *printed = calloc(league->n_bots, sizeof *printed);
    if (specs == NULL || past == NULL || gates == NULL || printed == NULL) {
        free(past);
        (void)snprintf(error, error_size, "no memory for a league");
        free(specs);
        free(gates);
        free(printed);
        return SV_E_SYSTEM;
    }
    for (unsigned i = 0; i < league->n_bots; i++) {
        specs[i] = (struct svi_bot_spec){.name = league->bot[i].name,
                                         .argv = (const char *const *)league->bot[i].run,
                                         .files = (const char *const *)league->bot[i].files,
                                         .folder = league->folder,
                                         .endpoint = league->bot[i].endpoint,
                                         .wait_ms = league->bot[i].wait_s * 1000,
                                         .matches = league->bot[i].matches,
                                         .past = &past[(size_t)i * p->run->workers]};
        if (league->limits.output_mb != 0) {
            printed[i].most_bytes = (uint64_t)league->limits.output_mb << 20;
            specs[i].printed = &printed[i];
        }
        if (league->bot[i].endpoint != NULL) {
            assert(p->run->program != NULL);
            write_gate(&gates[i], p->run, &league->bot[i]);
            specs[i].argv = gates[i].argv;
        }
    }
    const enum sv_status status = play(p, specs, error, error_size);
    free(specs);
    free(past);
    free(gates);
    free(printed);
    free(p->finished);
    return status;
}

enum sv_status svi_league_run(const struct svi_league_run *run, struct svi_league_progress *total,
                              char *error, size_t error_size)
{
    struct play p = {.run = run, .info = svi_store_info(run->store)};
    struct svi_terms terms = run->league->terms;
    struct svi_plan_fault fault;
    assert(run->shard >= 1 && run->shard <= run->shards);
    if (run->league->league_s != 0) {
        p.until_us = svi_clock_us() + (int64_t)run->league->league_s * 1000000;
    }
    *total = (struct svi_league_progress){0};
    memcpy(terms.seed, p.info->seed, sizeof terms.seed);
    enum sv_status status = svi_plan_init(&p.plan, &terms, &fault);
    if (status != SV_OK) {
        (void)snprintf(error, error_size, "%s: %s: %s", run->league->file, fault.key, fault.text);
        return status;
    }
    status = play_with_bots(&p, error, error_size);
    *total = p.progress;
    total->out_of_time = out_of_time(&p) && total->before + total->played < total->planned;
    svi_plan_finish(&p.plan);
    return status;
}

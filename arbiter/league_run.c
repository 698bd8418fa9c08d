#include "arbiter/league_run.h"

#include "arbiter/league_row.h"
#include "arbiter/referee.h"
#include "arbiter/store_writer.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct play {
    const struct svi_league_run *run;
    const struct svi_store_info *info;
    struct svi_schedule schedule;
    struct svi_store_writer *writer;
    uint8_t *finished; /* bit (number - 1) of every match in the store */
    uint64_t turn;     /* of the schedule, to be looked at next */
    struct svi_league_progress progress;
};

static bool is_finished(const struct play *p, uint64_t number)
{
    return (p->finished[(number - 1) / 8] >> (number - 1) % 8 & 1) != 0;
}

/* Counts what belongs to this shard, and what of it is in the store. */
static void take_stock(struct play *p)
{
    const uint64_t step = p->run->shards;
    for (uint64_t n = p->run->shard; n <= p->info->matches; n += step) {
        p->progress.planned++;
        p->progress.before += is_finished(p, n);
    }
}

/* The next match of this shard that is not in the store; 0 when there is none. */
static uint64_t next_number(struct play *p)
{
    while (p->turn < p->info->matches) {
        const uint64_t number = svi_schedule_turn(&p->schedule, p->turn++);
        if (number % p->run->shards == p->run->shard % p->run->shards && !is_finished(p, number)) {
            return number;
        }
    }
    return 0;
}

static bool next_job(void *user, struct svi_referee_job *job)
{
    struct play *p = user;
    struct svi_pairing pairing;
    const uint64_t number = next_number(p);
    if (number == 0) {
        return false;
    }
    svi_schedule_match(&p->schedule, number, &pairing);
    *job = (struct svi_referee_job){.number = pairing.number,
                                    .edition = &p->run->league->edition,
                                    .seats = p->info->seats,
                                    .league = p->info->name,
                                    .deal = pairing.deal,
                                    .seating = pairing.seating};
    memcpy(job->seed, pairing.seed, sizeof job->seed);
    memcpy(job->bot, pairing.bot, sizeof job->bot);
    return true;
}

static bool take_done(void *user, const struct svi_referee_done *done)
{
    struct play *p = user;
    struct svi_pairing pairing;
    svi_schedule_match(&p->schedule, done->job.number, &pairing);
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

/* With bots, writer and schedule in place: runs the referee. */
static enum sv_status referee(struct play *p, const struct svi_bot_spec *specs, char *error,
                              size_t error_size)
{
    const struct svi_league *league = p->run->league;
    const char *hidden[] = {p->run->store_path, league->file, NULL, NULL};
    char *logs = NULL;
    if (p->run->bot_logs != NULL) {
        if (asprintf(&logs, "%s/.", p->run->bot_logs) < 0) {
            snprintf(error, error_size, "no memory for a league");
            return SV_E_SYSTEM;
        }
        hidden[2] = logs;
    }
    const struct svi_referee_config config = {.bots = specs,
                                              .n_bots = league->n_bots,
                                              .workers = p->run->workers,
                                              .decision_ms = league->decision_ms,
                                              .bank_ms = league->bank_ms,
                                              .strikes = league->strikes,
                                              .sandbox = league->sandbox,
                                              .limits = league->limits,
                                              .hidden = hidden,
                                              .listen = league->endpoint,
                                              .bot_logs = p->run->bot_logs,
                                              .keep_printed = true,
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
    enum sv_status status = svi_referee_run(&config, NULL, error, error_size);
    free(logs);
    if (svi_store_writer_destroy(p->writer) != SV_OK) {
        snprintf(error, error_size, "%s", svi_store_error(p->run->store));
        return SV_E_SYSTEM;
    }
    const bool stopped = p->run->stop != NULL && atomic_load(p->run->stop);
    if (status == SV_OK && !stopped &&
        p->progress.before + p->progress.played != p->progress.planned) {
        snprintf(error, error_size, "no memory for a match");
        status = SV_E_SYSTEM;
    }
    return status;
}

static enum sv_status play(struct play *p, char *error, size_t error_size)
{
    const struct svi_league *league = p->run->league;
    struct svi_bot_spec *specs = calloc(league->n_bots, sizeof *specs);
    p->finished = calloc((size_t)(p->info->matches + 7) / 8, 1);
    enum sv_status status = SV_E_SYSTEM;
    if (specs == NULL || p->finished == NULL) {
        snprintf(error, error_size, "no memory for a league");
    } else if ((status = svi_store_finished(p->run->store, p->finished)) != SV_OK) {
        snprintf(error, error_size, "%s", svi_store_error(p->run->store));
    } else {
        for (unsigned i = 0; i < league->n_bots; i++) {
            specs[i] = (struct svi_bot_spec){.name = league->bot[i].name,
                                             .argv = (const char *const *)league->bot[i].run,
                                             .files = (const char *const *)league->bot[i].files,
                                             .folder = league->folder,
                                             .matches = league->bot[i].matches};
        }
        take_stock(p);
        if (p->progress.before < p->progress.planned) {
            status = referee(p, specs, error, error_size);
        }
    }
    free(specs);
    free(p->finished);
    return status;
}

enum sv_status svi_league_run(const struct svi_league_run *run, struct svi_league_progress *total,
                              char *error, size_t error_size)
{
    const struct svi_league *league = run->league;
    struct play p = {.run = run, .info = svi_store_info(run->store)};
    assert(run->shard >= 1 && run->shard <= run->shards);
    *total = (struct svi_league_progress){0};
    enum sv_status status = svi_schedule_init(&p.schedule, league->n_bots, league->seats,
                                              league->deals, league->seatings, p.info->seed);
    if (status != SV_OK || p.schedule.matches != p.info->matches) {
        snprintf(error, error_size, "the store plans another number of matches than the league");
        return SV_E_ARGUMENT;
    }
    status = play(&p, error, error_size);
    *total = p.progress;
    return status;
}

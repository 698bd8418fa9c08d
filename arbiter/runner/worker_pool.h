/* What the workers of a run share: where matches come from and go to, the first thing that went
 * wrong, and whether to stop. */
#ifndef SVI_ARBITER_RUNNER_WORKER_POOL_H
#define SVI_ARBITER_RUNNER_WORKER_POOL_H

#include "runner/run_config.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct svi_worker_pool {
    const struct svi_run_config *config;
    struct svi_housing housing;
    pthread_mutex_t lock; /* around config->next, config->done, and the members below */
    bool dry;             /* next() has said that there are no more for now */
    uint64_t open;        /* matches that it has given, and that are not done */
    atomic_bool *parked;  /* by bot: the next run goes on without it */
    struct svi_run_stats stats;
    enum sv_status status;
    struct svi_error error; /* one line when status is not SV_OK */
    atomic_bool stop;       /* everybody ends now */
    atomic_bool over;       /* there are no more, ever */
    atomic_uint refills;    /* how often more() has found some */
    atomic_bool parting;    /* everybody ends when what is left waits for parked bots */
};

/* Stops everybody, with SV_E_SYSTEM; the first reason given is kept. */
void svi_worker_pool_fail(struct svi_worker_pool *pool, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Takes the next match from the source, and whether there is one. Finds out, when there is none and
 * all are done, whether there are more. */
bool svi_worker_pool_fetch(struct svi_worker_pool *pool, struct svi_job *job);

/* Gives a match that is done to the sink, and does so too when it was the last. */
void svi_worker_pool_done(struct svi_worker_pool *pool, const struct svi_outcome *done);

/* Whether nothing is left to begin, now or later. */
bool svi_worker_pool_over(const struct svi_worker_pool *pool);

/* Whether somebody is parked, so that this run is about to end. */
bool svi_worker_pool_parting(const struct svi_worker_pool *pool);

/* Whether everybody is to stop. */
bool svi_worker_pool_stopped(const struct svi_worker_pool *pool);

#endif

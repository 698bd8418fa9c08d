/* The state that the workers of a run share: the source and sink of matches, the first error, and
 * the flags that end the run. It lives as long as svi_run(), which owns it, and as its `config`,
 * the caller's. Any worker may call the functions; svi_worker_pool_fail(), _fetch() and _done()
 * take the lock. */
#ifndef SVI_ARBITER_RUNNER_WORKER_POOL_H
#define SVI_ARBITER_RUNNER_WORKER_POOL_H

#include "runner/run_config.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct svi_worker_pool {
    const struct svi_run_config *config;
    struct svi_isolation isolation;
    pthread_mutex_t lock; /* guards config->jobs.next, config->jobs.done, and the members below */
    bool dry;             /* next() has no more jobs for now */
    uint64_t open;        /* matches taken from next() and not done yet */
    atomic_bool *parked;  /* by bot: the next run goes on without it */
    struct svi_run_stats stats;
    enum sv_status status;
    struct svi_error error; /* one line if status is not SV_OK */
    atomic_bool stop;       /* all workers end now */
    atomic_bool over;       /* there will be no more jobs */
    atomic_uint refills;    /* times that more() has found jobs */
    /* All workers end once the remaining matches wait for parked bots. */
    atomic_bool draining;
};

/* Stops all workers with SV_E_SYSTEM; keeps only the first reason. */
void svi_worker_pool_fail(struct svi_worker_pool *pool, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Takes the next match from the source. Returns whether one was found. Otherwise, if all matches
 * are done, asks the source for more. */
bool svi_worker_pool_fetch(struct svi_worker_pool *pool, struct svi_job *job);

/* Gives a finished match to the sink. After the last one, asks the source for more. */
void svi_worker_pool_done(struct svi_worker_pool *pool, const struct svi_outcome *done);

/* Returns whether there are no matches left to begin, now or later. */
bool svi_worker_pool_over(const struct svi_worker_pool *pool);

/* Returns whether a bot is parked, so that this run is about to end. */
bool svi_worker_pool_draining(const struct svi_worker_pool *pool);

/* Returns whether all workers must stop. */
bool svi_worker_pool_stopped(const struct svi_worker_pool *pool);

#endif

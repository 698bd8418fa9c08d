#include "runner/worker_pool.h"

#include <stdarg.h>
#include <stdio.h>

void svi_worker_pool_fail(struct svi_worker_pool *pool, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pthread_mutex_lock(&pool->lock);
    if (pool->status == SV_OK) {
        pool->status = svi_vfail(&pool->error, SV_E_SYSTEM, format, args);
    }
    pthread_mutex_unlock(&pool->lock);
    va_end(args);
    atomic_store(&pool->stop, true);
}

bool svi_worker_pool_stopped(const struct svi_worker_pool *pool)
{
    const atomic_bool *stop = pool->config->stop;
    return atomic_load_explicit(&pool->stop, memory_order_relaxed) ||
           (stop != NULL && atomic_load_explicit(stop, memory_order_relaxed));
}

bool svi_worker_pool_draining(const struct svi_worker_pool *pool)
{
    return atomic_load_explicit(&pool->draining, memory_order_acquire);
}

bool svi_worker_pool_over(const struct svi_worker_pool *pool)
{
    return atomic_load_explicit(&pool->over, memory_order_acquire) ||
           svi_worker_pool_draining(pool);
}

/* Asks the source for more jobs when it has run dry. Call it under the lock. */
static void look_for_more(struct svi_worker_pool *pool)
{
    const struct svi_run_config *c = pool->config;
    const bool done = pool->open == 0;
    if (!pool->dry || svi_worker_pool_over(pool) || svi_worker_pool_stopped(pool)) {
        return;
    }
    if (c->jobs.more == NULL || !c->jobs.more(c->jobs.user, done)) {
        atomic_store_explicit(&pool->over, true, memory_order_release);
    } else if (done) {
        pool->dry = false;
        atomic_fetch_add(&pool->refills, 1);
    }
}

bool svi_worker_pool_fetch(struct svi_worker_pool *pool, struct svi_job *job)
{
    bool found = false;
    pthread_mutex_lock(&pool->lock);
    while (!found && !pool->dry && !svi_worker_pool_draining(pool)) {
        found = pool->config->jobs.next(pool->config->jobs.user, job);
        pool->open += found;
        pool->dry = !found;
        look_for_more(pool);
    }
    pthread_mutex_unlock(&pool->lock);
    return found;
}

void svi_worker_pool_done(struct svi_worker_pool *pool, const struct svi_outcome *done)
{
    pthread_mutex_lock(&pool->lock);
    if (!svi_worker_pool_stopped(pool) && !pool->config->jobs.done(pool->config->jobs.user, done)) {
        atomic_store(&pool->stop, true);
    }
    pool->open--;
    if (pool->open == 0) {
        look_for_more(pool);
    }
    pthread_mutex_unlock(&pool->lock);
}

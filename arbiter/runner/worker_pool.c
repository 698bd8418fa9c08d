#include "runner/worker_pool.h"

#include <stdarg.h>
#include <stdio.h>

void svi_worker_pool_fail(struct svi_worker_pool *pool, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pthread_mutex_lock(&pool->lock);
    if (pool->status == SV_OK) {
        pool->status = SV_E_SYSTEM;
        (void)vsnprintf(pool->error, sizeof pool->error, format, args);
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

bool svi_worker_pool_parting(const struct svi_worker_pool *pool)
{
    return atomic_load_explicit(&pool->parting, memory_order_acquire);
}

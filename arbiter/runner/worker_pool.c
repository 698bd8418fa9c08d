#include "runner/worker_pool.h"

#include <stdarg.h>
#include <stdio.h>

void svi_crew_fail(struct svi_crew *crew, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pthread_mutex_lock(&crew->lock);
    if (crew->status == SV_OK) {
        crew->status = SV_E_SYSTEM;
        (void)vsnprintf(crew->error, sizeof crew->error, format, args);
    }
    pthread_mutex_unlock(&crew->lock);
    va_end(args);
    atomic_store(&crew->stop, true);
}

bool svi_crew_stopped(const struct svi_crew *crew)
{
    const atomic_bool *stop = crew->config->stop;
    return atomic_load_explicit(&crew->stop, memory_order_relaxed) ||
           (stop != NULL && atomic_load_explicit(stop, memory_order_relaxed));
}

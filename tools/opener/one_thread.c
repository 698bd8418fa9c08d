/* Implements svi_workers_run() on platforms without threads. */
#include "thread/workers.h"

#include <stddef.h>

bool svi_workers_run(const struct svi_workers *workers, uint64_t n,
                     bool (*work)(void *what, unsigned worker, uint64_t item), void *what)
{
    for (uint64_t i = 0; i < n; i++) {
        if ((workers->stop != NULL && atomic_load(workers->stop)) || !work(what, 0, i)) {
            return false;
        }
        if (workers->progress != NULL) {
            workers->progress(workers->user, i + 1, n);
        }
    }
    return true;
}

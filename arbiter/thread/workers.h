/* Shares numbered items among several threads, which take them in order. `luck --fill`, `verify`,
 * `analyse`, `compare` and `what-if` use it. Everything that is passed in belongs to the caller and
 * must outlive the call. */
#ifndef SVI_ARBITER_THREAD_WORKERS_H
#define SVI_ARBITER_THREAD_WORKERS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct svi_workers {
    unsigned jobs;           /* threads, the caller's own among them: 1 to SVI_MOST_WORKERS */
    const atomic_bool *stop; /* no item is begun once it is true; NULL: never */
    /* Called in the caller's thread after each item of its own; may be NULL. */
    void (*progress)(void *user, uint64_t done, uint64_t all);
    void *user;
};
#define SVI_MOST_WORKERS 256u

/* Calls work(what, worker, item) for items 0 to n - 1. `worker` is 0 to jobs - 1, and no two calls
 * of one worker overlap. After an item whose work returns false no further item is begun. Returns
 * when all calls are over, with true if all items were worked on and all calls returned true. If
 * the system refuses a thread, the others do its work. */
bool svi_workers_run(const struct svi_workers *workers, uint64_t n,
                     bool (*work)(void *what, unsigned worker, uint64_t item), void *what);

#endif

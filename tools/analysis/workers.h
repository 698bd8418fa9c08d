/* Work on numbered items by several threads, which take them in order. */
#ifndef SVI_TOOLS_ANALYSIS_WORKERS_H
#define SVI_TOOLS_ANALYSIS_WORKERS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct svi_workers {
    unsigned jobs;           /* threads, the caller's own among them: 1 to SVI_MOST_WORKERS */
    const atomic_bool *stop; /* no item is begun once it is true; NULL: never */
    void (*progress)(void *user, uint64_t done, uint64_t all); /* from the caller's thread; NULL */
    void *user;
};
#define SVI_MOST_WORKERS 256u

/* Calls work(what, worker, item) for items 0 to n - 1; `worker` is 0 to jobs - 1, and no two calls
 * of one worker overlap. An item whose work returns false ends it all. Returns when every call is
 * over: whether all were made, and returned true. A thread that the system refuses is done without.
 */
bool svi_workers_run(const struct svi_workers *workers, uint64_t n,
                     bool (*work)(void *what, unsigned worker, uint64_t item), void *what);

/* As many as the machine has cores. */
unsigned svi_workers_cores(void);

#endif

#include "thread/thread.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>

#define MOST_SETS 256u /* of CPU_SETSIZE processors each */

int svi_thread_start(struct svi_thread *thread, void *(*run)(void *user), void *user)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    const int reason = pthread_create(&thread->id, NULL, run, user);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    thread->is_running = reason == 0;
    return reason;
}

void svi_thread_join(struct svi_thread *thread)
{
    if (thread->is_running) {
        (void)pthread_join(thread->id, NULL);
        thread->is_running = false;
    }
}

unsigned svi_thread_cores(unsigned most)
{
    int cores = 0;
    /* The kernel refuses a set that is smaller than its own. */
    for (size_t n = 1; cores == 0 && n <= MOST_SETS; n *= 2) {
        cpu_set_t *set = calloc(n, sizeof *set);
        if (set != NULL && sched_getaffinity(0, n * sizeof *set, set) == 0) {
            cores = CPU_COUNT_S(n * sizeof *set, set);
        }
        free(set);
    }
    return cores < 1 ? 1 : (unsigned)cores < most ? (unsigned)cores : most;
}

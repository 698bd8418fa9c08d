#include "thread/thread.h"

#include <sched.h>
#include <signal.h>

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
    cpu_set_t set;
    const int cores = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return cores < 1 ? 1 : (unsigned)cores < most ? (unsigned)cores : most;
}

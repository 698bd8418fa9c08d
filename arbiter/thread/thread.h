/* Threads of the program. Signals stay with the thread that starts them. The runner, the write
 * queue, `serve` and commands start threads here, and commands ask for cores. `user` and struct
 * svi_thread belong to the caller, and must live until the join; the struct is all 0 at first. */
#ifndef SVI_ARBITER_THREAD_THREAD_H
#define SVI_ARBITER_THREAD_THREAD_H

#include <pthread.h>
#include <stdbool.h>

struct svi_thread {
    pthread_t id;
    bool is_running; /* started and not yet joined */
};

/* Starts run(user). Returns 0, or an errno if the system refuses the thread; then is_running is
 * false. What `run` returns is dropped. */
int svi_thread_start(struct svi_thread *thread, void *(*run)(void *user), void *user);

/* Waits until the thread ends. Returns at once if it is not running. */
void svi_thread_join(struct svi_thread *thread);

/* Returns the number of cores that this process may use (sched_getaffinity(2)), from 1 to
 * `most`. */
unsigned svi_thread_cores(unsigned most);

#endif

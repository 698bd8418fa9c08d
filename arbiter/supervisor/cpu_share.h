/* Holds a bot to its share of the processors (limits: cpu_share): one whose processes have more
 * threads that want to run, in the mean of a while, goes behind everybody else on the machine. */
#ifndef SVI_ARBITER_SUPERVISOR_CPU_SHARE_H
#define SVI_ARBITER_SUPERVISOR_CPU_SHARE_H

#include <stdbool.h>
#include <stdint.h>

/* Zeroed at the start. */
struct svi_cpu_share {
    uint64_t ready; /* threads that wanted to run, added up over so many looks */
    unsigned looks;
    bool behind; /* its processes get what nobody else wants, until they end */
};

/* Looks at all that is below this process, of which `threads` are there; to be called at
 * each look of the supervisor. `share` 0: no limit.
 *
 * A bot cannot take it back: a thread of the policy SCHED_IDLE that may not raise its priority may
 * not leave that policy either, and hands it on to all that it starts. */
void svi_cpu_share_look(struct svi_cpu_share *c, uint32_t share, uint64_t threads);

#endif

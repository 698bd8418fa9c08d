/* Measures the memory that the processes of a sandbox hold together: their pages, each counted
 * once, and the kernel's memory for them that no process has mapped. Calls that would keep more
 * than is counted here are refused (process/seccomp.h). The supervisor of a sandboxed bot looks
 * again and again while the bot runs. Looks cannot fail.
 *
 * Most looks are cheap: an upper bound of the memory suffices while it is below the limit. Resident
 * set sizes bound pages from above, as shared pages count in each process. So does the last count
 * of pages, with one page more for each fault since. If both are too high, and the largest process
 * alone is not too large, pages are counted anew. Descriptors and areas are counted when there is a
 * new process, and as often as that takes half a hundredth of a processor; a fifth near the
 * limit. */
#ifndef SVI_ARBITER_SUPERVISOR_HOLDINGS_H
#define SVI_ARBITER_SUPERVISOR_HOLDINGS_H

#include <stdbool.h>
#include <stdint.h>

struct svi_holdings {
    uint64_t memory_kb; /* an upper bound up to the limit, and a lower one above it */
    /* Processes count without the sandbox's first; threads and ticks are those of all that are
     * still there. */
    uint64_t processes, threads, cpu_ticks;
};

/* Looks at all processes of a sandbox's own /proc, which shows no others. `limit_kb` is the memory
 * allowed; 0: memory is not measured. A process may look at only one sandbox, ever, and by one
 * thread. Fills *sum anew at each look. A process that has gone meanwhile is left out; if `proc`
 * cannot be opened, no process is counted. */
void svi_holdings_look(const char *proc, uint64_t limit_kb, struct svi_holdings *sum);

#endif

/* What the processes of a sandbox hold together: their pages, each counted once, and what the
 * kernel keeps for them that no process has mapped. Calls that would keep more than is counted here
 * are refused (process/seccomp.h).
 *
 * Most looks are cheap: an upper bound of the memory does while it is below the limit. Sizes of
 * resident sets bound pages from above, as shared pages count in each process; so do the pages
 * counted once, the last time, with one for each fault since. Where both are too high, and the
 * largest process alone is not too large, pages are counted anew. Descriptors and areas are counted
 * when there is a process more, and as often as that takes half a hundredth of a processor; a fifth
 * near the limit. */
#ifndef SVI_ARBITER_SUPERVISOR_HOLDINGS_H
#define SVI_ARBITER_SUPERVISOR_HOLDINGS_H

#include <stdbool.h>
#include <stdint.h>

struct svi_holdings {
    uint64_t memory_kb; /* an upper bound up to the limit, and a lower one above it */
    uint64_t processes, threads, cpu_ticks;
};

/* Looks at all processes of a sandbox's own /proc, which shows nobody else. `limit_kb`: memory that
 * is allowed; 0: memory is not asked for. One sandbox is looked at by a process, ever. */
void svi_holdings_look(const char *proc, uint64_t limit_kb, struct svi_holdings *sum);

#endif

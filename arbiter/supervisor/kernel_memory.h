/* What the kernel keeps for the processes of a sandbox behind their descriptors and areas of
 * memory, and in the scratch folders. What a pipe or socket may keep counts, whether it does or
 * not. */
#ifndef SVI_ARBITER_SUPERVISOR_KERNEL_MEMORY_H
#define SVI_ARBITER_SUPERVISOR_KERNEL_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_KERNEL_MEMORY_SEEN 4096u /* pipes and sockets that are told apart */

struct svi_kernel_memory {
    uint64_t kb;        /* of all that was counted */
    uint64_t in_flight; /* descriptors in sockets' queues, where no process shows them */
    uint64_t pipes, watches, areas_kb;
    uint64_t seen[SVI_KERNEL_MEMORY_SEEN]; /* which pipes and sockets */
};

/* Begins to count anew. */
void svi_kernel_memory_begin(struct svi_kernel_memory *m);

/* Adds one process of so many in all. False: that is more than `room_kb` already, and the others
 * need not be counted. */
bool svi_kernel_memory_add(struct svi_kernel_memory *m, const char *proc, int pid, size_t processes,
                           uint64_t room_kb);

/* Sums up. */
void svi_kernel_memory_end(struct svi_kernel_memory *m, const char *proc);

/* What lies in /tmp and /dev/shm. */
uint64_t svi_kernel_memory_scratch_kb(const char *proc);

#endif

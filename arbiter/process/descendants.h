/* Which processes stand below a process, as /proc tells. The supervisor ends them all; the arbiter
 * asks what they have waited for. */
#ifndef SVI_ARBITER_PROCESS_DESCENDANTS_H
#define SVI_ARBITER_PROCESS_DESCENDANTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define SVI_DESCENDANTS_MOST 4096u /* that are found */

struct svi_relative {
    pid_t pid, parent;
};

/* Reads a file of the kernel's, cut where `text` ends. False, and "": it cannot be read. */
bool svi_descendants_read(const char *path, char *text, size_t size);

/* The status of a process in a folder like /proc, by a thread that has not ended: the kernel shows
 * neither memory nor files by one that has, though it be the first. `task`: that thread; 0: there
 * is none, and `text` is the process's own. False, and "": there is no such process. */
bool svi_descendants_status(const char *proc, int pid, int *task, char *text, size_t size);

/* What /proc/PID/stat says: the parent, and the ticks of the process and its children that were
 * waited for. */
bool svi_descendants_stat(const char *text, pid_t *parent, uint64_t *ticks);

/* The processes below one, each behind its parent; how many. Those of one that ends meanwhile may
 * be missed, and are found the next time. */
size_t svi_descendants_below(pid_t pid, struct svi_relative list[SVI_DESCENDANTS_MOST]);

/* How many threads of a process run or wait for a processor. */
unsigned svi_descendants_ready(pid_t pid);

/* What a process and all below it are at. */
struct svi_descendants_use {
    bool busy;          /* a thread of one of them runs, or waits for a processor or a disk */
    uint64_t memory_kb; /* their own, in memory or swapped out */
};

void svi_descendants_look(pid_t pid, struct svi_descendants_use *use);

#endif

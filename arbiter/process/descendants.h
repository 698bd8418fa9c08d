/* Finds the processes below a process in /proc. The supervisor ends them all; the arbiter asks how
 * long they have waited, and `solvent check` whether a bot is busy. Buffers are the caller's;
 * functions that return no bool cannot fail. */
#ifndef SVI_ARBITER_PROCESS_DESCENDANTS_H
#define SVI_ARBITER_PROCESS_DESCENDANTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define SVI_DESCENDANTS_MOST 4096u /* most processes that are found */

struct svi_relative {
    pid_t pid, parent;
};

/* Reads a file of the kernel's, cut to the size of `text`. Returns false, with "" in `text`, if it
 * cannot be read. */
bool svi_descendants_read(const char *path, char *text, size_t size);

/* Reads the status of a process in a folder like /proc, from a thread that has not ended. The
 * kernel shows neither memory nor files for an ended thread, even the first.
 *
 * *task is that thread; 0 if no thread is left, and `text` is then the process's own status.
 * Returns false, with "" in `text`, if there is no such process. */
bool svi_descendants_status(const char *proc, int pid, int *task, char *text, size_t size);

/* Reads the text of /proc/PID/stat: the parent, and the ticks of the process and of its children
 * that were waited for. Returns false if it is malformed. */
bool svi_descendants_stat(const char *text, pid_t *parent, uint64_t *ticks);

/* Lists the processes below a process, each behind its parent, and returns their number. Children
 * of a process that ends meanwhile may be missed, and are found the next time. */
size_t svi_descendants_below(pid_t pid, struct svi_relative list[SVI_DESCENDANTS_MOST]);

/* Returns how many threads of a process run or wait for a processor. */
unsigned svi_descendants_ready(pid_t pid);

/* The activity and memory of a process and all below it. */
struct svi_descendants_use {
    bool busy;          /* a thread of one of them runs, or waits for a processor or a disk */
    uint64_t memory_kb; /* not shared with files, in memory or swapped out */
};

/* Fills `use`. Processes that have ended count as idle and without memory. */
void svi_descendants_look(pid_t pid, struct svi_descendants_use *use);

#endif

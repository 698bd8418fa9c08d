#include "process/descendants.h"

#include "base/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HAS_MEMORY "\nRssAnon:" /* only in the status of a thread that has not ended */

bool svi_descendants_read(const char *path, char *text, size_t size)
{
    SCOPED(scoped_close) const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t got = fd >= 0 ? read(fd, text, size - 1) : -1;
    text[got > 0 ? got : 0] = '\0';
    return got > 0;
}

bool svi_descendants_status(const char *proc, int pid, int *task, char *text, size_t size)
{
    char path[96], other[4096];
    struct dirent *entry;
    (void)snprintf(path, sizeof path, "%s/%d/status", proc, pid);
    *task = 0;
    if (!svi_descendants_read(path, text, size)) {
        return false;
    }
    if (strstr(text, HAS_MEMORY) != NULL) {
        *task = pid;
        return true;
    }
    (void)snprintf(path, sizeof path, "%s/%d/task", proc, pid);
    SCOPED(scoped_closedir) DIR *folder = opendir(path);
    while (*task == 0 && folder != NULL && (entry = readdir(folder)) != NULL) {
        (void)snprintf(path, sizeof path, "%s/%d/task/%.10s/status", proc, pid, entry->d_name);
        if (entry->d_name[0] != '.' && svi_descendants_read(path, other, sizeof other) &&
            strstr(other, HAS_MEMORY) != NULL) {
            *task = (int)strtol(entry->d_name, NULL, 10);
            (void)snprintf(text, size, "%s", other);
        }
    }
    return true;
}

/* Fields have their numbers in proc(5). The name, in parentheses, may hold any characters. */
bool svi_descendants_stat(const char *text, pid_t *parent, uint64_t *ticks)
{
    const char *at = strrchr(text, ')');
    char *end = NULL;
    *ticks = 0;
    if (at == NULL || strlen(at) < 4) {
        return false;
    }
    at += 4; /* skips the state, field 3 */
    for (unsigned field = 4; field <= 17; field++) {
        const int64_t value = strtoll(at, &end, 10);
        if (end == at) {
            return false;
        }
        if (field == 4) {
            *parent = (pid_t)value;
        } else if (field >= 14 && value > 0) { /* utime, stime, cutime, cstime */
            *ticks += (uint64_t)value;
        }
        at = end;
    }
    return true;
}

/* Adds the children of a process to a list. Returns false if the kernel does not list children. */
static bool add_children(pid_t parent, struct svi_relative *list, size_t *n)
{
    char path[80];
    struct dirent *entry;
    bool told = false;
    (void)snprintf(path, sizeof path, "/proc/%d/task", (int)parent);
    SCOPED(scoped_closedir) DIR *folder = opendir(path);
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        (void)snprintf(path, sizeof path, "/proc/%d/task/%.10s/children", (int)parent,
                       entry->d_name);
        SCOPED(scoped_fclose) FILE *children = entry->d_name[0] != '.' ? fopen(path, "re") : NULL;
        int pid;
        told |= children != NULL;
        while (children != NULL && *n < SVI_DESCENDANTS_MOST &&
               fscanf(children, "%d", &pid) == 1) { // NOLINT(cert-err34-c): the kernel's own
            list[(*n)++] = (struct svi_relative){.pid = pid, .parent = parent};
        }
    }
    return told;
}

/* Lists all processes with their parents. */
static size_t find_all(struct svi_relative *list)
{
    char path[64], text[4096];
    struct dirent *entry;
    size_t n = 0;
    SCOPED(scoped_closedir) DIR *folder = opendir("/proc");
    while (folder != NULL && n < SVI_DESCENDANTS_MOST && (entry = readdir(folder)) != NULL) {
        uint64_t ticks;
        struct svi_relative one = {.pid = (pid_t)strtol(entry->d_name, NULL, 10)};
        (void)snprintf(path, sizeof path, "/proc/%.10s/stat", entry->d_name);
        if (one.pid > 0 && svi_descendants_read(path, text, sizeof text) &&
            svi_descendants_stat(text, &one.parent, &ticks)) {
            list[n++] = one;
        }
    }
    return n;
}

size_t svi_descendants_below(pid_t pid, struct svi_relative list[SVI_DESCENDANTS_MOST])
{
    struct svi_relative all[SVI_DESCENDANTS_MOST];
    size_t n = 0;
    if (add_children(pid, list, &n)) {
        for (size_t i = 0; i < n; i++) {
            (void)add_children(list[i].pid, list, &n);
        }
        return n;
    }
    const size_t n_all = find_all(all);
    for (size_t i = 0;; pid = list[i++].pid) {
        for (size_t k = 0; k < n_all && n < SVI_DESCENDANTS_MOST; k++) {
            if (all[k].parent == pid) {
                list[n++] = all[k];
            }
        }
        if (i == n) {
            return n;
        }
    }
}

/* Returns how many threads of a process are in one of these states, by their letters in proc(5). */
static unsigned count_threads(pid_t pid, const char *states)
{
    char path[80], text[1024];
    struct dirent *entry;
    unsigned n = 0;
    (void)snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    SCOPED(scoped_closedir) DIR *folder = opendir(path);
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        (void)snprintf(path, sizeof path, "/proc/%d/task/%.10s/stat", (int)pid, entry->d_name);
        if (entry->d_name[0] != '.' && svi_descendants_read(path, text, sizeof text)) {
            const char *at = strrchr(text, ')');
            n += at != NULL && at[1] != '\0' && at[2] != '\0' && strchr(states, at[2]) != NULL;
        }
    }
    return n;
}

unsigned svi_descendants_ready(pid_t pid)
{
    return count_threads(pid, "R");
}

/* Returns whether a thread of a process runs, or waits for a processor or a disk. */
static bool is_busy(pid_t pid)
{
    return count_threads(pid, "RD") > 0;
}

static uint64_t memory_kb(pid_t pid)
{
    static const char *const keys[] = {"\nRssAnon:", "\nRssShmem:", "\nVmSwap:"};
    char text[4096];
    uint64_t sum = 0;
    int task;
    (void)svi_descendants_status("/proc", (int)pid, &task, text, sizeof text);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char *at = strstr(text, keys[i]);
        sum += at != NULL ? strtoull(at + strlen(keys[i]), NULL, 10) : 0;
    }
    return sum;
}

void svi_descendants_look(pid_t pid, struct svi_descendants_use *use)
{
    struct svi_relative list[SVI_DESCENDANTS_MOST];
    const size_t n = svi_descendants_below(pid, list);
    *use = (struct svi_descendants_use){.busy = is_busy(pid), .memory_kb = memory_kb(pid)};
    for (size_t i = 0; i < n; i++) {
        use->busy = use->busy || is_busy(list[i].pid);
        use->memory_kb += memory_kb(list[i].pid);
    }
}

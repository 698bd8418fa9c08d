#include "supervisor/holdings.h"

#include "base/file.h"
#include "process/descendants.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

/* ---- kernel memory --------------------------------------------------------------------------- */

/* The kernel's memory for the processes of a sandbox, behind their descriptors and areas of memory,
 * and in the scratch folders. The most that a pipe or socket may keep counts, whether it does or
 * not. */

#define SVI_KERNEL_MEMORY_SEEN 4096u /* most pipes and sockets that are told apart */

struct svi_kernel_memory {
    uint64_t kb;        /* memory of all that was counted */
    uint64_t in_flight; /* descriptors in sockets' queues, where no process shows them */
    uint64_t pipes, watches, areas_kb;
    uint64_t seen[SVI_KERNEL_MEMORY_SEEN]; /* inodes of the pipes and sockets counted */
};

/* The kernel's memory for one of each, at most, as measured by tests/bench/held. */
#define FILE_BYTES 1536u /* an empty file, with the longest of names */
#define PIPE_KB 64u
#define SOCKET_KB 416u
#define USUAL_SOCKETS 64u /* sockets that hold little */
#define WATCH_BYTES 256u
#define AREA_BYTES 256u
#define LINK_BYTES 64u    /* a link from an area to an area of an ancestor */
#define USUAL_AREAS 1000u /* areas that have few links */

/* Returns whether a pipe or socket is seen for the first time. */
static bool is_first(struct svi_kernel_memory *m, uint64_t inode)
{
    for (size_t i = 0, at = (size_t)(inode * 0x9e3779b97f4a7c15u >> 52); i < 16; i++, at++) {
        uint64_t *place = &m->seen[at % SVI_KERNEL_MEMORY_SEEN];
        if (*place == inode) {
            return false;
        }
        if (*place == 0) {
            *place = inode;
            return true;
        }
    }
    return true;
}

/* Counts the lines of a kernel file that begin with `key`. Stops somewhat beyond `most`. */
static uint64_t count_lines(const char *path, const char *key, uint64_t most)
{
    char text[16384];
    const size_t length = strlen(key);
    /* Bytes of the key matched in this line; more than its length: the line does not match. */
    size_t matched = 0;
    uint64_t count = 0;
    ssize_t got;
    SCOPED(scoped_close) const int fd = open(path, O_RDONLY | O_CLOEXEC);
    while (fd >= 0 && count <= most && (got = read(fd, text, sizeof text)) > 0) {
        for (ssize_t i = 0; i < got; i++) {
            if (text[i] == '\n') {
                count += length == 0;
                matched = 0;
            } else if (matched < length) {
                matched = text[i] == key[matched] ? matched + 1 : length + 1;
                count += matched == length;
            }
        }
    }
    return count;
}

static void add_descriptor(struct svi_kernel_memory *m, const char *proc, int pid, int folder,
                           const char *name)
{
    char path[128], text[1024];
    struct stat found;
    ssize_t length;
    if (fstatat(folder, name, &found, 0) != 0) {
        return;
    }
    (void)snprintf(path, sizeof path, "%s/%d/fdinfo/%.10s", proc, pid, name);
    if (S_ISFIFO(found.st_mode)) {
        m->pipes += is_first(m, found.st_ino ^ found.st_dev << 40);
    } else if (S_ISSOCK(found.st_mode) && is_first(m, found.st_ino ^ found.st_dev << 40)) {
        if (svi_descendants_read(path, text, sizeof text)) {
            const char *at = strstr(text, "scm_fds:");
            m->in_flight += at != NULL ? strtoull(at + 8, NULL, 10) : 0;
        }
    } else if ((found.st_mode & S_IFMT) == 0 &&
               (length = readlinkat(folder, name, text, sizeof text - 1)) > 0) {
        text[length] = '\0';
        m->watches +=
            strcmp(text, "anon_inode:[eventpoll]") == 0 ? count_lines(path, "tfd:", UINT64_MAX) : 0;
    }
}

/* Returns the memory counted so far. A descriptor in flight counts as a pipe. If its queue is in
 * flight itself, it is not seen; the kernel limits a user's descriptors in flight to RLIMIT_NOFILE
 * and one message more. */
static uint64_t counted_kb(const struct svi_kernel_memory *m)
{
    return m->areas_kb + (m->pipes + m->in_flight) * PIPE_KB + m->watches * WATCH_BYTES / 1024;
}

/* Adds one process of `processes`. Returns false if the count exceeds `room_kb` already, so that
 * the others need not be counted. */
static bool kernel_memory_add(struct svi_kernel_memory *m, const char *proc, int pid,
                              size_t processes, uint64_t room_kb)
{
    char path[96];
    struct dirent *entry;
    (void)snprintf(path, sizeof path, "%s/%d/fd", proc, pid);
    SCOPED(scoped_closedir) DIR *folder = opendir(path);
    while (folder != NULL && counted_kb(m) <= room_kb && (entry = readdir(folder)) != NULL) {
        if (entry->d_name[0] != '.') {
            add_descriptor(m, proc, pid, dirfd(folder), entry->d_name);
        }
    }
    (void)snprintf(path, sizeof path, "%s/%d/maps", proc, pid);
    const uint64_t areas = count_lines(path, "", room_kb * 1024 / AREA_BYTES);
    const uint64_t links =
        areas > USUAL_AREAS && processes > 1 ? (areas - USUAL_AREAS) * (processes - 1) : 0;
    m->areas_kb += (areas * AREA_BYTES + links * LINK_BYTES) / 1024;
    return counted_kb(m) <= room_kb;
}

/* Returns the number of Unix and TCP sockets in the sandbox, seen or not. */
static uint64_t count_sockets(const char *proc)
{
    static const char *const kinds[] = {"\nUNIX", "\nTCP "};
    char path[96], text[8192];
    uint64_t count = 0;
    (void)snprintf(path, sizeof path, "%s/1/net/protocols", proc);
    (void)svi_descendants_read(path, text, sizeof text);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        for (const char *at = text; (at = strstr(at, kinds[i])) != NULL;) {
            /* Skips the name; a socket's size and the number of sockets follow. */
            at += strcspn(at + 1, " \n") + 1;
            char *end;
            (void)strtoull(at, &end, 10);
            count += strtoull(end, NULL, 10);
        }
    }
    return count;
}

/* Finishes the count. */
static void kernel_memory_end(struct svi_kernel_memory *m, const char *proc)
{
    const uint64_t sockets = count_sockets(proc);
    m->kb = counted_kb(m) + (sockets > USUAL_SOCKETS ? sockets - USUAL_SOCKETS : 0) * SOCKET_KB;
}

/* Returns the size of the files in /tmp and /dev/shm. */
static uint64_t kernel_memory_scratch_kb(const char *proc)
{
    static const char *const folders[] = {"/tmp", "/dev/shm"};
    char path[96];
    uint64_t kb = 0;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        struct statvfs found;
        (void)snprintf(path, sizeof path, "%s/..%s", proc, folders[i]);
        if (statvfs(path, &found) == 0 && found.f_files >= found.f_ffree &&
            found.f_blocks >= found.f_bfree) {
            kb += (found.f_blocks - found.f_bfree) * found.f_frsize / 1024 +
                  (found.f_files - found.f_ffree) * FILE_BYTES / 1024;
        }
    }
    return kb;
}

/* ---- holdings -------------------------------------------------------------------------------- */

#define PAGE_KB 4u
#define TASK_KB 24u /* a thread's stack in the kernel and its descriptor */

/* Descriptors and areas are counted again after AGAIN_TIMES the processor time of the last count.
 * So counting takes half a hundredth of a processor. While more than a quarter of the limit is in
 * use it is NEAR_TIMES, or a fifth. Two seconds are the longest wait in any case. */
#define AGAIN_TIMES 200
#define NEAR_TIMES 4
#define LATEST_US 2000000u

/* One process, with its part of the sums. */
struct member {
    int pid;
    int task;         /* a thread that has its memory and files (svi_descendants_status) */
    bool ending;      /* no thread has; some pages may not be given back yet */
    uint64_t began;   /* start; tells processes of one number apart */
    uint64_t faults;  /* page faults so far */
    uint64_t ticks;   /* processor time in ticks */
    uint64_t anon_kb; /* its pages, shared or not */
};

/* State kept from one look to the next. */
static struct {
    struct member list[SVI_DESCENDANTS_MOST];
    size_t n;
} now, counted;           /* `counted`: at the last count of pages */
static uint64_t pages_kb; /* result of that count */
static bool pages_known;
static struct svi_kernel_memory kernel;
static uint64_t kernel_again_us, kernel_newest; /* when kernel memory is counted again */

static uint64_t number_behind(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    return at != NULL ? strtoull(at + strlen(key), NULL, 10) : 0;
}

/* Fields have their numbers in proc(5); the name, in parentheses, may hold any characters. */
static bool read_member(const char *text, struct member *m)
{
    pid_t parent;
    const char *at = strrchr(text, ')');
    if (at == NULL || !svi_descendants_stat(text, &parent, &m->ticks)) {
        return false;
    }
    at += strspn(at, ") ");
    for (unsigned field = 3; field <= 22 && at != NULL; field++) {
        if (field == 10 || field == 12) {
            m->faults += strtoull(at, NULL, 10);
        } else if (field == 22) {
            m->began = strtoull(at, NULL, 10);
        }
        at = strchr(at, ' ');
        at = at != NULL ? at + 1 : NULL;
    }
    return true;
}

/* Reads one process. Returns false if it has gone meanwhile. Adds memory that is certainly its own
 * to *fixed_kb. */
static bool look_at(const char *proc, const char *name, struct svi_holdings *sum,
                    uint64_t *fixed_kb)
{
    char path[96], text[4096];
    struct member m = {.pid = (int)strtol(name, NULL, 10)};
    (void)snprintf(path, sizeof path, "%s/%.10s/stat", proc, name);
    if (!svi_descendants_read(path, text, sizeof text) || !read_member(text, &m)) {
        return false;
    }
    if (svi_descendants_status(proc, m.pid, &m.task, text, sizeof text)) {
        const uint64_t threads = number_behind(text, "\nThreads:");
        m.ending = m.task == 0 && (threads > 1 || strstr(text, "\nState:\tZ") == NULL);
        m.anon_kb = number_behind(text, "\nRssAnon:") + number_behind(text, "\nVmSwap:");
        *fixed_kb += number_behind(text, "\nVmPTE:") + number_behind(text, "\nHugetlbPages:") +
                     threads * TASK_KB;
        sum->threads += threads;
    }
    sum->processes += m.pid != 1; /* 1 is the sandbox's first process */
    sum->cpu_ticks += m.ticks;
    if (now.n < SVI_DESCENDANTS_MOST) {
        now.list[now.n++] = m;
    }
    return true;
}

/* Returns the faults of all processes since pages were counted: each may be a page more. */
static uint64_t faults_since(void)
{
    uint64_t faults = 0;
    for (size_t i = 0; i < now.n; i++) {
        uint64_t before = 0;
        for (size_t k = 0; k < counted.n; k++) {
            if (counted.list[k].pid == now.list[i].pid &&
                counted.list[k].began == now.list[i].began) {
                before = counted.list[k].faults;
                break;
            }
        }
        faults += now.list[i].faults - before;
    }
    return faults;
}

/* Returns whether all present processes have been looked at. */
static bool none_is_new(const char *proc)
{
    struct dirent *entry;
    bool known = true;
    SCOPED(scoped_closedir) DIR *folder = opendir(proc);
    while (known && folder != NULL && (entry = readdir(folder)) != NULL) {
        const int pid = (int)strtol(entry->d_name, NULL, 10);
        known = pid <= 0;
        for (size_t i = 0; i < now.n && !known; i++) {
            known = now.list[i].pid == pid;
        }
    }
    return known;
}

/* Counts shared pages by their shares. Processes whose figures cannot be read count in full. Shares
 * of a process that comes or ends meanwhile are missing; then later bounds cannot build on the
 * sum. */
static void count_pages(const char *proc)
{
    char path[96], text[4096];
    pages_kb = 0;
    pages_known = true;
    for (size_t i = 0; i < now.n; i++) {
        pages_known = pages_known && !now.list[i].ending;
        (void)snprintf(path, sizeof path, "%s/%d/smaps_rollup", proc, now.list[i].task);
        const bool told = svi_descendants_read(path, text, sizeof text);
        const bool apart = told && strstr(text, "\nPss_Anon:") != NULL;
        pages_kb += apart ? number_behind(text, "\nPss_Anon:") + number_behind(text, "\nSwapPss:")
                          : now.list[i].anon_kb;
    }
    counted = now;
    pages_known = pages_known && none_is_new(proc);
}

/* Returns the most pages that one process has mapped. All together have at least as many. */
static uint64_t find_largest(void)
{
    uint64_t kb = 0;
    for (size_t i = 0; i < now.n; i++) {
        kb = now.list[i].anon_kb > kb ? now.list[i].anon_kb : kb;
    }
    return kb;
}

/* Returns all memory, with `rest_kb` that processes have not mapped. */
static uint64_t sum_memory(const char *proc, uint64_t rest_kb, uint64_t limit_kb)
{
    uint64_t pages = 0;
    for (size_t i = 0; i < now.n; i++) {
        pages += now.list[i].anon_kb;
    }
    if (pages + rest_kb <= limit_kb) {
        return pages + rest_kb;
    }
    const uint64_t grown = pages_known ? pages_kb + faults_since() * PAGE_KB : pages;
    if (grown + rest_kb <= limit_kb) {
        return grown + rest_kb;
    }
    if (find_largest() + rest_kb > limit_kb) {
        return find_largest() + rest_kb;
    }
    count_pages(proc);
    return pages_kb + rest_kb;
}

static uint64_t read_us(clockid_t clock)
{
    struct timespec t;
    return clock_gettime(clock, &t) == 0 ? (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000
                                         : 0;
}

/* Counts kernel memory, if there is a new process, or it is time. `other_kb` is memory held
 * besides. */
static void count_kernel(const char *proc, uint64_t other_kb, uint64_t limit_kb)
{
    uint64_t newest = 0;
    for (size_t i = 0; i < now.n; i++) {
        newest = now.list[i].began > newest ? now.list[i].began : newest;
    }
    if (newest == kernel_newest && read_us(CLOCK_MONOTONIC) < kernel_again_us) {
        return;
    }
    const uint64_t began_us = read_us(CLOCK_PROCESS_CPUTIME_ID);
    const uint64_t room_kb = limit_kb > other_kb ? limit_kb - other_kb : 0;
    memset(&kernel, 0, sizeof kernel);
    for (size_t i = 0;
         i < now.n && kernel_memory_add(&kernel, proc, now.list[i].task, now.n, room_kb); i++) {
    }
    kernel_memory_end(&kernel, proc);
    const uint64_t times = other_kb + kernel.kb > limit_kb / 4 ? NEAR_TIMES : AGAIN_TIMES;
    const uint64_t wait_us = (read_us(CLOCK_PROCESS_CPUTIME_ID) - began_us) * times;
    kernel_newest = newest;
    kernel_again_us = read_us(CLOCK_MONOTONIC) + (wait_us < LATEST_US ? wait_us : LATEST_US);
}

void svi_holdings_look(const char *proc, uint64_t limit_kb, struct svi_holdings *sum)
{
    struct dirent *entry;
    uint64_t fixed_kb = 0;
    SCOPED(scoped_closedir) DIR *folder = opendir(proc);
    memset(sum, 0, sizeof *sum);
    now.n = 0;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9') {
            (void)look_at(proc, entry->d_name, sum, &fixed_kb);
        }
    }
    if (limit_kb == 0) {
        return;
    }
    fixed_kb += kernel_memory_scratch_kb(proc);
    count_kernel(proc, fixed_kb + find_largest(), limit_kb);
    sum->memory_kb = sum_memory(proc, fixed_kb + kernel.kb, limit_kb);
}

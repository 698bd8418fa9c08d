#include "supervisor/holdings.h"

#include "process/descendants.h"
#include "supervisor/kernel_memory.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PAGE_KB 4u
#define TASK_KB 24u /* a thread's stack in the kernel and what describes it */

/* Descriptors and areas are counted again after so many times what the last count took of a
 * processor: half a hundredth of it, or a fifth while more than a quarter of the limit is in use,
 * and after two seconds in any case. */
#define AGAIN_TIMES 200
#define NEAR_TIMES 4
#define LATEST_US 2000000u

/* What of a process counts towards all. */
struct member {
    int pid;
    int task;         /* a thread that has its memory and files (svi_descendants_status) */
    bool ending;      /* none has, and some pages may not be given back yet */
    uint64_t began;   /* tells processes of one number apart */
    uint64_t faults;  /* pages that it has taken in, ever */
    uint64_t ticks;   /* that it has run */
    uint64_t anon_kb; /* its pages, shared or not */
};

/* What one look leaves for the next. */
static struct {
    struct member list[SVI_DESCENDANTS_MOST];
    size_t n;
} now, counted;           /* `counted`: when pages were counted once */
static uint64_t pages_kb; /* of them then */
static bool pages_known;
static struct svi_kernel_memory kernel;
static uint64_t kernel_again_us, kernel_newest; /* when that is counted again */

static uint64_t number_behind(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    return at != NULL ? strtoull(at + strlen(key), NULL, 10) : 0;
}

/* The fields by their number in proc(5); the name, in parentheses, may hold anything. */
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

/* Reads of one process; false: it has gone meanwhile. `fixed_kb`: what is its own for sure. */
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
    sum->processes += m.pid != 1; /* 1 is the sandbox's own */
    sum->cpu_ticks += m.ticks;
    if (now.n < SVI_DESCENDANTS_MOST) {
        now.list[now.n++] = m;
    }
    return true;
}

/* Faults of all since pages were counted: each may be a page more. */
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

/* Whether all processes there are had been looked at. */
static bool none_is_new(const char *proc)
{
    struct dirent *entry;
    bool known = true;
    DIR *folder = opendir(proc);
    while (known && folder != NULL && (entry = readdir(folder)) != NULL) {
        const int pid = (int)strtol(entry->d_name, NULL, 10);
        known = pid <= 0;
        for (size_t i = 0; i < now.n && !known; i++) {
            known = now.list[i].pid == pid;
        }
    }
    if (folder != NULL) {
        (void)closedir(folder);
    }
    return known;
}

/* Counts pages that several have by their shares. What cannot be read counts in full. Shares of a
 * process that comes or ends meanwhile are missing, so that nothing can be built on the sum. */
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

/* Returns the most pages that one process has mapped. All together have no less. */
static uint64_t find_largest(void)
{
    uint64_t kb = 0;
    for (size_t i = 0; i < now.n; i++) {
        kb = now.list[i].anon_kb > kb ? now.list[i].anon_kb : kb;
    }
    return kb;
}

/* All memory, `rest_kb` of which is not of pages that processes have mapped. */
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

/* Counts what the kernel keeps, if there is a process more, or it is time. `other_kb`: what is held
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
    svi_kernel_memory_begin(&kernel);
    for (size_t i = 0;
         i < now.n && svi_kernel_memory_add(&kernel, proc, now.list[i].task, now.n, room_kb); i++) {
    }
    svi_kernel_memory_end(&kernel, proc);
    const uint64_t times = other_kb + kernel.kb > limit_kb / 4 ? NEAR_TIMES : AGAIN_TIMES;
    const uint64_t wait_us = (read_us(CLOCK_PROCESS_CPUTIME_ID) - began_us) * times;
    kernel_newest = newest;
    kernel_again_us = read_us(CLOCK_MONOTONIC) + (wait_us < LATEST_US ? wait_us : LATEST_US);
}

void svi_holdings_look(const char *proc, uint64_t limit_kb, struct svi_holdings *sum)
{
    struct dirent *entry;
    uint64_t fixed_kb = 0;
    DIR *folder = opendir(proc);
    memset(sum, 0, sizeof *sum);
    now.n = 0;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9') {
            (void)look_at(proc, entry->d_name, sum, &fixed_kb);
        }
    }
    if (folder != NULL) {
        (void)closedir(folder);
    }
    if (limit_kb == 0) {
        return;
    }
    fixed_kb += svi_kernel_memory_scratch_kb(proc);
    count_kernel(proc, fixed_kb + find_largest(), limit_kb);
    sum->memory_kb = sum_memory(proc, fixed_kb + kernel.kb, limit_kb);
}

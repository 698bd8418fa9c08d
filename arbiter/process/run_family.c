#include "process/run_family.h"

#include "base/file.h"
#include "base/time.h"
#include "memory/memory.h"
#include "process/cgroup.h"
#include "process/descendants.h"

#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* ---- run delay ------------------------------------------------------------------------------- */

/* Measures how long the calling thread was ready to run, but waited while others had the
 * processors: the second figure of /proc/thread-self/schedstat. With it a worker dates arrivals.
 *
 * The figure is the sum since the thread began, so we remember a look now and then. The wait since
 * some moment is the difference to the last look before it. */

#define FOUND_US 50   /* a wait shorter than this found an earlier arrival */
#define SLEPT_US 1000 /* after a longer one others may have run first */

/* Returns the waits so far, or -1 if they are not available. */
static int64_t read_own_wait(int fd)
{
    char text[96];
    char *end = NULL;
    const ssize_t got = fd >= 0 ? pread(fd, text, sizeof text - 1, 0) : -1;
    if (got <= 0) {
        return -1;
    }
    text[got] = '\0';
    (void)strtoll(text, &end, 10); /* the first figure, time that it has run */
    const char *second = end;
    const int64_t ns = strtoll(second, &end, 10);
    return end != second && ns >= 0 ? ns / 1000 : -1;
}

void svi_run_delay_open(struct svi_run_delay *w, int64_t now_us)
{
    svi_run_delay_close(w);
    const int fd = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    const int64_t waited_us = read_own_wait(fd);
    if (waited_us >= 0) {
        w->fd = fd;
        w->last = (struct svi_run_delay_look){.at_us = now_us, .waited_us = waited_us};
        w->before = w->last;
    } else {
        scoped_close(&fd);
    }
}

void svi_run_delay_close(struct svi_run_delay *w)
{
    scoped_close(&w->fd);
    w->fd = -1;
}

void svi_run_delay_look(struct svi_run_delay *w, int64_t now_us)
{
    const int64_t waited_us = read_own_wait(w->fd);
    if (waited_us >= 0) {
        w->before = w->last;
        w->last = (struct svi_run_delay_look){.at_us = now_us, .waited_us = waited_us};
    }
}

int64_t svi_run_delay_since(const struct svi_run_delay *w, int64_t since_us, int64_t now_us)
{
    const struct svi_run_delay_look *look = w->last.at_us <= since_us ? &w->last : &w->before;
    const int64_t waited_us = read_own_wait(w->fd) - look->waited_us;
    const int64_t most_us = now_us - since_us;
    return w->fd < 0 || waited_us <= 0 || most_us <= 0 ? 0
           : waited_us < most_us                       ? waited_us
                                                       : most_us;
}

int64_t svi_run_delay_arrival(const struct svi_run_delay *w, int64_t looked_us, int64_t before_us,
                              int64_t now_us)
{
    const int64_t slept_us = now_us - before_us;
    if (slept_us < FOUND_US) {
        return looked_us;
    }
    return slept_us < SLEPT_US ? now_us : now_us - svi_run_delay_since(w, before_us, now_us);
}

#define SECOND_US 1000000

/* The fields of a task's `stat` that are read, by their numbers in proc(5), and one more as the
 * end. */
enum { STATE = 3, MINFLT = 10, CMINFLT, CUTIME = 16, CSTIME, NICE = 19, POLICY = 41, FIELDS };

/* Our own priority, to compare a task's with. */
struct priority {
    int nice, policy;
};

static int64_t of_ticks(int64_t ticks)
{
    return ticks * SECOND_US / sysconf(_SC_CLK_TCK);
}

/* Reads `stat`; the name in it, in parentheses, may hold any characters. */
static bool read_fields(const char *path, char *state, int64_t fields[FIELDS])
{
    char text[1024];
    const char *at = svi_descendants_read(path, text, sizeof text) ? strrchr(text, ')') : NULL;
    if (at == NULL || strlen(at) < 4) {
        return false;
    }
    *state = at[2];
    at += 3;
    for (unsigned i = STATE + 1; i < FIELDS; i++) {
        char *end;
        fields[i] = strtoll(at, &end, 10);
        if (end == at) {
            return false;
        }
        at = end;
    }
    return true;
}

/* Reads the second figure of `schedstat`; 0 if the kernel does not provide it. */
static int64_t read_waited(const char *path)
{
    char text[96];
    char *end = text;
    (void)svi_descendants_read(path, text, sizeof text);
    (void)strtoll(text, &end, 10);
    return strtoll(end, NULL, 10) / 1000;
}

/* Returns the processor time of a process, in all its threads. The clock is
 * clock_getcpuclockid(3)'s, which would ask the kernel besides. */
static int64_t read_ran(pid_t pid)
{
    const clockid_t clock = (clockid_t)(~(unsigned)pid << 3 | 2);
    struct timespec t;
    return clock_gettime(clock, &t) == 0 ? (int64_t)t.tv_sec * SECOND_US + t.tv_nsec / 1000 : 0;
}

/* Reads a thread. Returns false if there is no memory. */
static bool read_thread(struct svi_run_look *look, const struct priority *own, pid_t pid,
                        pid_t thread)
{
    char path[80], state;
    int64_t fields[FIELDS];
    (void)snprintf(path, sizeof path, "/proc/%d/task/%d/stat", (int)pid, (int)thread);
    if (!read_fields(path, &state, fields)) {
        return true; /* it is gone */
    }
    struct svi_run_row *row = svi_run_look_row(look);
    if (row == NULL) {
        return false;
    }
    row->id = thread;
    row->process = thread == pid;
    row->ready = state == 'R';
    const bool behind = fields[POLICY] == SCHED_IDLE && own->policy != SCHED_IDLE;
    row->uncounted = fields[NICE] > own->nice || behind;
    look->behind |= behind;
    (void)snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", (int)pid, (int)thread);
    row->waited_us = read_waited(path);
    if (row->process) {
        row->ran_us = read_ran(pid);
        row->reaped_us = of_ticks(fields[CUTIME] + fields[CSTIME]);
        row->faults = (uint64_t)fields[MINFLT];
        row->reaped_faults = (uint64_t)fields[CMINFLT];
    }
    return true;
}

static bool read_process(struct svi_run_look *look, const struct priority *own, pid_t pid)
{
    char path[48];
    struct dirent *entry;
    bool whole = true;
    (void)snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    SCOPED(scoped_closedir) DIR *folder = opendir(path);
    while (folder != NULL && whole && (entry = readdir(folder)) != NULL) {
        const pid_t thread = (pid_t)strtol(entry->d_name, NULL, 10);
        whole = thread <= 0 || read_thread(look, own, pid, thread);
    }
    return whole;
}

/* Returns the idle time of the machine's processors, or -1 if it is not available. */
static int64_t read_idle(void)
{
    char text[256];
    int64_t ticks[6] = {0}; /* user, nice, system, idle, iowait */
    (void)svi_descendants_read("/proc/stat", text, sizeof text);
    if (strncmp(text, "cpu ", 4) != 0) {
        return -1;
    }
    const char *at = text + 4;
    for (unsigned i = 0; i < 5; i++) {
        char *end;
        ticks[i] = strtoll(at, &end, 10);
        at = end;
    }
    return of_ticks(ticks[3] + ticks[4]);
}

/* Reads the family into a look. Returns false if a process ended between the list and the reading:
 * the figures of its parent may then be from before, and count nothing of it. */
static bool read_family(const struct svi_run_family *f, struct svi_run_look *next)
{
    const struct priority own = {getpriority(PRIO_PROCESS, 0), sched_getscheduler(0)};
    static _Thread_local struct svi_relative below[SVI_DESCENDANTS_MOST];
    const size_t n = svi_descendants_below(f->pid, below);
    bool settled = true;
    next->n_rows = 0;
    next->behind = false;
    next->whole = n < SVI_DESCENDANTS_MOST && read_process(next, &own, f->pid);
    for (size_t i = 0; i < next->n_rows; i++) {
        next->rows[i].uncounted |= f->supervisor;
    }
    for (size_t i = 0; i < n && next->whole; i++) {
        const size_t before = next->n_rows;
        next->whole = read_process(next, &own, below[i].pid);
        settled = settled && next->n_rows > before;
    }
    next->whole = next->whole && next->n_rows > 0;
    return settled;
}

/* Takes a look, anew while processes end in it, but a few times only. Running during the look is at
 * the bot's cost: its processor time is read before the clock where it is subtracted, and after it
 * where it is added. */
static void look(struct svi_run_family *f, bool first)
{
    struct svi_run_look *next = &f->evidence.next;
    int64_t before_us;
    unsigned looks = 0;
    do {
        before_us = svi_time_us();
    } while (!read_family(f, next) && ++looks < 5);
    next->group_us = svi_cgroup_ran_us(f->group);
    next->idle_us = read_idle();
    next->at_us = first ? svi_time_us() : before_us;
}

void svi_run_family_open(struct svi_run_family *f, pid_t pid, bool supervisor)
{
    struct timespec tick;
    svi_run_family_close(f);
    f->pid = pid;
    f->supervisor = supervisor;
    f->group = svi_cgroup_open_ran(pid);
    f->evidence.processors = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
    f->evidence.tick_us =
        clock_getres(CLOCK_MONOTONIC_COARSE, &tick) == 0 ? tick.tv_nsec / 1000 : 10000;
}

void svi_run_family_close(struct svi_run_family *f)
{
    if (f->pid != 0 && f->group >= 0) {
        (void)close(f->group);
    }
    f->pid = 0;
    svi_run_evidence_finish(&f->evidence);
}

bool svi_run_family_is_behind(const struct svi_run_family *f)
{
    return f->evidence.last.behind;
}

/* Returns the processor time so far of the processes that the last look has found. */
static int64_t read_known(const struct svi_run_family *f)
{
    const struct svi_run_look *last = &f->evidence.last;
    int64_t ran_us = svi_cgroup_ran_us(f->group);
    for (size_t i = 0; i < last->n_rows && f->group < 0; i++) {
        const struct svi_run_row *row = &last->rows[i];
        ran_us += row->process ? read_ran(row->id) + row->reaped_us : 0;
    }
    return ran_us;
}

void svi_run_family_mark(struct svi_run_family *f)
{
    f->mark_us = read_known(f);
}

/* Returns the processor time from the mark to a look. */
static int64_t ran_by(const struct svi_run_family *f, const struct svi_run_look *look)
{
    int64_t ran_us = look->group_us - f->mark_us;
    for (size_t i = 0; i < look->n_rows && f->group < 0; i++) {
        ran_us += look->rows[i].ran_us + look->rows[i].reaped_us;
    }
    return ran_us;
}

int64_t svi_run_family_ran(struct svi_run_family *f, bool whole)
{
    if (f->pid == 0) {
        return 0;
    }
    if (!whole) {
        return read_known(f) - f->mark_us;
    }
    look(f, false);
    return ran_by(f, &f->evidence.next);
}

int64_t svi_run_family_begin(struct svi_run_family *f)
{
    if (f->pid == 0) {
        return 0;
    }
    look(f, true);
    svi_run_evidence_begin(&f->evidence);
    return ran_by(f, &f->evidence.last);
}

struct svi_run_excuse svi_run_family_excuse(struct svi_run_family *f, int64_t until_us)
{
    if (f->pid == 0 || f->evidence.last.n_rows == 0) {
        return (struct svi_run_excuse){0};
    }
    look(f, false);
    svi_run_evidence_add(&f->evidence);
    const int64_t at_us = f->evidence.last.at_us;
    return svi_run_evidence_weigh(&f->evidence, until_us < at_us ? until_us : at_us);
}

/* ---- run evidence ---------------------------------------------------------------------------- */

static int64_t less(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t more(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

struct svi_run_row *svi_run_look_row(struct svi_run_look *look)
{
    struct svi_run_row *rows = svi_grow(look->rows, &look->room, look->n_rows + 1, sizeof *rows);
    if (rows == NULL) {
        return NULL;
    }
    look->rows = rows;
    struct svi_run_row *row = &look->rows[look->n_rows++];
    memset(row, 0, sizeof *row);
    return row;
}

/* Makes `next` the last look, and frees its place for the look after it. */
static void shift_looks(struct svi_run_evidence *e)
{
    const struct svi_run_look look = e->last;
    e->last = e->next;
    e->next = look;
    e->next.n_rows = 0;
}

void svi_run_evidence_begin(struct svi_run_evidence *e)
{
    assert(e->next.at_us >= e->last.at_us);
    shift_looks(e);
    e->since_us = e->last.at_us;
    e->idle_us = e->last.idle_us;
    e->group_us = e->last.group_us;
    e->ran_us = e->gone_us = 0;
    e->blind = !e->last.whole;
    for (size_t i = 0; i < e->last.n_rows; i++) {
        e->last.rows[i].before_us = e->last.rows[i].waited_us;
    }
}

/* Finds the row of a thread. Looks mostly list the same threads in the same order: `hint` is the
 * index to begin with. */
static struct svi_run_row *find(const struct svi_run_look *look, int32_t id, size_t hint)
{
    for (size_t i = 0; i < look->n_rows; i++) {
        struct svi_run_row *row = &look->rows[(hint + i) % look->n_rows];
        if (row->id == id) {
            return row;
        }
    }
    return NULL;
}

/* Returns how long a thread has waited from the first look to this one. */
static int64_t waited(const struct svi_run_evidence *e, const struct svi_run_look *look,
                      const struct svi_run_row *row)
{
    return row->uncounted ? 0 : less(row->waited_us - row->before_us, look->at_us - e->since_us);
}

void svi_run_evidence_add(struct svi_run_evidence *e)
{
    /* Run by ended children of the present processes, since the last look. */
    int64_t reaped_us = 0;
    /* Run by the processes that are gone; reaped_us may include it. */
    int64_t gone_us = 0;
    uint64_t reaped_faults = 0, gone_faults = 0;
    assert(e->next.at_us >= e->last.at_us);
    for (size_t i = 0; i < e->next.n_rows; i++) {
        static const struct svi_run_row none;
        struct svi_run_row *row = &e->next.rows[i];
        const struct svi_run_row *old = find(&e->last, row->id, i);
        old = old != NULL ? old : &none;
        row->before_us = old->before_us;
        row->uncounted |= old->uncounted;
        e->ran_us += more(row->ran_us - old->ran_us, 0);
        reaped_us += more(row->reaped_us - old->reaped_us, 0);
        reaped_faults += row->reaped_faults - old->reaped_faults;
    }
    for (size_t i = 0; i < e->last.n_rows; i++) {
        const struct svi_run_row *row = &e->last.rows[i];
        if (find(&e->next, row->id, i) == NULL) {
            const uint64_t faults = row->faults + row->reaped_faults;
            gone_us += row->ran_us + row->reaped_us;
            /* A child that shares its parent's memory may have no faults so far. An honest one runs
             * a program next, which has some. */
            gone_faults += row->process && faults == 0 ? 1 : faults;
            e->gone_us += waited(e, &e->last, row);
        }
    }
    e->ran_us += more(reaped_us - gone_us, 0);
    e->blind |= !e->next.whole;
    e->hidden |= !e->blind && e->next.group_us < 0 && reaped_faults < gone_faults;
    shift_looks(e);
}

struct svi_run_excuse svi_run_evidence_weigh(const struct svi_run_evidence *e, int64_t until_us)
{
    const struct svi_run_look *last = &e->last;
    const bool grouped = e->group_us >= 0 && last->group_us >= 0;
    const int64_t ran_us = grouped ? last->group_us - e->group_us : e->ran_us;
    int64_t waited_us = e->gone_us;
    unsigned running = 0; /* threads that run, as many as possible */
    bool pending = false;
    assert(until_us <= last->at_us);
    if (e->blind || (e->hidden && !grouped)) {
        return (struct svi_run_excuse){0};
    }
    for (size_t i = 0; i < last->n_rows; i++) {
        const struct svi_run_row *row = &last->rows[i];
        waited_us += waited(e, last, row);
        running += row->ready && running < e->processors;
        pending |= row->ready && !row->uncounted;
    }
    int64_t most_us = until_us - e->since_us - ran_us;
    if (last->idle_us >= 0 && e->idle_us >= 0) {
        const int64_t all_us = (last->at_us - e->since_us) * (int64_t)e->processors;
        most_us = less(most_us, all_us - (last->idle_us - e->idle_us) - ran_us);
    }
    const int64_t settled_us = more(less(most_us - running * e->tick_us, waited_us), 0);
    return (struct svi_run_excuse){.settled_us = settled_us,
                                   .most_us = pending ? more(most_us, settled_us) : settled_us};
}

void svi_run_evidence_finish(struct svi_run_evidence *e)
{
    free(e->last.rows);
    free(e->next.rows);
    memset(e, 0, sizeof *e);
}

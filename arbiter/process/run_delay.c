#include "process/run_delay.h"

#include "process/descendants.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FOUND_US 50   /* a wait shorter than this found what had been there before */
#define SLEPT_US 1000 /* after a longer one it may be that others were run first */

/* What has been waited so far, and how long it has run; -1: that is not told. */
static int64_t read_waited(int fd, int64_t *ran_ns)
{
    char text[96];
    char *end = NULL;
    const ssize_t got = fd >= 0 ? pread(fd, text, sizeof text - 1, 0) : -1;
    if (got <= 0) {
        return -1;
    }
    text[got] = '\0';
    *ran_ns = strtoll(text, &end, 10);
    const char *second = end;
    const int64_t ns = strtoll(second, &end, 10);
    return end != second && ns >= 0 ? ns / 1000 : -1;
}

static int open_figures(pid_t pid)
{
    char path[48];
    (void)snprintf(path, sizeof path,
                   pid != 0 ? "/proc/%d/schedstat" : "/proc/thread-self/schedstat", (int)pid);
    return open(path, O_RDONLY | O_CLOEXEC);
}

void svi_run_delay_open(struct svi_run_delay *w, pid_t pid, int64_t now_us)
{
    svi_run_delay_close(w);
    const int fd = open_figures(pid);
    int64_t ran_ns;
    const int64_t waited_us = read_waited(fd, &ran_ns);
    if (waited_us >= 0) {
        w->fd = fd;
        w->pid = pid;
        w->asked_us = -1;
        w->last = (struct svi_run_delay_look){.at_us = now_us, .waited_us = waited_us};
        w->before = w->last;
    } else if (fd >= 0) {
        close(fd);
    }
}

void svi_run_delay_close(struct svi_run_delay *w)
{
    if (w->fd >= 0) {
        close(w->fd);
    }
    w->fd = -1;
}

void svi_run_delay_look(struct svi_run_delay *w, int64_t since_us, int64_t now_us)
{
    int64_t ran_ns;
    const int64_t waited_us = w->last.at_us <= since_us ? read_waited(w->fd, &ran_ns) : -1;
    if (waited_us >= 0) {
        w->before = w->last;
        w->last = (struct svi_run_delay_look){.at_us = now_us, .waited_us = waited_us};
    }
}

int64_t svi_run_delay_since(const struct svi_run_delay *w, int64_t since_us, int64_t now_us)
{
    const struct svi_run_delay_look *look = w->last.at_us <= since_us ? &w->last : &w->before;
    int64_t ran_ns;
    const int64_t waited_us = read_waited(w->fd, &ran_ns) - look->waited_us;
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

/* Whether the process is running or ready to: state R. */
static bool is_ready(pid_t pid)
{
    char path[48], text[512];
    (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    (void)svi_descendants_read(path, text, sizeof text);
    const char *name = strrchr(text, ')'); /* which may hold anything */
    return name != NULL && strncmp(name, ") R", 3) == 0;
}

bool svi_run_delay_stuck(struct svi_run_delay *w, int64_t since_us)
{
    int64_t ran_ns;
    const bool again = w->asked_us == since_us;
    if (read_waited(w->fd, &ran_ns) < 0) {
        return false;
    }
    const bool stuck = is_ready(w->pid) && (!again || ran_ns == w->ran_ns);
    w->asked_us = since_us;
    w->ran_ns = ran_ns;
    return stuck;
}

int64_t svi_run_delay_descendants(pid_t pid)
{
    struct svi_relative below[SVI_DESCENDANTS_MOST];
    const size_t n = svi_descendants_below(pid, below);
    int64_t waited_us = 0;
    for (size_t i = 0; i <= n; i++) {
        const int fd = open_figures(i < n ? below[i].pid : pid);
        int64_t ran_ns;
        const int64_t one_us = read_waited(fd, &ran_ns);
        waited_us += one_us > 0 ? one_us : 0;
        if (fd >= 0) {
            close(fd);
        }
    }
    return waited_us;
}

#include "process/run_delay.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FOUND_US 50   /* a wait shorter than this found an earlier arrival */
#define SLEPT_US 1000 /* after a longer one others may have run first */

/* Returns the waits so far, or -1 if they are not available. */
static int64_t read_waited(int fd)
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
    const int64_t waited_us = read_waited(fd);
    if (waited_us >= 0) {
        w->fd = fd;
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

void svi_run_delay_look(struct svi_run_delay *w, int64_t now_us)
{
    const int64_t waited_us = read_waited(w->fd);
    if (waited_us >= 0) {
        w->before = w->last;
        w->last = (struct svi_run_delay_look){.at_us = now_us, .waited_us = waited_us};
    }
}

int64_t svi_run_delay_since(const struct svi_run_delay *w, int64_t since_us, int64_t now_us)
{
    const struct svi_run_delay_look *look = w->last.at_us <= since_us ? &w->last : &w->before;
    const int64_t waited_us = read_waited(w->fd) - look->waited_us;
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

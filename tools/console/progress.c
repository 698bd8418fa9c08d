#include "tools/console/progress.h"

#include "base/time.h"
#include "memory/memory.h"
#include "thread/thread.h"
#include "tools/console/say.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LIVE_EVERY_US 200000
#define PLAIN_EVERY_US 10000000
#define FIRST_US 2000000 /* delay of the first line, except on a terminal */

/* Returns whether stderr is a terminal that can erase a line. */
static bool can_erase(void)
{
    const char *terminal = getenv("TERM"); // NOLINT(concurrency-mt-unsafe): no thread sets it
    return isatty(STDERR_FILENO) == 1 && terminal != NULL && strcmp(terminal, "dumb") != 0;
}

void svi_progress_init(struct svi_progress *p, const char *name)
{
    p->name = name;
    p->more = NULL;
    p->live = can_erase();
    p->shown = false;
    p->began_us = svi_time_us();
    p->last_us = p->live ? p->began_us : p->began_us + FIRST_US - PLAIN_EVERY_US;
    p->work = NULL;
    p->told_left = false;
    svi_time_left_begin(&p->time_left, p->began_us, 0);
}

void svi_rate_text(uint64_t count, int64_t elapsed_us, char out[SVI_RATE_TEXT])
{
    const double rate = elapsed_us > 0 ? (double)count * 1e6 / (double)elapsed_us : 0.0;
    const double scaled = rate >= 999500 ? rate / 1e6 : rate >= 9950 ? rate / 1e3 : rate;
    snprintf(out, SVI_RATE_TEXT, "%.*f%s", scaled < 9.95 && scaled > 0 ? 1 : 0, scaled,
             rate >= 999500 ? "M"
             : rate >= 9950 ? "k"
                            : "");
}

void svi_time_text(uint64_t s, char out[SVI_TIME_TEXT])
{
    if (s >= 86400) {
        snprintf(out, SVI_TIME_TEXT, "%" PRIu64 " d %" PRIu64 " h", s / 86400, s / 3600 % 24);
    } else if (s >= 3600) {
        snprintf(out, SVI_TIME_TEXT, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64, s / 3600, s / 60 % 60,
                 s % 60);
    } else if (s >= 60) {
        snprintf(out, SVI_TIME_TEXT, "%" PRIu64 ":%02" PRIu64, s / 60, s % 60);
    } else {
        snprintf(out, SVI_TIME_TEXT, "%" PRIu64 " s", s);
    }
}

/* A thread that reports how long the work has taken so far. */
struct svi_progress_work {
    const struct svi_progress *progress;
    struct svi_thread thread;
    pthread_mutex_t lock; /* protects `ending` */
    pthread_cond_t end;
    bool ending;
};

static void tell_work(const struct svi_progress *p)
{
    char text[SVI_TIME_TEXT];
    svi_time_text((uint64_t)(svi_time_us() - p->began_us) / 1000000, text);
    (void)fprintf(stderr, "%s%s: at work for %s%s", p->live ? "\r" : "", p->name, text,
                  p->live ? "\033[K" : "\n");
    (void)fflush(stderr);
}

static void *work(void *user)
{
    struct svi_progress_work *w = user;
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += FIRST_US / 1000000;
    pthread_mutex_lock(&w->lock);
    while (!w->ending) {
        if (pthread_cond_timedwait(&w->end, &w->lock, &until) == ETIMEDOUT) {
            tell_work(w->progress);
            until.tv_sec += w->progress->live ? 1 : PLAIN_EVERY_US / 1000000;
        }
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

void svi_progress_work(struct svi_progress *p)
{
    pthread_condattr_t monotonic;
    struct svi_progress_work *w =
        svi_say_is_quiet() || p->work != NULL ? NULL : svi_new(1, sizeof *w);
    if (w == NULL) {
        return;
    }
    w->progress = p;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->end, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (svi_thread_start(&w->thread, work, w) == 0) {
        p->work = w;
        return;
    }
    pthread_cond_destroy(&w->end);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

static void end_work(struct svi_progress *p)
{
    struct svi_progress_work *w = p->work;
    if (w == NULL) {
        return;
    }
    pthread_mutex_lock(&w->lock);
    w->ending = true;
    pthread_cond_signal(&w->end);
    pthread_mutex_unlock(&w->lock);
    svi_thread_join(&w->thread);
    pthread_cond_destroy(&w->end);
    pthread_mutex_destroy(&w->lock);
    free(w);
    p->work = NULL;
    p->shown = p->live;
}

void svi_progress_show(struct svi_progress *p, uint64_t done, uint64_t total, uint64_t played,
                       uint64_t decisions)
{
    const int64_t now = svi_time_us();
    end_work(p);
    svi_time_left_add(&p->time_left, now, played);
    if (svi_say_is_quiet() || now - p->last_us < (p->live ? LIVE_EVERY_US : PLAIN_EVERY_US) ||
        played == 0) {
        return;
    }
    char games_rate[SVI_RATE_TEXT];
    char decisions_text[SVI_RATE_TEXT + 16] = "";
    char left[SVI_TIME_TEXT + 8] = "";
    const char *more = p->more != NULL ? p->more : "";
    const int64_t left_s = p->told_left ? p->left_s : svi_time_left_s(&p->time_left, total - done);
    p->last_us = now;
    svi_rate_text(played, now - p->began_us, games_rate);
    if (decisions > 0) {
        char rate[SVI_RATE_TEXT];
        svi_rate_text(decisions, now - p->began_us, rate);
        (void)snprintf(decisions_text, sizeof decisions_text, ", %s decisions/s", rate);
    }
    if (left_s >= 0) {
        char text[SVI_TIME_TEXT];
        svi_time_text((uint64_t)left_s, text);
        (void)snprintf(left, sizeof left, ", %s left", text);
    }
    fprintf(stderr, "%s%s: %" PRIu64 " of %" PRIu64 " games (%" PRIu64 "%%), %s games/s%s%s%s%s%s",
            p->live ? "\r" : "", p->name, done, total, done * 100 / total, games_rate,
            decisions_text, left, more[0] != '\0' ? ", " : "", more, p->live ? "\033[K" : "\n");
    fflush(stderr);
    p->shown = p->live;
}

void svi_progress_pass(void *progress, uint64_t done, uint64_t all)
{
    if (done < all) {
        svi_progress_show(progress, done, all, done, 0);
    } else {
        (void)svi_progress_finish(progress);
    }
}

int64_t svi_progress_finish(struct svi_progress *p)
{
    end_work(p);
    if (p->shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        p->shown = false;
    }
    return svi_time_us() - p->began_us;
}

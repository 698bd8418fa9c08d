#include "tools/console/progress.h"

#include "tools/console/say.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LIVE_EVERY_US 200000
#define PLAIN_EVERY_US 10000000
#define FADES_US 30000000 /* until an earlier pace says nothing any more */

static int64_t now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* A terminal that can take a line back. */
static bool can_erase(void)
{
    const char *terminal = getenv("TERM"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    return isatty(STDERR_FILENO) == 1 && terminal != NULL && strcmp(terminal, "dumb") != 0;
}

void svi_progress_init(struct svi_progress *p, const char *name)
{
    p->name = name;
    p->more = NULL;
    p->live = can_erase();
    p->shown = false;
    p->began_us = now_us();
    p->last_us = p->began_us;
    p->pace_us = 0;
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

/* Seconds that the rest will take at the pace of this run; at first also at that of one before, as
 * little says little. */
static void time_left(const struct svi_progress *p, uint64_t rest, uint64_t played, int64_t now,
                      char out[SVI_TIME_TEXT])
{
    const int64_t elapsed = now - p->began_us;
    const int64_t before =
        p->pace_us > 0 && elapsed < FADES_US ? (FADES_US - elapsed) / 3 : 0; /* counts as so long */
    const double games = (double)played + (before > 0 ? (double)before / (double)p->pace_us : 0.0);
    const double seconds = (double)(elapsed + before) / 1e6 / games * (double)rest;
    svi_time_text((uint64_t)(seconds + 0.5), out);
}

void svi_progress_show(struct svi_progress *p, uint64_t done, uint64_t total, uint64_t played,
                       uint64_t decisions)
{
    const int64_t now = now_us();
    if (svi_say_is_quiet() || now - p->last_us < (p->live ? LIVE_EVERY_US : PLAIN_EVERY_US) ||
        played == 0) {
        return;
    }
    char games_rate[SVI_RATE_TEXT];
    char decisions_text[SVI_RATE_TEXT + 16] = "";
    char left[SVI_TIME_TEXT];
    const char *more = p->more != NULL ? p->more : "";
    p->last_us = now;
    svi_rate_text(played, now - p->began_us, games_rate);
    if (decisions > 0) {
        char rate[SVI_RATE_TEXT];
        svi_rate_text(decisions, now - p->began_us, rate);
        (void)snprintf(decisions_text, sizeof decisions_text, " %s decisions/s,", rate);
    }
    time_left(p, total - done, played, now, left);
    fprintf(stderr,
            "%s%s: %" PRIu64 " of %" PRIu64 " games (%" PRIu64 "%%), %s games/s,%s %s left%s%s%s",
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
    if (p->shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        p->shown = false;
    }
    return now_us() - p->began_us;
}

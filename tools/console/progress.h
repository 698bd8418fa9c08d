/* Progress of a long run, on stderr: a line that keeps changing on a terminal, else a plain line
 * now and then; nothing with --quiet. Commands with long runs call it, and `verify`. One thread
 * calls the functions for a struct svi_progress. They cannot fail. */
#ifndef SVI_TOOLS_CONSOLE_PROGRESS_H
#define SVI_TOOLS_CONSOLE_PROGRESS_H

#include "base/time.h"

#include <stdbool.h>
#include <stdint.h>

struct svi_progress_work;

struct svi_progress {
    /* Name of the run and text for the end of the line, or NULL. The caller owns both strings. */
    const char *name;
    const char *more;
    bool live;
    bool shown; /* a live line is on the screen */
    int64_t began_us, last_us;
    struct svi_time_left time_left;
    struct svi_progress_work *work; /* thread of svi_progress_work(), or NULL */
    bool told_left; /* the caller sets left_s; else the time left is estimated here */
    int64_t left_s; /* seconds left, or -1 if not known */
};

/* Starts the clock. `name` must outlive the progress. */
void svi_progress_init(struct svi_progress *progress, const char *name);

/* Shows that `done` games of `total` are finished, `played` of them since init, with that number of
 * `decisions` (0: leaves decisions out). Cheap to call: prints only when a line is due. */
void svi_progress_show(struct svi_progress *progress, uint64_t done, uint64_t total,
                       uint64_t played, uint64_t decisions);

/* Shows progress of work that passes over finished games; fits as a callback. Finishes if done ==
 * all. */
void svi_progress_pass(void *progress, uint64_t done, uint64_t all);

/* Starts a thread that prints how long the command has been at work: after 2 s, then every 10 s.
 * The next call for this progress ends it; until then the struct must stay in its place. If no
 * thread can be started, nothing is printed. */
void svi_progress_work(struct svi_progress *progress);

/* Ends the thread of svi_progress_work(), and erases the live line. Returns the microseconds since
 * init. May be called again. */
int64_t svi_progress_finish(struct svi_progress *progress);

/* Writes a rate in three or four characters: "7.5", "350", "98k", "1.5M". */
#define SVI_RATE_TEXT 16
void svi_rate_text(uint64_t count, int64_t elapsed_us, char out[SVI_RATE_TEXT]);

/* Writes seconds as "3 s", "4:05", "1:00:00", "3 d 4 h". */
#define SVI_TIME_TEXT 40
void svi_time_text(uint64_t seconds, char out[SVI_TIME_TEXT]);

#endif

/* A recorded match that is to be asked again: what its job has beside others
 * (runner/asked_match.h). */
#ifndef SVI_ARBITER_JOB_ASKED_H
#define SVI_ARBITER_JOB_ASKED_H

#include "record/replay.h"

#include <stdint.h>

struct svi_match; /* runner/live_match.h */

enum svi_asked_verdict {
    SVI_ASKED_SAME,
    SVI_ASKED_OTHER, /* another answer, or none that can be read, or its process is lost */
    SVI_ASKED_LATE,  /* none in time: that says nothing */
};

/* A recorded answer that a bot gave, and what it answers now. The game stands before it. */
struct svi_asked_answer {
    enum svi_asked_verdict verdict;
    const struct svi_game *game;
    unsigned seat;
    uint32_t decision; /* its number, from 1 */
    uint8_t kind;      /* enum sv_decision */
    const struct sv_answer *recorded;
    const struct sv_answer *now; /* NULL: none that can be read */
};

struct svi_asked_match {
    struct svi_replay *replay; /* open, and sound; all to the end of the match */
    unsigned seats;            /* the set of those whose bots are asked */
    void (*answered)(void *user, const struct svi_asked_answer *answer); /* by its worker */
    void *user;
    /* svi_asked_match_init() fills these: */
    enum sv_status (*step)(struct svi_match *m, int64_t now_us);
    void (*take)(struct svi_match *m, const struct sv_event *ev);
    unsigned unlike; /* seats whose next answer is not compared: others forfeited meanwhile, so
                        that the question was put when the game stood otherwise */
};

#endif

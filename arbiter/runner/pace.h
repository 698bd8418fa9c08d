/* Finds the bots that delay the others of a worker. The worker looks at its matches now and then
 * (runner/worker_io.h); this file adds the looks up and judges. It calls no clock and no process,
 * and cannot fail.
 *
 * A bot is judged by the time that its clock charges (session/clock.h). Its start, its restarts and
 * its waits for a processor are not charged, so they cannot make it slow. */
#ifndef SVI_ARBITER_RUNNER_PACE_H
#define SVI_ARBITER_RUNNER_PACE_H

#include <stdbool.h>
#include <stdint.h>

#define SVI_PACE_LEAST_US 1000000 /* shortest delay of the others before a bot is slow */
#define SVI_PACE_FADE_US 10000000 /* sums are halved when they span this time */
#define SVI_PACE_LOOK_US 250000   /* longest time that one look counts for: more is the machine's */
/* A bot with fewer answers is not judged, unless its matches have waited for it for
 * SVI_PACE_COST_US. */
#define SVI_PACE_ANSWERS 20u
#define SVI_PACE_COST_US 20000000

/* The findings about a bot in one look. */
struct svi_pace_look {
    unsigned matches; /* seats that it has in matches */
    unsigned awaited; /* seats whose question is open */
    /* Seats of others in the matches that wait for this bot. */
    unsigned blocked;
    unsigned places;    /* matches that it can play at once; 0 if it does not play */
    uint64_t answers;   /* answered questions so far */
    int64_t charged_us; /* charged so far, the open question included */
    bool behind;        /* its processes get only spare processor time */
};

/* A bot's sums. All but `cost_us` fade. */
struct svi_pace {
    struct svi_pace_look look; /* to be filled before svi_pace_take() */
    int64_t matches_us, awaited_us, blocked_us;
    int64_t open_us;    /* with any question open */
    int64_t charged_us; /* charged by its clock; open_us or less */
    int64_t cost_us;    /* charged so far, times the matches that waited */
    int64_t seen_us;    /* look.charged_us of the look before */
    bool slow;          /* svi_pace_judge() */
};

/* The bots of a worker. */
struct svi_pace_watch {
    struct svi_pace *bot; /* n of them, the caller's, all 0 at first */
    unsigned n;
    unsigned share;    /* percent of the time of its matches that a bot may take, 1 to 99 */
    int64_t spent_us;  /* with matches in flight; fades */
    int64_t alone_us;  /* spent_us with questions open to slow bots only; fades */
    int64_t looked_us; /* time of the last look; 0 before the first */
};

/* Adds up the looks at all bots. `in_flight` is the number of matches in flight. */
void svi_pace_take(struct svi_pace_watch *w, unsigned in_flight, int64_t now_us);

/* Returns the percentage of the time of its matches that the clock of a bot has charged lately. */
unsigned svi_pace_percent(const struct svi_pace *bot);

/* Sets `slow` of the bots that delay the others, and returns whether there are any.
 *
 * Such a bot takes more than `share` of the time of its matches, or is behind. It also keeps more
 * than a twentieth of the others' places, or all matches in flight have waited for slow bots for
 * SVI_PACE_LEAST_US in all and a tenth of the time. Its first SVI_PACE_ANSWERS answers don't count,
 * unless they have cost SVI_PACE_COST_US. */
bool svi_pace_judge(struct svi_pace_watch *w);

#endif

/* Whom matches wait for: each bot's share of the time of its own matches, and whether the slow ones
 * among them hold the others up. Looks at the matches in flight are taken at any moments; what is
 * found counts for the time since the look before. No clock and no process here. */
#ifndef SVI_ARBITER_RUNNER_PACE_H
#define SVI_ARBITER_RUNNER_PACE_H

#include <stdbool.h>
#include <stdint.h>

#define SVI_PACE_LEAST_US 1000000 /* the others are held up for so long before anybody is slow */
#define SVI_PACE_FADE_US 10000000 /* after which what was before counts half */
#define SVI_PACE_LOOK_US 250000   /* the most that a look counts for: more is the machine's */

/* What a look has found of a bot. */
struct svi_pace_look {
    unsigned matches; /* it sits in, counted by seats */
    unsigned awaited; /* of them, those that wait for it */
    unsigned kept;    /* seats of others in those that wait for it */
    unsigned places;  /* it has: matches at once; 0: it does not play */
};

/* Of a bot: times since the watch began, in us, with what is long ago fading. */
struct svi_pace {
    struct svi_pace_look look; /* the one that is being taken; to be filled */
    int64_t matches_us, awaited_us, kept_us;
    int64_t open_us; /* in which it was waited for at all, with nothing fading */
    bool slow;       /* svi_pace_judge() */
};

/* The bots of a worker. */
struct svi_pace_watch {
    struct svi_pace *bot; /* n of them, the caller's, all 0 at first */
    unsigned n;
    unsigned share;    /* percent of the time of its matches that a bot may be waited for; 1-99 */
    int64_t spent_us;  /* since the watch began, fading likewise, */
    int64_t alone_us;  /* and of it, that in which nobody but slow bots was waited for */
    int64_t looked_us; /* 0: never */
};

/* Takes in the looks of all bots. `in_flight` matches are there. */
void svi_pace_take(struct svi_pace_watch *w, unsigned in_flight, int64_t now_us);

/* Whether slow bots hold the others up; their `slow` is set then. A bot is slow when its matches
 * have waited for it for more than `share` of their time. It holds others up when it keeps more
 * than a twentieth of their places, or when all matches in flight have waited for slow bots for
 * SVI_PACE_LEAST_US in all, and a tenth of the time. */
bool svi_pace_judge(struct svi_pace_watch *w);

#endif

/* A match in flight, as spectators see it. It shows no dice, money or deeds, because other games of
 * its deal may still be to come. The runner fills it in, a run stores it, and `league status` and
 * pages show it. */
#ifndef SVI_ARBITER_JOB_PLAYING_H
#define SVI_ARBITER_JOB_PLAYING_H

#include <solvent/manifest.h>

#include <stdint.h>

/* Most matches of a worker that are shown: those that have been played longest. */
#define SVI_PLAYING_MOST 64u
/* Decisions are shown in tens, as a single decision would reveal something about a throw. */
#define SVI_PLAYING_STEP 10u

struct svi_playing {
    uint64_t number;
    unsigned seats, bot[SV_MAX_SEATS]; /* by seat */
    uint32_t round;                    /* from 1 */
    uint32_t decisions;                /* so far, rounded down to SVI_PLAYING_STEP */
    uint8_t alive;                     /* set of seats still solvent */
};

#endif

/* A match in flight, for whoever looks on: nothing of its dice, money or deeds, as other seatings
 * of its deal may still be to be played. */
#ifndef SVI_ARBITER_JOB_PLAYING_H
#define SVI_ARBITER_JOB_PLAYING_H

#include <solvent/manifest.h>

#include <stdint.h>

#define SVI_PLAYING_MOST                                                                           \
    64u /* of a worker that are told of: those that have been played longest                       \
         */
#define SVI_PLAYING_STEP                                                                           \
    10u /* decisions are told in tens: each of them says something of a throw */

struct svi_playing {
    uint64_t number;
    unsigned seats, bot[SV_MAX_SEATS]; /* by seat */
    uint32_t round;                    /* from 1 */
    uint32_t decisions;                /* so far, rounded down to SVI_PLAYING_STEP */
};

#endif

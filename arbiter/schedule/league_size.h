/* Limits of a league's size, which league files, schedules and stores obey. */
#ifndef SVI_ARBITER_SCHEDULE_LEAGUE_SIZE_H
#define SVI_ARBITER_SCHEDULE_LEAGUE_SIZE_H

#include <stdint.h>

#define SVI_MAX_BOTS 10000u /* in a season every version counts as one */
#define SVI_MAX_MATCHES UINT64_C(100000000)

#endif

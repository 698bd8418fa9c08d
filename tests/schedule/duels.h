/* A format that goes by results, to test with: a knockout of duels. */
#ifndef TESTS_SCHEDULE_DUELS_H
#define TESTS_SCHEDULE_DUELS_H

#include "schedule/schedule.h"
#include "schedule/settings.h"

/* Bots 0-1, 2-3, ... first, two deals each; then the winners in that order, until one is left. For
 * 2, 4, 8 or 16 bots at tables of 2 in rotations. */
extern const struct svi_format rig_duels;

#endif

/* Plans to test with, and results for them. Any failure fails the test. */
#ifndef TESTS_SCHEDULE_SCHEDULE_RIG_H
#define TESTS_SCHEDULE_SCHEDULE_RIG_H

#include "schedule/schedule.h"
#include "schedule/settings.h"
#include "tests/game/monkey.h"

#include <stdbool.h>
#include <stdint.h>

/* A schedule of these settings. To be finished. */
struct svi_schedule rig_plan(const struct svi_settings *settings);

/* A round robin in rotations; its seed is all 0. To be finished. */
struct svi_schedule rig_round_robin(unsigned bots, unsigned seats, uint32_t deals);

void rig_plan_change(struct svi_schedule *schedule, const struct svi_settings *settings);

/* Plans what comes next; false when there is no more. */
bool rig_plan_next(struct svi_schedule *schedule);

/* Gives results up to a match, except for cancelled matches. The bot with the lower number ends
 * first; with `luck`, any bot does. */
void rig_plan_play_to(struct svi_schedule *schedule, uint64_t last, struct monkey *luck);

/* As rig_plan_play_to(), for all planned matches. */
void rig_plan_play(struct svi_schedule *schedule, struct monkey *luck);

#endif

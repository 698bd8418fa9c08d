/* Plans to test with, and results for them. What goes wrong fails the test. */
#ifndef TESTS_SCHEDULE_SCHEDULE_RIG_H
#define TESTS_SCHEDULE_SCHEDULE_RIG_H

#include "schedule/format.h"
#include "tests/game/monkey.h"

#include <stdbool.h>
#include <stdint.h>

/* A plan of these terms. To be finished. */
struct svi_plan rig_plan(const struct svi_terms *terms);

void rig_plan_change(struct svi_plan *plan, const struct svi_terms *terms);

/* Plans what comes next; false when there is no more. */
bool rig_plan_next(struct svi_plan *plan);

/* Gives results up to a match, none to those that are off: the bot with the lower number ends first, or with `luck`,
 * whoever. */
void rig_plan_play_to(struct svi_plan *plan, uint64_t last, struct monkey *luck);

/* The same for all that is planned. */
void rig_plan_play(struct svi_plan *plan, struct monkey *luck);

#endif

/* The table as events tell it, for bots that do not see it between their own decisions. Nothing here
 * fails. */
#ifndef SVI_POLICY_FOLLOW_H
#define SVI_POLICY_FOLLOW_H

#include <solvent/event.h>
#include <solvent/position.h>

/* Changes a table as an event tells: whose turn it is, and where seats, cash, deeds, buildings and
 * cards are. Other fields stay. */
void svi_follow(struct sv_position *p, const struct sv_event *ev);

#endif

#include "env/trajectory.h"

#include <stdlib.h>
#include <string.h>

#define ROOM_FIRST 64u /* rows */

/* Moves a trajectory's arrays to a block with room for `room` rows. Returns false without
 * memory. */
static bool grow(struct sv_trajectory *t, size_t room)
{
    const size_t row = sizeof *t->seen + sizeof *t->reward + sizeof *t->action + SV_ACTION_COUNT;
    struct sv_trajectory to = *t;
    to.seen = malloc(room * row);
    if (to.seen == NULL) {
        return false;
    }
    to.reward = (float *)(to.seen + room);
    to.action = (int32_t *)(to.reward + room);
    to.mask = (uint8_t *)(to.action + room);
    if (t->rows != 0) {
        memcpy(to.seen, t->seen, t->rows * sizeof *t->seen);
        memcpy(to.reward, t->reward, t->rows * sizeof *t->reward);
        memcpy(to.action, t->action, t->rows * sizeof *t->action);
        memcpy(to.mask, t->mask, (size_t)t->rows * SV_ACTION_COUNT);
    }
    free(t->seen);
    *t = to;
    return true;
}

void svi_record_action(struct svi_batch_record *r, const struct sv_trajectory *whose,
                       const struct sv_observation *seen, const struct svi_allowed *allowed,
                       unsigned action)
{
    struct sv_trajectory *t = &r->open[whose->seat];
    const uint32_t row = t->rows;
    const bool full = row == 0 || (row >= ROOM_FIRST && (row & (row - 1)) == 0);
    if (full && !grow(t, row == 0 ? ROOM_FIRST : (size_t)row * 2)) {
        sv_trajectory_finish(t);
        return;
    }
    t->game = whose->game;
    t->seat = whose->seat;
    t->player = whose->player;
    t->seen[row] = *seen;
    t->reward[row] = 0;
    t->action[row] = (int32_t)action;
    svi_allowed_mask(allowed, t->mask + (size_t)row * SV_ACTION_COUNT);
    t->rows++;
}

void svi_record_reward(struct svi_batch_record *r, const float *reward)
{
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        if (r->open[s].rows != 0) {
            r->open[s].reward[r->open[s].rows - 1] += reward[s];
        }
    }
}

void svi_record_end(struct svi_batch_record *r, const uint8_t *place, const float *luck)
{
    r->has_ended = true;
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        if (r->open[s].rows != 0) {
            r->ended[s] = r->open[s];
            r->ended[s].place = place[s];
            r->ended[s].luck = luck[s];
            r->open[s] = (struct sv_trajectory){0};
        }
    }
}

void svi_record_clear(struct svi_batch_record *r, bool all)
{
    for (unsigned s = 0; (r->has_ended || all) && s < SV_MAX_SEATS; s++) {
        sv_trajectory_finish(&r->ended[s]);
        if (all) {
            sv_trajectory_finish(&r->open[s]);
        }
    }
    r->has_ended = false;
}

void sv_trajectory_finish(struct sv_trajectory *t)
{
    free(t->seen);
    *t = (struct sv_trajectory){0};
}

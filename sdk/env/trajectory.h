/* Trajectories of a batch: what each of the caller's seats saw, did and was paid in a game. */
#ifndef SVI_ENV_TRAJECTORY_H
#define SVI_ENV_TRAJECTORY_H

#include "env/allowed.h"

#include <solvent/env.h>

/* Trajectories of a game by seat: of the one that is played, and of the one that ended last. */
struct svi_batch_record {
    bool has_ended;
    struct sv_trajectory open[SV_MAX_SEATS], ended[SV_MAX_SEATS];
};

/* Adds an action of the seat that `t` has, with what the seat sees. Without memory the trajectory
 * is dropped. */
void svi_record_action(struct svi_batch_record *r, const struct sv_trajectory *t,
                       const struct sv_observation *seen, const struct svi_allowed *allowed,
                       unsigned action);

/* Adds rewards by seat to the seats' last actions. */
void svi_record_reward(struct svi_batch_record *r, const float *reward);

/* Ends the game's trajectories; `place` and `luck` are by seat. */
void svi_record_end(struct svi_batch_record *r, const uint8_t *place, const float *luck);

/* Drops trajectories of the game that ended last, or all. */
void svi_record_clear(struct svi_batch_record *r, bool all);

#endif

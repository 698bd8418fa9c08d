/* Parts of an observation that only batches need: the table at a game's end, and floats of which
 * most are written already. env/batch.c calls it. Nothing here keeps a pointer or fails. */
#ifndef SVI_ENV_OBSERVE_H
#define SVI_ENV_OBSERVE_H

#include <solvent/observation.h>

/* Fills what a seat sees at the end of a game, when no question is open. */
void svi_observe_end(const struct sv_history *h, const struct sv_edition *e,
                     const struct sv_position *p, unsigned seat, struct sv_observation *out);

/* As sv_observation_floats(), where `out` holds the floats of `old`, of the same edition: writes
 * only those that differ. `old` may be NULL. */
void svi_observation_update(const struct sv_observation *old, const struct sv_observation *seen,
                            float *out);

#endif

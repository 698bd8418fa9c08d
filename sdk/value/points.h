/* The value function for authors, with weights of the caller's choice. Frozen policies, models of
 * rivals and the evaluator need that; others call sv_value_create(). */
#ifndef SVI_VALUE_POINTS_H
#define SVI_VALUE_POINTS_H

#include "value/value.h"

#include <solvent/value.h>

/* Creates the value function of an edition with the weights `w`, as sv_value_create(). */
struct sv_value *svi_value_create(const struct sv_edition *e, const struct svi_weights *w);

#endif

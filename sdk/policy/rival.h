/* What tests of models of rivals (<solvent/rival.h>) look at. */
#ifndef SVI_POLICY_RIVAL_H
#define SVI_POLICY_RIVAL_H

#include <solvent/rival.h>

/* Returns the table as the events have it since it was last seen. */
const struct sv_position *svi_rivals_table(const struct sv_rivals *rivals);

#endif

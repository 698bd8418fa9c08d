/* The bots of bots/ that are not values of <solvent/policy.h>, as values, for sv_policy_at(). They
 * are constants of the program. */
#ifndef SVI_POLICY_NAMED_H
#define SVI_POLICY_NAMED_H

#include <solvent/policy.h>

const struct sv_bot *svi_policy_tiny(void);
const struct sv_bot *svi_policy_builder(void);

/* Earlier versions of reference bots (policy/frozen). */
extern const struct sv_bot svi_policy_learner_1, svi_policy_planner_1;

/* Opponents of `solvent panel` (gnome.c, sparring.c). */
extern const struct sv_bot svi_policy_gnome, svi_policy_hermit, svi_policy_seller,
    svi_policy_beggar;

#endif

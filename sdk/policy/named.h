/* The bots of bots/ that are not values of <solvent/policy.h>, as values, for sv_policy_at(). They
 * are constants of the program; nothing here fails. */
#ifndef SVI_POLICY_NAMED_H
#define SVI_POLICY_NAMED_H

#include <solvent/policy.h>

/* The main() of bots/tiny.c and bots/builder.c, which sdk/CMakeLists.txt compiles into this module
 * by other names. Each calls svi_policy_take() in place of sv_bot_main(). */
int svi_policy_tiny(int argc, char **argv);
int svi_policy_builder(int argc, char **argv);

/* Remembers a bot, which must be static in its program, for sv_policy_at() on the same thread.
 * Returns 0. */
int svi_policy_take(int argc, char **argv, const struct sv_bot *bot);

/* Earlier versions of reference bots (policy/frozen). */
extern const struct sv_bot svi_policy_learner_1, svi_policy_planner_1;

/* Opponents of `solvent panel` (gnome.c, sparring.c). */
extern const struct sv_bot svi_policy_gnome, svi_policy_hermit, svi_policy_seller,
    svi_policy_beggar;

#endif

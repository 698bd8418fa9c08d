/* Random, but lawful: the plans and offers of the random bot. */
#ifndef SVI_POLICY_RANDOM_CHOICE_H
#define SVI_POLICY_RANDOM_CHOICE_H

#include <solvent/bot.h>

/* True in `percent` of 100 cases. */
bool svi_random_chance(struct sv_rng *rng, unsigned percent);

/* A random member of a set of spaces; SV_NONE of the empty one. */
unsigned svi_random_pick(struct sv_rng *rng, uint64_t spaces);

/* The same as a set of one space; empty of the empty one. */
uint64_t svi_random_one(struct sv_rng *rng, uint64_t spaces);

/* Each member of a set of spaces with a chance of `percent`. */
uint64_t svi_random_some(struct sv_rng *rng, uint64_t spaces, unsigned percent);

/* Does anything with the seat's deeds: sells, mortgages, lifts and builds, in any number of sets at
 * once. `plan` comes as "change nothing" (sv_answer_clear()). */
void svi_random_plan(struct sv_match *m, struct sv_plan *plan);

/* Sells and mortgages here and there until that brings `amount`, or little is left. `plan` as
 * above. */
void svi_random_raise(struct sv_match *m, int64_t amount, struct sv_plan *plan);

/* A lawful offer of any shape to seat `to`, as things stand once `plan` is carried out. False when
 * none came to mind. */
bool svi_random_offer(struct sv_match *m, const struct sv_plan *plan, unsigned to,
                      struct sv_offer *offer);

#endif

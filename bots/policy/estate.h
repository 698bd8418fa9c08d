/* What a careful owner does with its deeds: raising cash at the least loss, lifting, building. Each adds to
 * a plan that changes nothing yet but what another of them has put there. */
#ifndef SVI_BOTS_POLICY_ESTATE_H
#define SVI_BOTS_POLICY_ESTATE_H

#include "bots/policy/valuation.h"

/* Sells and mortgages until that brings `amount`, what earns least for its money first. Returns what the
 * plan brings then, which may be less than can be had: the bank may lack houses to break hotels into. */
int64_t svi_estate_raise(const struct svi_look *k, int64_t amount, struct sv_plan *plan);

/* Mortgages deeds outside of sets that may be built on, for at most about `amount`; returns what it brings. */
int64_t svi_estate_pledge(const struct svi_look *k, int64_t amount, struct sv_plan *plan);

/* Spends up to `budget` on lifting mortgages, best return first: those of sets to be built on, and others
 * with `all`. Returns what is spent. */
int64_t svi_estate_lift(const struct svi_look *k, int64_t budget, bool all, struct sv_plan *plan);

/* Spends up to `budget` on buildings, evenly, up to three houses everywhere first, best return first. Returns
 * what is spent. */
int64_t svi_estate_build(const struct svi_look *k, int64_t budget, struct sv_plan *plan);

/* Cost of what could be built to three houses on the seat's sets: how much cash would be well spent. */
int64_t svi_estate_appetite(const struct svi_look *k);

/* Of some spaces, at least one, that where one more level brings most rent for its money. */
unsigned svi_estate_best_site(const struct svi_look *k, const struct sv_plan *plan,
                              uint64_t spaces);

#endif

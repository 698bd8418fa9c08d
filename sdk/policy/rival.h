/* How a model of a rival sees an offer (<solvent/rival.h>): tools/fit/fit_rival.c fits the prior to
 * it. */
#ifndef SVI_POLICY_RIVAL_H
#define SVI_POLICY_RIVAL_H

#include <solvent/rival.h>

/* Terms of an offer: 1; the receiver's gain in points, by 0.02; its gain in money beyond
 * sv_trade_margin(), by 100; the proposer's gain in points, by 0.04. The last three are cut at 3. */
#define SVI_TERMS 4u

/* Writes the terms of an offer at the table that was last seen. Returns false if it is not
 * lawful. */
bool svi_rivals_terms(struct sv_rivals *rivals, unsigned from, const struct sv_offer *offer,
                      double terms[SVI_TERMS]);

/* Returns the table as the events have it since it was last seen. */
const struct sv_position *svi_rivals_table(const struct sv_rivals *rivals);

#endif

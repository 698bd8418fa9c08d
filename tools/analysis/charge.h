/* What a decision is charged for. An opportunity that stays open would be missed again in every
 * window, and a game of a hundred windows would cost more points than there are. So as long as a
 * seat's deeds, mortgages and buildings stay as they are, windows and offers are charged only for
 * what they miss more than one before them did. So are the bids of a seat in one auction. */
#ifndef SVI_TOOLS_ANALYSIS_CHARGE_H
#define SVI_TOOLS_ANALYSIS_CHARGE_H

#include "tools/analysis/evaluation.h"

/* From what each decision in the list has missed: its cost, class and change of points. */
void svi_charge(const struct svi_decisions *d, struct svi_evaluated evaluated[]);

#endif

/* Where the points of a game went. For each seat i of n
 *
 *     points_i = 1/2 + luck_i + own_i + sum over j of others_ij + drift_i + forfeit_i
 *
 * to the last digit: 1/2 is what a seat may expect before it is known who begins; luck is that of
 * the ranking (luck/game_luck.h); own is what i's answers changed i's points by against its best
 * candidates; others_ij what j's answers did. Drift is the rest, by which the value function is not
 * at one with itself, and forfeit what came after one. Columns add up to 0 over seats.
 *
 * Of drift, options are what the best candidates of all decisions were worth beyond what the value
 * function expected before them: own, others and options together are what all answers changed in
 * it. The rest of drift is what it changed by with neither an answer nor luck. */
#ifndef SVI_TOOLS_ANALYSIS_ACCOUNT_H
#define SVI_TOOLS_ANALYSIS_ACCOUNT_H

#include "tools/analysis/evaluation.h"

/* In millionths of points (SVI_LUCK_UNIT). */
struct svi_account {
    int32_t points, start, luck, own, drift, forfeit;
    int32_t options;              /* a part of drift */
    int32_t others[SV_MAX_SEATS]; /* by seat j; 0 for the seat itself */
};

/* `evaluated` of each decision in the list; `value` (unless NULL, only where nobody has forfeited)
 * looks at where a seat did. */
void svi_account_make(const struct svi_decisions *d, const struct svi_evaluated evaluated[],
                      struct svi_evaluation *value, struct svi_account out[SV_MAX_SEATS]);

/* Rounds numbers that add up to a whole number of millionths so that the rounded ones add up to it,
 * too: those that are furthest from theirs give way. */
void svi_account_round(const double points[], unsigned n, int32_t out[]);

#endif

/* What the answers to a decision are worth, in points by seat: those that the seat might have
 * given, and the one that it gave.
 *
 * A decision is looked at from what its seat saw: a state made of the public position, with decks
 * shuffled anew and dice of its own key (sv_determinise()). Seats that were asked at the same time
 * have not answered there. So nothing that chance or others did later, or did unseen, tells on it.
 * All keys follow from the game's digest and the decision's number: the same figures in every run.
 *
 * `quick` carries an answer out, has what is asked in reaction answered by the trader's policy up
 * to the next throw, and takes the value function there (value/value.h); chance that the answer
 * itself calls up is averaged over. `search` plays each answer on in the same futures, by traders
 * or careful bots at all seats, over two rounds, and takes the value function there. Which answer
 * is best is found in some futures, and what it is better by in others: so the cost is not too
 * great because the best of many was picked. Where these leave the class in doubt, four times as
 * many futures are played. */
#ifndef SVI_TOOLS_ANALYSIS_EVALUATION_H
#define SVI_TOOLS_ANALYSIS_EVALUATION_H

#include "tools/analysis/decisions.h"
#include "tools/analysis/evaluated.h"

/* One thread's. */
struct svi_evaluation;

/* `edition` must outlive it. NULL: no memory; some 500 KiB. */
struct svi_evaluation *svi_evaluation_create(const struct sv_edition *edition, unsigned seats);
void svi_evaluation_destroy(struct svi_evaluation *v);

/* Evaluates a decision of the game with this digest. `futures` of a search: half of them choose,
 * half measure; 8 to SVI_MOST_FUTURES. SV_E_SYSTEM: no memory; SV_E_RANGE: the position is none
 * that a game can show. */
enum sv_status svi_evaluate(struct svi_evaluation *v, const struct svi_decision *decision,
                            const uint8_t digest[SVI_DIGEST_BYTES], enum svi_depth depth,
                            unsigned futures, struct svi_evaluated *out);

/* The same where the figures are known already (svi_kept_get()): fills in answers, class, and how
 * the position stood. SV_E_RANGE: they are not of these candidates. */
enum sv_status svi_evaluate_again(struct svi_evaluation *v, const struct svi_decision *decision,
                                  const uint8_t digest[SVI_DIGEST_BYTES],
                                  struct svi_evaluated *out);

/* Points by seat of a state as it stands, what is pending answered by the stand-in. */
void svi_evaluate_state(struct svi_evaluation *v, const struct sv_state *st,
                        double points[SV_MAX_SEATS]);

#endif

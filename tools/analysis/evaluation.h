/* Evaluates the answers to a decision in points by seat: those that the seat might have given, and
 * the one that it gave.
 *
 * A decision is seen from its seat: a state is made of the public position, with decks shuffled
 * anew and dice of its own key (sv_determinise()). Seats that were asked at the same time have not
 * answered there. So later or hidden chance and actions have no influence. All keys follow from the
 * game's digest and the decision's number, so every run gives the same figures.
 *
 * It carries an answer out up to the next throw, and takes the value function there
 * (value/value.h). Rivals accept offers with the chances of models that are fitted to all answers
 * of the game (<solvent/rival.h>); other questions in reaction are answered by the trader's policy.
 * Chance that the answer itself calls up is averaged over. */
#ifndef SVI_TOOLS_ANALYSIS_EVALUATION_H
#define SVI_TOOLS_ANALYSIS_EVALUATION_H

#include "tools/analysis/decisions.h"
#include "tools/analysis/evaluated.h"

/* The memory and players of an edition's evaluations, for one thread. A struct svi_analyst
 * (analysis.h) keeps one from game to game. */
struct svi_evaluation;

/* Creates an evaluation of some 250 KiB. `edition` must outlive it. Returns NULL if there is no
 * memory. svi_evaluation_destroy() takes NULL. */
struct svi_evaluation *svi_evaluation_create(const struct sv_edition *edition, unsigned seats);
void svi_evaluation_destroy(struct svi_evaluation *v);

/* Fits the models of rivals to a .svr file, for the decisions of that game: they know its answers,
 * and nothing of other games. Without it they know nothing of either. Returns SV_E_SYSTEM if there
 * is no memory, else the errors of svi_replay_open() and svi_replay_next(). */
enum sv_status svi_evaluation_fit(struct svi_evaluation *v, const uint8_t *bytes, size_t size);

/* Evaluates a decision of the game with this digest. *out is overwritten; the caller finishes it.
 * Returns SV_E_SYSTEM if there is no memory, SV_E_RANGE if no game can show the position. After an
 * error there is nothing to finish. */
enum sv_status svi_evaluate(struct svi_evaluation *v, const struct svi_decision *decision,
                            const uint8_t digest[SVI_DIGEST_BYTES], struct svi_evaluated *out);

#endif

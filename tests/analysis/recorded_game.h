/* Recorded games of reference bots, played in process: what there is to analyse. */
#ifndef TESTS_ANALYSIS_RECORDED_GAME_H
#define TESTS_ANALYSIS_RECORDED_GAME_H

#include "record/record.h"
#include "tools/analysis/evaluated.h"

/* Returns the bot that a letter stands for: `r`andom, `c`areful, `t`rader, `l`earner, `p`lanner. */
const struct sv_bot *recorded_game_bot(char letter);

/* Plays a game of those at `table` on the seed that `seed` makes under a built-in edition of at
 * most `rounds` rounds; `g` must be initialised, and has its record then. `tamper` (or NULL) may
 * change an answer before it is given. The edition stays for good. */
typedef void recorded_game_tamper_fn(void *user, const struct svi_game *g,
                                     const struct sv_question *q, struct sv_answer *a);
void recorded_game_play(struct svi_game *g, const char *edition, const char *table,
                        const char *seed, int32_t rounds, recorded_game_tamper_fn *tamper,
                        void *user);

/* As recorded_game_play(), for any bots in `seats` seats. */
void recorded_game_play_bots(struct svi_game *g, const char *edition,
                             const struct sv_bot *const bot[], unsigned seats, const char *seed,
                             int32_t rounds, recorded_game_tamper_fn *tamper, void *user);

/* Fills in how a recorded game stood before a decision. */
void recorded_game_state(const struct svi_buf *svr, uint32_t decision, struct sv_state *out);

/* Whether two decisions were found to be worth the same, candidate by candidate, to the last bit.
 */
bool recorded_game_alike(const struct svi_evaluated *a, const struct svi_evaluated *b);

/* The editions that there are, up to NULL. */
extern const char *const recorded_game_editions[];

#endif

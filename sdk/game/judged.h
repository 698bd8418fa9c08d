/* Answers that need no second judgement. */
#ifndef SVI_GAME_JUDGED_H
#define SVI_GAME_JUDGED_H

#include <solvent/game.h>

/* sv_apply() for an answer known to be legal: sv_check() has accepted it for the question that
 * `seat`, which must be pending, has now, or it is that question's default. */
void svi_apply_judged(const struct sv_edition *e, struct sv_state *st, unsigned seat,
                      const struct sv_answer *answer, const struct sv_sink *sink);

#endif

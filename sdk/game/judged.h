/* Applies answers that have been judged already. */
#ifndef SVI_GAME_JUDGED_H
#define SVI_GAME_JUDGED_H

#include <solvent/game.h>

/* Applies an answer known to be legal: sv_check() has accepted it for the current question of
 * `seat`, which must be pending, or it is that question's default. */
void svi_apply_judged(const struct sv_edition *e, struct sv_state *st, unsigned seat,
                      const struct sv_answer *answer, const struct sv_sink *sink);

#endif

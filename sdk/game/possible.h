/* Positions and courses from outside, judged before they are played on. */
#ifndef SVI_GAME_POSSIBLE_H
#define SVI_GAME_POSSIBLE_H

#include <solvent/game.h>

/* Whether a game under that edition can show this position while it asks somebody: every field in
 * its range, and the same fact told in two places told alike. */
bool svi_position_possible(const struct sv_edition *e, const struct sv_position *p);

/* Whether a game can stand there: every field of every frame possible under that edition in that
 * position, each frame on one that can have pushed it, and the seats `asked` (at least one) all
 * asked by the one on top. The position is possible. */
bool svi_course_possible(const struct sv_edition *e, const struct sv_position *p,
                         const struct sv_course *course, unsigned asked);

#endif

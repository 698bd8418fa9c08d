/* Judges positions and courses from outside before they are played on: called by sv_determinise(),
 * by the unpacking of courses (game/pack.h), and by scenes. Any bytes get an answer: nothing here
 * fails, and nothing is kept. */
#ifndef SVI_GAME_POSSIBLE_H
#define SVI_GAME_POSSIBLE_H

#include <solvent/game.h>

/* Returns whether a game of that edition can show this position while it asks a seat: every field
 * is in its range, and facts stored twice agree. */
bool svi_position_possible(const struct sv_edition *e, const struct sv_position *p);

/* Returns whether a game can stand there: every field of every frame is possible under that edition
 * in that position, each frame lies on one that can have pushed it, and the one on top can ask all
 * the seats `asked` (at least one). The position must be possible. */
bool svi_course_possible(const struct sv_edition *e, const struct sv_position *p,
                         const struct sv_course *course, unsigned asked);

#endif

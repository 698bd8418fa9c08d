/* Runs the game for callers that have judged answers already (matches in process, playouts, games
 * that are recorded), or that account for chance (chance.h): accounts of luck, analyses and fits.
 * `sink` may be NULL. The caller owns the state; only svi_chance_start() can fail. */
#ifndef SVI_GAME_GAME_H
#define SVI_GAME_GAME_H

#include <solvent/game.h>

struct svi_chance_event;

/* Applies an answer known to be legal: sv_check() has accepted it for the current question of
 * `seat`, which must be pending, or it is that question's default. */
void svi_apply_judged(const struct sv_edition *e, struct sv_state *st, unsigned seat,
                      const struct sv_answer *answer, const struct sv_sink *sink);

/* Applies an answer known to be legal, as svi_apply_judged(), up to the next question, rest or the
 * end. */
void svi_chance_apply(const struct sv_edition *e, struct sv_state *st, unsigned seat,
                      const struct sv_answer *answer, struct svi_chance_event *chance);

/* Runs from a rest to the next question, rest or the end. The game must not be over, and no seat
 * may be asked. */
void svi_chance_go_on(const struct sv_edition *e, struct sv_state *st,
                      struct svi_chance_event *chance);

/* As sv_game_start(), up to the first question or rest. Returns SV_E_ARGUMENT as that does. */
enum sv_status svi_chance_start(const struct sv_edition *e, struct sv_state *st,
                                const struct sv_setup *setup);

#endif

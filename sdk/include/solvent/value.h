/* The value of a position in points: a small network, fitted offline to games of the reference
 * bots, that predicts how many other seats each seat will outlast. Searches judge the ends of
 * futures with it (<solvent/search.h>), and `learner` plays by it (<solvent/policy.h>). `solvent
 * luck` measures luck with the same network and weights that stay as they are, so later versions may
 * give other values, and not other luck. It depends on the public position and the edition alone,
 * and gives the same bits on every machine.
 *
 *     struct sv_value *value = sv_value_create(m->edition);
 *     int32_t points[SV_MAX_SEATS];
 *     sv_value_points(value, m->position, points); */
#ifndef SOLVENT_VALUE_H
#define SOLVENT_VALUE_H

#include <solvent/search.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The value function of an edition with its working memory, some 50 KB, for one thread at a
 * time. */
struct sv_value;

/* Creates the value function of an edition, which must outlive it; sv_value_destroy() frees it, and
 * takes NULL. Returns NULL without memory. Editions without a table of their own use the table of
 * `classic`. */
struct sv_value *sv_value_create(const struct sv_edition *e);
void sv_value_destroy(struct sv_value *value);

/* Writes the points of each seat in millionths, from 0 (first out) to SV_MAX_VALUE (last one left).
 * A bankrupt seat has the points of its place, and so has every seat once the game is over. They
 * add up to half the number of seats, except for rounding. The function was fitted to positions
 * after a throw and its immediate effects. */
void sv_value_points(struct sv_value *value, const struct sv_position *p,
                     int32_t points[SV_MAX_SEATS]);

/* Returns the points of one seat, as a sv_value_fn for struct sv_search_how: `user` is the struct
 * sv_value, `e` its edition. */
int32_t sv_value_seat(void *user, const struct sv_edition *e, const struct sv_position *p,
                      unsigned seat);

#ifdef __cplusplus
}
#endif

#endif

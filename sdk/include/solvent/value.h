/* What a position is worth in points: a small network, fitted offline to games of the reference
 * bots, that foretells how many of the others each seat will outlast. It says of luck what it gave
 * to whom (docs/DETERMINISM.md), judges where a search's futures stop (<solvent/search.h>), and is
 * what `learner` plays by (<solvent/policy.h>). A function of the public position and the edition
 * alone, the same bits on every machine. */
#ifndef SOLVENT_VALUE_H
#define SOLVENT_VALUE_H

#include <solvent/search.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The function for an edition, with room to work in: some 50 KB, for one thread at a time. */
struct sv_value;

/* `e` must outlive it. NULL for want of memory. There are tables for some editions; others take
 * that of `classic`. */
struct sv_value *sv_value_create(const struct sv_edition *e);
void sv_value_destroy(struct sv_value *value);

/* Points of each seat in millionths, from 0 (first out) to SV_MAX_VALUE (last one left): of who is
 * out, those of his place; once the game is over, everybody's. They add up to half the number of
 * seats, but for rounding. Fitted to positions behind a throw and what it brings at once. */
void sv_value_points(struct sv_value *value, const struct sv_position *p,
                     int32_t points[SV_MAX_SEATS]);

/* The same of one seat, for struct sv_search_how: `user` is the struct sv_value, `e` its edition.
 */
int32_t sv_value_seat(void *user, const struct sv_edition *e, const struct sv_position *p,
                      unsigned seat);

#ifdef __cplusplus
}
#endif

#endif

/* The exit of judging an answer that has a breach. Called by game/check.c and game/plan.c. It keeps
 * nothing. */
#ifndef SVI_GAME_BREACH_H
#define SVI_GAME_BREACH_H

#include <solvent/breach.h>

/* Writes a breach to `out`, which may be NULL, and returns the status of its kind
 * (sv_breach_status()), never SV_OK. `seat` and `space` may be SV_NONE. */
enum sv_status svi_breach(struct sv_breach *out, enum sv_breach_kind kind, unsigned seat,
                          unsigned space, int64_t found, int64_t bound);

#endif

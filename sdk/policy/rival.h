/* Parts of models of rivals (<solvent/rival.h>): types, as which the planner plays rivals in
 * futures, and what tests look at. Called by the planner. Nothing here fails. */
#ifndef SVI_POLICY_RIVAL_H
#define SVI_POLICY_RIVAL_H

#include "value/value.h"

#include <solvent/rival.h>

/* Creates models as sv_rivals_create(), for a bot that judges its own gains by the weights `w`. */
struct sv_rivals *svi_rivals_create(const struct sv_edition *e, const struct svi_weights *w);

/* Draws one of the types that a seat may be, as likely as the model has it, by a number from 0 to
 * SV_CHANCE_ONE - 1. */
unsigned svi_rivals_draw(const struct sv_rivals *rivals, unsigned seat, uint32_t number);

/* Estimates the chance that a bot of a type accepts an offer, as sv_rivals_accepts(). Before
 * sv_rivals_see() the chance is 0, and the table below is all 0. */
int32_t svi_rivals_type_accepts(struct sv_rivals *rivals, unsigned type, unsigned from,
                                const struct sv_offer *offer);

/* Returns the table as the events have it since it was last seen. It belongs to the rivals, and
 * changes with their events. */
const struct sv_position *svi_rivals_table(const struct sv_rivals *rivals);

#endif

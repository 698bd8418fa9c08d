/* The luck of a match as a store keeps it: bytes, the same on every machine. */
#ifndef SVI_ARBITER_JOB_LUCK_ROW_H
#define SVI_ARBITER_JOB_LUCK_ROW_H

#include "luck/game_luck.h"

/* Seats, 1 if it was stopped, figures of a seat and a 0, a byte each; then for each seat the
 * standard deviation and its figures, 4 bytes each, the least significant first. */
#define SVI_LUCK_ROW (4u + SV_MAX_SEATS * (1u + SVI_LUCK_FIGURES) * 4u)

/* Returns how many bytes it takes. */
size_t svi_luck_row_put(const struct svi_game_luck *luck, uint8_t out[SVI_LUCK_ROW]);

/* False: these are no such bytes. Version, events and skill are not among them. */
bool svi_luck_row_get(const uint8_t *bytes, size_t size, struct svi_game_luck *out);

#endif

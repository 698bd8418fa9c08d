/* The luck of a match in the form that a store keeps: bytes that are equal on every machine. Runs
 * and `luck --fill` write rows; rankings, reports, `serve` and `verify` read them. */
#ifndef SVI_ARBITER_JOB_LUCK_ROW_H
#define SVI_ARBITER_JOB_LUCK_ROW_H

#include "luck/game_luck.h"

/* Size of a row. A byte each for the number of seats, 1 if a forfeit stopped it, the number of
 * figures of a seat, and 0. Then, for each seat, the standard deviation and the figures, 4 bytes
 * each, the least significant first. */
#define SVI_LUCK_ROW (4u + SV_MAX_SEATS * (1u + SVI_LUCK_FIGURES) * 4u)

/* Writes a row of a game of 2 to 8 seats, and returns its number of bytes. */
size_t svi_luck_row_put(const struct svi_game_luck *luck, uint8_t out[SVI_LUCK_ROW]);

/* Reads a row. Returns false if the bytes are no row; *out is not valid then. A row does not have
 * version, events and skill. */
bool svi_luck_row_get(const uint8_t *bytes, size_t size, struct svi_game_luck *out);

#endif

/* What chance gave to whom, for the page of a game. */
#ifndef SVI_TOOLS_GAME_DATA_LUCK_H
#define SVI_TOOLS_GAME_DATA_LUCK_H

#include "base/buf.h"

#include <stddef.h>
#include <stdint.h>

/* Appends a JSON object, whose points are whole numbers of 1/100000:
 *
 *     {"stopped":false,"seats":[{"luck":..,"sd":..,"skill":..},...],"events":[[event,luck of seat
 * 0,...],...]}
 *
 * with the events of chance in their order, those that gave nobody anything left out; or null for a
 * game whose luck cannot be told. */
void svi_game_data_luck(struct svi_buf *out, const uint8_t *replay, size_t size);

#endif

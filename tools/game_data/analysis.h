/* What decisions cost, for the page of a game. */
#ifndef SVI_TOOLS_GAME_DATA_ANALYSIS_H
#define SVI_TOOLS_GAME_DATA_ANALYSIS_H

#include "base/buf.h"

#include <stddef.h>
#include <stdint.h>

/* Appends a JSON object, whose points are whole numbers of 1/100000:
 *
 *     {"curve":[[event,points of seat 0,...],...],
 *      "turnings":[[event,seat,points],...],
 *      "decisions":[{"n":event,"class":"mistake","cost":..,"half":..,"change":[seat 0,...],
 *                    "given":1,"best":0,
 *                    "candidates":[{"points":..,"half":..,"answer":{...}},...]},...]}
 *
 * `curve` is what each seat might expect at a decision, where that differs from the last;
 * `turnings` is where the game turned (tools/analysis/turnings.h), for which seat; `half` is
 * half the width of a 95% interval. Only decisions with several candidates are there, and of those
 * the best and the one given. Or null for a game that cannot be analysed. The depth is quick
 * (tools/analysis/evaluation.h): some milliseconds a game. */
void svi_game_data_analysis(struct svi_buf *out, const uint8_t *replay, size_t size);

#endif

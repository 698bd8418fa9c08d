/* Figures of play for the pages of a league, which may still run. A thread computes them from a
 * sample of games, so that neither pages nor news wait. It computes them again only when the number
 * of games has doubled or the league is finished.
 *
 * tools/serve/site.c has one, and calls all but create and destroy with its lock. */
#ifndef SVI_TOOLS_SERVE_PLAY_SAMPLE_H
#define SVI_TOOLS_SERVE_PLAY_SAMPLE_H

#include "tools/report/play_figures.h"

#include <stdbool.h>
#include <stdint.h>

struct svi_play_sample;

/* Creates an empty set of figures for the store at `path`, a text that must outlive it. Never
 * returns NULL: without memory the program ends. */
struct svi_play_sample *svi_play_sample_create(const char *path);

/* Stops the thread after the game that it is reading, and frees the figures. NULL is ignored. */
void svi_play_sample_destroy(struct svi_play_sample *sample);

/* Takes over finished figures, and starts the next computation if it is due. `games` of `planned`
 * games are visible. While the league is `running`, the thread yields to it. Returns whether there
 * are new figures. Returns quickly. The pointer from svi_play_sample_get() becomes invalid. */
bool svi_play_sample_turn(struct svi_play_sample *sample, uint64_t games, uint64_t planned,
                          bool running);

/* Returns the figures, or NULL if none are ready or no game can be read. They belong to the sample
 * until the next svi_play_sample_turn(). */
const struct svi_play_figures *svi_play_sample_get(const struct svi_play_sample *sample);

#endif

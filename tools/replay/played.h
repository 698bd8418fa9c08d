/* Figures of a recorded game that `what-if` and `analyse --depth play` have left in its store: what
 * answers cost when the game's bots play on, and how good the decisions of each seat are. */
#ifndef SVI_TOOLS_REPLAY_PLAYED_H
#define SVI_TOOLS_REPLAY_PLAYED_H

#include "base/buf.h"
#include "base/error.h"

struct svi_analysis; /* tools/analysis/analysis.h */
struct svi_played_on;

/* Opens the figures of the game `name` (game_file.h). *out is NULL if the game is in no store, and
 * on errors, those of svi_store_create_reader() and svi_store_played_on(). */
enum sv_status svi_played_on_open(struct svi_played_on **out, const char *name,
                                  struct svi_error *error);

/* Does nothing with NULL. */
void svi_played_on_close(struct svi_played_on *p);

/* Appends members of a JSON object, whose points are whole numbers of 1/100000:
 *
 *     "played":[{"n":event,"class":"mistake","cost":..,"half":..,"given":0,"best":3,
 *                "answers":[{"difference":..,"half":..,"futures":200,"answer":{...}},...]},...],
 *     "own":[{"points":..,"measured":..,"left_out":..}|null of seat 0,...]
 *
 * Answers that were not played on are left out. `half` is half the width of a 95% interval, or null
 * if all futures were alike. `own` has the points of a seat's decisions against learner's
 * (tools/analysis/own.h), or null if they were not measured. `a` is the analysis of the game at
 * depth quick, with which the same answers are found again; decisions of an earlier version that
 * finds others are left out. `user` is a struct svi_played_on. */
void svi_played_on_json(void *user, const struct svi_analysis *a, struct svi_buf *out);

#endif

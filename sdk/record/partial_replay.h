/* A game that goes on, played a second time from the record that it has left so far, decision by
 * decision: what stood there when something was asked can be seen again, and nothing need be kept
 * for that.
 *
 *     svi_partial_replay_begin(&t, &game, &sink);
 *     while ((seat = svi_partial_replay_next(&t, &forfeits)) != SV_NONE) {
 * svi_partial_replay_step(&t); }
 *
 * The record was written by this program and is not doubted: one that cannot be read is a bug. */
#ifndef SVI_RECORD_PARTIAL_REPLAY_H
#define SVI_RECORD_PARTIAL_REPLAY_H

#include "record/record.h"

struct svi_partial_replay {
    const struct svi_game *of; /* it may go on meanwhile */
    struct svi_game game;      /* as it stood; not recorded */
    size_t at;                 /* in the record: the next decision, or what was said beside it */
    bool asides;               /* something was, and has been read */
};

/* Stands at the first question. `of` is being recorded, and must outlive it; the sink is given what
 * `of` reported. Nothing is to be finished. */
void svi_partial_replay_begin(struct svi_partial_replay *t, const struct svi_game *of,
                              const struct sv_sink *sink);

/* The seat whose answer comes next, or with *forfeits its forfeit; SV_NONE: there is nothing more
 * as yet. */
unsigned svi_partial_replay_next(struct svi_partial_replay *t, bool *forfeits);

/* Plays that. */
void svi_partial_replay_step(struct svi_partial_replay *t);

#endif

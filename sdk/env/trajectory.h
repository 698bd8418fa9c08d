/* Trajectories of a batch: what each of the caller's seats saw, did and was paid in a game. A row
 * of a game that is played takes about 100 bytes, as only what has changed is kept. env/batch.c
 * owns the records and hands trajectories out; no function reports a failure. */
#ifndef SVI_ENV_TRAJECTORY_H
#define SVI_ENV_TRAJECTORY_H

#include "base/buf.h"
#include "env/allowed.h"

#include <solvent/env.h>

/* A seat's knowledge when it takes an action. */
struct svi_view {
    struct sv_observation seen;
    struct svi_allowed allowed;
};

#define SVI_VIEW_WORDS (sizeof(struct svi_view) / sizeof(uint64_t))

/* The actions of a seat in a game that is played. */
struct svi_track {
    union {
        struct svi_view view;
        uint64_t word[SVI_VIEW_WORDS];
    } last;             /* of the last action; zeros before the first */
    struct svi_buf log; /* rows, each with the words that differ from the row before */
    size_t last_row;    /* where the last row begins in `log` */
    uint32_t rows;
    uint8_t player;
};

/* Trajectories of a game by seat: of the one that is played, and of the one that ended last. All 0
 * at first, from calloc(), as svi_record_destroy() frees it. */
struct svi_batch_record {
    bool has_ended;
    struct svi_track open[SV_MAX_SEATS];
    struct sv_trajectory ended[SV_MAX_SEATS];
};

/* Adds an action of a seat, for `player` who sits there. Without memory the seat has no trajectory
 * of this game. */
void svi_record_action(struct svi_batch_record *r, unsigned seat, uint8_t player,
                       const struct svi_view *view, unsigned action);

/* Adds rewards by seat to the seats' last actions. */
void svi_record_reward(struct svi_batch_record *r, const float *reward);

/* Ends the trajectories of game `game`; `place` and `luck` are by seat. Those of the game that
 * ended before must have been taken or dropped by svi_record_clear(). A seat without memory has
 * none. */
void svi_record_end(struct svi_batch_record *r, unsigned game, const uint8_t *place,
                    const float *luck);

/* Drops trajectories of the game that ended last, or all. */
void svi_record_clear(struct svi_batch_record *r, bool all);

/* Drops all trajectories, and frees the record. NULL does nothing. */
void svi_record_destroy(struct svi_batch_record *r);

#endif

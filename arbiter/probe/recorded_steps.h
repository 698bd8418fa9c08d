/* The decisions of a recorded game, read before bots are led through it: the seat of each decision,
 * and the place of its answer in the file. */
#ifndef SVI_ARBITER_PROBE_RECORDED_STEPS_H
#define SVI_ARBITER_PROBE_RECORDED_STEPS_H

#include "record/rejected.h"
#include "record/replay.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An answer that was refused. */
struct svi_recorded_refusal {
    char why[SV_MAX_BREACH];
    struct svi_rejected said; /* its bytes lie in the file */
};

/* One decision: an answer or a forfeit. */
struct svi_recorded_step {
    bool forfeit;
    uint8_t seat, verdict;
    uint32_t asides; /* events before the answer: logs, notes and refused answers */
    size_t aside;    /* place of these events in the file */
    size_t at;       /* place of the answer or forfeit behind them */
    /* The bot's own answer if it was refused, or NULL. */
    struct svi_recorded_refusal *refused;
};

/* All decisions of a game: step[i] is decision i + 1. All 0 is an empty one. */
struct svi_recorded_steps {
    struct svi_replay *replay;
    struct svi_recorded_step *step;
    uint32_t n, room;
    bool starved;            /* memory was missing for a refused answer */
    struct sv_result result; /* result of the game */
};

/* Plays an open replay to its end in `game`, which is initialised, and keeps its decisions. The
 * replay and its bytes must outlive the steps. Returns SV_E_SYSTEM if memory runs out, else the
 * results of svi_replay_run(), with a line in replay->error. The caller finishes the steps in any
 * case. */
enum sv_status svi_recorded_steps_read(struct svi_recorded_steps *steps, struct svi_replay *replay,
                                       struct svi_game *game);
void svi_recorded_steps_finish(struct svi_recorded_steps *steps);

/* Reads the answer or default that was played in a step. `game` stands before the step. */
void svi_recorded_step_answer(const struct svi_recorded_steps *steps,
                              const struct svi_recorded_step *step, const struct svi_game *game,
                              struct sv_answer *answer);

/* Plays the step in `game`: the answer and the events before it, or the forfeit. */
enum sv_status svi_recorded_step_give(const struct svi_recorded_steps *steps,
                                      const struct svi_recorded_step *step, struct svi_game *game);

/* Gives only the events before the answer to `game`, as the caller gives another answer. If the
 * recorded answer was refused, that event is left out. */
enum sv_status svi_recorded_step_aside(const struct svi_recorded_steps *steps,
                                       const struct svi_recorded_step *step, struct svi_game *game);

#endif

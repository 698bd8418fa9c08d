/* The decisions of a recorded game, all read before it is played again beside them. */
#ifndef SVI_TOOLS_REPLAY_RECORDED_STEPS_H
#define SVI_TOOLS_REPLAY_RECORDED_STEPS_H

#include "tools/replay/recorded.h"

#include "record/rejected.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An answer that was not taken. */
struct svi_recorded_own {
    char why[SV_MAX_BREACH];
    uint32_t size, whole;
    uint8_t bytes[];
};

struct svi_recorded_step {
    bool forfeit;
    uint8_t seat, verdict;
    uint32_t asides; /* events of what the seat said beside it, and of what was not taken, */
    size_t aside;    /*   which stand there in the file */
    struct sv_answer answer; /* what was played */
    struct svi_recorded_own
        *own; /* what the bot had answered, when that was not taken; NULL: not known */
};

/* Zeroed it is empty, and may be finished. */
struct svi_recorded_steps {
    struct svi_recorded_step *step;
    uint32_t n, room;
    bool starved;            /* there was no memory for all of what was not taken */
    struct sv_result result; /* of the game */
};

/* Reads the whole game, which is played to its end in recorded->game. What is wrong is told on
 * stderr: USAGE: the record is no game; ENVIRONMENT: no memory. To be finished even then. */
enum svi_exit svi_recorded_steps_read(struct svi_recorded_steps *steps,
                                      struct svi_recorded *recorded);
void svi_recorded_steps_finish(struct svi_recorded_steps *steps);

/* What the recorded bot had answered itself, as far as that is known: its bytes are the step's. */
struct svi_rejected svi_recorded_step_own(const struct svi_recorded_step *step);

#endif

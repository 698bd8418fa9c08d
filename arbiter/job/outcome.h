/* A match that was played. */
#ifndef SVI_ARBITER_JOB_OUTCOME_H
#define SVI_ARBITER_JOB_OUTCOME_H

#include "job/job.h"
#include "job/times.h"
#include "job/trade_balance.h"

#include "record/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svi_game_luck; /* luck/game_luck.h */

/* What became of one seat. */
struct svi_job_seat {
    uint32_t verdicts[SV_VERDICT_COUNT]; /* answers by verdict; `default` counts nothing: what a bot
                                            does not answer is never asked */
    bool forfeited;                      /* its bot was dead, has used up its strikes or its time */
    uint32_t dropped;                    /* logs and notes beyond what a seat may say in a match */
    const char *printed; /* by its bot, as kept (arbiter/process/output_tail.h); NULL: nothing. Not
                            hashed */
    uint64_t used_us;    /* wall clock it took for its answers; no part of anything hashed */
};

/* A finished match. Everything is valid during the callback only. */
struct svi_outcome {
    struct svi_job job;
    struct sv_result result;
    struct svi_job_seat seat[SV_MAX_SEATS];
    const uint8_t *replay; /* the whole .svr file */
    size_t replay_size;
    uint32_t decisions; /* answers and forfeits in the record */
    uint32_t turns;     /* turns and rounds played */
    uint32_t rounds;
    uint64_t wall_us; /* from start to end, other matches in between; not hashed */
    struct svi_trade_balance trades;
    const struct svi_game_luck *luck;       /* NULL: nobody has accounted for it */
    const struct svi_decision_times *times; /* of all questions that were answered or late, */
    size_t n_times;                         /*   so many cells; fewer without memory for them */
};

#endif

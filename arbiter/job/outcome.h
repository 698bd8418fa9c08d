/* A match that was played. The runner gives it to done() of struct svi_run_config, which `league
 * run`, trials, `match` and arbiter/probe define. */
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

/* The result of a seat. */
struct svi_job_seat {
    /* Answers by verdict. `default` stays 0: questions that a bot does not answer are not asked. */
    uint32_t verdicts[SV_VERDICT_COUNT];
    bool forfeited;   /* its bot was dead, or used up its strikes or its time */
    uint32_t dropped; /* logs and notes beyond the limit of a seat in a match */
    /* Text that its bot printed (arbiter/process/output_tail.h), or NULL. Not hashed. */
    const char *printed;
    uint64_t used_us; /* wall clock time of its answers; not hashed */
};

/* Returns whether an answer of its bot was played. */
static inline bool svi_job_seat_answered(const struct svi_job_seat *seat)
{
    return seat->verdicts[SV_VERDICT_OK] + seat->verdicts[SV_VERDICT_FALLBACK] > 0;
}

/* A finished match. All members are valid during the callback only. */
struct svi_outcome {
    struct svi_job job;
    struct sv_result result;
    struct svi_job_seat seat[SV_MAX_SEATS];
    const uint8_t *replay; /* the whole .svr file */
    size_t replay_size;
    uint32_t decisions; /* answers and forfeits in the record */
    uint32_t turns;     /* turns played */
    uint32_t rounds;
    uint64_t wall_us; /* from start to end, with other matches in between; not hashed */
    struct svi_trade_balance trades;
    const struct svi_game_luck *luck; /* NULL if luck was not computed */
    /* Times of all questions that were answered or late, in n_times cells. */
    const struct svi_decision_times *times;
    size_t n_times;
};

#endif

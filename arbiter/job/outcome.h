/* A match that was played. The runner gives it to done() of struct svi_run_config, which `league
 * run`, trials, `match` and arbiter/probe define. */
#ifndef SVI_ARBITER_JOB_OUTCOME_H
#define SVI_ARBITER_JOB_OUTCOME_H

#include "job/times.h"
#include "job/trade_balance.h"

#include "record/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <solvent/edition.h>
#include <solvent/luck.h>

struct svi_match_driver;

/* A match to be played: next() of struct svi_run_config fills one in for the runner. Pointers in it
 * belong to the source of matches, and must be valid until the match is over. */
struct svi_job {
    uint64_t number;                  /* the match's number in its league, or 0 */
    const struct sv_edition *edition; /* finished; must outlive the run */
    uint8_t seed[SV_SEED_BYTES];
    uint8_t salt[SV_SALT_BYTES]; /* salt of the seed's commitment */
    unsigned seats;              /* 2-8 */
    unsigned bot[SV_MAX_SEATS];  /* for each seat: index into config.bots; a bot may sit twice */
    /* The league's name, or NULL. Only for the replay's header; without a name, `number`, `deal`
     * and `seating` stay out of the header too. */
    const char *league;
    uint64_t deal;
    unsigned seating;
    /* The first job of a batch, which needs new processes of all bots that we start. All jobs
     * before it must be over, and the run must have one worker. */
    bool fresh;
    unsigned taken_back; /* answers that a person has taken back, for the header */
    /* Moves the match on (runner/live_match.h); NULL: the bots' answers do. */
    const struct svi_match_driver *driver;
    void *user; /* belongs to the source of matches, handed back in done() */
};

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

/* What a run of the runner (arbiter/runner/runner.h) is given, and gives: bots, jobs, finished matches, figures. */
#ifndef SVI_ARBITER_JOB_RUN_H
#define SVI_ARBITER_JOB_RUN_H

#include "job/match_times.h"
#include "job/trade_balance.h"
#include "process/output.h"
#include "process/sandbox.h"

#include "record/record.h"
#include <solvent/bot.h>

#include <solvent/edition.h>
#include <solvent/status.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svi_game_luck; /* luck/game_luck.h */

/* What a line about a bot on stderr is about. Of each sort only the first few are printed. */
enum svi_notice {
    SVI_NOTICE_STRIKE,
    SVI_NOTICE_FORFEIT,
    SVI_NOTICE_LOSS,
    SVI_NOTICE_WAIT,
    SVI_NOTICE_HOPELESS,
    SVI_NOTICE_COUNT
};

/* A bot that has been lost so often in a row before it sat in any match is given up; a remote one, and one that connects
 * by itself, when it has been lost so often without a match played to its end in between. */
#define SVI_BOT_TRIES 3u

/* After so many matches in a row that a bot was lost in, the operator is told; one that has never answered anything is given
 * up, as it would lose the others at the same questions. */
#define SVI_BOT_HOPELESS 20u

/* What a worker keeps of a bot from one run to the next of the same league. */
struct svi_bot_past {
    unsigned failures; /* losses that count towards SVI_BOT_TRIES */
    unsigned lost;     /* processes, in all */
    unsigned deaths;   /* matches lost by losses since one was played to its end */
    bool
        answered; /* an answer of it was one that the rules allow, in a match that has ended or was lost */
    bool greeted;   /* it has said hello: */
    uint32_t kinds; /*   what it answers */
    uint8_t when[SV_DECISION_COUNT];
    bool out;                           /* given up */
    unsigned notices[SVI_NOTICE_COUNT]; /* lines about it on stderr so far */
    bool seen_as_root;                  /* it has been said that it runs as root */
    unsigned starts;                    /* times that it has said hello */
    uint64_t start_us;                  /* the longest that it took to */
    unsigned says;                      /* matches at once, by its hello */
};

/* How bots live here: found out, and said, by the first run that is given it all 0. */
struct svi_housing {
    bool known;
    bool sandboxed;
    bool users; /* bots run as users of their own (user.h) */
};

/* Who plays a seat in this program (hand.h). All are called by the runner's thread. */
struct svi_local_seat {
    /* Question `number` is put to a seat; again with each that is put to it before it is answered. */
    void (*ask)(void *user, const struct svi_game *game, unsigned seat, uint32_t number,
                const struct sv_question *question);
    /* Whether it is answered; then with what. */
    bool (*answer)(void *user, unsigned seat, uint32_t number, struct sv_answer *answer);
    uint8_t when[SV_DECISION_COUNT]; /* when it is asked, as sv_setup.when */
    void *user;
};

#define SVI_MAX_ENV 64u /* variables that an operator sets for a bot */

/* A bot as the operator names it. All pointers stay the caller's and must outlive the run. */
struct svi_bot_spec {
    const char *name; /* shown everywhere and recorded; unique among the bots of a run */
    const char *const
        *argv; /* program and arguments, NULL at the end; no shell sees them. NULL: the bot
                                connects by itself and says this name in its hello */
    const struct svi_local_seat *local_seat; /* NULL; or it is played by us, and has no argv */
    const char *const
        *files; /* what it may read besides what argv names, NULL at the end; NULL: nothing */
    const char *const *
        env; /* set in its environment, "NAME=VALUE", at most SVI_MAX_ENV and NULL at the end; NULL: nothing */
    const char *folder; /* where its process runs; NULL: where we do */
    const char
        *endpoint;    /* of a remote bot, whose argv is that of its gate: where that listens for it;
                             NULL: it is none */
    uint32_t wait_ms; /* how long a remote bot may take to connect the first time */
    unsigned matches; /* at most so many at once, whatever the bot says; 0: what the bot says */
    struct svi_bot_past
        *past; /* one for each worker, all 0 before the first run; NULL: this run is all there is */
    struct svi_output_cap
        *printed; /* how much of what it prints goes to the log or our stderr, all workers together;
                     NULL: all of it */
};

/* One match to be played. */
struct svi_job {
    uint64_t number;                  /* the match's number in its league, or 0 */
    const struct sv_edition *edition; /* finished; must outlive the run */
    uint8_t seed[SV_SEED_BYTES];
    uint8_t salt[SV_SALT_BYTES]; /* of the commitment to it */
    unsigned seats;              /* 2-8 */
    unsigned bot[SV_MAX_SEATS];  /* for each seat: index into config.bots; the same may sit twice */
    const char *league; /* for the replay's header only: the league's name, or NULL when there is */
    uint64_t deal;      /* none, then `number`, `deal` and `seating` stay out of the header too */
    unsigned seating;
    void *user; /* the source's own, handed back in done */
};

/* What became of one seat. */
struct svi_job_seat {
    uint32_t
        verdicts[SV_VERDICT_COUNT]; /* answers by verdict; `default` counts nothing: what a bot does
                                            not answer is never asked */
    bool forfeited;                 /* its bot was dead, has used up its strikes or its time */
    uint32_t dropped;               /* logs and notes beyond what a seat may say in a match */
    const char *
        printed; /* by its bot, as kept (arbiter/process/output_tail.h); NULL: nothing. Not hashed */
    uint64_t used_us; /* wall clock it took for its answers; no part of anything hashed */
};

/* A finished match. Everything is valid during the callback only. */
struct svi_outcome {
    struct svi_job job;
    struct sv_result result;
    struct svi_job_seat seat[SV_MAX_SEATS];
    const uint8_t *replay; /* the whole .svr file */
    size_t replay_size;
    const char
        *crash; /* how the first bot that was lost in it ended: one line with the question it was
                           asked, then the last lines it printed; NULL: none was. Not hashed */
    unsigned crash_seat; /* the seat it had */
    uint32_t decisions;  /* answers and forfeits in the record */
    uint32_t turns;      /* turns and rounds played */
    uint32_t rounds;
    uint64_t wall_us; /* from start to end, other matches in between; not hashed */
    struct svi_trade_balance trades;
    const struct svi_game_luck *luck;       /* NULL: nobody has accounted for it */
    const struct svi_decision_times *times; /* of all questions that were answered or late, */
    size_t n_times;                         /*   so many cells; fewer without memory for them */
};

struct svi_run_config {
    const struct svi_bot_spec *bots;
    unsigned n_bots;
    unsigned workers; /* 1 and more; 0 is taken as 1. More than 1 only when every bot has an argv */
    uint32_t
        decision_ms;   /* a decision takes so long before it draws on the time bank, at least 1 */
    uint32_t bank_ms;  /* time bank of a seat in a match */
    uint32_t strikes;  /* the strike that forfeits the seat, at least 1 */
    uint32_t match_s;  /* a seat that has thought for so long in a match forfeits; 0: no limit */
    uint32_t hello_ms; /* a started bot says hello within this; 0: 10 000 */
    enum svi_sandbox
        sandbox; /* SVI_SANDBOX_AUTO is decided once, with one line when there is none */
    struct svi_housing *housing; /* NULL: this run is all there is */
    bool
        own; /* the bots are the caller's own: without a sandbox they run as it does, which is no word worth */
    struct svi_limits limits; /* of each bot's process and its children together */
    const char *const
        *hidden;        /* files that no sandboxed bot may see, NULL at the end; NULL: none */
    const char *listen; /* endpoint of this machine for bots that connect by themselves, or NULL */
    const char
        *bot_logs; /* folder for what bots print, NAME.log, and NAME.WORKER.log of all workers but
                      the first, from 1; NULL: our stderr */
    bool keep_printed; /* to keep what bots print with the match that it was printed in, and have
                          them mark it (wire/mark.h) */
    bool
        luck; /* to account for the luck of each match when it has ended: some milliseconds of its worker */
    void (*note)(const char *format, ...)
        __attribute__((format(printf, 1,
                              2))); /* one line about the run or a bot that goes wrong, as
                                                  printf() has it, without its end; from any worker.
                                                  NULL: nobody wants to know */
    const atomic_bool
        *stop; /* when it becomes true the run ends within a second, and what is in flight
                                 is dropped; may be NULL */

    int64_t until_us; /* on svi_clock_us(): the run ends then as by `stop`; 0: no such time */

    /* Every event of every match, when it happens; by the worker that plays it. NULL: nobody wants to know. */
    void (*watch)(void *user, const struct svi_game *game, const struct sv_event *event);

    /* Both are called under one lock, from any worker: never at the same time. After `stop`, or after
     * done() has returned false, done() is not called any more. */
    bool (*next)(void *user, struct svi_job *job);            /* false: there are no more, ever */
    bool (*done)(void *user, const struct svi_outcome *done); /* false: stop the run */
    void *user;
};

/* What went through, for progress and benchmarks; all workers together. */
struct svi_run_stats {
    uint64_t matches;   /* finished */
    uint64_t questions; /* sent */
    uint64_t answers;   /* received in time, legal or not */
    uint64_t frames_out, frames_in;
    uint64_t bytes_out, bytes_in;
    uint64_t wakeups; /* turns of the loop */
    uint64_t starts;  /* processes of bots started */
    uint64_t deaths;  /* of them, those that ended on their own or were put down */
    uint64_t strays;  /* replies to nothing that was asked */
};

#endif

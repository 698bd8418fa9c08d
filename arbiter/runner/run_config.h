/* What a run is given, and what went through it. */
#ifndef SVI_ARBITER_RUNNER_RUN_CONFIG_H
#define SVI_ARBITER_RUNNER_RUN_CONFIG_H

#include "job/loss.h"
#include "job/outcome.h"
#include "job/playing.h"
#include "process/bot_spec.h"
#include "process/sandbox.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct svi_match_list;

/* How bots live here: found out, and said, by the first run that is given it all 0. */
struct svi_housing {
    bool known;
    bool sandboxed;
    bool users;  /* bots run as users of their own (user.h) */
    bool groups; /* control groups hold them to their memory and share out processor time */
};

/* What a worker has measured of a bot. It says why the bot delays the others, if it does. */
struct svi_slow_bot {
    bool slow;
    bool out;           /* it is given up, so its matches end at once */
    bool behind;        /* it has gone behind all others (limits: cpu_share) */
    unsigned lost;      /* processes lost by its own fault, if that is the reason; else 0 */
    unsigned forfeited; /* seats forfeited by its own fault, likewise */
    unsigned percent;   /* of the time of its matches that its clock has charged lately */
    uint64_t answers;   /* in this worker, earlier runs of the league included */
    int64_t charged_us; /* by its clock, likewise */
};

/* What a run of the runner (runner/runner.h) is given. */
struct svi_run_config {
    const struct svi_bot_spec *bots;
    unsigned n_bots;
    unsigned workers; /* 1 and more; 0 is taken as 1. More than 1 only when every bot has an argv */
    /* Time for a decision before it draws on the time bank, at least 1. */
    uint32_t decision_ms;
    uint32_t bank_ms;  /* time bank of a seat in a match */
    uint32_t strikes;  /* the strike that forfeits the seat, at least 1 */
    uint32_t match_s;  /* a seat that has thought for so long in a match forfeits; 0: no limit */
    uint32_t hello_ms; /* a started bot says hello within this; 0: 10 000 */
    enum svi_sandbox
        sandbox; /* SVI_SANDBOX_AUTO is decided once, with one line when there is none */
    struct svi_sandbox_root *root; /* what bots have in place of /usr, and then there is a sandbox;
                                      NULL: /usr */
    struct svi_housing *housing;   /* NULL: this run is all there is */
    bool tell_weaker;              /* to note that no control group holds strangers' memory here */
    bool own; /* the bots are the caller's own: without a sandbox they run as it does, without
                 a warning, and without control groups unless the sandbox is SVI_SANDBOX_STRICT */
    /* A person debugs the bots. There is no limit of time for their hello and their end, no line
     * about what they do wrong, and no new process for a lost one. A process that is lost before it
     * sat in a match ends the run with an error. */
    bool debugging;
    bool fresh;               /* each match has processes of its own, which play no other */
    struct svi_limits limits; /* of each bot's process and its children together */
    const char *const
        *hidden;        /* files that no sandboxed bot may see, NULL at the end; NULL: none */
    const char *listen; /* endpoint of this machine for bots that connect by themselves, or NULL */
    const char *bot_logs; /* folder for what bots print, NAME.log, and NAME.WORKER.log of all
                             workers but the first, from 1; NULL: our stderr */
    bool keep_printed;    /* to keep what bots print with the match that it was printed in, and have
                             them mark it (wire/mark.h) */
    bool luck; /* to account for the luck of each match when it has ended: some milliseconds of its
                  worker */
    void (*note)(const char *format, ...)
        __attribute__((format(printf, 1, 2))); /* one line about the run or a bot that goes wrong,
                                                  as printf() has it, without its end; from any
                                                  worker. NULL: nobody wants to know */
    const atomic_bool *stop; /* when it becomes true the run ends within a second, and what is in
                                flight is dropped; may be NULL */

    int64_t until_us; /* on svi_time_us(): the run ends then as by `stop`; 0: no such time */

    unsigned wall_share; /* percent of the time of its matches that a bot may be waited for, before
                            park() is asked about it; 0: it is not asked */
    struct svi_match_list *suspended; /* matches that an earlier run was to go on without, which are
                                         taken up again when next() gives them; and those of this
                                         run come into it (runner/live_match.h). NULL: none do */

    /* These are called under one lock, from any worker: never at the same time. After `stop`, or
     * after done() has returned false, done() and lost() are not called any more. */
    bool (*next)(void *user, struct svi_job *job); /* false: there are no more, unless more() is */
    /* Called when next() has no job left. `done` false, while matches are in flight: whether jobs
     * may follow them. `done` true, when all are over: whether next() has jobs now, which the same
     * processes play. NULL: none follow. */
    bool (*more)(void *user, bool done);
    bool (*done)(void *user, const struct svi_outcome *done); /* false: stop the run */
    void (*lost)(void *user, const struct svi_loss *loss);    /* a bot's process; may be NULL */
    /* Once a second, for every worker: its matches in flight; `bot` as in `bots`. The rows may be
     * changed. Not called after `stop`; may be NULL. */
    void (*playing)(void *user, unsigned worker, struct svi_playing *rows, unsigned n);
    /* Some bots delay the others: `slow` has a row for every bot. The call clears `slow` of those
     * that play on. If it returns true, the run ends so that the next one goes on without the rest:
     * it begins no match, gives the others a quarter of a second to end theirs, and suspends what
     * is left. If it returns false, next() gives no more matches of the rest for now, and the run
     * goes on. Called again only about bots that it was not called about before. Requires
     * `suspended`. NULL if `wall_share` is 0. */
    bool (*park)(void *user, struct svi_slow_bot *slow);
    void *user;
};

/* X(name, what of): what went through, for progress and benchmarks; all workers together. */
#define SVI_RUN_STATS(X)                                                                           \
    X(matches, "finished")                                                                         \
    X(questions, "sent")                                                                           \
    X(answers, "received in time, legal or not")                                                   \
    X(frames_out, "written")                                                                       \
    X(frames_in, "read")                                                                           \
    X(bytes_out, "of the frames written")                                                          \
    X(bytes_in, "of those read")                                                                   \
    X(wakeups, "turns of the loop")                                                                \
    X(starts, "processes of bots started")                                                         \
    X(deaths, "of them, those that ended on their own or were put down")                           \
    X(strays, "replies to nothing that was asked")

struct svi_run_stats {
#define X(name, text) uint64_t name;
    SVI_RUN_STATS(X)
#undef X
};

#endif

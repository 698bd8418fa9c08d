/* The configuration of a run, and the counts of its traffic. Commands, trials, league runs and
 * arbiter/probe fill it in and call svi_run() (runner/runner.h). */
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

/* The conditions under which bots run here. The first run that is given an all-zero struct finds
 * them out and prints them. */
struct svi_isolation {
    bool known;
    bool sandboxed;
    bool users;  /* bots run as users of their own (sandbox.h) */
    bool groups; /* control groups hold them to their memory and share out processor time */
    char said[SVI_SANDBOX_SAID]; /* first line that bubblewrap printed, if it does not work here */
};

/* A worker's measurements of a bot. They say why the bot delays the others, if it does. */
struct svi_slow_bot {
    bool slow;
    bool out;           /* it is given up, so its matches end at once */
    bool behind;        /* its processes get only spare processor time (limits: cpu_share) */
    unsigned lost;      /* processes lost by its own fault, if that is the reason; else 0 */
    unsigned forfeited; /* seats forfeited by its own fault, likewise */
    unsigned percent;   /* percentage of its matches' time lately charged by its clock */
    uint64_t answers;   /* in this worker, earlier runs of the league included */
    int64_t charged_us; /* by its clock, likewise */
};

/* How the bots of a run are kept apart from the machine. */
struct svi_run_sandbox {
    /* SVI_SANDBOX_AUTO is resolved once. If no sandbox works here, the run ends with an error that
     * says why, unless all bots are trusted; then one line says so. */
    enum svi_sandbox mode;
    /* Folder that bots see in place of /usr, which requires a sandbox; NULL: /usr. */
    struct svi_sandbox_root *root;
    /* Files that no sandboxed bot may see, NULL at the end; may be NULL. */
    const char *const *hidden;
    struct svi_isolation *isolation; /* NULL: no other run shares it */
    /* Print a note if no control group limits the memory of strangers' bots here. */
    bool tell_weaker;
    /* The bots are the caller's own. Without a sandbox they run as the caller does, without a
     * warning, and without control groups unless `mode` is SVI_SANDBOX_STRICT. */
    bool own;
};

/* Where the output of the bots and of the run goes. */
struct svi_run_output {
    /* Folder for the bots' output, or NULL for our stderr. Its files are NAME.log, and
     * NAME.WORKER.log for all workers but the first, numbered from 1. */
    const char *folder;
    /* Keep the output of bots with the match in which it was printed, and have the bots mark it
     * (wire/mark.h). */
    bool keep;
    /* Prints one line about the run or a faulty bot; `format` is printf()'s, without a newline.
     * Called from any worker; may be NULL. */
    void (*note)(const char *format, ...) __attribute__((format(printf, 1, 2)));
};

/* Callbacks by which the caller gives jobs and takes results. They are called under one lock, from
 * any worker: never at the same time. After `stop`, or after done() has returned false, done() and
 * lost() are not called any more. */
struct svi_run_jobs {
    /* Fills the whole job, which may hold an earlier one. Returns false if there are no more jobs,
     * unless more() finds some. */
    bool (*next)(void *user, struct svi_job *job);
    /* Called when next() has no job left. With `done` false, while matches are in flight, returns
     * whether jobs may follow them. With `done` true, when all are over, returns whether next() has
     * jobs now, which the present processes play. NULL: none follow. */
    bool (*more)(void *user, bool done);
    bool (*done)(void *user, const struct svi_outcome *done); /* returns false to stop the run */
    /* a bot's process was lost; may be NULL */
    void (*lost)(void *user, const struct svi_loss *loss);
    /* Once a second, for every worker: its matches in flight; `bot` as in `bots`. The rows may be
     * changed. Not called after `stop`; may be NULL. */
    void (*playing)(void *user, unsigned worker, struct svi_playing *rows, unsigned n);
    /* Some bots delay the others: `slow` has a row for every bot. The call clears `slow` of those
     * that play on. If it returns true, the run ends so that the next one goes on without the rest:
     * it begins no match, gives the others a quarter of a second to end theirs, and suspends the
     * other matches. If it returns false, next() gives no more matches of the rest for now, and the
     * run goes on. Called again only about bots that it was not called about before. Requires
     * `suspended`. NULL if `wall_share` is 0. */
    bool (*park)(void *user, struct svi_slow_bot *slow);
    void *user;
};

/* The configuration of a run of the runner (runner/runner.h). All that it points to is the
 * caller's, and must outlive the run. */
struct svi_run_config {
    const struct svi_bot_spec *bots;
    unsigned n_bots;
    /* at least 1; 0 counts as 1. More than 1 requires that every bot has an argv */
    unsigned workers;
    /* Conditions of bots without conditions of their own. decision_ms and strikes are at least 1;
     * start_ms may be 0 for 10 000. */
    struct svi_conditions conditions;
    struct svi_run_sandbox sandbox;
    struct svi_run_output output;
    struct svi_run_jobs jobs;
    const char *listen; /* endpoint of this machine for bots that connect by themselves, or NULL */
    /* A person debugs the bots. Their hello and their end have no time limit, their faults are not
     * reported, and a lost process is not replaced. A process that is lost before it sat in a match
     * ends the run with an error. */
    bool debugging;
    /* Each match has processes of its own, which play no other. */
    bool fresh;
    bool talk; /* bots may talk to each other (sv_say()) */
    /* Account for the luck of each match when it has ended, which takes its worker some
     * milliseconds. */
    bool luck;
    /* When it becomes true the run ends within a second, and drops its matches in flight. May be
     * NULL. */
    const atomic_bool *stop;
    /* Time on svi_time_us() at which the run ends as by `stop`; 0: none. */
    int64_t until_us;
    /* Percentage of its matches' time that a bot may be waited for before jobs.park() is asked
     * about it. 0: park() is not called. */
    unsigned wall_share;
    /* Suspended matches (runner/live_match.h), all 0 before the first run. Those of an earlier run
     * are resumed when next() gives them; those of this run are added. The caller frees the rest by
     * svi_match_list_finish(). May be NULL. */
    struct svi_match_list *suspended;
};

/* Returns the conditions of a bot of the run, which belong to the configuration. */
static inline const struct svi_conditions *svi_run_conditions(const struct svi_run_config *config,
                                                              const struct svi_bot_spec *bot)
{
    return bot->conditions != NULL ? bot->conditions : &config->conditions;
}

/* X(name, text): counts of the traffic of all workers together, for progress and benchmarks. */
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

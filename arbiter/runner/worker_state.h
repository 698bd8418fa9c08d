/* A worker: arbiter/runner/worker.c is its loop, arbiter/runner/worker_io.c what passes between it
 * and the bots, arbiter/runner/worker_matches.c the matches that it plays. */
#ifndef SVI_ARBITER_RUNNER_WORKER_STATE_H
#define SVI_ARBITER_RUNNER_WORKER_STATE_H

#include "process/run_delay.h"
#include "process/scratch_dir.h"
#include "runner/acceptor.h"
#include "runner/bot_process.h"
#include "runner/live_match.h"
#include "runner/pace.h"
#include "runner/worker_pool.h"

#include <sys/epoll.h>

#define SVI_WORKER_AHEAD 128u /* matches taken from the source whose bots are not free yet */

#define SVI_WORKER_TICK_US 20000 /* between two looks at processes and the stop flag */
#define SVI_WORKER_LAST_MS 300   /* to end after SIGTERM; then SIGKILL */

/* An edition that matches are played under. */
struct svi_worker_edition {
    struct svi_edition_cache cache;
    struct svi_luck_tables *luck; /* NULL: nobody wants to know of luck */
};

struct svi_worker {
    struct svi_worker_pool *pool;
    const struct svi_run_config *config;
    struct svi_bot_process_place place;
    struct svi_scratch_dir folder; /* of the bots' sockets */
    int epoll; /* keys: a bot's number for its line, then the acceptor and its peers, then the ends
                  of processes */
    struct svi_acceptor acceptor;
    uint8_t *buffer;            /* SVI_CONNECTION_TURN_BYTES, for what is read */
    struct epoll_event *events; /* room for all, so that none waits for another turn */
    unsigned most_events;
    struct svi_run_delay wait; /* of this thread */
    struct svi_bot_process *bots;
    struct svi_bot_process *
        *touched; /* those whose sessions are to be told svi_bot_session_sent(), */
    unsigned n_touched;
    struct svi_bot_process *
        *deadlines;     /* all, as a heap: none has an earlier deadline than its parent */
    bool look_for_jobs; /* a match may begin that could not before */
    struct svi_worker_edition **editions; /* of the matches so far */
    unsigned n_editions;
    size_t editions_room;
    struct svi_job ahead[SVI_WORKER_AHEAD];
    unsigned n_ahead;
    unsigned in_flight;
    uint64_t begun;   /* matches */
    bool dry;         /* the source has no more for now */
    unsigned refills; /* pool->refills, when it was last asked */
    struct svi_match_list ready, idle;
    struct svi_pace_watch pace; /* its share is 0 where nobody is parked */
    struct svi_slow_bot *slow;  /* by bot: for config->park() */
    bool *asked;                /* by bot: config->park() has been called about it */
    int64_t now_us;             /* of this turn */
    int64_t parting_us;         /* when it found that the run parts with bots; 0: not yet */
    int64_t judged_us;          /* all that had arrived by then has been read */
    int64_t looked_us;          /* when the lines were last looked at */
    int64_t tick_us;            /* the next tick */
    int64_t told_s;             /* tell_playing(): the second that it was last */
    struct svi_run_stats stats;
};

#endif

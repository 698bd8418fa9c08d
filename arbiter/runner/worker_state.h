/* The state of a worker: arbiter/runner/worker.c has its loop and its matches,
 * arbiter/runner/worker_io.c the traffic with its bots, and which of them delay others.
 * svi_worker_run() (worker.h) makes it for the thread that calls it, and closes and frees it when
 * the worker ends. `pool` and `config` belong to the run. */
#ifndef SVI_ARBITER_RUNNER_WORKER_STATE_H
#define SVI_ARBITER_RUNNER_WORKER_STATE_H

#include "process/run_family.h"
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

/* An edition of the worker's matches. */
struct svi_worker_edition {
    struct svi_edition_cache cache;
    struct svi_luck_tables *luck; /* NULL: luck is not accounted for */
};

struct svi_worker {
    struct svi_worker_pool *pool;
    const struct svi_run_config *config;
    struct svi_bot_process_place place;
    struct svi_scratch_dir folder; /* folder of the bots' sockets */
    /* Keys of its events: a bot's index for its connection, then the acceptor and its peers, then
     * the ends of processes. */
    int epoll;
    struct svi_acceptor acceptor;
    uint8_t *buffer;            /* SVI_CONNECTION_TURN_BYTES, for incoming bytes */
    struct epoll_event *events; /* room for all events, so that none waits for another turn */
    unsigned most_events;
    struct svi_run_delay wait; /* waits of this thread for a processor */
    struct svi_bot_process *bots;
    /* Bots whose sessions need svi_bot_session_sent(). */
    struct svi_bot_process **touched;
    unsigned n_touched;
    /* All bots, as a heap: no bot has an earlier deadline than its parent. */
    struct svi_bot_process **deadlines;
    bool look_for_jobs;                   /* a match may begin that could not before */
    struct svi_worker_edition **editions; /* editions of the matches so far */
    unsigned n_editions;
    size_t editions_room;
    struct svi_job ahead[SVI_WORKER_AHEAD];
    unsigned n_ahead;
    bool renewing; /* the job ahead is `fresh`, and waits for old processes to end */
    unsigned in_flight;
    uint64_t begun;   /* matches begun */
    bool dry;         /* the source has no more for now */
    unsigned refills; /* pool->refills when the source was last asked */
    struct svi_match_list ready, idle;
    struct svi_pace_watch pace; /* its share is 0 if no bot may be parked */
    struct svi_slow_bot *slow;  /* by bot: for config->jobs.park() */
    bool *asked;                /* by bot: config->jobs.park() has been called about it */
    int64_t now_us;             /* of this turn */
    /* Time when it found that the run goes on without some bots; 0: not yet. */
    int64_t draining_us;
    int64_t judged_us; /* all that had arrived by then has been read */
    int64_t looked_us; /* time of the last look at the connections */
    int64_t tick_us;   /* time of the next tick */
    int64_t told_s;    /* second of the last call of config->jobs.playing() */
    struct svi_run_stats stats;
};

#endif

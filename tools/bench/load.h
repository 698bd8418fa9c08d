/* Measures a league at full load: the arbiter's own runner with bots in processes of their own,
 * with games recorded and stored as in `solvent league run`. `solvent bench` calls it. All that the
 * setup points to stays the caller's. *result is not valid after an error. */
#ifndef SVI_TOOLS_BENCH_LOAD_H
#define SVI_TOOLS_BENCH_LOAD_H

#include "base/error.h"
#include "runner/runner.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_BENCH_BOTS 64u

struct svi_bench_load_setup {
    const struct sv_edition *edition;
    const char *bot; /* program of the bots */
    bool always;     /* starts the bot with --always: it is asked whatever its conditions are */
    unsigned bots;   /* 2 to SVI_BENCH_BOTS; four sit at a table, or all if there are fewer */
    /* Matches in flight, over all workers. A bot has at most 1024 seats in a worker. */
    unsigned matches;
    unsigned workers;
    double seconds;          /* length; matches in flight at its end are dropped */
    const atomic_bool *stop; /* may be NULL */
    void (*note)(const char *format, ...)
        __attribute__((format(printf, 1, 2))); /* for the runner (runner/run_config.h) */
};

struct svi_bench_load {
    struct svi_run_stats stats;
    uint64_t games;                   /* finished and stored games */
    uint64_t decisions, replay_bytes; /* of the finished games */
    uint64_t store_bytes;
    uint64_t rss;             /* resident bytes at the end, with all matches in flight */
    double wall_s;            /* seconds from the first match to the end */
    double arbiter_s, bots_s; /* processor time in seconds */
};

/* Plays into a store in a temporary folder, which is removed. Returns SV_E_SYSTEM, with one line in
 * `error`, if the bots or the store cannot be used, or if no game has finished; the errors of
 * svi_league_parse() if the setup makes no league. */
enum sv_status svi_bench_load(const struct svi_bench_load_setup *setup,
                              struct svi_bench_load *result, struct svi_error *error);

/* ---- the upper limit: ZeroMQ and MessagePack without a game ---------------------------------- */

struct svi_bench_echo_setup {
    unsigned routers; /* threads with a ROUTER each, like the arbiter's workers */
    unsigned dealers; /* processes for each router */
    unsigned messages;
    size_t question_bytes, answer_bytes; /* bytes of each message */
    unsigned frames;                     /* frames under way for each dealer, at least 1 */
    double seconds;
};

struct svi_bench_echo {
    double messages; /* messages answered in `wall_s` seconds */
    double wall_s;
    double router_s, dealers_s; /* processor time in seconds */
};

/* Measures it by solvent-gate, which alone has libzmq (tools/gate/main.c), and waits for its end.
 * Returns SV_E_SYSTEM, with one line in `error`, if that fails. */
enum sv_status svi_bench_echo(const struct svi_bench_echo_setup *setup,
                              struct svi_bench_echo *result, struct svi_error *error);

#endif

/* A league at full load: the arbiter's own runner with bots in processes of their own, games
 * recorded and put into a store, as `solvent league run` does it. */
#ifndef SVI_TOOLS_BENCH_LOAD_H
#define SVI_TOOLS_BENCH_LOAD_H

#include "runner/runner.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_BENCH_BOTS 64u

struct svi_bench_load_setup {
    const struct sv_edition *edition;
    const char *bot; /* its program */
    bool always;     /* it is told --always: to be asked whatever its conditions are */
    unsigned bots;   /* 2-SVI_BENCH_BOTS; four sit at a table, or all where they are fewer */
    /* In flight, over all workers. A bot has at most 1024 seats in a worker. */
    unsigned matches;
    unsigned workers;
    double seconds;          /* then what is in flight is dropped */
    const atomic_bool *stop; /* may be NULL */
    void (*note)(const char *format, ...)
        __attribute__((format(printf, 1, 2))); /* of the runner (runner/run_config.h) */
};

struct svi_bench_load {
    struct svi_run_stats stats;
    uint64_t games;                   /* finished and stored */
    uint64_t decisions, replay_bytes; /* of those */
    uint64_t store_bytes;
    uint64_t rss;             /* at the end, with everything in flight */
    double wall_s;            /* from the first match to the end */
    double arbiter_s, bots_s; /* processor time */
};

/* Plays. SV_E_SYSTEM: bots or store cannot be used, or it was interrupted; one line in `error`. */
enum sv_status svi_bench_load(const struct svi_bench_load_setup *setup,
                              struct svi_bench_load *result, struct svi_error *error);

#endif

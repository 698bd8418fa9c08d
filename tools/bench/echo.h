/* Measures the upper limit: what ZeroMQ and MessagePack carry without a game. `solvent bench`
 * compares its leagues with it. `solvent-gate`, which alone has libzmq, runs it
 * (tools/gate/main.c). */
#ifndef SVI_TOOLS_BENCH_ECHO_H
#define SVI_TOOLS_BENCH_ECHO_H

#include "base/error.h"

#include <solvent/status.h>

#include <stddef.h>

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

/* Starts solvent-gate, and waits for its end. Returns SV_E_SYSTEM, with one line in `error`, if
 * that fails. */
enum sv_status svi_bench_echo(const struct svi_bench_echo_setup *setup,
                              struct svi_bench_echo *result, struct svi_error *error);

#endif

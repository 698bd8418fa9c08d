/* The raw ceiling: what ZeroMQ and MessagePack carry with no game behind them. Frames of `messages`
 * questions go from a ROUTER to DEALER processes, are decoded there, and come back as frames of as
 * many answers. */
#ifndef SVI_TOOLS_BENCH_ECHO_H
#define SVI_TOOLS_BENCH_ECHO_H

#include "base/error.h"

#include <solvent/status.h>

#include <stddef.h>

struct svi_bench_echo_setup {
    unsigned routers; /* threads with a ROUTER each, as the arbiter's workers */
    unsigned dealers; /* processes for each of them */
    unsigned messages;
    size_t question_bytes, answer_bytes; /* of each message */
    unsigned frames;                     /* under way for every dealer, at least 1 */
    double seconds;
};

struct svi_bench_echo {
    double messages; /* answered, in */
    double wall_s;
    double router_s, dealers_s; /* processor time */
};

/* Measures. No other thread may run. SV_E_SYSTEM: no sockets or processes; one line in `error`. */
enum sv_status svi_bench_echo(const struct svi_bench_echo_setup *setup,
                              struct svi_bench_echo *result, struct svi_error *error);

#endif

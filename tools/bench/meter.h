/* Measurements that the system provides. */
#ifndef SVI_TOOLS_BENCH_METER_H
#define SVI_TOOLS_BENCH_METER_H

#include <stdint.h>

/* Processor time in seconds, user and system. */
struct svi_bench_cpu {
    double self_s;     /* of this process, all threads */
    double children_s; /* of children that have been waited for */
};

struct svi_bench_cpu svi_bench_cpu(void);

/* Returns the processor time of this process alone, with a finer resolution. */
double svi_bench_self_s(void);

/* Returns seconds on a clock that never jumps. */
double svi_bench_wall_s(void);

/* Returns the bytes of this process that are in memory now; 0 if the system does not tell. */
uint64_t svi_bench_rss(void);

#endif

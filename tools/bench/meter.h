/* What a measurement reads off the system. */
#ifndef SVI_TOOLS_BENCH_METER_H
#define SVI_TOOLS_BENCH_METER_H

#include <stdint.h>

/* Processor time, user and system. */
struct svi_bench_cpu {
    double self_s;     /* of this process, all threads */
    double children_s; /* of children that have been waited for */
};

struct svi_bench_cpu svi_bench_cpu(void);

/* Processor time of this process alone, finer. */
double svi_bench_self_s(void);

/* Seconds on a clock that never jumps. */
double svi_bench_wall_s(void);

/* Bytes of this process that are in memory now; 0 where the system does not say. */
uint64_t svi_bench_rss(void);

#endif

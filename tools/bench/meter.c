#include "tools/bench/meter.h"

#include "base/time.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

struct svi_bench_cpu svi_bench_cpu(void)
{
    return (struct svi_bench_cpu){svi_time_used_s(RUSAGE_SELF), svi_time_used_s(RUSAGE_CHILDREN)};
}

static double clock_s(clockid_t clock)
{
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double svi_bench_self_s(void)
{
    return clock_s(CLOCK_PROCESS_CPUTIME_ID);
}

double svi_bench_wall_s(void)
{
    return clock_s(CLOCK_MONOTONIC);
}

uint64_t svi_bench_rss(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file == NULL) {
        return 0;
    }
    const int found =
        fscanf(file, "%*u %lu", &pages); // NOLINT(cert-err34-c): the kernel writes the file
    (void)fclose(file);
    return found == 1 ? (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

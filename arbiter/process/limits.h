/* What a bot's process and its children together may use. Wall-clock limits are the arbiter's own
 * (clock.h). */
#ifndef SVI_ARBITER_PROCESS_LIMITS_H
#define SVI_ARBITER_PROCESS_LIMITS_H

#include <stdint.h>

/* 0: no limit. Each row is a key of `limits:` in a league file, its default there, its highest
 * value and what is said when it is passed. */
#define SVI_LIMITS(X)                                                                              \
    X(memory_mb, 1024, 1048576, "MiB of memory")                                                   \
    X(processes, 64, 100000, "processes")                                                          \
    X(cpu_s, 0, 1000000000, "seconds of processor time")                                           \
    X(files, 256, 1048576, "open files")                                                           \
    X(output_mb, 64, 1048576, "MiB in a file")

/* What a supervisor says of a program that has ended begins so, and goes behind how it has; all
 * else that it says is why it has ended the program. */
#define SVI_SUPERVISOR_AND "+"

struct svi_limits {
#define X(name, usual, highest, text) uint32_t name;
    SVI_LIMITS(X)
#undef X
};

#endif

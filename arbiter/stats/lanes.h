/* Compiles the loops of the file LANES_FILE for each kind of processor: `name`_plain for all, and
 * on x86-64 `name`_avx2, in which no element's own operations differ. BY_PROCESSOR(name, ...) calls
 * the one for this processor. matrix.c and profile.c include it, and define LANES_FILE before. */
#ifdef LANES_FILE

#define LANES(name) name##_plain
#define LANE_BYTES 16
#define LANE_TARGET
#include LANES_FILE

#if defined(__x86_64__)
#define LANES(name) name##_avx2
#define LANE_BYTES 32
#define LANE_TARGET __attribute__((target("avx2")))
#include LANES_FILE
#define BY_PROCESSOR(name, ...)                                                                    \
    (__builtin_cpu_supports("avx2") ? name##_avx2(__VA_ARGS__) : name##_plain(__VA_ARGS__))
#else
#define BY_PROCESSOR(name, ...) name##_plain(__VA_ARGS__)
#endif

#endif

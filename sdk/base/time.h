/* The time of the machine, for what is measured and never hashed. */
#ifndef SVI_BASE_TIME_H
#define SVI_BASE_TIME_H

#include <stdint.h>

/* Microseconds on a clock that never jumps. */
int64_t svi_time_us(void);

#endif

/* What a bot's process and its children together may use. Wall-clock limits are the arbiter's own
 * (clock.h). */
#ifndef SVI_ARBITER_PROCESS_LIMITS_H
#define SVI_ARBITER_PROCESS_LIMITS_H

#include "keys/league_keys.h"

#include <stdint.h>

/* What a supervisor says of a program that has ended begins so, and goes behind how it has; all
 * else that it says is why it has ended the program. */
#define SVI_SUPERVISOR_AND "+"

/* Behind that, when nothing of the program is left: whose doing its end was (process/blame.h). A
 * supervisor that has ended without it was ended itself. */
#define SVI_SUPERVISOR_CLOSING '\n'

/* The descriptor to which a sandbox's first process writes how the program has ended: an int, as
 * from waitpid(). */
#define SVI_SUPERVISOR_STATUS 5

/* The rows of SVI_LIMITS; 0: no limit. */
struct svi_limits {
#define X(name, ...) uint32_t name;
    SVI_LIMITS(X)
#undef X
};

#endif

/* The limits that a bot's process and its children share. Wall-clock limits are the arbiter's own
 * (session/clock.h). */
#ifndef SVI_ARBITER_PROCESS_LIMITS_H
#define SVI_ARBITER_PROCESS_LIMITS_H

#include "keys/league_keys.h"

#include <stdint.h>

/* Begins a message of the supervisor that adds to the program's own end. All other messages say why
 * the supervisor has ended the program. */
#define SVI_SUPERVISOR_AND "+"

/* Follows that message when nothing of the program is left, before the verdict of process/blame.h.
 * A supervisor that ends without it was ended itself. */
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

/* The conditions under which a bot plays: its clock (the rows of SVI_CLOCK_KEYS), and its limits.
 * arbiter/config/ reads them from the league file; a run gets them in svi_run_config. `network`
 * belongs to the league, or to whichever caller filled it in. */
struct svi_conditions {
#define X(name, ...) uint32_t name;
    SVI_CLOCK_KEYS(X)
    SVI_SEAT_LIMITS(X)
#undef X
    struct svi_limits limits; /* of its process and the children together */
    /* The places that it may reach, in order and with SVI_PLACE_BETWEEN (relay/place.h); NULL: it
     * has no network. */
    const char *network;
    bool stateless; /* the operator trusts it not to remember other games */
};

#endif

/* The users that bots run as when we are root: one for each process, from a range that no person or
 * service has. So a bot lacks our rights and can touch no other bot. The kernel also limits its
 * number of processes, which it does not do for root. The supervisor makes the change. */
#ifndef SVI_ARBITER_PROCESS_USER_H
#define SVI_ARBITER_PROCESS_USER_H

#include <stdbool.h>
#include <sys/types.h>

/* Returns whether we are root, and may become such a user; takes a few milliseconds. Do not call it
 * while other threads start processes. */
bool svi_user_works(void);

/* Returns the user of the `bot`-th of `n_bots` bots of a worker. Two runs at the same time mostly
 * have different users. */
uid_t svi_user_of(unsigned worker, unsigned n_bots, unsigned bot);

/* Returns the first part of a path that such a user may not pass, or may not read if it is the
 * whole: a part open only to root or its group. `bound`: the path is shown in a sandbox, where only
 * the last folder and its contents count. Returns NULL if the path is open or does not exist. The
 * caller frees it. */
char *svi_user_closed(const char *path, bool bound);

#endif

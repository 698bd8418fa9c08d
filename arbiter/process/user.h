/* The users that bots run as when we are root: one for each process, from a range that nobody is
 * given, so that a bot has no right of ours, can touch no other bot, and is held to its number of
 * processes by the kernel, which root is not. The supervisor makes the change. */
#ifndef SVI_ARBITER_PROCESS_USER_H
#define SVI_ARBITER_PROCESS_USER_H

#include <stdbool.h>
#include <sys/types.h>

/* Whether we are root, and may become such a user; takes a few milliseconds. Not to be called while
 * other threads start processes. */
bool svi_user_works(void);

/* The user of the `bot`-th of `n_bots` bots of a worker. Two runs at the same time have others,
 * mostly. */
uid_t svi_user_of(unsigned worker, unsigned n_bots, unsigned bot);

/* The first part of a path that such a user may not pass, or read when it is the whole: what only
 * root or its group may. `bound`: the path is shown in a sandbox, where only the last folder and
 * what is in it count. NULL: it is open, or not there. To be freed. */
char *svi_user_closed(const char *path, bool bound);

#endif

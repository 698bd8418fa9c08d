/* Temporary folders for sockets and the like: each worker has one for its bots' sockets, as have
 * `solvent check` and the load benchmark, and trials of bots one for their logs. */
#ifndef SVI_ARBITER_PROCESS_SCRATCH_DIR_H
#define SVI_ARBITER_PROCESS_SCRATCH_DIR_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

#define SVI_SCRATCH_DIR_BYTES 80u

struct svi_scratch_dir {
    char path[SVI_SCRATCH_DIR_BYTES]; /* "" if there is no folder */
    /* descriptor that locks it while it is in use; -1 if there is no folder */
    int lock;
};

/* Makes a new folder that no other user may enter: `purpose`.XXXXXX in $TMPDIR, or in /tmp if that
 * is not set or is too long for the path of a socket. It is locked until it is removed or the
 * process ends.
 *
 * Also removes unlocked folders of the same purpose and user that are older than a minute: killed
 * processes have left them. Returns false, with one line in `error` and an empty struct, if the
 * folder cannot be made. */
bool svi_scratch_dir_make(struct svi_scratch_dir *folder, const char *purpose,
                          struct svi_error *error);

/* Removes the folder with all its contents, if there is one: the call may be repeated, and follow a
 * failed svi_scratch_dir_make(). Cannot fail: what cannot be removed stays. */
void svi_scratch_dir_remove(struct svi_scratch_dir *folder);

#endif

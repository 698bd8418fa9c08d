/* Folders for sockets and other things of the moment. */
#ifndef SVI_ARBITER_PROCESS_SCRATCH_DIR_H
#define SVI_ARBITER_PROCESS_SCRATCH_DIR_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

#define SVI_SCRATCH_DIR_BYTES 80u

struct svi_scratch_dir {
    char path[SVI_SCRATCH_DIR_BYTES]; /* "" while there is none */
    int lock;                         /* says that it is in use; -1 while there is none */
};

/* Makes a new folder that nobody else may enter, `purpose`.XXXXXX in $TMPDIR, or in /tmp when that
 * is not set or is too long for the path of a socket. It is locked until it is removed or the
 * process ends; folders of the same purpose and user that nobody locks, and that are older than a
 * minute, were left by a process that was killed, and are removed here. False, with one line in
 * `error` and an empty folder, when it cannot be made. */
bool svi_scratch_dir_make(struct svi_scratch_dir *folder, const char *purpose,
                          struct svi_error *error);

/* Removes the folder with all that is in it, if there is one. */
void svi_scratch_dir_remove(struct svi_scratch_dir *folder);

#endif

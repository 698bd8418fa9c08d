/* Folders for sockets and other things of the moment. */
#ifndef SVI_ARBITER_FOLDER_H
#define SVI_ARBITER_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#define SVI_FOLDER_BYTES 80u

/* Makes a new folder that nobody else may enter, `purpose`-XXXXXX in $TMPDIR, or in /tmp when that is not set or is
 * too long for the path of a socket. `folder` gets its path. False, with one line in `error` and "" in `folder`,
 * when it cannot be made. */
bool svi_folder_make(char folder[SVI_FOLDER_BYTES], const char *purpose, char *error,
                     size_t error_size);

#endif

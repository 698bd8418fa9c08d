#include "arbiter/folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool svi_folder_make(char folder[SVI_FOLDER_BYTES], const char *purpose, char *error,
                     size_t error_size)
{
    const char *tmp = getenv("TMPDIR"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    if (tmp == NULL || *tmp != '/' || strlen(tmp) > 48) {
        tmp = "/tmp"; /* the path of a socket is short */
    }
    (void)snprintf(folder, SVI_FOLDER_BYTES, "%s/%s-XXXXXX", tmp, purpose);
    if (mkdtemp(folder) == NULL) {
        (void)snprintf(error, error_size, "cannot make a folder in '%s': %s", tmp,
                       strerrordesc_np(errno));
        folder[0] = '\0';
        return false;
    }
    return true;
}

#include "base/file.h"

#include <errno.h>
#include <stdio.h>

/* Reads in steps, because not every file knows its length beforehand. */
#define STEP 65536u

enum sv_status svi_file_read(const char *path, size_t max, struct svi_buf *bytes)
{
    FILE *file = fopen(path, "rbe");
    size_t got = 1;
    svi_buf_clear(bytes);
    if (file == NULL) {
        return errno == ENOENT ? SV_E_UNKNOWN : SV_E_SYSTEM;
    }
    while (got != 0 && bytes->size <= max && svi_buf_reserve(bytes, STEP)) {
        got = fread(bytes->data + bytes->size, 1, STEP, file);
        bytes->size += got;
    }
    int reason = bytes->failed ? ENOMEM : 0;
    if (ferror(file)) {
        reason = errno;
    }
    (void)fclose(file);
    if (reason != 0) {
        errno = reason;
        return SV_E_SYSTEM;
    }
    return bytes->size > max ? SV_E_LENGTH : SV_OK;
}

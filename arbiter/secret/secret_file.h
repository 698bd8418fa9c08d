/* Files with secrets in them: read in whole, and only when nobody else may read them. */
#ifndef SVI_ARBITER_SECRET_SECRET_FILE_H
#define SVI_ARBITER_SECRET_SECRET_FILE_H

#include "base/error.h"

#include <solvent/status.h>

#include <stddef.h>

/* Reads a secret of `least` to `most` bytes, none of them zero; a line end at the end of the file
 * is no part of it. `prefix` is put before it ("NAME="). To be freed by sodium_free(), which
 * forgets it. NULL, with `error` saying what was found and what was expected: there is no such
 * file, it may be read by others, or what is in it is none. */
char *svi_secret_read(const char *path, const char *prefix, size_t least, size_t most,
                      struct svi_error *error);

/* From now on neither this process nor those that it starts leave a core, in which secrets could be
 * found; nor does another process of our user look into this one. */
void svi_secret_leave_no_core(void);

#endif

/* Files read as a whole. */
#ifndef SVI_BASE_FILE_H
#define SVI_BASE_FILE_H

#include "base/buf.h"

#include <solvent/status.h>

/* Reads a file of at most `max` bytes into `bytes`, which is initialised and loses what it held.
 * SV_OK; SV_E_UNKNOWN: there is no such file; SV_E_LENGTH: it is longer; SV_E_SYSTEM: it cannot be
 * read, and errno says why (ENOMEM: no memory). */
enum sv_status svi_file_read(const char *path, size_t max, struct svi_buf *bytes);

#endif

/* Reads whole files, and closes files at the ends of blocks. Called for league files, editions,
 * recorded games, tables of results and files in /proc. */
#ifndef SVI_BASE_FILE_H
#define SVI_BASE_FILE_H

#include "base/buf.h"
#include "base/scoped.h"

#include <solvent/status.h>

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

/* Reads a file of at most `max` bytes into `bytes`, which must be initialised and loses its former
 * contents. Returns SV_E_UNKNOWN if the file does not exist, SV_E_LENGTH if it is longer, and
 * SV_E_SYSTEM if it cannot be read, with the reason in errno (ENOMEM without memory). The caller
 * finishes `bytes`, after errors too. */
enum sv_status svi_file_read(const char *path, size_t max, struct svi_buf *bytes);

/* Close a file or a folder that could be opened or not, also with SCOPED() before it. They leave
 * errno as it is if the file was only read. */
static inline void scoped_close(const int *fd)
{
    if (*fd >= 0) {
        (void)close(*fd);
    }
}

static inline void scoped_fclose(FILE **file)
{
    if (*file != NULL) {
        (void)fclose(*file);
    }
}

static inline void scoped_closedir(DIR **folder)
{
    if (*folder != NULL) {
        (void)closedir(*folder);
    }
}

#endif

/* A folder that bots see in place of the machine's /usr (`sandbox_root` of a league file), and the
 * memory that holds all files that they can read.
 *
 * A file of which only a part is in memory can carry messages: a process reads some pages, and a
 * later one finds out which are there, by faults or by the time of a read. So each file that is
 * bound into such a sandbox is read whole before a bot starts that can read it, and stays mapped.
 * It is locked if we may lock so much memory (RLIMIT_MEMLOCK). Otherwise pages that the machine has
 * taken away are read again before a bot starts, at most once a second. docs/SECURITY.md.
 *
 * The league opens and closes the root (arbiter/config/league.h), and lends it to its runs; `league
 * check` prints its size. svi_sandbox_wrap() holds the files of the bot that it wraps. */
#ifndef SVI_ARBITER_PROCESS_SANDBOX_ROOT_H
#define SVI_ARBITER_PROCESS_SANDBOX_ROOT_H

#include "base/error.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svi_sandbox_root;

/* Opens `path`, a folder that holds usr/. Nothing is read yet. Close it with
 * svi_sandbox_root_close(). Returns SV_E_SYSTEM with one line in `error`, and *root NULL, if there
 * is no such folder. */
enum sv_status svi_sandbox_root_open(struct svi_sandbox_root **root, const char *path,
                                     struct svi_error *error);

/* Frees all memory; `root` may be NULL. No bot may run any more. */
void svi_sandbox_root_close(struct svi_sandbox_root *root);

/* Returns the absolute path of the folder, which lives as long as `root`. */
const char *svi_sandbox_root_path(const struct svi_sandbox_root *root);

/* Returns whether a file of /usr exists in the root as well; `path` begins with /usr. */
bool svi_sandbox_root_has(const struct svi_sandbox_root *root, const char *path);

/* Holds a file, or all files of a folder, in memory; a path that is held already costs nothing.
 * Links are not followed. Files that we cannot read are left out: no bot can read them either. May
 * be called from any thread.
 *
 * Returns SV_E_SYSTEM with one line in `error` if the held files would exceed half of the memory
 * that was free at first, or cannot be mapped. Files held before the error stay held. */
enum sv_status svi_sandbox_root_hold(struct svi_sandbox_root *root, const char *path,
                                     struct svi_error *error);

/* Reads pages again that the machine has taken away, if memory is not locked and the last time is a
 * second ago. May be called from any thread. */
void svi_sandbox_root_refresh(struct svi_sandbox_root *root);

/* Returns the bytes held; *locked says whether all are locked. */
uint64_t svi_sandbox_root_bytes(struct svi_sandbox_root *root, bool *locked);

#endif

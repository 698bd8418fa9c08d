/* A folder that bots see in place of the machine's /usr (`sandbox_root` of a league file), and the
 * memory in which all files that they can read are held.
 *
 * A file of which a part is in memory carries messages: a process reads some pages, and a later one
 * finds out which are there, by faults or by the time that a read takes. So each file that is bound
 * into such a sandbox is read whole before a bot starts that can read it, and stays mapped. Where
 * we may lock so much memory (RLIMIT_MEMLOCK) it is locked. Elsewhere pages that the machine has
 * taken away are read again before a bot starts, at most once a second. docs/SECURITY.md. */
#ifndef SVI_ARBITER_PROCESS_SANDBOX_ROOT_H
#define SVI_ARBITER_PROCESS_SANDBOX_ROOT_H

#include "base/error.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svi_sandbox_root;

/* Takes `path`, a folder that holds usr/. Nothing is read yet. To be given back by
 * svi_sandbox_root_close(). SV_E_SYSTEM: there is no such folder; one line in `error`. */
enum sv_status svi_sandbox_root_open(struct svi_sandbox_root **root, const char *path,
                                     struct svi_error *error);

/* Lets all memory go; NULL is allowed. No bot runs any more. */
void svi_sandbox_root_close(struct svi_sandbox_root *root);

/* The folder in full. It lives as long as `root`. */
const char *svi_sandbox_root_path(const struct svi_sandbox_root *root);

/* Whether a file of /usr is there in the root as well; `path` begins with /usr. */
bool svi_sandbox_root_has(const struct svi_sandbox_root *root, const char *path);

/* Holds a file, or all files of a folder, in memory; one that is held already costs nothing. Links
 * are not followed, and files that we cannot read are left out: no bot can read them either. From
 * any thread. SV_E_SYSTEM, with one line in `error`: the files that are held would have more than
 * half of the memory that was free at first, or cannot be mapped. */
enum sv_status svi_sandbox_root_hold(struct svi_sandbox_root *root, const char *path,
                                     struct svi_error *error);

/* Reads again what the machine has taken away, where memory is not locked, and the last time is a
 * second ago. From any thread. */
void svi_sandbox_root_refresh(struct svi_sandbox_root *root);

/* How many bytes are held, and whether all are locked. */
uint64_t svi_sandbox_root_bytes(struct svi_sandbox_root *root, bool *locked);

#endif

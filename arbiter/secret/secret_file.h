/* Reads files with secrets, and only if no other user may read them: those of bots
 * (svi_league_load_secrets()) and the key of env_key.h. arbiter/config/league.c and env_key.c call
 * it. */
#ifndef SVI_ARBITER_SECRET_SECRET_FILE_H
#define SVI_ARBITER_SECRET_SECRET_FILE_H

#include "base/error.h"

#include <solvent/status.h>

#include <stddef.h>

/* Reads a secret of `least` to `most` bytes without zero bytes; a line end at the end of the file
 * is left out. The result begins with `prefix` ("NAME="). The caller frees it with sodium_free(),
 * which wipes it. The function itself initialises libsodium.
 *
 * Returns NULL if the file is missing, if others may read it, if its contents are no such secret,
 * or without memory; `error` says what was found and what was expected. */
char *svi_secret_read(const char *path, const char *prefix, size_t least, size_t most,
                      struct svi_error *error);

/* Stops this process and its children from leaving a core, in which secrets could be found, from
 * now on. Other processes of our user cannot look into this process either. Cannot fail: what the
 * system refuses is ignored. */
void svi_secret_leave_no_core(void);

#endif

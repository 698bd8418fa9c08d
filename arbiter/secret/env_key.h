/* What a store keeps of the values of `env`: a keyed hash, which shows that a value has changed and
 * lets nobody who has the store alone guess it. The key lies in a file beside the league file, so
 * that all who have the league's folder, its shards say, have the same. */
#ifndef SVI_ARBITER_SECRET_ENV_KEY_H
#define SVI_ARBITER_SECRET_ENV_KEY_H

#include "base/error.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_ENV_KEY_FILE ".solvent-key"
#define SVI_ENV_KEY_VARIABLE "SOLVENT_ENV_KEY" /* names another file */

struct svi_env_key {
    uint8_t bytes[32];
};

/* Where the key of leagues in a folder lies. To be freed. */
char *svi_env_key_path(const char *folder);

/* Reads it, or makes one. SV_E_SYSTEM: it can be neither read nor made; SV_E_RANGE: others may read
 * the file, or there is no key in it. A line in `error` says so, which begins with the file. */
enum sv_status svi_env_key_load(struct svi_env_key *key, const char *path, struct svi_error *error);

#define SVI_ENV_HASH_MARK "hmac:"
#define SVI_ENV_HASH_TEXT 38u /* with its zero */

/* The hash of "NAME=VALUE": the mark and 32 hex digits. */
void svi_env_hash(const struct svi_env_key *key, const char *variable,
                  char text[SVI_ENV_HASH_TEXT]);

/* Whether a value is such a hash already. */
bool svi_env_is_hash(const char *value);

#endif

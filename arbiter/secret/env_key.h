/* Stores hold values of `env` only as keyed hashes. A hash shows that a value has changed, but a
 * person who has only the store cannot guess the value. The key is in a file beside the league
 * file, so that everything in the league's folder, such as its shards, uses the same key.
 * arbiter/config/ hashes with it what a run stores: the league's text and the versions of bots. */
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

/* Returns the path of the key for leagues in a folder, or the path that SVI_ENV_KEY_VARIABLE names.
 * The caller frees it. Cannot fail. */
char *svi_env_key_path(const char *folder);

/* Reads the key, or makes one if there is no such file. Initialises libsodium itself. Returns
 * SV_E_SYSTEM if none can be made. Returns SV_E_RANGE if the file cannot be read, if others may
 * read it, or if it holds no key. A line in `error` begins with the file, and the key is not
 * valid. */
enum sv_status svi_env_key_load(struct svi_env_key *key, const char *path, struct svi_error *error);

#define SVI_ENV_HASH_MARK "hmac:"
#define SVI_ENV_HASH_TEXT 38u /* including its zero */

/* Writes the hash of "NAME=VALUE": the mark and 32 hex digits. */
void svi_env_hash(const struct svi_env_key *key, const char *variable,
                  char text[SVI_ENV_HASH_TEXT]);

/* Returns whether a value is such a hash already. */
bool svi_env_is_hash(const char *value);

#endif

/* Keys of connections between machines: CURVE keys (https://rfc.zeromq.org/spec/26/) of 32 bytes,
 * in files in the form of ZeroMQ's certificates. `solvent keygen` writes them; bots and tools/gate
 * read them, and the league file's reader checks them:
 *
 *     curve
 *         public-key = "40 characters of Z85"
 *         secret-key = "40 characters of Z85"        in a secret file only
 *
 * Lines that begin with # or with any other word are skipped. */
#ifndef SVI_CHANNEL_KEY_H
#define SVI_CHANNEL_KEY_H

#include "base/error.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_KEY_BYTES 32u
/* Bytes of a key in Z85 with its 0. */
#define SVI_KEY_TEXT 41u

struct svi_key {
    uint8_t bytes[SVI_KEY_BYTES];
};

struct svi_key_pair {
    struct svi_key open, secret; /* `open` is the public key */
};

/* Reads a key from `size` characters, which must be 40 of Z85 (https://rfc.zeromq.org/spec/32/).
 * Returns false for any other text; *key is not valid then. */
bool svi_key_parse(struct svi_key *key, const char *text, size_t size);

/* Writes a key as 40 characters of Z85. */
void svi_key_print(const struct svi_key *key, char text[SVI_KEY_TEXT]);

/* Makes a new pair of keys. Needs no sodium_init() before. */
void svi_key_make(struct svi_key_pair *pair);

/* Reads the public key of a file. Returns SV_E_SYSTEM if the file cannot be read, and SV_E_RANGE if
 * it has another form or holds a secret key, which only its owner should have. `error` then holds
 * one line: "FILE: found ..., expected ...", and *key is not valid. */
enum sv_status svi_key_read_public(const char *path, struct svi_key *key, struct svi_error *error);

/* Reads both keys of a file that only its owner may read. Returns SV_E_SYSTEM and SV_E_RANGE as
 * svi_key_read_public(), and SV_E_RANGE if the keys are not a pair. *pair is all 0 then. The caller
 * wipes it after use. */
enum sv_status svi_key_read_pair(const char *path, struct svi_key_pair *pair,
                                 struct svi_error *error);

#endif

/* Keys of connections between machines: CURVE's (https://rfc.zeromq.org/spec/26/), 32 bytes each,
 * in files that `solvent keygen` writes and whoever else keeps to the form of ZeroMQ's
 * certificates:
 *
 *     curve
 *         public-key = "40 characters of Z85"
 *         secret-key = "40 characters of Z85"        in a secret file only
 *
 * Lines that begin with # or with any other word are passed over. */
#ifndef SVI_CHANNEL_KEY_H
#define SVI_CHANNEL_KEY_H

#include "base/error.h"

#include <solvent/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVI_KEY_BYTES 32u
#define SVI_KEY_TEXT 41u /* as Z85, with its 0 */

struct svi_key {
    uint8_t bytes[SVI_KEY_BYTES];
};

struct svi_key_pair {
    struct svi_key open, secret;
};

/* Reads 40 characters of Z85 (https://rfc.zeromq.org/spec/32/), `size` of them. False: they are
 * none. */
bool svi_key_parse(struct svi_key *key, const char *text, size_t size);

/* Reads the public key of a file. SV_E_SYSTEM: it cannot be read; SV_E_RANGE: it is no such file,
 * or holds a secret key, which nobody else should have. `error` then holds one line: "FILE: found
 * ..., expected ...". */
enum sv_status svi_key_read_public(const char *path, struct svi_key *key, struct svi_error *error);

/* Reads both keys of a file that nobody but its owner may read. SV_E_SYSTEM, SV_E_RANGE: as above;
 * also when the two do not belong together. */
enum sv_status svi_key_read_pair(const char *path, struct svi_key_pair *pair,
                                 struct svi_error *error);

#endif

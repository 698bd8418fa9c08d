/* Head and trailer of a .svr file; docs/REPLAY_FORMAT.md describes the bytes. record.c writes them,
 * replay.c reads them. Merges of stores read headers too. libsodium need not be initialised
 * before. */
#ifndef SVI_RECORD_HEADER_H
#define SVI_RECORD_HEADER_H

#include "base/buf.h"
#include "base/error.h"
#include "wire/cursor.h"

#include <solvent/game.h>

#include <stddef.h>
#include <stdint.h>

#define SVI_RECORD_VERSION 5u /* version of the .svr format */
/* Version of games without fallbacks and talk, whose bytes stay as they were. */
#define SVI_RECORD_PLAIN 4u
/* Oldest version that is read; it has no refused answers. */
#define SVI_RECORD_OLDEST 3u
#define SVI_MAX_META 16u        /* most key/value pairs in a header */
#define SVI_MAX_META_KEY 40u    /* bytes of a key with its terminating 0 */
#define SVI_MAX_META_VALUE 256u /* bytes of a value with its terminating 0 */

#define SVI_MAGIC "SVR1" /* first bytes of a file */
#define SVI_MAGIC_BYTES 4u

/* Format of the error about a file that ends too early. Its argument is the size in bytes. */
#define SVI_CUT_OFF "the file is cut off after %zu bytes"
#define SVI_CHECK_BYTES 16u  /* BLAKE2b-128 of a header */
#define SVI_DIGEST_BYTES 32u /* BLAKE2b-256 of a whole file */

struct svi_header {
    uint32_t format; /* SVI_RECORD_OLDEST to SVI_RECORD_VERSION */
    uint32_t rules;  /* SV_RULES_VERSION of the program that wrote it */
    char program[SV_MAX_NAME];
    char edition_name[SV_MAX_NAME];
    uint8_t edition_hash[32];
    /* Not owned; svi_header_get() points into the cursor's bytes. */
    const uint8_t *edition_bytes;
    size_t edition_size;
    struct sv_setup setup;
    uint8_t salt[SV_SALT_BYTES];
    uint8_t commitment[32];
    char name[SV_MAX_SEATS][SV_MAX_NAME];
    unsigned n_meta;
    char key[SVI_MAX_META][SVI_MAX_META_KEY];
    char value[SVI_MAX_META][SVI_MAX_META_VALUE];
};

/* The trailer without its digest. */
struct svi_trailer {
    uint32_t decisions;
    uint8_t why; /* enum sv_why */
    uint8_t place[SV_MAX_SEATS];
    int32_t worth[SV_MAX_SEATS];
    uint8_t state_hash[SV_HASH_BYTES];
};

/* Appends magic, header and its check. The chain starts with the first eight bytes of the check.
 * Without memory the buffer is `failed` and the chain 0. */
void svi_header_put(struct svi_buf *buf, const struct svi_header *header, uint64_t *chain);

/* Reads the head of a file; `c` then stands at the first record. Any bytes give a status: SV_E_TYPE
 * for a file of another kind, SV_E_VERSION, SV_E_HASH if it was changed, or an error of the cursor.
 * On failure c->status holds the status too, `error` names the wrong field, and *header is not
 * valid. The edition's bytes are not read, only pointed to. */
enum sv_status svi_header_get(struct svi_cursor *c, struct svi_header *header,
                              struct svi_error *error);

/* Appends the trailer, then the digest of all bytes in the buffer. */
void svi_trailer_put(struct svi_buf *buf, const struct svi_trailer *trailer, unsigned seats);

/* Reads a trailer and its digest without checking them; bytes left over are SV_E_TRAILING, a wrong
 * number of values SV_E_LENGTH, or another error of the cursor. */
enum sv_status svi_trailer_get(struct svi_cursor *c, struct svi_trailer *trailer, unsigned seats,
                               uint8_t digest[SVI_DIGEST_BYTES]);

#endif

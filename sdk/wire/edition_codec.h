/* The canonical encoding of an edition: messages to bots and replays contain it, and hashes cover
 * it. Sessions, records, batches, bindings, the opener and the league file's reader call it. One
 * edition has exactly one encoding, in MessagePack with every value in its shortest format:
 *
 *   edition  [1, name, title, rules, groups, spaces, decks]
 *   rules    [value of each switch, in the order of SV_RULES]
 *   groups   [name, ...]
 *   spaces   [[the fields of SV_SPACE_FIELDS, by their places], ...];
 *            rent: without the zeros at the end
 *   decks    [[name, cards], ...] for chance, chest, bus
 *   cards    [[the fields of SV_CARD_FIELDS, by their places], ...]
 *
 * Kinds and targets are numbers as in <solvent/manifest.h>. Fields that sv_edition_complete()
 * derives are left out. */
#ifndef SVI_WIRE_EDITION_CODEC_H
#define SVI_WIRE_EDITION_CODEC_H

#include "base/buf.h"

#include <solvent/edition.h>

#define SVI_EDITION_HASH_BYTES 32u

/* Bytes that hold any encoding; decoding refuses more. */
#define SVI_EDITION_MAX_BYTES 65536u

/* Appends the encoding of a finished edition; without memory buf->failed is set. */
void svi_edition_encode(const struct sv_edition *edition, struct svi_buf *buf);

/* Decodes and finishes an edition; any bytes give a status: SV_E_LENGTH for too many, SV_E_VERSION
 * for another version, SV_E_SYSTEM without memory, or an error of the cursor. Refuses bytes that
 * are not the canonical encoding of their content (SV_E_RANGE), and editions that
 * sv_edition_complete() refuses (its status; `error`, which may be NULL, has the reason then and is
 * empty otherwise). On failure `out` is all zero. */
enum sv_status svi_edition_decode(const uint8_t *bytes, size_t size, struct sv_edition *out,
                                  struct sv_edition_error *error);

/* Computes BLAKE2b-256 of the encoding. Returns SV_E_SYSTEM without memory for it; `out` is not
 * valid then. */
enum sv_status svi_edition_hash(const struct sv_edition *edition,
                                uint8_t out[SVI_EDITION_HASH_BYTES]);

#endif

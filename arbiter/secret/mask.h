/* Hides secrets in a bot's output: wherever the exact text of a secret stands, each of its bytes
 * becomes '*', so the output keeps its size. A list of secrets ends with NULL; each secret has 1 to
 * SVI_SECRET_MOST bytes. Without a list (NULL) masking costs nothing.
 *
 * A bot's session masks the messages of the bot, and process/output.c what the bot prints, as a
 * stream. The relay masks what comes back to it. The functions report no failure; without memory
 * the program ends. Lists stay the caller's. */
#ifndef SVI_ARBITER_SECRET_MASK_H
#define SVI_ARBITER_SECRET_MASK_H

#include <stdbool.h>
#include <stddef.h>

/* least bytes of a secret: a shorter one would stand in texts by chance */
#define SVI_SECRET_LEAST 8u
#define SVI_SECRET_MOST 4095u /* most bytes, as in a variable's value */

/* Returns whether `bytes` contain a secret. `out` must be a copy of them, in which each secret is
 * masked, or NULL for the search alone. */
bool svi_mask(const char *const *secrets, const void *bytes, size_t size, char *out);

/* Masks text that comes in pieces. Bytes that may begin a secret are held back until the next piece
 * decides. All 0 at first, except `secrets`. */
struct svi_mask_stream {
    const char *const *secrets; /* must live as long as the stream; NULL: passes all bytes on */
    /* The bytes held back, and from SVI_SECRET_MOST on their masked form. */
    char *pending;
    size_t pending_size;
};

/* Takes the next bytes, at least one, which are valid during the call only. */
typedef void svi_mask_fn(void *user, const char *bytes, size_t size);

/* Takes a piece and passes on all bytes that need not be held back. */
void svi_mask_stream_put(struct svi_mask_stream *stream, const char *bytes, size_t size,
                         svi_mask_fn *give, void *user);

/* Ends the stream: passes on the bytes held back, which are no whole secret. */
void svi_mask_stream_end(struct svi_mask_stream *stream, svi_mask_fn *give, void *user);

/* Returns the pending_size bytes held back, as svi_mask_stream_end() would pass them on. They are
 * valid until the stream changes. */
const char *svi_mask_stream_pending(const struct svi_mask_stream *stream);

/* Drops the bytes held back and frees their memory; `secrets` does not change, and the stream can
 * be used again. */
void svi_mask_stream_reset(struct svi_mask_stream *stream);

#endif

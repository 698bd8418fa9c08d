/* Secrets in what a bot says: wherever the exact text of one stands, each of its bytes becomes '*',
 * so that what is said keeps its size. A list of secrets ends with NULL, none of them is empty, and
 * none is longer than SVI_SECRET_MOST. No list (NULL) costs nothing. */
#ifndef SVI_ARBITER_SECRET_MASK_H
#define SVI_ARBITER_SECRET_MASK_H

#include <stdbool.h>
#include <stddef.h>

#define SVI_SECRET_LEAST 8u   /* bytes of a secret: what is shorter stands in texts by chance */
#define SVI_SECRET_MOST 4095u /* as much as a variable's value may have */

/* Whether a secret stands in `bytes`. With `out`, a copy of them, each secret in it is masked;
 * NULL: it is only looked for. */
bool svi_mask(const char *const *secrets, const void *bytes, size_t size, char *out);

/* Masks what comes piece by piece: what may be the beginning of a secret is held back until the
 * next piece shows what it is. All 0 but for `secrets` at first. */
struct svi_mask_stream {
    const char *const *secrets; /* must live as long; NULL: all that comes is given as it is */
    char *held;                 /* what is held back, and from SVI_SECRET_MOST on, as it is given */
    size_t held_size;
};

/* Takes the next bytes, which are never none. */
typedef void svi_mask_fn(void *user, const char *bytes, size_t size);

/* Takes a piece and gives what can be given. */
void svi_mask_stream_put(struct svi_mask_stream *stream, const char *bytes, size_t size,
                         svi_mask_fn *give, void *user);

/* Nothing more comes: gives what was held back, which is no whole secret. */
void svi_mask_stream_end(struct svi_mask_stream *stream, svi_mask_fn *give, void *user);

/* What is held back, held_size bytes, as svi_mask_stream_end() would give it. */
const char *svi_mask_stream_held(const struct svi_mask_stream *stream);

/* Forgets what is held back, and frees its memory; the secrets stay. */
void svi_mask_stream_reset(struct svi_mask_stream *stream);

#endif

#include "secret/mask.h"

#include "memory/memory.h"

#include <stdlib.h>
#include <string.h>

#define PIECE 4096u

bool svi_mask(const char *const *secrets, const void *bytes, size_t size, char *out)
{
    bool found = false;
    for (; secrets != NULL && *secrets != NULL; secrets++) {
        const size_t length = strlen(*secrets);
        const char *from = bytes, *end = from + size;
        /* Go on from the next byte, as secrets may overlap, even with themselves. */
        while ((from = memmem(from, (size_t)(end - from), *secrets, length)) != NULL) {
            found = true;
            if (out == NULL) {
                return true;
            }
            memset(out + (from - (const char *)bytes), '*', length);
            from++;
        }
    }
    return found;
}

/* Returns how many of the last bytes may be the beginning of a secret. */
static size_t open_end(const char *const *secrets, const char *bytes, size_t size)
{
    size_t open = 0;
    for (; *secrets != NULL; secrets++) {
        const size_t length = strlen(*secrets);
        for (size_t n = length - 1 < size ? length - 1 : size; n > open; n--) {
            if (bytes[size - n] == **secrets && memcmp(bytes + size - n, *secrets, n) == 0) {
                open = n;
            }
        }
    }
    return open;
}

/* Holds back the last `n` bytes: `raw` as they came, `text` as masked so far. */
static void hold(struct svi_mask_stream *stream, const char *raw, const char *text, size_t n)
{
    stream->pending_size = 0;
    if (n > 0 && stream->pending == NULL) {
        stream->pending = svi_new(2, SVI_SECRET_MOST);
    }
    if (n > 0) {
        memcpy(stream->pending, raw, n);
        memcpy(stream->pending + SVI_SECRET_MOST, text, n);
        stream->pending_size = n;
    }
}

static void put_piece(struct svi_mask_stream *stream, const char *bytes, size_t size,
                      svi_mask_fn *give, void *user)
{
    char raw[SVI_SECRET_MOST + PIECE], text[sizeof raw];
    const size_t before = stream->pending_size, all = before + size;
    if (before > 0) {
        memcpy(raw, stream->pending, before);
        memcpy(text, svi_mask_stream_pending(stream), before);
    }
    memcpy(raw + before, bytes, size);
    memcpy(text + before, bytes, size);
    (void)svi_mask(stream->secrets, raw, all, text);
    const size_t open = open_end(stream->secrets, raw, all), given = all - open;
    hold(stream, raw + given, text + given, open);
    if (given > 0) {
        give(user, text, given);
    }
}

void svi_mask_stream_put(struct svi_mask_stream *stream, const char *bytes, size_t size,
                         svi_mask_fn *give, void *user)
{
    if (stream->secrets == NULL && size > 0) {
        give(user, bytes, size);
        return;
    }
    for (size_t at = 0; at < size; at += PIECE) {
        put_piece(stream, bytes + at, size - at < PIECE ? size - at : PIECE, give, user);
    }
}

const char *svi_mask_stream_pending(const struct svi_mask_stream *stream)
{
    return stream->pending_size > 0 ? stream->pending + SVI_SECRET_MOST : "";
}

void svi_mask_stream_end(struct svi_mask_stream *stream, svi_mask_fn *give, void *user)
{
    if (stream->pending_size > 0) {
        give(user, svi_mask_stream_pending(stream), stream->pending_size);
        stream->pending_size = 0;
    }
}

void svi_mask_stream_reset(struct svi_mask_stream *stream)
{
    free(stream->pending);
    stream->pending = NULL;
    stream->pending_size = 0;
}

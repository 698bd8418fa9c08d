/* A growing byte buffer, into which messages and records are written. Only growing can fail; from
 * then on the buffer takes no bytes and `failed` is set, so callers check once, at the end. All
 * modules use it; the owner of a buffer frees it by svi_buf_finish(). */
#ifndef SVI_BASE_BUF_H
#define SVI_BASE_BUF_H

#include "base/scoped.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct svi_buf {
    uint8_t *data; /* `size` bytes; NULL while empty */
    size_t size, cap;
    /* Memory ran out: the bytes written from some point on are missing. */
    bool failed;
};

/* Called with the refused size before a buffer becomes `failed`. May be NULL, as in libsolvent. A
 * program that ends without memory (memory/memory.h) sets it before it starts threads. */
extern void (*svi_buf_refused)(size_t size);

/* Makes an empty buffer, equal to {0}. Allocates nothing. */
void svi_buf_init(struct svi_buf *buf);

/* Frees the bytes and leaves an empty buffer. */
void svi_buf_finish(struct svi_buf *buf);

/* Empties the buffer and clears `failed`, but keeps the memory. */
static inline void svi_buf_clear(struct svi_buf *buf)
{
    buf->size = 0;
    buf->failed = false;
}

/* Makes room for `more` bytes after `size`. Returns false, and sets `failed`, without memory. */
bool svi_buf_grow(struct svi_buf *buf, size_t more);

/* As svi_buf_grow(), but fast if the buffer has the room already. */
static inline bool svi_buf_reserve(struct svi_buf *buf, size_t more)
{
    return (buf->cap - buf->size >= more && !buf->failed) || svi_buf_grow(buf, more);
}

/* Appends all `size` bytes, or nothing without memory; `bytes` may be NULL if size is 0. */
static inline void svi_buf_append(struct svi_buf *buf, const void *bytes, size_t size)
{
    if (size != 0 && svi_buf_reserve(buf, size)) {
        memcpy(buf->data + buf->size, bytes, size);
        buf->size += size;
    }
}

static inline void svi_buf_byte(struct svi_buf *buf, uint8_t byte)
{
    if (svi_buf_reserve(buf, 1)) {
        buf->data[buf->size++] = byte;
    }
}

/* svi_buf_append() in the form that msgpack_packer_init() expects; `buf` is a struct svi_buf.
 * Always returns 0: check buf->failed. */
int svi_buf_write(void *buf, const char *bytes, size_t size);

/* ---- texts ----------------------------------------------------------------------------------- */

/* Lists of texts that end with NULL. The list and each text are from malloc(). NULL is an empty
 * list. */

size_t svi_texts_count(char *const *texts);

/* Returns whether both lists have the same texts in the same order. */
bool svi_texts_same(char *const *one, char *const *other);

/* Finds the value of a text "KEY=VALUE" in a list. Returns NULL if no text has the key. The value
 * belongs to the list. */
const char *svi_texts_value(char *const *texts, const char *key);

/* Frees a list with its texts. */
void svi_texts_free(char **texts);

#endif

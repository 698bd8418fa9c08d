/* A growing byte buffer: where messages and records are written. Growing is the one thing that can
 * fail; then the buffer stops taking bytes and says so in `failed`, which is asked once, at the
 * end. */
#ifndef SVI_BASE_BUF_H
#define SVI_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct svi_buf {
    uint8_t *data; /* `size` bytes; NULL while nothing has been written */
    size_t size, cap;
    bool failed; /* out of memory: from some byte on, what was to be written is missing */
};

/* Called with the size that was refused before a buffer becomes `failed`, unless it is NULL. A
 * program that ends without memory sets it before it starts threads; in libsolvent it is NULL. */
extern void (*svi_buf_refused)(size_t size);

/* An empty buffer; allocates nothing. The same as {0}. */
void svi_buf_init(struct svi_buf *buf);

/* Frees the bytes. The buffer is empty afterwards, as from init. */
void svi_buf_finish(struct svi_buf *buf);

/* Forgets the bytes and a failure, keeps the memory. */
static inline void svi_buf_clear(struct svi_buf *buf)
{
    buf->size = 0;
    buf->failed = false;
}

/* Makes room for `more` bytes after `size`; false (and `failed`) when there is no memory. */
bool svi_buf_grow(struct svi_buf *buf, size_t more);

/* The same, quick when there is room already. */
static inline bool svi_buf_reserve(struct svi_buf *buf, size_t more)
{
    return (buf->cap - buf->size >= more && !buf->failed) || svi_buf_grow(buf, more);
}

/* Appends `size` bytes, all or none of them; `bytes` may be NULL when size is 0. */
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

/* svi_buf_append() as msgpack_packer_init() wants it, `buf` being a struct svi_buf. Always 0: a
 * failure is found in buf->failed. */
int svi_buf_write(void *buf, const char *bytes, size_t size);

/* ---- texts ----------------------------------------------------------------------------------- */

/* Lists of texts with a NULL at their end, each text and the list from malloc(). NULL is a list of
 * none. */

size_t svi_texts_count(char *const *texts);

/* Whether both have the same texts in the same order. */
bool svi_texts_same(char *const *one, char *const *other);

void svi_texts_free(char **texts);

#endif

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAP 256u

void (*svi_buf_refused)(size_t size);

void svi_buf_init(struct svi_buf *buf)
{
    *buf = (struct svi_buf){0};
}

void svi_buf_finish(struct svi_buf *buf)
{
    free(buf->data);
    svi_buf_init(buf);
}

bool svi_buf_grow(struct svi_buf *buf, size_t more)
{
    size_t cap = buf->cap < FIRST_CAP ? FIRST_CAP : buf->cap;
    uint8_t *data;
    if (buf->failed || more > SIZE_MAX / 2 - buf->size) {
        buf->failed = true;
        return false;
    }
    while (cap < buf->size + more) {
        cap *= 2;
    }
    data = realloc(buf->data, cap);
    if (data == NULL) {
        if (svi_buf_refused != NULL) {
            svi_buf_refused(cap);
        }
        buf->failed = true;
        return false;
    }
    buf->data = data;
    buf->cap = cap;
    return true;
}

int svi_buf_write(void *buf, const char *bytes, size_t size)
{
    if (size == 1) { /* most writes of a packer */
        svi_buf_byte(buf, (uint8_t)*bytes);
    } else {
        svi_buf_append(buf, bytes, size);
    }
    return 0;
}

/* ---- texts ----------------------------------------------------------------------------------- */

size_t svi_texts_count(char *const *texts)
{
    size_t n = 0;
    while (texts != NULL && texts[n] != NULL) {
        n++;
    }
    return n;
}

bool svi_texts_same(char *const *one, char *const *other)
{
    const size_t n = svi_texts_count(one);
    bool same = n == svi_texts_count(other);
    for (size_t i = 0; i < n && same; i++) {
        same = strcmp(one[i], other[i]) == 0;
    }
    return same;
}

const char *svi_texts_value(char *const *texts, const char *key)
{
    const size_t size = strlen(key);
    for (; texts != NULL && *texts != NULL; texts++) {
        if (strncmp(*texts, key, size) == 0 && (*texts)[size] == '=') {
            return *texts + size + 1;
        }
    }
    return NULL;
}

void svi_texts_free(char **texts)
{
    for (char **text = texts; text != NULL && *text != NULL; text++) {
        free(*text);
    }
    free(texts);
}

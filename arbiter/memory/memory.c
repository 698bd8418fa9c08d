#include "memory/memory.h"

#include "base/buf.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FIRST_ROOM 16u

/* Only system calls: other threads may hold any lock. */
void svi_memory_refused(size_t size)
{
    static const char line[] = "solvent: no memory left; run the same command again\n";
    if (size <= SVI_SMALL) {
        (void)!write(STDERR_FILENO, line, sizeof line - 1);
        _exit(3);
    }
}

static size_t bytes_of(size_t n, size_t size)
{
    return n == 0 ? size : n <= SIZE_MAX / 2 / size ? n * size : SIZE_MAX / 2;
}

void *svi_resize(void *array, size_t n, size_t size)
{
    void *moved = realloc(array, bytes_of(n, size));
    if (moved == NULL) {
        svi_memory_refused(bytes_of(n, size));
    }
    return moved;
}

void *svi_new(size_t n, size_t size)
{
    void *block = calloc(n > 0 ? n : 1, size);
    if (block == NULL) {
        svi_memory_refused(bytes_of(n, size));
    }
    return block;
}

void *svi_grow(void *array, size_t *room, size_t n, size_t size)
{
    size_t more = *room > 0 ? *room : FIRST_ROOM;
    if (n <= *room) {
        return array;
    }
    while (more < n) {
        more *= 2;
    }
    void *moved = svi_resize(array, more, size);
    *room = moved != NULL ? more : *room;
    return moved;
}

char *svi_copy_bytes(const char *text, size_t size)
{
    const size_t length = strnlen(text, size);
    char *copy = svi_resize(NULL, length + 1, 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

char *svi_copy(const char *text)
{
    return svi_copy_bytes(text, strlen(text));
}

char *svi_text(const char *format, ...)
{
    va_list args;
    char *text = NULL;
    va_start(args, format);
    const int length = vasprintf(&text, format, args);
    va_end(args);
    if (length < 0) {
        svi_memory_refused(0);
    }
    return text;
}

char *svi_real_path(const char *path)
{
    char *real = realpath(path, NULL);
    if (real == NULL && errno == ENOMEM) {
        svi_memory_refused(0);
    }
    return real;
}

char *svi_text_of(struct svi_buf *buf)
{
    svi_buf_byte(buf, 0);
    if (buf->failed) {
        svi_memory_refused(0);
    }
    char *text = (char *)buf->data;
    svi_buf_init(buf);
    return text;
}

char **svi_copy_texts(char *const *texts)
{
    const size_t n = svi_texts_count(texts);
    char **copy = texts != NULL ? svi_new(n + 1, sizeof *copy) : NULL;
    for (size_t i = 0; i < n; i++) {
        copy[i] = svi_copy(texts[i]);
    }
    return copy;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void svi_texts_sort(char **texts, size_t n)
{
    qsort(texts, n, sizeof *texts, by_text);
}

void svi_memory_begin(void)
{
    svi_buf_refused = svi_memory_refused;
}

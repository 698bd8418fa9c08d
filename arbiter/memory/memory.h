/* Memory of the program. Requests of up to SVI_SMALL bytes are always met: when the machine has no
 * memory left, the program says so in one line on stderr and ends at once with status 3, whichever
 * thread asked. For files and bots that is the same as a kill: what was committed stays, and the
 * same command goes on. A larger request can be refused, and then returns NULL. */
#ifndef SVI_ARBITER_MEMORY_MEMORY_H
#define SVI_ARBITER_MEMORY_MEMORY_H

#include "base/buf.h"

#include <stddef.h>

struct svi_buf;

#define SVI_SMALL ((size_t)1 << 20)

/* Returns n elements of `size` bytes, all zero. free() gives them back. */
void *svi_new(size_t n, size_t size) __attribute__((warn_unused_result));

/* realloc() of n elements: the array where it is now, or NULL with the array as before. */
void *svi_resize(void *array, size_t n, size_t size) __attribute__((warn_unused_result));

/* Makes room for at least n elements in an array that has room for *room, and returns where it is
 * now. It doubles, so that adding elements one by one stays cheap; new ones are not zeroed. If a
 * large request is refused, returns NULL, and array and *room are as before:
 *
 *     list->at = svi_grow(list->at, &list->room, list->n + 1, sizeof *list->at);
 */
void *svi_grow(void *array, size_t *room, size_t n, size_t size)
    __attribute__((warn_unused_result));

/* A copy of a text, or of its first bytes. */
char *svi_copy(const char *text) __attribute__((warn_unused_result));
char *svi_copy_bytes(const char *text, size_t size) __attribute__((warn_unused_result));

/* A text as printf() has it. */
char *svi_text(const char *format, ...) __attribute__((format(printf, 1, 2), warn_unused_result));

/* realpath(), to be freed: NULL with errno if there is no such file. */
char *svi_real_path(const char *path) __attribute__((warn_unused_result));

/* Ends the text in a buffer and hands it over, to be freed; the buffer is empty then. */
char *svi_text_of(struct svi_buf *buf) __attribute__((warn_unused_result));

/* A copy of a list of texts (base/buf.h), or NULL of NULL. */
char **svi_copy_texts(char *const *texts) __attribute__((warn_unused_result));

/* Ends the program if a request of that size must not be refused. For other ways to allocate. */
void svi_memory_refused(size_t size);

/* Holds buffers (base/buf.h) to the same rule from here on. To be called first in main(). */
void svi_memory_begin(void);

#endif

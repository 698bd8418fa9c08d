/* Allocates memory for the program, so that callers need not check small requests. All of arbiter
 * and tools uses it, and nothing in the SDK.
 *
 * If the machine has no memory left for a request of up to SVI_SMALL bytes, the program prints one
 * line to stderr and ends at once with status 3, from any thread. This has the effects of a kill:
 * committed games stay, and the same command resumes the run. A larger request returns NULL
 * instead, so its caller must check; svi_text(), svi_real_path() and svi_text_of() end the program
 * for any size. The caller frees what these functions return, with free(). */
#ifndef SVI_ARBITER_MEMORY_MEMORY_H
#define SVI_ARBITER_MEMORY_MEMORY_H

#include "base/buf.h"

#include <stddef.h>

#define SVI_SMALL ((size_t)1 << 20)

/* Allocates an array of n elements of `size` bytes, all zero. */
void *svi_new(size_t n, size_t size) __attribute__((warn_unused_result));

/* Resizes an array to n elements and returns it. Returns NULL and leaves the array as it is if a
 * large request is refused. */
void *svi_resize(void *array, size_t n, size_t size) __attribute__((warn_unused_result));

/* Makes room for at least n elements in an array that has room for *room, and returns the array. It
 * doubles, so that adding elements one by one stays cheap; it does not clear new elements. Returns
 * NULL and leaves the array and *room as they are if a large request is refused. An array that can
 * never exceed SVI_SMALL bytes needs no check:
 *
 *     list->at = svi_grow(list->at, &list->room, list->n + 1, sizeof *list->at);
 */
void *svi_grow(void *array, size_t *room, size_t n, size_t size)
    __attribute__((warn_unused_result));

/* Copies a text, or its first `size` bytes. */
char *svi_copy(const char *text) __attribute__((warn_unused_result));
char *svi_copy_bytes(const char *text, size_t size) __attribute__((warn_unused_result));

/* Prints a text as printf() does. */
char *svi_text(const char *format, ...) __attribute__((format(printf, 1, 2), warn_unused_result));

/* Returns the result of realpath(), or NULL with errno if there is no such file. */
char *svi_real_path(const char *path) __attribute__((warn_unused_result));

/* Returns the text in a buffer with a zero behind it, and empties the buffer. */
char *svi_text_of(struct svi_buf *buf) __attribute__((warn_unused_result));

/* Copies a list of texts (base/buf.h), which svi_texts_free() frees. Returns NULL for NULL. */
char **svi_copy_texts(char *const *texts) __attribute__((warn_unused_result));

/* Sorts `n` texts by their bytes. */
void svi_texts_sort(char **texts, size_t n);

/* Ends the program if `size` is small. Call it when another allocator has refused a request. */
void svi_memory_refused(size_t size);

/* Makes buffers (base/buf.h) follow the same rule. Call it first in main(). */
void svi_memory_begin(void);

#endif

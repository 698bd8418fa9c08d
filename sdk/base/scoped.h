/* Variables that clean up after themselves when their block ends, also by `return`. Results
 * that a function hands on to its caller are never scoped. A failed assertion of a test leaves the
 * block without cleaning up. */
#ifndef SVI_BASE_SCOPED_H
#define SVI_BASE_SCOPED_H

#include <stdlib.h>

/* Before a declaration: calls finish(&variable) at the end of the block.
 *
 *     SCOPED(svi_buf_finish) struct svi_buf out = {0}; */
#define SCOPED(finish) __attribute__((cleanup(finish)))

/* Frees the memory that a scoped pointer points at. */
static inline void scoped_free(void *pointer)
{
    free(*(void **)pointer);
}

/* Frees what each of these pointers points at.
 *
 *     svi_free_all(list->name, list->at); */
#define svi_free_all(...)                                                                          \
    free_each((void *[]){__VA_ARGS__}, sizeof((void *[]){__VA_ARGS__}) / sizeof(void *))
static inline void free_each(void *const pointers[], size_t n)
{
    for (size_t i = 0; i < n; i++) {
        free(pointers[i]);
    }
}

#endif

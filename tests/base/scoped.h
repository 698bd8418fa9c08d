/* Variables that clean up after themselves at the end of their block, so that a test ends with
 * what it asserts. A failed assertion leaves the block without that: the process soon ends. */
#ifndef TESTS_BASE_SCOPED_H
#define TESTS_BASE_SCOPED_H

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

#endif

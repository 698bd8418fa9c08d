/* Lists of texts with a NULL at their end, each text and the list from malloc(). NULL is a list of
 * none. */
#ifndef SVI_BASE_TEXTS_H
#define SVI_BASE_TEXTS_H

#include <stdbool.h>
#include <stddef.h>

size_t svi_texts_count(char *const *texts);

/* A copy, in *out. False: no memory, and *out is NULL. */
bool svi_texts_copy(char *const *texts, char ***out);

/* Whether both have the same texts in the same order. */
bool svi_texts_same(char *const *one, char *const *other);

void svi_texts_free(char **texts);

#endif

#include "base/texts.h"

#include <stdlib.h>
#include <string.h>

size_t svi_texts_count(char *const *texts)
{
    size_t n = 0;
    while (texts != NULL && texts[n] != NULL) {
        n++;
    }
    return n;
}

bool svi_texts_copy(char *const *texts, char ***out)
{
    const size_t n = svi_texts_count(texts);
    *out = texts != NULL ? calloc(n + 1, sizeof **out) : NULL;
    for (size_t i = 0; *out != NULL && i < n; i++) {
        (*out)[i] = strdup(texts[i]);
        if ((*out)[i] == NULL) {
            svi_texts_free(*out);
            *out = NULL;
        }
    }
    return texts == NULL || *out != NULL;
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

void svi_texts_free(char **texts)
{
    for (char **text = texts; text != NULL && *text != NULL; text++) {
        free(*text);
    }
    free(texts);
}

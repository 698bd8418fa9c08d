#include "base/nearest.h"

#include <string.h>

/* Longest word that is compared; whatever is longer resembles nothing. */
#define LONGEST 47

static unsigned least_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* How many letters must be put in, left out, changed or swapped with the next to make one word the other. */
static unsigned distance(const char *a, const char *b)
{
    unsigned rows[3][LONGEST + 1];
    const size_t size = strlen(b);
    for (unsigned k = 0; k <= size; k++) {
        rows[0][k] = k;
    }
    for (unsigned i = 1; a[i - 1] != 0; i++) {
        unsigned *row = rows[i % 3];
        const unsigned *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (unsigned k = 1; k <= size; k++) {
            row[k] =
                least_of(least_of(above[k], row[k - 1]) + 1, above[k - 1] + (a[i - 1] != b[k - 1]));
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1]) {
                row[k] = least_of(row[k], before[k - 2] + 1);
            }
        }
    }
    return rows[strlen(a) % 3][size];
}

const char *svi_nearest(const char *word, svi_word_fn *at, const void *words)
{
    const char *found = NULL;
    const char *other;
    const size_t size = strlen(word);
    unsigned least = (unsigned)(size <= LONGEST ? size / 3 + 2 : 0);
    for (size_t i = 0; (other = at(words, i)) != NULL && size <= LONGEST; i++) {
        const unsigned letters = strlen(other) <= LONGEST ? distance(word, other) : LONGEST;
        if (letters < least && letters < strlen(other) && letters < size) {
            least = letters;
            found = other;
        }
    }
    for (size_t i = 0; found == NULL && size >= 2 && (other = at(words, i)) != NULL; i++) {
        found = strncmp(word, other, size) == 0 ? other : NULL;
    }
    return found;
}

const char *svi_nearest_in(const void *words, size_t i)
{
    const char *const *texts = words;
    return texts[i];
}

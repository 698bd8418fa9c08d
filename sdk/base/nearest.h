/* The word that somebody may have meant. */
#ifndef SVI_BASE_NEAREST_H
#define SVI_BASE_NEAREST_H

#include <stddef.h>

/* The i-th of some words; NULL from the end on. */
typedef const char *svi_word_fn(const void *words, size_t i);

/* The word most like `word`: one that other tools call so (`games` for deals, in any case, with '-'
 * for '_'); else by the letters that must be put in, left out, changed or swapped with their
 * neighbour (optimal string alignment), at most one and one more for every three letters; or the
 * first one that begins with it. NULL when none is alike. */
const char *svi_nearest(const char *word, svi_word_fn *at, const void *words);

/* The one of the words that other tools call `word`; NULL: none. */
const char *svi_synonym(const char *word, svi_word_fn *at, const void *words);

/* Where what other tools call `word` is told to Solvent instead, as it goes behind "that is"; NULL:
 * it is not known. */
const char *svi_elsewhere(const char *word);

/* svi_word_fn for an array of texts with NULL at its end. */
const char *svi_nearest_in(const void *words, size_t i);

#endif

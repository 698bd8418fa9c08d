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

/* Words of which one is expected. */
struct svi_choices {
    svi_word_fn *at;
    const void *words;
    const char *what; /* what each of them is, "a bot of cup.db", or NULL */
    const char *see;  /* the command that says more, "solvent help", or NULL */
};

/* Bytes of a text from svi_expected() that is never cut. */
#define SVI_EXPECTED 600

/* Writes the end of an error after "found 'WORD', ", where WORD is none of the choices:
 *
 *     did you mean 'trader'? Expected a bot of cup.db: careful, trader or tiny
 *     expected a bot of cup.db: careful, trader or tiny
 *     did you mean 'match'? See solvent help
 *     expected a topic: viewing, ranking, serve, luck, match or one of 60 more; see solvent help
 *
 * It lists up to five words; of more it lists the five most like `word`, or only suggests the
 * nearest. `word` may be NULL if a list or mapping was found. Returns `out`. */
char *svi_expected(const struct svi_choices *choices, const char *word, char *out, size_t size);

/* Words that a function gives by their numbers. */
struct svi_numbered {
    const char *(*name_of)(unsigned i);
    unsigned count;
};

/* svi_word_fn for a struct svi_numbered. */
const char *svi_numbered_at(const void *words, size_t i);

/* svi_word_fn for an array of texts with NULL at its end. */
const char *svi_nearest_in(const void *words, size_t i);

#endif

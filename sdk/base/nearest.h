/* Suggests the word that a user may have meant, for errors about options, files and answers. Called
 * by commands, readers of league files and editions, and sdk/text. Returned words are those of
 * `at`, not copies. */
#ifndef SVI_BASE_NEAREST_H
#define SVI_BASE_NEAREST_H

#include <stddef.h>

/* Returns the i-th of a list of words, or NULL past the end. */
typedef const char *svi_word_fn(const void *words, size_t i);

/* Returns the word most like `word`, or NULL if no word is alike: first the word for which other
 * tools use `word` (`games` for deals, in any case, with '-' for '_'); then the nearest by letters
 * to insert, delete, change or swap with a neighbour (optimal string alignment), at most one and
 * one more for every three letters; then the first word that begins with `word`. */
const char *svi_nearest(const char *word, svi_word_fn *at, const void *words);

/* Returns the one of the words for which other tools use `word`, or NULL. */
const char *svi_synonym(const char *word, svi_word_fn *at, const void *words);

/* Returns where Solvent takes a setting that other tools call `word`, as text to follow "that is",
 * or NULL if the word is unknown. Static. */
const char *svi_elsewhere(const char *word);

/* The words among which an argument or key must be. */
struct svi_choices {
    svi_word_fn *at;
    const void *words;
    /* The kind of the words, as in "a bot of cup.db", or NULL. */
    const char *what;
    /* Command that explains them, as in "solvent help", or NULL. */
    const char *see;
};

/* Bytes that hold any text of svi_expected() uncut. */
#define SVI_EXPECTED 600

/* Writes the end of an error that begins "found 'WORD', ", where WORD is not among the choices:
 *
 *     did you mean 'trader'? Expected a bot of cup.db: careful, trader or tiny
 *     expected a bot of cup.db: careful, trader or tiny
 *     did you mean 'match'? See solvent help
 *     expected a topic: viewing, ranking, serve, luck, match or one of 60 more; see solvent help
 *
 * The text lists up to five words; of a longer list it gives the five most like `word`, or only
 * suggests the nearest. `word` may be NULL if a list or mapping was found. Returns `out`. */
char *svi_expected(const struct svi_choices *choices, const char *word, char *out, size_t size);

/* Words that a function returns by number. */
struct svi_numbered {
    const char *(*name_of)(unsigned i);
    unsigned count;
};

/* svi_word_fn for a struct svi_numbered. */
const char *svi_numbered_at(const void *words, size_t i);

/* svi_word_fn for an array of texts with NULL at its end. */
const char *svi_nearest_in(const void *words, size_t i);

#endif

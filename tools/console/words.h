/* The words of a command line, one after the other, by getopt_long(): options may stand anywhere
 * before "--", may be cut short as long as one only can be meant, and take values as "--seed 42",
 * "--seed=42", "-s 42" and "-s42". Whatever is wrong is one line on stderr and ends the process
 * with SVI_EXIT_USAGE. */
#ifndef SVI_TOOLS_CONSOLE_WORDS_H
#define SVI_TOOLS_CONSOLE_WORDS_H

#include "tools/console/command.h"

#include "base/nearest.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdnoreturn.h>

#define SVI_WORDS_OPTIONS 48u

struct svi_words {
    const struct svi_command *command;
    const char *name; /* in full: "solvent league run" */
    int argc;
    char **argv;
    /* what svi_words_next() has found: */
    const char *value;  /* of the option, or the operand itself */
    const char *option; /* as it is called: "--seed"; NULL at an operand */
    unsigned choice;    /* of an option with `words`: which of them, from 0 */
    /* For an error that misses an operand: "; 'careful' was taken as the seed" if an option took a
     * word that may have been meant as one; else empty. */
    char taken[160];
    /* private */
    struct option known[SVI_WORDS_OPTIONS];
    char letters[2 * SVI_WORDS_OPTIONS];
    char called[64]; /* what `option` points to */
    bool ended;      /* "--" has come, or the end */
};

enum { SVI_WORDS_END = -1, SVI_OPERAND = 1 };

/* The next option's key, SVI_OPERAND or SVI_WORDS_END. Help and version are answered, and end the
 * process; --quiet is taken note of (svi_say_is_quiet()). */
int svi_words_next(struct svi_words *words);

/* For commands with no option of their own but --format, whose choice goes to *format: all
 * operands, NULL at their end; *count says how many. */
char **svi_words_operands(struct svi_words *words, int *count, unsigned *format);

/* All words from the operand found last on, whatever they look like: a command with its arguments,
 * NULL at their end. */
char **svi_words_rest(struct svi_words *words);

/* Ends the process: the one line. */
noreturn void svi_words_fail(const struct svi_words *words, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The value as a whole number, low to high. */
uint32_t svi_words_number(const struct svi_words *words, uint32_t low, uint32_t high);

/* Returns the value as the number of a seat. The caller checks that the game has this seat. */
unsigned svi_words_seat(const struct svi_words *words);

/* Ends the process: the value, or the operand, is none of the choices. */
noreturn void svi_words_fail_among(const struct svi_words *words,
                                   const struct svi_choices *choices);

/* The value as a number of games against the ghost of a ranking, 0 to 1,000,000. */
double svi_words_prior(const struct svi_words *words);

/* For commands with one operand: takes it into *slot, or fails when there has been one before.
 * `what` is "store". */
void svi_words_only(const struct svi_words *words, const char **slot, const char *what);

/* For their end: fails when there has been none. */
void svi_words_need(const struct svi_words *words, const char *operand, const char *what);

#endif

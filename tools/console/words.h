/* Reads the words of a command line one after the other, by getopt_long(). Options may stand
 * anywhere before "--", may be shortened while they stay unambiguous, and take values as "--seed
 * 42", "--seed=42", "-s 42" and "-s42". Any error prints one line on stderr and ends the process
 * with SVI_EXIT_USAGE. main() runs a command by it, and every cmd_*.c reads its words so. Words
 * belong to argv, and commands are constants. */
#ifndef SVI_TOOLS_CONSOLE_WORDS_H
#define SVI_TOOLS_CONSOLE_WORDS_H

#include "tools/console/command.h"

#include "base/buf.h"
#include "base/nearest.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdnoreturn.h>

#define SVI_WORDS_OPTIONS 48u

struct svi_words {
    const struct svi_command *command;
    const char *name; /* full name: "solvent league run" */
    int argc;
    char **argv;
    /* The value of the last option, or the last operand itself. */
    const char *value;
    const char *option; /* full form of the option: "--seed"; NULL at an operand */
    unsigned choice;    /* index of the chosen word, from 0, for an option with `words` */
    /* For an error about a missing operand: "; 'careful' was taken as the seed" if an option took a
     * word that may have been meant as an operand; else empty. */
    char taken[160];
    /* Private members: */
    const struct svi_option *row; /* row of `option` */
    uint64_t given;               /* options read, as bits in the order of svi_option_at() */
    unsigned operands;            /* operands read */
    const char *last;             /* the last operand */
    struct option known[SVI_WORDS_OPTIONS];
    char letters[2 * SVI_WORDS_OPTIONS];
    char called[64]; /* text of `option` */
    bool ended;      /* "--" or the end was read */
};

enum { SVI_WORDS_END = -1, SVI_OPERAND = 1 };

/* Reads all words into the command's struct of arguments, by the slots of its options and operands.
 * `arguments` may be NULL if no slot has a member. */
void svi_words_read(struct svi_words *words, void *arguments);

/* Returns whether an option was given. */
bool svi_words_has(const struct svi_words *words, const char *name);

/* Returns the first of these options, with blanks between, that was given; or NULL. */
const char *svi_words_which(const struct svi_words *words, const char *names);

/* Returns all words from the last operand on, whatever they look like: a command with its
 * arguments, ended by NULL. They are words of argv. */
char **svi_words_rest(const struct svi_words *words);

/* Prints the error in one line and ends the process. */
noreturn void svi_words_fail(const struct svi_words *words, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Ends the process because the value, or the operand, is not among the choices. */
noreturn void svi_words_fail_among(const struct svi_words *words,
                                   const struct svi_choices *choices);

/* Reads a number from `low` to `high`, with no text behind it. Returns false for any other text. */
bool svi_words_parse(const char *text, double low, double high, double *out);

/* Takes the operand of a command with one operand into *slot. Ends the process if *slot is already
 * set. `what` names the operand: "store". */
void svi_words_only(const struct svi_words *words, const char **slot, const char *what);

/* Ends the process if a command with one operand has read no operand. */
void svi_words_need(const struct svi_words *words, const char *operand, const char *what);

/* ---- dispatch -------------------------------------------------------------------------------- */

/* Runs a command with the words after its name, and returns its status: argv[0] is the name and is
 * not looked at. `above` holds the words before the name: "solvent", "solvent league", or "" for
 * the whole program. Also answers --help and --version. */
enum svi_exit svi_command_run(const struct svi_command *command, const char *above, int argc,
                              char **argv);

/* Returns the command of `parts` with this name, or NULL. */
const struct svi_command *svi_command_find(const struct svi_command *const *parts,
                                           const char *name);

/* Ends the process because the word last read is no command of `above`, whose full name is
 * `name`. */
noreturn void svi_command_fail(const struct svi_words *words, const struct svi_command *above,
                               const char *name);

/* ---- command line again ---------------------------------------------------------------------- */

/* Repeats the command line by which a command was called, for lines that tell the user how to go
 * on. Text is appended to `out`, which is `failed` without memory (base/buf.h). */

/* Sets the program's name, argv[0]. The string is kept, not copied. Until then the name is
 * "solvent". */
void svi_again_as(const char *program);

/* Appends a word as a shell reads it: plain, or in quotes where it needs them. */
void svi_again_word(struct svi_buf *out, const char *word);

/* Appends the whole command line of a command. */
void svi_again(struct svi_buf *out, const struct svi_words *words);

#endif

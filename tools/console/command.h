/* The description of a command. All other views of the command follow from it: how its words are
 * read (tools/console/words.h), its --help, its man page (tools/manual) and shells' completion.
 * --help has at most SVI_HELP_LINES lines; the rest is in the man page. Every cmd_*.c has one, and
 * main() runs it by svi_command_run(). Everything here is constant. */
#ifndef SVI_TOOLS_CONSOLE_COMMAND_H
#define SVI_TOOLS_CONSOLE_COMMAND_H

#include "tools/console/exit.h"
#include <stdbool.h>

#include <stddef.h>

struct svi_words;

/* The kind of a word, which decides what a shell offers in its place. */
enum svi_takes {
    SVI_TAKES_TEXT, /* anything; the shell offers nothing */
    SVI_TAKES_FILE,
    SVI_TAKES_FOLDER,
    SVI_TAKES_BOT,     /* a program */
    SVI_TAKES_EDITION, /* a built-in one, or a .yaml file */
    SVI_TAKES_LEAGUE,  /* a .yaml file */
    SVI_TAKES_STORE,   /* a .db file */
    SVI_TAKES_REPLAY,  /* a .svr file */
    SVI_TAKES_GAME,    /* a .svr file or a .db file */
    SVI_TAKES_COMMAND, /* a command of solvent */
};

/* ---- slots ----------------------------------------------------------------------------------- */

/* How the reader turns a word into a value. */
enum svi_slot_kind {
    SVI_SLOT_NONE, /* svi_words_has() says that the option was given */
    SVI_SLOT_FLAG,
    SVI_SLOT_TEXT,
    SVI_SLOT_WORD,
    SVI_SLOT_NUMBER,
    SVI_SLOT_SEAT,
    SVI_SLOT_DECIMAL,
    SVI_SLOT_LIST,
    SVI_SLOT_CALL,
};

/* Where the value of an option or operand goes: a member of the command's `struct arguments`. One
 * of the macros below makes it. */
struct svi_slot {
    enum svi_slot_kind kind;
    size_t at, size;  /* the member's place and size in the struct */
    double low, high; /* range of a number */
    void (*call)(const struct svi_words *words, void *member);
};

/* All operands from one on. They are words of argv. */
struct svi_word_list {
    char **word;
    unsigned count;
};

#define SVI_SLOT(kind_of, member, ...)                                                             \
    .slot = {.kind = (kind_of),                                                                    \
             .at = offsetof(struct arguments, member),                                             \
             .size = sizeof(((struct arguments *)NULL)->member),                                   \
             __VA_ARGS__}
/* A bool that becomes true. */
#define SVI_SET_FLAG(member) SVI_SLOT(SVI_SLOT_FLAG, member)
/* A const char * that points to the word. */
#define SVI_SET_TEXT(member) SVI_SLOT(SVI_SLOT_TEXT, member)
/* The index among the option's words: an unsigned or an enum; or a bool, true for all but the
 * first. */
#define SVI_SET_WORD(member) SVI_SLOT(SVI_SLOT_WORD, member)
/* A whole number of 32 or 64 bits, from `least` to `most`. */
#define SVI_SET_NUMBER(member, least, most)                                                        \
    SVI_SLOT(SVI_SLOT_NUMBER, member, .low = (least), .high = (most))
/* The number of a seat. The command checks that the game has this seat. */
#define SVI_SET_SEAT(member) SVI_SLOT(SVI_SLOT_SEAT, member)
/* A double from `least` to `most`. */
#define SVI_SET_DECIMAL(member, least, most)                                                       \
    SVI_SLOT(SVI_SLOT_DECIMAL, member, .low = (least), .high = (most))
/* A struct svi_word_list, for operands. */
#define SVI_SET_LIST(member) SVI_SLOT(SVI_SLOT_LIST, member)
/* Nothing: svi_words_has() says that the option was given. */
#define SVI_NOTED .slot = {.kind = SVI_SLOT_NONE}
/* A function that takes words->value. It is called with the member, or with all arguments. */
#define SVI_CALL_ON(function, member) SVI_SLOT(SVI_SLOT_CALL, member, .call = (function))
#define SVI_CALL(function) .slot = {.kind = SVI_SLOT_CALL, .call = (function)}

/* ---- options --------------------------------------------------------------------------------- */

struct svi_option {
    const char *name;  /* "format"; NULL in a row that is a heading */
    char letter;       /* short form, or 0 */
    const char *value; /* name of its value, "FORMAT"; NULL: it takes no value */
    /* In an option: its effect and default in one line, then, after a line feed, text for the man
     * page only. In a heading: the heading. */
    const char *text;
    struct svi_slot slot;
    /* The possible values with blanks between; the first is the default. NULL: any value. */
    const char *words;
    enum svi_takes takes; /* kind of the value */
    const char *with;     /* name of the option without which this one is refused, or NULL */
    const char *without;  /* names of options that exclude this one, with blanks between, or NULL */
};

/* Rows that several commands have. */
#define SVI_OPTION_JSON(member)                                                                    \
    {                                                                                              \
        "format", 'f', "FORMAT", "text (default), or json: one object", SVI_SET_WORD(member),      \
            .words = "text json"                                                                   \
    }
#define SVI_OPTION_TABLE(member)                                                                   \
    {                                                                                              \
        "format", 'f', "FORMAT", "table (default), csv or json", SVI_SET_WORD(member),             \
            .words = "table csv json"                                                              \
    }
#define SVI_OPTION_EDITION(member)                                                                 \
    {                                                                                              \
        "edition", 'e', "EDITION", "Built-in edition, or an edition file (classic)",               \
            SVI_SET_TEXT(member), .takes = SVI_TAKES_EDITION                                       \
    }
#define SVI_OPTION_WIDE(member)                                                                    \
    {                                                                                              \
        "wide", 0, NULL, "Full names, however wide the table gets", SVI_SET_FLAG(member)           \
    }

/* An operand, or all from one on. */
struct svi_operand {
    const char *what; /* its name in errors, "store" */
    struct svi_slot slot;
    bool optional;
    bool many; /* the slot takes this operand and all that follow */
};
#define SVI_OPERANDS 3u

/* ---- commands -------------------------------------------------------------------------------- */

/* Describes a command; all commands are constants. Prose is paragraphs with an empty line between,
 * filled for the reader's screen. A line that begins with a blank is printed unchanged, and so is
 * an example; neither may be longer than 72 characters, so that it fits a man page. */
struct svi_command {
    const char *name;  /* one word: "match", "run" */
    const char *brief; /* effect in a few words for a list, without a full stop */
    bool rare;         /* Few users need it: help lists it behind the others, by name alone. */
    /* "BOT BOT..."; further forms stand on lines of their own. NULL: no operands. */
    const char *operands;
    enum svi_takes takes; /* kind of the operands */
    const char *choices;  /* words that an operand may be, with blanks between; or NULL */
    /* How the operands are read, in their order; unused rows are zeros. */
    struct svi_operand operand[SVI_OPERANDS];
    /* Ends with a row of zeros. NULL: only the options of every command. */
    const struct svi_option *options;
    const char *note; /* further text for --help, such as the meaning of an operand; or NULL */
    const char *text; /* prose for the man page; may be NULL */
    /* Makes further prose when asked for; the caller frees it. The function returns NULL without
     * memory. NULL: no further prose. */
    char *(*more)(void);
    const char *topic; /* the document that explains its background: "ranking" */
    /* Whole command lines, one a line; a line that begins with # is a remark. --help shows the
     * first two. */
    const char *examples;
    const char *exits[4]; /* meaning of each exit status, by number; NULL: it does not occur */
    /* Reads the words with svi_words_read() into its `struct arguments`, and does the work. Members
     * without a word stay as they were, so defaults are set before. */
    enum svi_exit (*run)(struct svi_words *words);
    /* Its subcommands, ended by NULL, instead of `run`; NULL for a command with `run`. */
    const struct svi_command *const *parts;
};

/* The options of every command, ended by a row of zeros. */
extern const struct svi_option svi_common_options[];

/* Returns the i-th option of a command, then of every command, without headings; NULL past the
 * last. */
const struct svi_option *svi_option_at(const struct svi_command *command, size_t i);

/* Returns whether a list of options, which may be NULL, has a heading. */
bool svi_options_have_heading(const struct svi_option *options);

enum { SVI_KEY_HELP = 'h', SVI_KEY_QUIET = 'q', SVI_KEY_VERSION = 'V' };

#endif

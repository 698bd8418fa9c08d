/* The description of a command. All other views of the command follow from it: how its words are
 * read (tools/console/words.h), its --help, its man page and shell completion (tools/manual).
 * --help has at most SVI_HELP_LINES lines; the rest is in the man page. */
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

/* Options without a letter have keys from SVI_KEY_OWN on. */
#define SVI_KEY_OWN 256

struct svi_option {
    const char *name;  /* "format"; NULL in a row that is a heading */
    int key;           /* letter of the short form, or SVI_KEY_OWN and up; 0 in a heading */
    const char *value; /* name of its value, "FORMAT"; NULL: it takes no value */
    /* The possible values with blanks between; the first is the default. NULL: any value. */
    const char *words;
    enum svi_takes takes; /* kind of the value */
    /* In an option: its effect and default in one line, then, after a line feed, text for the man
     * page only. In a heading: the heading. */
    const char *text;
};

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
    /* Ends with a row of zeros. NULL: only the options of every command. */
    const struct svi_option *options;
    const char *note; /* further text for --help, such as the meaning of an operand; or NULL */
    const char *text; /* prose for the man page; may be NULL */
    /* Makes further prose when asked for; the caller frees it. NULL: no further prose. */
    char *(*more)(void);
    const char *topic; /* the document that explains its background: "ranking" */
    /* Whole command lines, one a line; a line that begins with # is a remark. --help shows the
     * first two. */
    const char *examples;
    const char *exits[4]; /* meaning of each exit status, by number; NULL: it does not occur */
    enum svi_exit (*run)(struct svi_words *words);
    /* Its subcommands, ended by NULL, instead of `run`; NULL for a command with `run`. */
    const struct svi_command *const *parts;
};

/* The options of every command, ended by a row of zeros. */
extern const struct svi_option svi_common_options[];
enum { SVI_KEY_HELP = 'h', SVI_KEY_QUIET = 'q', SVI_KEY_VERSION = 'V' };

#endif

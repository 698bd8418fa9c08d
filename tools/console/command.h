/* What a command is. Everything that is told about it follows from this one description: how its
 * words are read (tools/console/words.h), its --help, its man page and what a shell completes
 * (tools/manual). --help has at most SVI_HELP_LINES lines; the rest is in the man page. */
#ifndef SVI_TOOLS_CONSOLE_COMMAND_H
#define SVI_TOOLS_CONSOLE_COMMAND_H

#include "tools/console/exit.h"
#include <stdbool.h>

#include <stddef.h>

struct svi_words;

/* What a word stands for: what a shell offers in its place. */
enum svi_takes {
    SVI_TAKES_TEXT, /* anything: nothing is offered */
    SVI_TAKES_FILE,
    SVI_TAKES_FOLDER,
    SVI_TAKES_BOT,     /* a program */
    SVI_TAKES_EDITION, /* a built-in one, or a .yaml file */
    SVI_TAKES_LEAGUE,  /* a .yaml file */
    SVI_TAKES_STORE,   /* a .db file */
    SVI_TAKES_REPLAY,  /* a .svr file */
    SVI_TAKES_GAME,    /* a .svr file or a .db file */
    SVI_TAKES_COMMAND, /* a command of ours */
};

/* Keys from here on are those of options without a letter. */
#define SVI_KEY_OWN 256

struct svi_option {
    const char *name;  /* "format"; NULL in a row that is a heading */
    int key;           /* the letter of its short form, or SVI_KEY_OWN on; 0 in a heading */
    const char *value; /* what its value is called, "FORMAT"; NULL: it takes none */
    /* The values, with a blank between; the first is the default. NULL: any value. */
    const char *words;
    enum svi_takes takes; /* the value */
    const char *text;     /* what it does, in one line with its default, and behind a line feed what
                             the man page adds; of a heading: the heading */
};

/* Prose is paragraphs with an empty line between, filled for the reader's screen; a line that
 * begins with a blank stands as it is, and so does an example: neither may be longer than 72
 * characters, so that a man page holds it. */
struct svi_command {
    const char *name;  /* one word: "match", "run" */
    const char *brief; /* what it does, a few words for a list, without a full stop */
    bool rare;         /* few need it: in a help's list it stands behind the others by name alone */
    /* "BOT BOT..."; further forms stand on lines of their own. NULL: none. */
    const char *operands;
    enum svi_takes takes; /* an operand */
    const char *choices;  /* words an operand may be, blank between; NULL */
    const struct svi_option
        *options;         /* up to a row of zeros; NULL: none but those of every command */
    const char *note;     /* what --help must say besides: what an operand is; NULL: nothing */
    const char *text;     /* prose for the man page; may be NULL */
    char *(*more)(void);  /* further prose, made when asked for, to be freed; NULL: none */
    const char *topic;    /* the document that explains its background: "ranking" */
    const char *examples; /* the first two are in --help; whole command lines, each on its line; a
                             line with # is a remark */
    const char *exits[4]; /* what each exit status says, by number; NULL: it does not occur */
    enum svi_exit (*run)(struct svi_words *words);
    const struct svi_command *const
        *parts; /* its own commands up to NULL, and no `run`; else NULL */
};

/* The options of every command, up to a row of zeros. */
extern const struct svi_option svi_common_options[];
enum { SVI_KEY_HELP = 'h', SVI_KEY_QUIET = 'q', SVI_KEY_VERSION = 'V' };

#endif

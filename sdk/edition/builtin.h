/* The editions that are compiled in: every leagues/editions/NAME.yaml, sorted by file name.
 * edition_file.c reads them for the program `solvent`; bots have them as constants instead
 * (game/edition_builtin.h). They are constants. The compiler of editions and `check` read them
 * too. */
#ifndef SVI_EDITION_BUILTIN_H
#define SVI_EDITION_BUILTIN_H

#include <stddef.h>

struct svi_builtin_edition {
    const char *name; /* file name without ".yaml" */
    /* The file's text with a zero byte after it. */
    const char *text;
    /* Bytes of text without that zero byte. */
    size_t size;
};

/* The compiled-in files: svi_builtin_edition_count entries, then one with all members zero. */
extern const struct svi_builtin_edition svi_builtin_editions[];
extern const size_t svi_builtin_edition_count;

#endif

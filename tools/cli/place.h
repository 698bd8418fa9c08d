/* Where the parts of an installation or a build are, for commands that write or start programs in
 * other languages: `new-bot` and `llm`. */
#ifndef SVI_TOOLS_CLI_PLACE_H
#define SVI_TOOLS_CLI_PLACE_H

#include <limits.h>
#include <stdbool.h>

/* Paths of solvent itself: in a build, or installed. */
struct svi_place {
    char folder[PATH_MAX];  /* folder of this program */
    char solvent[PATH_MAX]; /* solvent as a Makefile calls it */
    char pc[PATH_MAX];      /* package that pkg-config is asked for */
    /* Folder of the Python package; "": a folder where Python looks anyway. */
    char python[PATH_MAX];
    char library[PATH_MAX]; /* libsolvent.so for Python; "": where the system looks anyway */
};

/* Finds the parts beside the running program. Returns false if the bots, or a build's Python
 * package, are missing; *p is not valid then. */
bool svi_place_find(struct svi_place *p);

#endif

/* What commands say on stderr, line by line: "solvent CMD: " stands before each, and nothing more
 * is said for one mistake than one line. */
#ifndef SVI_TOOLS_CONSOLE_SAY_H
#define SVI_TOOLS_CONSOLE_SAY_H

#include "tools/console/exit.h"

#include "base/buf.h"

#include <stdbool.h>

/* Under which name all that follows is said, e.g. "solvent league run"; it is kept, not copied.
 * "solvent" before. */
void svi_say_as(const char *name);

/* --quiet: notes and progress are left out, errors are not. */
void svi_say_quiet(bool quiet);
bool svi_say_is_quiet(void);

/* Prints an error and returns `status`. Line ends in the text become '?', so an error is always one
 * line. */
enum svi_exit svi_complain(enum svi_exit status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Says what may be good to know. */
void svi_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Whether colour and bold are welcome on a descriptor: it is a terminal, not a dumb one, and there
 * is no NO_COLOR (no-color.org). */
bool svi_say_in_colour(int fd);

/* Writes what was made to stdout, and finishes the buffer. Out of memory or unwritten, it says so
 * and returns ENVIRONMENT; else `status`. */
enum svi_exit svi_say_result(enum svi_exit status, struct svi_buf *out);

/* Writes bytes as a file. Returns ENVIRONMENT after a line if that fails, else DONE. */
enum svi_exit svi_say_file(const char *path, const void *bytes, size_t size);

/* Ends a command whose result stands on stdout: `status`, or ENVIRONMENT with a line when the
 * result could not be written whole. */
enum svi_exit svi_say_done(enum svi_exit status);

#endif

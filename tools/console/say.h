/* Messages of commands and solvent-gate on stderr. Each line begins with "solvent CMD: ", and each
 * mistake is reported in one line. Any thread may call svi_complain() and svi_note(); name and
 * --quiet are set before threads start. Errors in writing to stderr are ignored. */
#ifndef SVI_TOOLS_CONSOLE_SAY_H
#define SVI_TOOLS_CONSOLE_SAY_H

#include "tools/console/exit.h"

#include "base/buf.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdnoreturn.h>
#include <sys/types.h>

/* Sets the name before all further messages, e.g. "solvent league run". The string is kept, not
 * copied. Until then the name is "solvent". */
void svi_say_as(const char *name);

/* --quiet leaves out notes and progress, but not errors. */
void svi_say_quiet(bool quiet);
bool svi_say_is_quiet(void);

/* Prints an error and returns `status`. Line ends in the text become '?', so an error is always one
 * line. */
enum svi_exit svi_complain(enum svi_exit status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints an error and ends the process with `status`. Commands end so at their first error: what
 * they hold is freed by the system, and stores are closed (tools/cli/store_open.h). Only the main
 * thread may call it, while no other thread works. */
noreturn void svi_die(enum svi_exit status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* As svi_die(), for an error that has been printed. */
noreturn void svi_stop(enum svi_exit status);

/* Ends the process with the line of `error`, and with the exit status of `status` (svi_exit_of()),
 * unless `status` is SV_OK. */
void svi_must(enum sv_status status, const struct svi_error *error);

/* Prints a note that may be useful to the user. */
void svi_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Returns whether to use colour and bold on a descriptor: it is a terminal other than "dumb", and
 * NO_COLOR (no-color.org) is not set. */
bool svi_say_in_colour(int fd);

/* Writes a result to stdout and finishes the buffer. If memory ran out or writing fails, prints an
 * error and returns ENVIRONMENT; else returns `status`. */
enum svi_exit svi_say_result(enum svi_exit status, struct svi_buf *out);

/* Writes a piece of a long result to stdout, and empties the buffer. Returns 0, errno, or EPIPE if
 * the reader has gone, which is no fault. */
int svi_say_piece(struct svi_buf *out);

/* Writes bytes as a file. Returns DONE, or ENVIRONMENT after an error message; a part of the file
 * may be there then. */
enum svi_exit svi_say_file(const char *path, const void *bytes, size_t size);

/* Creates the file `path`, relative to the folder `at`, and flushes it to the disk. Returns 0 or
 * errno, and EEXIST if there is one. Removes a file that cannot be written whole. */
int svi_say_new_file(int at, const char *path, mode_t mode, const void *bytes, size_t size);

/* Ends a command whose result is on stdout. Returns `status`, or ENVIRONMENT after an error message
 * if the result could not be written whole. */
enum svi_exit svi_say_done(enum svi_exit status);

#endif

/* Loads editions by name or from files in the format of docs/EDITIONS.md. Commands, `check`, league
 * files and the compiler of built-in editions load their editions by it; bots, which do without
 * YAML, call sv_edition_builtin().
 *
 * After a failed load the edition is all zero, and `error`, which must not be NULL, holds one line.
 */
#ifndef SVI_EDITION_EDITION_FILE_H
#define SVI_EDITION_EDITION_FILE_H

#include "base/error.h"

#include <solvent/edition.h>

/* Returns whether a text names a file rather than a built-in edition: it has a '/' or ends in
 * ".yaml" or ".yml". */
bool svi_edition_is_path(const char *name_or_path);

/* Loads an edition with all editions that it extends, and finishes it. `name_or_path` is a path,
 * from the current folder, or the name of a built-in edition. Returns SV_E_SYSTEM if a file cannot
 * be read or there is no memory, and SV_E_UNKNOWN, SV_E_LENGTH, SV_E_DUPLICATE, SV_E_TYPE,
 * SV_E_MISSING or SV_E_RANGE for a mistake in a file or in the name. If the name itself is wrong
 * (no such edition, no such file), the line is "found ..., expected ..." alone, because the caller
 * knows where the name stands. */
enum sv_status svi_edition_load(const char *name_or_path, struct sv_edition *out,
                                struct svi_error *error);

/* As svi_edition_load(), and sets *name_wrong if the name itself is wrong. */
enum sv_status svi_edition_try_load(const char *name_or_path, struct sv_edition *out,
                                    bool *name_wrong, struct svi_error *error);

/* As svi_edition_load(), from a text in memory, which errors call `file`. Paths in it are relative
 * to the current folder. */
enum sv_status svi_edition_parse(const char *file, const char *text, size_t size,
                                 struct sv_edition *out, struct svi_error *error);

/* Sets one switch by its name to a value as text ("choice", "true", "300") and finishes the edition
 * again. Returns SV_E_UNKNOWN for the name, SV_E_RANGE for the value, or the error of
 * sv_edition_complete(). The edition is unchanged then, and `error` holds a line without file and
 * line number; the caller puts the league file's, or "--rule", before it. */
enum sv_status svi_edition_override(struct sv_edition *edition, const char *rule, const char *value,
                                    struct svi_error *error);

#endif

/* Editions by name or from files: docs/EDITIONS.md is the format. Everything that fails leaves the
 * edition unusable, never half-loaded, and one line in `error`. */
#ifndef SVI_EDITION_EDITION_FILE_H
#define SVI_EDITION_EDITION_FILE_H

#include "base/error.h"

#include <solvent/edition.h>

/* Whether a text names a file, not a built-in edition: it has a '/' or ends in ".yaml" or ".yml".
 */
bool svi_edition_is_path(const char *name_or_path);

/* Loads an edition with all that it extends and finishes it. `name_or_path` is a path, from the
 * current folder, or the name of a built-in edition. SV_E_SYSTEM: a file cannot be read; any other
 * status: a mistake in a file or in the name. When it is the name itself that is wrong (no such
 * edition, no such file) the line is "found ..., expected ..." alone: the caller knows where the
 * name stands. */
enum sv_status svi_edition_load(const char *name_or_path, struct sv_edition *out,
                                struct svi_error *error);

/* The same, and tells whether it is the name itself that is wrong, whatever the line says. */
enum sv_status svi_edition_try_load(const char *name_or_path, struct sv_edition *out,
                                    bool *name_wrong, struct svi_error *error);

/* The same from a text in memory, which errors call `file`. Paths in it are relative to the current
 * folder. */
enum sv_status svi_edition_parse(const char *file, const char *text, size_t size,
                                 struct sv_edition *out, struct svi_error *error);

/* Sets one switch by its name to a value as text ("choice", "true", "300") and finishes the edition
 * again. On failure the edition is as it was, and `error` holds a line without file and line
 * number, for the caller to put those of the league file, or "--rule", before it. */
enum sv_status svi_edition_override(struct sv_edition *edition, const char *rule, const char *value,
                                    struct svi_error *error);

#endif

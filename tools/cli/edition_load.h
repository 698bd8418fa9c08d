/* What the commands that read editions share. */
#ifndef SVI_TOOLS_CLI_EDITION_LOAD_H
#define SVI_TOOLS_CLI_EDITION_LOAD_H

#include "tools/console/exit.h"

#include "base/buf.h"

#include <solvent/edition.h>

/* Loads an edition by its name or path; says what is wrong with it. */
enum svi_exit svi_edition_load_named(const char *name, struct sv_edition *edition);

/* The edition of `--edition` (NULL: classic) with switches set by `--rule`, each "NAME=VALUE"; says
 * what is wrong with them. */
enum svi_exit svi_edition_load_ruled(const char *name, const char *const rule[], unsigned n,
                                     struct sv_edition *edition);

/* Appends how many spaces, deeds and cards there are, as a line. */
void svi_edition_put_counts(const struct sv_edition *edition, struct svi_buf *out);

/* The same as members of a JSON object. */
void svi_edition_json_counts(const struct sv_edition *edition, struct svi_buf *out);

#endif

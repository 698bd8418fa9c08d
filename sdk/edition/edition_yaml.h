/* Writes an edition as a file of its own, with everything that it extends written out, for `solvent
 * edition show --yaml`. Reads the edition only; `out` stays the caller's to close. */
#ifndef SVI_EDITION_EDITION_YAML_H
#define SVI_EDITION_EDITION_YAML_H

#include <solvent/edition.h>

#include <stdio.h>

/* Writes an edition file that loads as the same edition with the same hash. The caller checks `out`
 * for errors. */
void svi_edition_write_yaml(const struct sv_edition *edition, FILE *out);

#endif

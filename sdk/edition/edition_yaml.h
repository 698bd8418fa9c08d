/* An edition as a file of its own: everything it extends is written out. */
#ifndef SVI_EDITION_EDITION_YAML_H
#define SVI_EDITION_EDITION_YAML_H

#include <solvent/edition.h>

#include <stdio.h>

/* Writes an edition file that loads as the same edition, hash and all. Errors of `out` are the
 * caller's. */
void svi_edition_write_yaml(const struct sv_edition *edition, FILE *out);

#endif

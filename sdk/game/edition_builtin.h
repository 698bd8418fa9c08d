/* The built-in editions as constants: every leagues/editions/NAME.yaml, sorted by file name. The
 * build writes them (sdk/edition/compiler), so that a bot has boards to play on without files, YAML
 * or start-up. Only edition_builtin.c reads the constants; call sv_edition_builtin() or
 * sv_edition_builtin_name() of <solvent/edition.h>. */
#ifndef SVI_GAME_EDITION_BUILTIN_H
#define SVI_GAME_EDITION_BUILTIN_H

#include <solvent/edition.h>

/* The editions, all finished: svi_edition_count of them. */
extern const struct sv_edition svi_editions[];
extern const unsigned svi_edition_count;

#endif

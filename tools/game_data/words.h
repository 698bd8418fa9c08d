/* What a page of tools/viewer must know before it can show a game. */
#ifndef SVI_TOOLS_GAME_DATA_WORDS_H
#define SVI_TOOLS_GAME_DATA_WORDS_H

#include "base/buf.h"

#include <solvent/edition.h>

/* Appends members to an object that has been begun: `edition`, with its board and cards; the
 * manifest's words for `decisions` and `verdicts`; marks and colours of `seats`. */
void svi_game_data_words(struct svi_buf *out, const struct sv_edition *e);

#endif

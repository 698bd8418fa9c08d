/* Writes a game for people: a heading for each turn, a line for each important event, with its
 * number. `solvent replay` and the replay in a terminal (tools/tui) print it. Without memory `out`
 * is `failed` (base/buf.h). */
#ifndef SVI_RECORD_TEXT_H
#define SVI_RECORD_TEXT_H

#include "record/record.h"

/* Appends the lines of event number `n` of game `g`: zero, one or several. Call it from the game's
 * sink, because some lines are read from the game at that moment. Without `full`, questions are
 * left out, and so are answers whose effect the next events show; with it, questions have their
 * legal choices and figures. */
void svi_text_event(struct svi_buf *out, const struct svi_game *g, const struct sv_event *ev,
                    uint32_t n, bool full);

/* Appends the position after event `n` as a table: players, deeds by set, buildings, mortgages,
 * cards, stock, auction, open questions. */
void svi_text_position(struct svi_buf *out, const struct svi_game *g, uint32_t n);

#endif

/* Writes a game for people: a heading for each turn, a line for each important event, with its
 * number. `solvent replay`, `verify --ask`, lists of incidents and the replay in a terminal
 * (tools/tui) print it. Game and event stay the caller's. Without memory `out` is `failed`
 * (base/buf.h). */
#ifndef SVI_RECORD_TEXT_H
#define SVI_RECORD_TEXT_H

#include "record/record.h"

#include <solvent/text.h>

/* Returns a game's table and names for the functions of text/words.h. It points into the game. */
struct sv_text_view svi_text_view(const struct svi_game *g);

/* Appends the lines of event number `n` of game `g`: zero, one or several. Call it from the game's
 * sink, because some lines are read from the game at that moment. Without `full`, questions are
 * left out, and so are answers whose effect the next events show; with it, questions have their
 * legal choices and figures. */
void svi_text_event(struct svi_buf *out, const struct svi_game *g, const struct sv_event *ev,
                    uint32_t n, bool full);

/* Appends the table after event `n`, as sv_text_table() shows it, and the open questions. */
void svi_text_position(struct svi_buf *out, const struct svi_game *g, uint32_t n);

#endif

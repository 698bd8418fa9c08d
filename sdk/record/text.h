/* A game as a person reads it: a heading for each turn, a line for each event that matters, with
 * its number. */
#ifndef SVI_RECORD_TEXT_H
#define SVI_RECORD_TEXT_H

#include "record/record.h"

/* Appends the lines of event number `n` of game `g`: none, one or several. To be called from the
 * game's sink, as some lines are read off the game at that moment. Without `full`, questions are
 * passed over, and the answers that the events after them tell; with it, questions tell their legal
 * choices and figures. */
void svi_text_event(struct svi_buf *out, const struct svi_game *g, const struct sv_event *ev,
                    uint32_t n, bool full);

/* Appends the position after event `n` as a table: players, deeds by set, buildings, mortgages,
 * cards, stock, auction, who is asked what. */
void svi_text_position(struct svi_buf *out, const struct svi_game *g, uint32_t n);

#endif

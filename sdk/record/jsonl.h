/* Writes events as JSON lines: one object a line, with the fields of each type that
 * docs/REPLAY_FORMAT.md lists. `solvent replay`, `play` and the pages of games print them; analyses
 * print answers alone. Without memory `out` is `failed` (base/buf.h). All arguments stay the
 * caller's. */
#ifndef SVI_RECORD_JSONL_H
#define SVI_RECORD_JSONL_H

#include "record/record.h"

/* Appends the line of event number `n` of game `g`, with its '\n'. Call it from the game's sink,
 * because some fields (players, places, the answer's changes) are read from the game at that
 * moment. With `full`, questions have their legal choices and figures too. */
void svi_jsonl_event(struct svi_buf *out, const struct svi_game *g, const struct sv_event *ev,
                     uint32_t n, bool full);

/* Appends the position after event `n` as one line: players, spaces with an owner, stock, auction,
 * cards. */
void svi_jsonl_position(struct svi_buf *out, const struct svi_game *g, uint32_t n);

/* Append an answer, or an offer, as a JSON object. `p` is the position in which the answer is
 * given: levels are printed as changes against it. */
void svi_jsonl_answer(struct svi_buf *out, const struct sv_position *p, const struct sv_answer *a);
void svi_jsonl_offer(struct svi_buf *out, const struct sv_offer *offer);

/* Appends the members of a question beyond seat and kind to an open object: the legal choices and
 * figures of its kind. */
void svi_jsonl_question(struct svi_buf *out, const struct sv_question *q);

#endif

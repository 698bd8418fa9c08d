/* Answers as MessagePack values, for replies (wire/wire.h) and replays (sdk/record). Analyses,
 * probes, bots and rows for learners compare answers by it.
 *
 * The parts that sv_decision_fields(kind) names follow each other in the order of SV_ANSWER_PARTS,
 * one value each, without an array around them. Most are integers. Levels are a flat array of
 * space, level, space, level ... for the levels that differ from the position, ascending by space.
 * Offers are an array of offers (wire/values.h).
 *
 * Any value that fits the members of the struct travels; sv_check() decides whether it is legal.
 * Without memory svi_put_answer() leaves the buffer `failed`. */
#ifndef SVI_WIRE_ANSWER_CODEC_H
#define SVI_WIRE_ANSWER_CODEC_H

#include "base/buf.h"
#include "wire/cursor.h"

#include <solvent/question.h>

/* Returns the number of values of an answer of that kind; 0 for an unknown kind. */
unsigned svi_answer_values(unsigned kind);

/* Appends the values of an answer of kind a->kind. n_offers must not exceed SV_MAX_OFFERS if the
 * kind has offers. */
void svi_put_answer(struct svi_buf *buf, const struct sv_position *p, const struct sv_answer *a);

/* Reads the values of an answer to `q`, asked at position `p`. Parts that the kind does not have
 * are as sv_answer_clear() leaves them. Returns the cursor's status; unless it is SV_OK, do not use
 * `a`. */
enum sv_status svi_get_answer(struct svi_cursor *c, const struct sv_position *p,
                              const struct sv_question *q, struct sv_answer *a);

/* Returns whether two answers of one kind are equal in every part of the kind. */
bool svi_answer_same(const struct sv_answer *a, const struct sv_answer *b);

#endif

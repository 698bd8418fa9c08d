/* Answers as MessagePack values: what a reply and a replay carry of a struct sv_answer.
 *
 * The parts that sv_decision_fields(kind) names follow each other in the order of SV_ANSWER_PARTS,
 * one value each, no array around them: an integer; levels: a flat array of space, level, space,
 * level ... for those that differ from the position, ascending by space; offers: an array of offers
 * (wire/values.h).
 *
 * Whatever fits the members of the struct travels: what is legal is sv_check()'s to say. */
#ifndef SVI_WIRE_ANSWER_CODEC_H
#define SVI_WIRE_ANSWER_CODEC_H

#include "base/buf.h"
#include "wire/cursor.h"

#include <solvent/question.h>

/* The number of values of an answer of that kind; 0 for an unknown kind. */
unsigned svi_answer_values(unsigned kind);

/* Appends the values of an answer of kind a->kind. n_offers must not exceed SV_MAX_OFFERS where the
 * kind has offers. */
void svi_put_answer(struct svi_buf *buf, const struct sv_position *p, const struct sv_answer *a);

/* Reads the values of an answer to `q`, `p` being the position it was asked at. Parts the kind does
 * not have are as sv_answer_clear() leaves them. Returns the cursor's status; unless it is SV_OK,
 * `a` is not to be used. */
enum sv_status svi_get_answer(struct svi_cursor *c, const struct sv_position *p,
                              const struct sv_question *q, struct sv_answer *a);

/* True when two answers of one kind are equal in every part the kind has. */
bool svi_answer_same(const struct sv_answer *a, const struct sv_answer *b);

#endif

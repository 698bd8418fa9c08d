/* The questions of one seat of a match, made again one after the other, byte for byte as they were
 * at first. Nothing of them is kept for that: the game is played a second time from its record
 * (record/partial_replay.h), and where the seat was asked it is asked again. What a question's
 * messages hold follows from the game, from what the seat had been told before, and from when it
 * was asked:
 *
 *  - The seats whose answer is awaited are asked together, before the first of their answers is
 *    given (arbiter/runner/live_match.h). So they were asked right before an answer was given of
 *    one whose answer was not there yet; and those asked last, at the record's end.
 *  - A forfeit may come after others were asked at that point, or before; which, is the one thing
 *    that the record does not say. The match keeps it, a bit for each seat (struct
 *    svi_bot_session_game).
 *  - A seat whose time is up is not asked, which does not follow from the game either; but it was
 *    its last decision. So the number of questions that a seat was asked says where to end.
 *
 * What a seat has left on its clock is no part of its questions, and is told anew. */
#ifndef SVI_ARBITER_SESSION_QUESTION_REPLAY_H
#define SVI_ARBITER_SESSION_QUESTION_REPLAY_H

#include "session/seat.h"

/* One that stands before the first question of a seat whose game can be played again. */
struct svi_question_replay *svi_question_replay_create(const struct svi_bot_session_seat *seat);
void svi_question_replay_destroy(struct svi_question_replay *question_replay);

/* Appends the messages of the next question: what has happened before it, if that is told, and
 * itself under this number; recovery.kind and .decision say what it is. There must be one. Takes as
 * long as the game's decisions up to there do, some tenths of a microsecond each. Without memory
 * `out` has failed. */
void svi_question_replay_next(struct svi_question_replay *question_replay,
                              struct svi_bot_session_seat *seat, uint32_t question,
                              struct svi_buf *out);

#endif

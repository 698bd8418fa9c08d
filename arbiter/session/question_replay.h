/* Makes the questions of one seat of a match again, one after the other, byte for byte as they were
 * at first. The questions themselves are not stored: the game is played a second time from its
 * record (record/replay.h), and the seat is asked again where it was asked. A question's
 * messages follow from the game, from earlier messages to the seat, and from when it was asked:
 *
 *  - The seats whose answer is awaited are asked together, before the first of their answers is
 *    given (arbiter/runner/live_match.h). So they were asked right before an answer was given by a
 *    seat whose answer was not there yet. The last round was asked at the record's end.
 *  - A forfeit may come before or after others were asked at that point. The record does not say
 *    which. The match keeps it, a bit for each seat (struct svi_bot_session_game).
 *  - A seat whose time is up is not asked, which does not follow from the game either; but it was
 *    its last decision. So the number of questions that a seat was asked says where to end.
 *
 * The time left on a seat's clock is not part of its questions, and is sent anew. The session's
 * recovery (session_recovery.h) makes and owns one. */
#ifndef SVI_ARBITER_SESSION_QUESTION_REPLAY_H
#define SVI_ARBITER_SESSION_QUESTION_REPLAY_H

#include "session/seat.h"

/* Creates a replay that stands before the first question of a seat, whose game can be played again
 * and must outlive the replay. Never returns NULL. svi_question_replay_destroy() takes NULL. */
struct svi_question_replay *svi_question_replay_create(const struct svi_bot_session_seat *seat);
void svi_question_replay_destroy(struct svi_question_replay *question_replay);

/* Appends the messages of the next question: the events before it, if the seat wants them, and the
 * question under this number. There must be one. recovery.kind and .decision describe it. Takes as
 * long as the game's decisions up to that point, some tenths of a microsecond each. Without memory
 * `out` has failed. */
void svi_question_replay_next(struct svi_question_replay *question_replay,
                              struct svi_bot_session_seat *seat, uint32_t question,
                              struct svi_buf *out);

#endif

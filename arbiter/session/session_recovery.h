/* Continues a seat whose bot's process is lost: another process is led through the match. It is
 * told of the start and asked each earlier question again, one after the other, as if the match
 * began. The questions are made again from the match's record.
 * The new process's answers to them are ignored, as the first answers stand. So it learns all that
 * the lost one knew, whether in a memory of its own or from the random numbers of the SDK. Then it
 * is asked the open question. The seat is not charged for this, but the recovery has a time limit.
 * The session calls these functions (bot_session.c); the seat owns its recovery. They cannot
 * fail. */
#ifndef SVI_ARBITER_SESSION_SESSION_RECOVERY_H
#define SVI_ARBITER_SESSION_SESSION_RECOVERY_H

#include "session/seat.h"

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

/* The next step of a recovery. */
enum svi_recovery_step {
    SVI_RECOVERY_AGAIN, /* question `recovery.question` is asked again */
    /* That was the last question: the seat's clock is restored, and an open question may be
     * asked. */
    SVI_RECOVERY_OPEN,
    SVI_RECOVERY_LATE, /* the recovery has taken longer than a match may take */
};

/* Begins a recovery after the seat's new process has been told of the start of the match. The match
 * must be one that can be played again (svi_bot_session_game.played). */
void svi_session_recovery_begin(struct svi_bot_session_seat *seat, int64_t now_us);

/* Moves a recovery on. It has just begun, or its last question needs no answer any more and that
 * question's clock has been handled. */
enum svi_recovery_step svi_session_recovery_step(struct svi_bot_session_seat *seat, int64_t now_us);

/* Ends a recovery, restores the seat's clock and frees the replay. Does nothing if none runs. */
void svi_session_recovery_end(struct svi_bot_session_seat *seat);

#endif

/* Continues a seat whose bot's process is lost: another process is led through the match. It is
 * told of the start and asked each earlier question again, one after the other, as if the match
 * began. The questions are made again from the match's record (arbiter/session/question_replay.h).
 * The new process's answers to them are ignored, as the first answers stand. So it learns all that
 * the lost one knew, whether in a memory of its own or from the random numbers of the SDK. Then it
 * is asked the open question. The seat is not charged for this, but the recovery has a time limit.
 * The session calls these functions (bot_session.c); the seat owns its recovery. They cannot
 * fail. */
#ifndef SVI_ARBITER_SESSION_SESSION_RECOVERY_H
#define SVI_ARBITER_SESSION_SESSION_RECOVERY_H

#include "session/seat.h"

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

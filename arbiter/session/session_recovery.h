/* How a seat goes on when its bot's process is lost: another process is led through the match. It
 * is told of its start and asked each question that was asked before, one after the other, as if
 * the match began: they are made again from the match's record (arbiter/session/question_replay.h).
 * What it answers is not looked at, as the answers that were given stand. So it comes to know what
 * the lost one knew, be it in a memory of its own or by the random numbers of the SDK; then it is
 * asked the question that is open. Nothing of this is charged to the seat, but there is an end to
 * it. */
#ifndef SVI_ARBITER_SESSION_SESSION_RECOVERY_H
#define SVI_ARBITER_SESSION_SESSION_RECOVERY_H

#include "session/seat.h"

/* What follows for a seat that is being led. */
enum svi_recovery_step {
    SVI_RECOVERY_AGAIN, /* it is asked question `recovery.question` again */
    SVI_RECOVERY_OPEN,  /* that was the last one: its clock is what it was, and what is open may be
                           asked */
    SVI_RECOVERY_LATE,  /* this has taken longer than a match may take */
};

/* The process in the seat has been told of the start of a match that goes on. */
void svi_session_recovery_begin(struct svi_bot_session_seat *seat, int64_t now_us);

/* The question that it was asked again needs no answer any more, and its clock has been dealt with;
 * or it has just begun. */
enum svi_recovery_step svi_session_recovery_step(struct svi_bot_session_seat *seat, int64_t now_us);

/* Nobody is led on: the seat's clock is what it was. */
void svi_session_recovery_end(struct svi_bot_session_seat *seat);

#endif

/* How a seat goes on when its bot's process is lost: another process is led through the match. It is told of its start
 * and asked each question that was asked before, one after the other, as if the match began: they are made again from the match's
 * record (arbiter/session/question_replay.h). What it answers is not
 * looked at, as the answers that were given stand. So it comes to know what the lost one knew, be it in a memory of its
 * own or by the random numbers of the SDK; then it is asked the question that is open. Nothing of this is charged to the
 * seat, but there is an end to it. */
#ifndef SVI_ARBITER_SESSION_SESSION_RECOVERY_H
#define SVI_ARBITER_SESSION_SESSION_RECOVERY_H

#include <stdbool.h>
#include <stdint.h>

struct svi_bot_session_seat;

/* All 0 at first. */
struct svi_session_recovery {
    bool running;                                /* a process is being led */
    struct svi_question_replay *question_replay; /* running: what makes the questions, */
    uint32_t question;                           /*   the number of that which is being asked, */
    uint32_t last;    /*   the number of the last whose answer is there, */
    int64_t until_us; /*   when all this must be over, */
    int64_t bank_us;  /*   and what the seat's clock was */
    uint64_t used_us;
    int64_t took_us;
};

/* The process in the seat has been told of the start of a match that goes on: its first question. Without memory what is to be sent
 * has failed. */
void svi_session_recovery_begin(struct svi_bot_session_seat *seat, int64_t now_us);

/* The question that it is being asked needs no answer any more, and its clock has been dealt with: the next one; after
 * the last one that is over, what is open. NULL, or why the connection must be closed. */
const char *svi_session_recovery_next(struct svi_bot_session_seat *seat, int64_t now_us);

/* Nobody is led on: the seat's clock is what it was. */
void svi_session_recovery_end(struct svi_bot_session_seat *seat);

#endif

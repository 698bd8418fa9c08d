/* The hand: a seat that is played by this program itself, for a person who sits at it, say. No process, no connection, and
 * no clock: a question is handed over, and the answer asked for again and again until it is there.
 *
 * What is called here is called by the runner's thread, between two looks at its bots. */
#ifndef SVI_ARBITER_RUNNER_LOCAL_SEAT_H
#define SVI_ARBITER_RUNNER_LOCAL_SEAT_H

#include "job/run.h"
#include "session/bot_session.h"

/* The hello of a hand whose owner wants to be asked as `spec->hand` says. */
void svi_local_seat_hello(const struct svi_bot_spec *spec, struct svi_hello *hello);

/* Time without end: limits for its clocks. */
struct svi_clock_limits svi_local_seat_limits(const struct svi_clock_limits *others);

/* Hands over what its session has been asked and has not been handed over yet, in place of sending it. */
void svi_local_seat_ask(const struct svi_local_seat *local_seat, struct svi_bot_session *session);

/* Settles the questions that are answered by now. */
void svi_local_seat_poll(const struct svi_local_seat *local_seat, struct svi_bot_session *session,
                         int64_t now_us);

#endif

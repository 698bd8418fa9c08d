/* A local seat: one that is played by this program itself, for a person who sits at it, say. No
 * process, no connection, and no clock: a question is handed over, and the answer asked for again
 * and again until it is there.
 *
 * What is called here is called by the runner's thread, between two looks at its bots. */
#ifndef SVI_ARBITER_RUNNER_LOCAL_SEAT_H
#define SVI_ARBITER_RUNNER_LOCAL_SEAT_H

#include "process/bot_spec.h"
#include "session/bot_session.h"

/* Who plays a seat in this program. All are called by the runner's thread. */
struct svi_local_seat {
    /* Question `number` is put to a seat; again with each that is put to it before it is answered.
     */
    void (*ask)(void *user, const struct svi_game *game, unsigned seat, uint32_t number,
                const struct sv_question *question);
    /* Whether it is answered; then with what. */
    bool (*answer)(void *user, unsigned seat, uint32_t number, struct sv_answer *answer);
    /* Whether the seat is given up: it forfeits when it is asked. NULL: it never is. */
    bool (*left)(void *user, unsigned seat);
    /* Every event of a match in which it sits, when it happens. NULL: nobody wants to know. */
    void (*watch)(void *user, const struct svi_game *game, unsigned seat,
                  const struct sv_event *event);
    uint8_t when[SV_DECISION_COUNT]; /* when it is asked, as sv_setup.when */
    void *user;
};

/* The hello of a local seat, whose owner wants to be asked as `spec->local_seat` says. */
void svi_local_seat_hello(const struct svi_bot_spec *spec, struct svi_hello *hello);

/* Time without end: limits for its clocks. */
struct svi_clock_limits svi_local_seat_limits(const struct svi_clock_limits *others);

/* Hands over what its session has been asked and has not been handed over yet, in place of sending
 * it. */
void svi_local_seat_ask(const struct svi_local_seat *local_seat, struct svi_bot_session *session);

/* Tells the local seats of a set, whose owners are those of these bots of a run, of an event. */
void svi_local_seat_watch(const struct svi_bot_spec *specs, const unsigned *bot, unsigned seats,
                          const struct svi_game *game, const struct sv_event *event);

/* Settles the questions that are answered by now. */
void svi_local_seat_poll(const struct svi_local_seat *local_seat, struct svi_bot_session *session,
                         int64_t now_us);

#endif

/* A local seat is played by this program itself, for a person at the keyboard, say. It has no
 * process, no connection and no clock: the question is handed over, and the answer is asked for
 * again and again until it is there. `solvent play` has such players, and `solvent league run` for
 * bots that are people in a browser. The worker calls the functions below, which cannot fail. */
#ifndef SVI_ARBITER_RUNNER_LOCAL_SEAT_H
#define SVI_ARBITER_RUNNER_LOCAL_SEAT_H

#include "process/bot_spec.h"
#include "session/bot_session.h"

/* The player of a local seat. A worker calls all functions on its own thread, between two looks at
 * its bots, so they must not wait. Pointers are valid during the call. */
struct svi_local_seat {
    /* Puts question `number` to a seat. Called again whenever another question is put before it is
     * answered. */
    void (*ask)(void *user, const struct svi_game *game, unsigned seat, uint32_t number,
                const struct sv_question *question);
    /* Returns whether the question is answered, and fills the answer. For an illegal one the
     * default is played, and the seat gets a strike. */
    bool (*answer)(void *user, unsigned seat, uint32_t number, struct sv_answer *answer);
    /* Returns whether the seat is given up: it forfeits when it is asked. NULL: never. */
    bool (*left)(void *user, unsigned seat);
    /* Called with `watcher` at every event of a match in which the seat sits; may be NULL. */
    void (*watch)(void *watcher, const struct svi_game *game, unsigned seat,
                  const struct sv_event *event);
    uint8_t when[SV_DECISION_COUNT]; /* when the seat is asked, as sv_setup.when */
    void *user, *watcher;
};

/* Fills the hello of a local seat, which is asked as `spec->local_seat` says. */
void svi_local_seat_hello(const struct svi_bot_spec *spec, struct svi_hello *hello);

/* Returns limits for the clocks of a local seat: practically endless time. */
struct svi_clock_limits svi_local_seat_limits(const struct svi_clock_limits *others);

/* Hands over the open questions of its session, in place of sending them. */
void svi_local_seat_ask(const struct svi_local_seat *local_seat, struct svi_bot_session *session);

/* Tells the local seats among the set `seats` of an event. `bot` has the index in `specs` of each
 * seat's bot. */
void svi_local_seat_watch(const struct svi_bot_spec *specs, const unsigned *bot, unsigned seats,
                          const struct svi_game *game, const struct sv_event *event);

/* Settles the questions that are answered by now. */
void svi_local_seat_poll(const struct svi_local_seat *local_seat, struct svi_bot_session *session,
                         int64_t now_us);

#endif

#include "runner/local_seat.h"

#include <stdio.h>
#include <string.h>

/* Fifty days: the number of milliseconds still fits into 32 bits. */
#define LONG_US (INT64_C(1000) * UINT32_MAX)

void svi_local_seat_hello(const struct svi_bot_spec *spec, struct svi_hello *hello)
{
    *hello = (struct svi_hello){
        .protocol = SVI_PROTOCOL, .answers = SV_ANSWERS_ALL, .matches = 1, .model = false};
    (void)snprintf(hello->name, sizeof hello->name, "%s", spec->name);
    memcpy(hello->when, spec->local_seat->when, sizeof spec->local_seat->when);
}

struct svi_clock_limits svi_local_seat_limits(const struct svi_clock_limits *others)
{
    return (struct svi_clock_limits){.decision_us = LONG_US, .strikes = others->strikes};
}

void svi_local_seat_ask(const struct svi_local_seat *local_seat, struct svi_bot_session *session)
{
    for (unsigned i = 0; i < SVI_BOT_SESSION_MATCHES && session->n_seats > 0; i++) {
        struct svi_bot_session_seat *seat = session->slot[i];
        if (seat != NULL && seat->phase == SVI_SEAT_ASKED) {
            local_seat->ask(local_seat->user, seat->game->shown, seat->number, seat->question,
                            &seat->asked);
        }
    }
}

void svi_local_seat_watch(const struct svi_bot_spec *specs, const unsigned *bot, unsigned seats,
                          const struct svi_game *game, const struct sv_event *event)
{
    for (unsigned seat = 0; seats != 0; seat++, seats >>= 1) {
        const struct svi_local_seat *local_seat =
            (seats & 1) != 0 ? specs[bot[seat]].local_seat : NULL;
        if (local_seat != NULL && local_seat->watch != NULL) {
            local_seat->watch(local_seat->watcher, game, seat, event);
        }
    }
}

void svi_local_seat_poll(const struct svi_local_seat *local_seat, struct svi_bot_session *session,
                         int64_t now_us)
{
    for (unsigned i = 0; i < SVI_BOT_SESSION_MATCHES && session->n_seats > 0; i++) {
        struct svi_bot_session_seat *seat = session->slot[i];
        if (seat == NULL || seat->phase != SVI_SEAT_ASKED) {
            continue;
        }
        if (local_seat->left != NULL && local_seat->left(local_seat->user, seat->number)) {
            svi_bot_session_stop_clock(seat, now_us);
            svi_bot_session_leave(seat);
            svi_bot_session_give_up(session, seat);
            continue;
        }
        if (!local_seat->answer(local_seat->user, seat->number, seat->question, &seat->answer)) {
            continue;
        }
        seat->by_default = false;
        session->answers++;
        svi_clock_answer(&session->clocks, &seat->clock, now_us);
        svi_bot_session_settle(seat, SV_VERDICT_OK, SV_OK);
        svi_clock_charge(&session->clocks, session->limits);
    }
}

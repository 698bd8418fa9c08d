#include "runner/local_seat.h"

#include "runner/live_match.h"

#include <stdio.h>
#include <string.h>

#define LONG_US                                                                                    \
    (INT64_C(1000) * UINT32_MAX) /* fifty days; milliseconds of it fit where they must */

void svi_hand_hello(const struct svi_bot_spec *spec, struct svi_hello *hello)
{
    *hello = (struct svi_hello){
        .protocol = SVI_PROTOCOL, .answers = SV_ANSWERS_ALL, .matches = 1, .model = false};
    (void)snprintf(hello->name, sizeof hello->name, "%s", spec->name);
    memcpy(hello->when, spec->hand->when, sizeof spec->hand->when);
}

struct svi_clock_limits svi_hand_limits(const struct svi_clock_limits *others)
{
    return (struct svi_clock_limits){.decision_us = LONG_US, .strikes = others->strikes};
}

void svi_hand_ask(const struct svi_hand *hand, struct svi_host *host)
{
    for (unsigned i = 0; i < SVI_HOST_MATCHES && host->n_seats > 0; i++) {
        struct svi_host_seat *seat = host->slot[i];
        if (seat != NULL && seat->phase == SVI_SEAT_ASKED) {
            hand->ask(hand->user, &svi_match_of(seat)->game, seat->number, seat->question,
                      &seat->asked);
        }
    }
}

void svi_hand_poll(const struct svi_hand *hand, struct svi_host *host, int64_t now_us)
{
    for (unsigned i = 0; i < SVI_HOST_MATCHES && host->n_seats > 0; i++) {
        struct svi_host_seat *seat = host->slot[i];
        if (seat == NULL || seat->phase != SVI_SEAT_ASKED ||
            !hand->answer(hand->user, seat->number, seat->question, &seat->answer)) {
            continue;
        }
        seat->by_default = false;
        host->answers++;
        svi_clock_answer(&host->clocks, &seat->clock, now_us);
        svi_host_settle(seat, SV_VERDICT_OK, SV_OK);
        svi_clock_charge(&host->clocks, host->limits);
    }
}

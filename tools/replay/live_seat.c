#include "tools/replay/live_seat.h"

#include "base/time.h"

#include <limits.h>
#include <string.h>

/* There is one question at a time, and who has put it looks. */
static void on_settled(void *driver, struct svi_bot_session_seat *seat)
{
    (void)driver;
    (void)seat;
}

bool svi_live_seat_init(struct svi_live_seat *live, unsigned number,
                        const struct svi_bot_driver_setup *setup)
{
    struct svi_bot_driver_setup whole = *setup;
    memset(live, 0, sizeof *live);
    live->number = number;
    whole.settled = on_settled;
    whole.decision_ms = INT_MAX;
    return svi_bot_driver_init(&live->driver, &whole);
}

void svi_live_seat_finish(struct svi_live_seat *live)
{
    svi_bot_driver_finish(&live->driver);
}

bool svi_live_seat_ask(struct svi_live_seat *live)
{
    struct svi_bot_session_seat *seat = live->seat;
    svi_match_view_ask(svi_match_view_of(seat), 1u << live->number, svi_time_us());
    bool there = svi_bot_driver_send(&live->driver);
    while (there && seat->phase == SVI_SEAT_ASKED) {
        there = svi_bot_driver_hear(&live->driver, SVI_BOT_DRIVER_FOREVER) == SVI_BOT_DRIVER_FRAME;
    }
    if (there) {
        svi_match_view_judge(seat);
        (void)svi_match_view_answer(seat); /* while the position is that of the question */
    }
    return there;
}

enum sv_status svi_live_seat_give(struct svi_live_seat *live, struct svi_game *game)
{
    struct svi_bot_session_seat *seat = live->seat;
    enum sv_status status = svi_log_queue_give(&seat->log_entries, game);
    if (status == SV_OK && seat->rejected_answers.waiting.size != 0) {
        status = svi_rejected_queue_give(&seat->rejected_answers, game);
    }
    if (status == SV_OK) {
        status = svi_game_answer(game, live->number, (enum sv_verdict)seat->verdict, &seat->answer);
    }
    svi_match_view_taken(seat);
    return status;
}

void svi_live_seat_pass(struct svi_live_seat *live)
{
    if (live->seat->phase == SVI_SEAT_SETTLED) {
        svi_match_view_pass(live->seat);
    }
    svi_log_queue_forget(&live->seat->log_entries);
    svi_rejected_queue_reset(&live->seat->rejected_answers); /* nothing of it has been kept */
}

void svi_live_seat_dismiss(struct svi_live_seat *live)
{
    struct svi_bot_driver *p = &live->driver;
    svi_bot_session_dismiss(&p->session);
    if (svi_bot_driver_send(p)) {
        while (p->own && svi_bot_driver_hear(p, SVI_BOT_DRIVER_FOREVER) == SVI_BOT_DRIVER_FRAME) {
        }
        while (p->own && !svi_bot_driver_wait(p, 1000)) {
        }
    }
}

#include "tools/replay/live_seat.h"

#include <limits.h>
#include <string.h>

/* There is one question at a time, and who has put it looks. */
static void on_settled(void *puppet, struct svi_host_seat *seat)
{
    (void)puppet;
    (void)seat;
}

bool svi_live_seat_init(struct svi_live_seat *live, unsigned number,
                        const struct svi_puppet_setup *setup)
{
    struct svi_puppet_setup whole = *setup;
    memset(live, 0, sizeof *live);
    live->number = number;
    whole.settled = on_settled;
    whole.decision_ms = INT_MAX;
    return svi_puppet_init(&live->puppet, &whole);
}

void svi_live_seat_finish(struct svi_live_seat *live)
{
    svi_puppet_finish(&live->puppet);
}

bool svi_live_seat_ask(struct svi_live_seat *live)
{
    struct svi_host_seat *seat = live->seat;
    svi_host_match_ask(svi_host_match_of(seat), 1u << live->number, svi_clock_us());
    bool there = svi_puppet_send(&live->puppet);
    while (there && seat->phase == SVI_SEAT_ASKED) {
        there = svi_puppet_hear(&live->puppet, SVI_PUPPET_FOREVER) == SVI_PUPPET_FRAME;
    }
    if (there) {
        svi_host_match_judge(seat);
        (void)svi_host_match_answer(seat); /* while the position is that of the question */
    }
    return there;
}

enum sv_status svi_live_seat_give(struct svi_live_seat *live, struct svi_game *game)
{
    struct svi_host_seat *seat = live->seat;
    enum sv_status status = svi_remark_queue_give(&seat->remarks, game);
    if (status == SV_OK && seat->slips.waiting.size != 0) {
        status = svi_slip_queue_give(&seat->slips, game);
    }
    if (status == SV_OK) {
        status = svi_game_answer(game, live->number, (enum sv_verdict)seat->verdict, &seat->answer);
    }
    svi_host_match_taken(seat);
    return status;
}

void svi_live_seat_pass(struct svi_live_seat *live)
{
    if (live->seat->phase == SVI_SEAT_SETTLED) {
        svi_host_match_pass(live->seat);
    }
    svi_remark_queue_forget(&live->seat->remarks);
    svi_slip_queue_reset(&live->seat->slips); /* nothing of it has been kept */
}

void svi_live_seat_dismiss(struct svi_live_seat *live)
{
    struct svi_puppet *p = &live->puppet;
    svi_host_dismiss(&p->host);
    if (svi_puppet_send(p)) {
        while (p->own && svi_puppet_hear(p, SVI_PUPPET_FOREVER) == SVI_PUPPET_FRAME) {
        }
        while (p->own && !svi_puppet_wait(p, 1000)) {
        }
    }
}

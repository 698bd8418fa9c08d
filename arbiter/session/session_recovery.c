#include "session/session_recovery.h"

#include "session/bot_session.h"
#include "session/question_replay.h"

#include <assert.h>

/* Asks what comes next. */
static void ask(struct svi_host_seat *seat, uint32_t question, int64_t now_us)
{
    svi_retelling_next(seat->recall.retelling, seat, question, &seat->host->out);
    svi_clock_ask(&seat->host->clocks, &seat->clock, now_us);
    svi_host_touch(seat->host);
}

void svi_recall_begin(struct svi_host_seat *seat, int64_t now_us)
{
    struct svi_recall *r = &seat->recall;
    const struct svi_clock_limits *limits = seat->limits;
    assert(seat->game->played != NULL && !r->running && seat->host != NULL);
    r->running = true;
    r->question = 0;
    r->last = seat->question - (seat->phase == SVI_SEAT_ASKED);
    r->until_us = limits->match_us > 0 ? now_us + limits->match_us : SVI_NEVER;
    r->bank_us = seat->clock.bank_us;
    r->used_us = seat->clock.used_us;
    r->took_us = seat->clock.took_us;
    seat->clock.bank_us = limits->bank_us;
    seat->clock.used_us = 0;
    r->retelling = svi_retelling_create(seat);
    if (r->retelling == NULL) {
        seat->host->out.failed = true;
        svi_host_touch(seat->host);
        return;
    }
    (void)svi_recall_next(seat, now_us); /* it cannot be too late yet */
}

static void put_clock_back(struct svi_host_seat *seat)
{
    struct svi_recall *r = &seat->recall;
    if (r->running) {
        r->running = false;
        seat->clock.bank_us = r->bank_us;
        seat->clock.used_us = r->used_us;
        seat->clock.took_us = r->took_us;
    }
}

const char *svi_recall_next(struct svi_host_seat *seat, int64_t now_us)
{
    struct svi_recall *r = &seat->recall;
    assert(r->running && !seat->clock.asked);
    if (r->question < r->last) {
        if (now_us >= r->until_us) {
            return "takes longer to be led through a match again than a match may take";
        }
        ask(seat, ++r->question, now_us);
        return NULL;
    }
    put_clock_back(seat);
    if (seat->phase == SVI_SEAT_ASKED) {
        seat->host->questions++;
        svi_host_tell_clock(seat);
        ask(seat, seat->question, now_us);
    }
    svi_recall_end(seat);
    return NULL;
}

void svi_recall_end(struct svi_host_seat *seat)
{
    put_clock_back(seat);
    svi_retelling_destroy(seat->recall.retelling);
    seat->recall.retelling = NULL;
}

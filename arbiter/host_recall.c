#include "arbiter/host_recall.h"

#include "arbiter/host.h"

#include <assert.h>
#include <string.h>

void svi_recall_keep(struct svi_recall *recall, const uint8_t *bytes, size_t size)
{
    svi_buf_append(&recall->asks, &size, sizeof size);
    svi_buf_append(&recall->asks, bytes, size);
}

void svi_recall_keep_mark(struct svi_recall *recall, struct svi_event_mark mark)
{
    svi_buf_append(&recall->asks, &mark, sizeof mark);
}

/* Asks what lies next. */
static void ask(struct svi_host_seat *seat, int64_t now_us)
{
    struct svi_recall *r = &seat->recall;
    size_t size;
    assert(!r->asks.failed && r->at + sizeof size <= r->asks.size);
    memcpy(&size, r->asks.data + r->at, sizeof size);
    const uint8_t *message = r->asks.data + r->at + sizeof size;
    r->at += sizeof size + size;
    if (seat->events) {
        struct svi_event_mark mark;
        assert(r->at + sizeof mark <= r->asks.size);
        memcpy(&mark, message + size, sizeof mark);
        r->at += sizeof mark;
        svi_host_tell_events(seat, mark);
    }
    svi_buf_append(&seat->host->out, message, size);
    svi_clock_ask(&seat->host->clocks, &seat->clock, now_us);
    svi_host_touch(seat->host);
}

void svi_recall_begin(struct svi_host_seat *seat, int64_t now_us)
{
    struct svi_recall *r = &seat->recall;
    const struct svi_clock_limits *limits = seat->limits;
    assert(r->kept && !r->running && seat->host != NULL);
    r->running = true;
    r->at = 0;
    r->question = 0;
    r->last = seat->question - (seat->phase == SVI_SEAT_ASKED);
    r->until_us = limits->match_us > 0 ? now_us + limits->match_us : SVI_NEVER;
    r->bank_us = seat->clock.bank_us;
    r->used_us = seat->clock.used_us;
    r->took_us = seat->clock.took_us;
    seat->clock.bank_us = limits->bank_us;
    seat->clock.used_us = 0;
    (void)svi_recall_next(seat, now_us); /* it cannot be too late yet */
}

const char *svi_recall_next(struct svi_host_seat *seat, int64_t now_us)
{
    struct svi_recall *r = &seat->recall;
    assert(r->running && !seat->clock.asked);
    if (r->question < r->last) {
        if (now_us >= r->until_us) {
            return "takes longer to be led through a match again than a match may take";
        }
        r->question++;
        ask(seat, now_us);
        return NULL;
    }
    svi_recall_end(seat);
    if (seat->phase == SVI_SEAT_ASKED) {
        seat->host->questions++;
        svi_host_tell_clock(seat);
        ask(seat, now_us);
    }
    return NULL;
}

void svi_recall_end(struct svi_host_seat *seat)
{
    struct svi_recall *r = &seat->recall;
    if (r->running) {
        r->running = false;
        seat->clock.bank_us = r->bank_us;
        seat->clock.used_us = r->used_us;
        seat->clock.took_us = r->took_us;
    }
}

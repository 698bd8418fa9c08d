#include "session/session_recovery.h"

#include "session/bot_session.h"
#include "session/question_replay.h"

#include <assert.h>

/* Asks what comes next. */
static void ask(struct svi_bot_session_seat *seat, uint32_t question, int64_t now_us)
{
    svi_question_replay_next(seat->recall.question_replay, seat, question, &seat->session->out);
    svi_clock_ask(&seat->session->clocks, &seat->clock, now_us);
    svi_bot_session_touch(seat->session);
}

void svi_session_recovery_begin(struct svi_bot_session_seat *seat, int64_t now_us)
{
    struct svi_session_recovery *r = &seat->recall;
    const struct svi_clock_limits *limits = seat->limits;
    assert(seat->game->played != NULL && !r->running && seat->session != NULL);
    r->running = true;
    r->question = 0;
    r->last = seat->question - (seat->phase == SVI_SEAT_ASKED);
    r->until_us = limits->match_us > 0 ? now_us + limits->match_us : SVI_NEVER;
    r->bank_us = seat->clock.bank_us;
    r->used_us = seat->clock.used_us;
    r->took_us = seat->clock.took_us;
    seat->clock.bank_us = limits->bank_us;
    seat->clock.used_us = 0;
    r->question_replay = svi_question_replay_create(seat);
    if (r->question_replay == NULL) {
        seat->session->out.failed = true;
        svi_bot_session_touch(seat->session);
        return;
    }
    (void)svi_session_recovery_next(seat, now_us); /* it cannot be too late yet */
}

static void put_clock_back(struct svi_bot_session_seat *seat)
{
    struct svi_session_recovery *r = &seat->recall;
    if (r->running) {
        r->running = false;
        seat->clock.bank_us = r->bank_us;
        seat->clock.used_us = r->used_us;
        seat->clock.took_us = r->took_us;
    }
}

const char *svi_session_recovery_next(struct svi_bot_session_seat *seat, int64_t now_us)
{
    struct svi_session_recovery *r = &seat->recall;
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
        seat->session->questions++;
        svi_bot_session_tell_clock(seat);
        ask(seat, seat->question, now_us);
    }
    svi_session_recovery_end(seat);
    return NULL;
}

void svi_session_recovery_end(struct svi_bot_session_seat *seat)
{
    put_clock_back(seat);
    svi_question_replay_destroy(seat->recall.question_replay);
    seat->recall.question_replay = NULL;
}

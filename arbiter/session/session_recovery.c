#include "session/session_recovery.h"

#include "session/question_replay.h"

#include <assert.h>

void svi_session_recovery_begin(struct svi_bot_session_seat *seat, int64_t now_us)
{
    struct svi_session_recovery *r = &seat->recovery;
    const struct svi_clock_limits *limits = seat->limits;
    assert(seat->game->played != NULL && !r->running && seat->session != NULL);
    r->running = true;
    r->question = 0;
    r->last = seat->question - (seat->phase == SVI_SEAT_ASKED);
    r->until_us = limits->match_us > 0 ? now_us + limits->match_us : SVI_NEVER;
    r->bank_us = seat->clock.bank_us;
    r->used_us = seat->clock.used_us;
    r->took_us = seat->clock.took_us;
    r->thought_us = seat->clock.thought_us;
    seat->clock.bank_us = limits->bank_us;
    seat->clock.used_us = 0;
    r->question_replay = svi_question_replay_create(seat);
}

static void put_clock_back(struct svi_bot_session_seat *seat)
{
    struct svi_session_recovery *r = &seat->recovery;
    if (r->running) {
        r->running = false;
        seat->clock.bank_us = r->bank_us;
        seat->clock.used_us = r->used_us;
        seat->clock.took_us = r->took_us;
        seat->clock.thought_us = r->thought_us;
    }
}

enum svi_recovery_step svi_session_recovery_step(struct svi_bot_session_seat *seat, int64_t now_us)
{
    struct svi_session_recovery *r = &seat->recovery;
    assert(r->running && !seat->clock.asked);
    if (r->question == r->last) {
        put_clock_back(seat);
        return SVI_RECOVERY_OPEN;
    }
    if (now_us >= r->until_us) {
        return SVI_RECOVERY_LATE;
    }
    r->question++;
    return SVI_RECOVERY_AGAIN;
}

void svi_session_recovery_end(struct svi_bot_session_seat *seat)
{
    put_clock_back(seat);
    svi_question_replay_destroy(seat->recovery.question_replay);
    seat->recovery.question_replay = NULL;
}

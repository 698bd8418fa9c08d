#include "record/partial_replay.h"

#include "record/replay.h"
#include "record/step.h"

#include <assert.h>

void svi_partial_replay_begin(struct svi_partial_replay *t, const struct svi_game *of,
                              const struct sv_sink *sink)
{
    const struct svi_game_setup setup = {
        .edition = of->edition, .setup = of->setup, .salt = of->salt, .sink = *sink};
    assert(of->recording);
    *t = (struct svi_partial_replay){.of = of, .at = of->first};
    svi_game_init(&t->game);
    const enum sv_status status = svi_game_start(&t->game, &setup);
    assert(status == SV_OK); /* nothing is allocated */
    (void)status;
}

/* The decisions that have not been played, from the next one on. */
static struct svi_cursor rest(const struct svi_partial_replay *t)
{
    const size_t end = t->of->trailer != 0 ? t->of->trailer : t->of->record.size;
    return svi_cursor_over(t->of->record.data + t->at, end - t->at);
}

unsigned svi_partial_replay_next(struct svi_partial_replay *t, bool *forfeits)
{
    struct svi_cursor c = rest(t);
    const uint8_t *from = c.at;
    *forfeits = false;
    if (svi_cursor_left(&c) == 0) {
        return SV_NONE;
    }
    const enum sv_status status = svi_replay_asides(&c, &t->game, false);
    assert(status == SV_OK && svi_cursor_left(&c) >= SVI_STEP_BYTES);
    (void)status;
    t->asides |= c.at != from;
    t->at += (size_t)(c.at - from);
    *forfeits = svi_step_forfeits(*c.at);
    return *forfeits ? c.at[SVI_STEP_BYTES] : svi_game_next(&t->game);
}

void svi_partial_replay_step(struct svi_partial_replay *t)
{
    struct svi_cursor c = rest(t);
    const uint8_t *from = c.at;
    const enum sv_status status = svi_replay_give(&c, &t->game, t->asides);
    assert(status == SV_OK);
    (void)status;
    t->asides = false;
    t->at += (size_t)(c.at - from);
    if (t->game.decisions % SVI_RECORD_HASH_EVERY == 0) {
        t->at += SV_HASH_BYTES;
    }
}

#include "tools/bench/verify.h"

#include "tools/bench/meter.h"

#include "record/replay.h"

#include <stdio.h>
#include <stdlib.h>

#define GAMES 64u /* recorded at a time */

struct batch {
    struct svi_game game;
    struct svi_replay replay;
    struct svi_buf file[GAMES];
};

/* Plays the batch's games once for the clock and once for the record. */
static enum sv_status record(struct batch *b, const struct sv_edition *e, const struct sv_bot *bot,
                             uint64_t first, struct svi_bench_game *played)
{
    struct svi_bench_game recorded = {0};
    const double began_s = svi_bench_self_s();
    for (unsigned i = 0; i < GAMES; i++) {
        (void)svi_bench_game_play(e, bot, first + i, NULL, played);
    }
    played->cpu_s += svi_bench_self_s() - began_s;
    for (unsigned i = 0; i < GAMES; i++) {
        svi_buf_clear(&b->file[i]);
        if (!svi_bench_game_play(e, bot, first + i, &b->game, &recorded)) {
            return SV_E_SYSTEM;
        }
        svi_buf_append(&b->file[i], b->game.record.data, b->game.record.size);
        if (b->file[i].failed) {
            return SV_E_SYSTEM;
        }
    }
    return SV_OK;
}

static enum sv_status verify(struct batch *b, struct svi_bench_verify *result)
{
    struct svi_bench_game *verified = &result->verified;
    const double began_s = svi_bench_self_s();
    for (unsigned i = 0; i < GAMES; i++) {
        enum sv_status status = svi_replay_reopen(&b->replay, b->file[i].data, b->file[i].size);
        if (status == SV_OK) {
            status = svi_replay_run(&b->replay, &b->game, NULL);
        }
        if (status != SV_OK) {
            return status;
        }
        result->bytes += b->file[i].size;
        verified->games++;
        verified->turns += b->game.state.position.turn;
        verified->decisions += b->game.decisions;
    }
    verified->cpu_s += svi_bench_self_s() - began_s;
    return SV_OK;
}

enum sv_status svi_bench_verify(const struct sv_edition *e, const struct sv_bot *bot,
                                double seconds, struct svi_bench_verify *result,
                                struct svi_error *error)
{
    struct batch *b = calloc(1, sizeof *b);
    enum sv_status status = b != NULL ? SV_OK : SV_E_SYSTEM;
    *result = (struct svi_bench_verify){0};
    if (b != NULL) {
        svi_game_init(&b->game);
    }
    while (status == SV_OK && result->verified.cpu_s < seconds) {
        status = record(b, e, bot, 1 + result->verified.games, &result->played);
        status = status == SV_OK ? verify(b, result) : status;
    }
    if (status != SV_OK) {
        (void)svi_fail(error, status, "%s",
                       status == SV_E_SYSTEM ? "no memory" : b->replay.error.text);
    }
    for (unsigned i = 0; b != NULL && i < GAMES; i++) {
        svi_buf_finish(&b->file[i]);
    }
    if (b != NULL) {
        svi_game_finish(&b->game);
    }
    free(b);
    return status;
}

#include "session/session_recovery.h"

#include "game/pack.h"
#include "memory/memory.h"
#include "record/replay.h"
#include "wire/wire.h"

#include <assert.h>
#include <stdlib.h>

#include <solvent/set.h>

struct svi_question_replay {
    struct svi_partial_replay trace;
    unsigned settled;            /* set of the seats whose answer is there: they are not asked */
    struct svi_event_log events; /* events so far, for a seat that wants them */
    struct svi_event_log talk;   /* remarks said aloud so far, likewise */
    uint8_t seen[SVI_MAX_BLOCK]; /* the position that the seat knows */
};

static void take_event(void *user, const struct sv_event *ev)
{
    struct svi_question_replay *r = user;
    svi_event_log_add(&r->events, ev);
    svi_event_log_add_said(&r->talk, ev);
}

struct svi_question_replay *svi_question_replay_create(const struct svi_bot_session_seat *seat)
{
    struct svi_question_replay *r = svi_new(1, sizeof *r);
    const struct sv_sink sink = {seat->events || seat->talk ? take_event : NULL, r};
    svi_partial_replay_begin(&r->trace, seat->game->played, &sink);
    return r;
}

void svi_question_replay_destroy(struct svi_question_replay *question_replay)
{
    if (question_replay != NULL) {
        svi_event_log_finish(&question_replay->events);
        svi_event_log_finish(&question_replay->talk);
        free(question_replay);
    }
}

/* Asks all seats whose answer is awaited and not there yet. Returns whether `seat` is among them
 * and answers this kind; fills its question. */
static bool ask_all(struct svi_question_replay *r, const struct svi_bot_session_seat *seat,
                    struct sv_question *asked)
{
    const struct svi_game *g = &r->trace.game;
    const unsigned which = svi_game_pending(g) & ~r->settled;
    r->settled |= which;
    return sv_has(which, seat->number) && svi_game_question(g, seat->number, asked) == SV_OK &&
           sv_has(seat->kinds, asked->kind);
}

/* Replays up to the point where the seat was next asked, and asks it. */
static void go_on(struct svi_question_replay *r, const struct svi_bot_session_seat *seat,
                  struct sv_question *asked)
{
    for (;;) {
        bool forfeits;
        const unsigned next = svi_partial_replay_next(&r->trace, &forfeits);
        const bool asks = next == SV_NONE || (forfeits ? sv_has(seat->game->late_forfeits, next)
                                                       : !sv_has(r->settled, next));
        if (asks && ask_all(r, seat, asked)) {
            return;
        }
        assert(next != SV_NONE);
        svi_partial_replay_step(&r->trace);
        r->settled &= ~(1u << next);
    }
}

void svi_question_replay_next(struct svi_question_replay *question_replay,
                              struct svi_bot_session_seat *seat, uint32_t question,
                              struct svi_buf *out)
{
    const struct sv_state *state = &question_replay->trace.game.state;
    uint8_t block[SVI_MAX_BLOCK];
    struct sv_question asked;
    go_on(question_replay, seat, &asked);
    seat->recovery.kind = asked.kind;
    seat->recovery.decision = svi_game_decision(&question_replay->trace.game, seat->number);
    if (seat->events) {
        svi_put_events(out, seat->id, &question_replay->events, &seat->told);
        out->failed |= svi_event_log_failed(&question_replay->events);
    }
    if (seat->talk) {
        svi_put_said(out, seat->id, &question_replay->talk, &seat->heard);
        out->failed |= svi_event_log_failed(&question_replay->talk);
    }
    sv_position_pack(&state->position, block);
    if (seat->model) {
        svi_course_pack(&state->course, block + SV_POSITION_BYTES);
    }
    svi_put_ask(out, seat->id, question, &asked, question_replay->seen, block,
                seat->model ? SVI_MAX_BLOCK : SV_POSITION_BYTES);
}

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

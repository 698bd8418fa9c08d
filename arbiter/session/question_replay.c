#include "session/question_replay.h"

#include "game/pack.h"
#include "record/partial_replay.h"

#include <solvent/set.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct svi_retelling {
    struct svi_retrace trace;
    unsigned settled;            /* the seats whose answer is there: they are not asked */
    struct svi_event_log events; /* up to here, for a seat that is told */
    uint8_t seen[SVI_MAX_BLOCK]; /* what the seat knows of the position */
};

static void take_event(void *user, const struct sv_event *ev)
{
    svi_event_log_add(&((struct svi_retelling *)user)->events, ev);
}

struct svi_retelling *svi_retelling_create(const struct svi_host_seat *seat)
{
    struct svi_retelling *r = calloc(1, sizeof *r);
    if (r != NULL) {
        const struct sv_sink sink = {seat->events ? take_event : NULL, r};
        svi_retrace_begin(&r->trace, seat->game->played, &sink);
    }
    return r;
}

void svi_retelling_destroy(struct svi_retelling *retelling)
{
    if (retelling != NULL) {
        svi_event_log_finish(&retelling->events);
        free(retelling);
    }
}

/* All seats are asked whose answer is awaited and not there: whether this one was, and what. */
static bool ask_all(struct svi_retelling *r, const struct svi_host_seat *seat,
                    struct sv_question *asked)
{
    const struct svi_game *g = &r->trace.game;
    const unsigned which = svi_game_pending(g) & ~r->settled;
    r->settled |= which;
    return sv_has(which, seat->number) && svi_game_question(g, seat->number, asked) == SV_OK &&
           sv_has(seat->kinds, asked->kind);
}

/* Goes on to where the seat was asked next, and has been asked. */
static void go_on(struct svi_retelling *r, const struct svi_host_seat *seat,
                  struct sv_question *asked)
{
    for (;;) {
        bool forfeits;
        const unsigned next = svi_retrace_next(&r->trace, &forfeits);
        const bool asks = next == SV_NONE || (forfeits ? sv_has(seat->game->late_forfeits, next)
                                                       : !sv_has(r->settled, next));
        if (asks && ask_all(r, seat, asked)) {
            return;
        }
        assert(next != SV_NONE);
        svi_retrace_step(&r->trace);
        r->settled &= ~(1u << next);
    }
}

void svi_retelling_next(struct svi_retelling *retelling, struct svi_host_seat *seat,
                        uint32_t question, struct svi_buf *out)
{
    const struct sv_state *state = &retelling->trace.game.state;
    uint8_t block[SVI_MAX_BLOCK];
    struct sv_question asked;
    go_on(retelling, seat, &asked);
    if (seat->events) {
        svi_put_events(out, seat->id, &retelling->events, &seat->told);
        out->failed |= svi_event_log_failed(&retelling->events);
    }
    sv_position_pack(&state->position, block);
    if (seat->model) {
        svi_course_pack(&state->course, block + SV_POSITION_BYTES);
    }
    svi_put_ask(out, seat->id, question, &asked, retelling->seen, block,
                seat->model ? SVI_MAX_BLOCK : SV_POSITION_BYTES);
}

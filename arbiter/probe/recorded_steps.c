#include "probe/recorded_steps.h"

#include "record/step.h"
#include "wire/answer_codec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game that is being read. */
struct reading {
    struct svi_recorded_steps *steps;
    const struct svi_game *game;
};

/* Keeps a refused answer with the decision that it was for, this one or an earlier one. */
static void note_refused(struct svi_recorded_steps *steps, const struct sv_refusal *refusal)
{
    struct svi_recorded_step *step = &steps->step[refusal->decision - 1];
    if (step->refused == NULL && (step->refused = malloc(sizeof *step->refused)) == NULL) {
        steps->starved = true;
        return;
    }
    (void)snprintf(step->refused->why, sizeof step->refused->why, "%s", refusal->text);
    step->refused->said = (struct svi_rejected){
        .bytes = refusal->bytes, .size = refusal->size, .whole = refusal->whole};
}

static void note_step(void *user, const struct sv_event *ev)
{
    const struct reading *r = user;
    struct svi_recorded_step *step = &r->steps->step[r->steps->n];
    if (r->steps->n == r->steps->room) { /* the game begins */
        return;
    }
    if (svi_event_is_aside(ev)) {
        step->asides++;
        step->at = r->game->record.size; /* the record of the game has the same bytes */
    }
    if (ev->type == SV_EVENT_REFUSED) {
        note_refused(r->steps, ev->refusal);
    }
    if (ev->type == SV_EVENT_ANSWER) {
        step->seat = ev->seat;
        step->verdict = ev->verdict;
    }
}

static bool grow(struct svi_recorded_steps *steps)
{
    if (steps->n == steps->room) {
        const uint32_t room = steps->room == 0 ? 1024 : steps->room * 2;
        struct svi_recorded_step *more = realloc(steps->step, room * sizeof *more);
        if (more == NULL) {
            return false;
        }
        steps->step = more;
        steps->room = room;
    }
    steps->step[steps->n] =
        (struct svi_recorded_step){.aside = steps->replay->at, .at = steps->replay->at};
    return true;
}

enum sv_status svi_recorded_steps_read(struct svi_recorded_steps *steps, struct svi_replay *replay,
                                       struct svi_game *game)
{
    struct reading reading = {steps, game};
    const struct sv_sink sink = {note_step, &reading};
    steps->replay = replay;
    enum sv_status status = svi_replay_start(replay, game, &sink);
    while (status == SV_OK && !svi_game_over(game)) {
        if (!grow(steps)) {
            return SV_E_SYSTEM;
        }
        struct svi_recorded_step *step = &steps->step[steps->n];
        status = svi_replay_next(replay, game);
        if (status == SV_OK && svi_step_forfeits(replay->bytes[step->at])) {
            step->forfeit = true;
            step->seat = replay->bytes[step->at + SVI_STEP_BYTES];
        }
        steps->n++;
    }
    status = status == SV_OK ? svi_replay_end(replay, game) : status;
    if (status == SV_OK) {
        svi_game_result(game, &steps->result);
    }
    return steps->starved ? SV_E_SYSTEM : status;
}

void svi_recorded_steps_finish(struct svi_recorded_steps *steps)
{
    for (uint32_t i = 0; i < steps->n; i++) {
        free(steps->step[i].refused);
    }
    free(steps->step);
}

static struct svi_cursor cursor_at(const struct svi_recorded_steps *steps, size_t at)
{
    return svi_cursor_over(steps->replay->bytes + at, steps->replay->size - at);
}

void svi_recorded_step_answer(const struct svi_recorded_steps *steps,
                              const struct svi_recorded_step *step, const struct svi_game *game,
                              struct sv_answer *answer)
{
    const unsigned what = steps->replay->bytes[step->at] & (SVI_STEP_VERDICT | SVI_STEP_DEFAULT);
    struct svi_cursor c = cursor_at(steps, step->at + SVI_STEP_BYTES);
    struct sv_question q;
    (void)svi_game_question(game, step->seat, &q);
    if (what == SV_VERDICT_OK) {
        (void)svi_get_answer(&c, &game->state.position, &q, answer);
    } else {
        sv_answer_default(game->edition, &game->state.position, &q, answer);
    }
}

enum sv_status svi_recorded_step_give(const struct svi_recorded_steps *steps,
                                      const struct svi_recorded_step *step, struct svi_game *game)
{
    struct svi_cursor c = cursor_at(steps, step->aside);
    const enum sv_status status = svi_replay_asides(&c, game, false);
    return status == SV_OK ? svi_replay_give(&c, game, false) : status;
}

enum sv_status svi_recorded_step_aside(const struct svi_recorded_steps *steps,
                                       const struct svi_recorded_step *step, struct svi_game *game)
{
    struct svi_cursor c = cursor_at(steps, step->aside);
    return step->asides != 0 ? svi_replay_asides(&c, game, true) : SV_OK;
}

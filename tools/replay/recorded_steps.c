#include "tools/replay/recorded_steps.h"

#include "tools/console/say.h"

#include "record/step.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Keeps what was not taken with the decision that it was for: this one or an earlier one. */
static void note_own(struct svi_recorded_steps *steps, const struct sv_refusal *refusal)
{
    struct svi_recorded_step *step = &steps->step[refusal->decision - 1];
    struct svi_recorded_own *own = malloc(sizeof *own + refusal->size);
    if (own == NULL) {
        steps->starved = true;
        return;
    }
    (void)snprintf(own->why, sizeof own->why, "%s", refusal->text);
    own->size = refusal->size;
    own->whole = refusal->whole;
    if (own->size != 0) {
        memcpy(own->bytes, refusal->bytes, own->size);
    }
    free(step->own);
    step->own = own;
}

static void note_step(void *user, const struct sv_event *ev)
{
    struct svi_recorded_steps *steps = user;
    if (svi_event_is_aside(ev) && steps->n < steps->room) {
        steps->step[steps->n].asides++;
    }
    if (ev->type == SV_EVENT_REFUSED && steps->n < steps->room) {
        note_own(steps, ev->refusal);
    }
    if (ev->type == SV_EVENT_ANSWER && steps->n < steps->room) {
        struct svi_recorded_step *step = &steps->step[steps->n];
        step->seat = ev->seat;
        step->verdict = ev->verdict;
        step->answer = *ev->answer;
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
    memset(&steps->step[steps->n], 0, sizeof steps->step[0]);
    return true;
}

enum svi_exit svi_recorded_steps_read(struct svi_recorded_steps *steps,
                                      struct svi_recorded *recorded)
{
    struct svi_game *game = &recorded->game;
    struct svi_replay *r = &recorded->replay;
    const struct sv_sink sink = {note_step, steps};
    enum sv_status status = svi_replay_start(r, game, &sink);
    while (status == SV_OK && !svi_game_over(game)) {
        if (!grow(steps)) {
            return svi_complain(SVI_EXIT_ENVIRONMENT, "no memory");
        }
        struct svi_recorded_step *step = &steps->step[steps->n];
        const size_t at = r->at;
        step->aside = at;
        status = svi_replay_next(r, game);
        if (status == SV_OK && svi_step_forfeits(r->bytes[at])) { /* it has nothing before it */
            step->forfeit = true;
            step->seat = r->bytes[at + SVI_STEP_BYTES];
        }
        steps->n++;
    }
    status = status == SV_OK ? svi_replay_end(r, game) : status;
    if (steps->starved) {
        return svi_complain(SVI_EXIT_ENVIRONMENT, "no memory");
    }
    if (status != SV_OK) {
        (void)svi_recorded_fault(recorded);
        return SVI_EXIT_USAGE;
    }
    svi_game_result(game, &steps->result);
    return SVI_EXIT_DONE;
}

void svi_recorded_steps_finish(struct svi_recorded_steps *steps)
{
    for (uint32_t i = 0; i < steps->n; i++) {
        free(steps->step[i].own);
    }
    free(steps->step);
}

struct svi_rejected svi_recorded_step_own(const struct svi_recorded_step *step)
{
    return step->own != NULL ? (struct svi_rejected){.whole = step->own->whole,
                                                     .size = step->own->size,
                                                     .bytes = step->own->bytes}
                             : (struct svi_rejected){0};
}

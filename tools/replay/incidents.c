#include "tools/replay/incidents.h"

#include "record/replay.h"
#include "record/text.h"

#include <stdlib.h>
#include <string.h>

struct search {
    struct svi_game game;
    struct svi_replay replay;
    struct svi_incidents *found;
    uint32_t refused; /* the decision whose line says what the answer was that was not taken */
};

/* The line of a decision; NULL: it has none, and there is no memory for one. */
static struct svi_incident *line_of(struct svi_incidents *found, uint32_t decision)
{
    for (size_t i = found->n; i-- > 0 && found->list[i].decision >= decision;) {
        if (found->list[i].decision == decision) {
            return &found->list[i];
        }
    }
    if (found->n == found->room) {
        const size_t room = found->room == 0 ? 16 : 2 * found->room;
        struct svi_incident *more = realloc(found->list, room * sizeof *more);
        if (more == NULL) {
            return NULL;
        }
        found->list = more;
        found->room = room;
    }
    struct svi_incident *line = &found->list[found->n++];
    *line = (struct svi_incident){.decision = decision};
    return line;
}

static void put(struct search *s, uint32_t decision, const struct sv_event *ev)
{
    struct svi_incident *line = line_of(s->found, decision);
    struct svi_buf *text = &s->found->text;
    if (line != NULL) {
        line->seat = ev->seat;
        line->text = text->size;
        svi_text_event(text, &s->game, ev, decision, false);
        line->size = text->size - line->text;
    }
}

/* An answer that was not taken stands before the default that was played for it, or, where it was
 * late, before a later answer of its seat: what it was says more than that it was none. */
static void take_event(void *user, const struct sv_event *ev)
{
    struct search *s = user;
    const uint32_t decision = s->game.decisions;
    switch (ev->type) {
    case SV_EVENT_REFUSED:
        put(s, ev->refusal->decision, ev);
        s->refused = ev->refusal->decision;
        break;
    case SV_EVENT_ANSWER:
        if (ev->verdict != SV_VERDICT_OK && ev->verdict != SV_VERDICT_DEFAULT &&
            s->refused != decision) {
            put(s, decision, ev);
        }
        break;
    case SV_EVENT_FORFEIT:
        if (s->found->n == 0 || s->found->list[s->found->n - 1].decision != decision) {
            put(s, decision, ev);
        }
        break;
    default:
        break;
    }
}

void svi_incidents_init(struct svi_incidents *incidents, const uint8_t *replay, size_t size)
{
    struct search *s = calloc(1, sizeof *s);
    memset(incidents, 0, sizeof *incidents);
    if (s == NULL) {
        return;
    }
    s->found = incidents;
    svi_game_init(&s->game);
    if (svi_replay_open(&s->replay, replay, size) == SV_OK) {
        (void)svi_replay_run(&s->replay, &s->game, &(struct sv_sink){take_event, s});
    }
    svi_game_finish(&s->game);
    free(s);
}

void svi_incidents_finish(struct svi_incidents *incidents)
{
    free(incidents->list);
    svi_buf_finish(&incidents->text);
    memset(incidents, 0, sizeof *incidents);
}

#include "tools/replay/incidents.h"

#include "base/out.h"
#include "memory/memory.h"
#include "record/replay.h"
#include "record/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct search {
    struct svi_game game;
    struct svi_replay replay;
    struct svi_incidents *found;
    uint32_t refused; /* decision whose line already describes the refused answer */
    struct {
        uint32_t decision; /* first decision without an answer, late by now; 0: all answered */
        uint8_t kind;
    } owed[SV_MAX_SEATS];
};

/* Returns the line of a decision, or NULL if it has no line and memory runs out. */
static struct svi_incident *line_of(struct svi_incidents *found, uint32_t decision)
{
    for (size_t i = found->n; i-- > 0 && found->list[i].decision >= decision;) {
        if (found->list[i].decision == decision) {
            return &found->list[i];
        }
    }
    struct svi_incident *more = svi_grow(found->list, &found->room, found->n + 1, sizeof *more);
    if (more == NULL) {
        return NULL;
    }
    found->list = more;
    struct svi_incident *line = &found->list[found->n++];
    *line = (struct svi_incident){.decision = decision};
    return line;
}

/* Writes the line of a decision. Returns NULL if memory runs out. */
static struct svi_incident *put(struct search *s, uint32_t decision, const struct sv_event *ev)
{
    struct svi_incident *line = line_of(s->found, decision);
    struct svi_buf *text = &s->found->text;
    if (line != NULL) {
        line->seat = ev->seat;
        line->kind = ev->kind;
        line->verdict = ev->verdict;
        line->reason = ev->type == SV_EVENT_REFUSED ? ev->refusal->reason : 0;
        line->text = text->size;
        svi_text_event(text, &s->game, ev, decision, false);
        line->size = text->size - line->text;
    }
    return line;
}

/* Writes a late or dead answer, or a forfeit: a mistake in itself, or a consequence of an earlier
 * mistake. */
static void put_unanswered(struct search *s, uint32_t decision, const struct sv_event *ev)
{
    struct svi_buf *text = &s->found->text;
    const uint32_t owed = s->owed[ev->seat].decision;
    struct svi_incident *line = put(s, decision, ev);
    if (owed == 0 && ev->verdict == SV_VERDICT_LATE) {
        s->owed[ev->seat].decision = decision;
        s->owed[ev->seat].kind = ev->kind;
    }
    if (owed != 0 && line != NULL && line->size > 0 && !text->failed) {
        char why[80];
        line->kind = s->owed[ev->seat].kind;
        line->verdict = SV_VERDICT_LATE;
        (void)snprintf(why, sizeof why, " (it had not answered %s, decision %" PRIu32 ", yet)\n",
                       sv_decision_name(line->kind), owed);
        text->size--; /* removes the line feed */
        svi_out_text(text, why);
        line->size = text->size - line->text;
    }
}

/* Takes an event. A refused answer comes before the default that was played for it or, if the
 * answer was late, before a later answer of its seat. Its line replaces or prevents the
 * line of a missing answer, as it tells more. */
static void take_event(void *user, const struct sv_event *ev)
{
    struct search *s = user;
    const uint32_t decision = s->game.decisions;
    switch (ev->type) {
    case SV_EVENT_REFUSED:
        (void)put(s, ev->refusal->decision, ev);
        s->refused = ev->refusal->decision;
        break;
    case SV_EVENT_ANSWER:
        if (ev->verdict == SV_VERDICT_LATE || ev->verdict == SV_VERDICT_DEAD ||
            ev->verdict == SV_VERDICT_OVERTIME) {
            put_unanswered(s, decision, ev);
        } else if (ev->verdict != SV_VERDICT_DEFAULT) {
            s->owed[ev->seat].decision = 0;
            if (!svi_verdict_accepts(ev->verdict) && s->refused != decision) {
                (void)put(s, decision, ev);
            }
        }
        break;
    case SV_EVENT_FORFEIT:
        if (s->found->n == 0 || s->found->list[s->found->n - 1].decision != decision) {
            put_unanswered(s, decision, ev);
        }
        break;
    default:
        break;
    }
}

void svi_incidents_init(struct svi_incidents *incidents, const uint8_t *replay, size_t size)
{
    SCOPED(scoped_free) struct search *s = svi_new(1, sizeof *s);
    memset(incidents, 0, sizeof *incidents);
    s->found = incidents;
    svi_game_init(&s->game);
    if (svi_replay_open(&s->replay, replay, size) == SV_OK) {
        (void)svi_replay_run(&s->replay, &s->game, &(struct sv_sink){take_event, s});
    }
    svi_game_finish(&s->game);
}

void svi_incidents_finish(struct svi_incidents *incidents)
{
    free(incidents->list);
    svi_buf_finish(&incidents->text);
    memset(incidents, 0, sizeof *incidents);
}

#include "tools/tui/timeline.h"

#include "memory/memory.h"
#include "tools/console/say.h"

#include <stdio.h>
#include <stdlib.h>

/* The game between two decisions, to play on from there. */
struct kept {
    uint32_t events; /* so far: the number of the next */
    struct svi_replay_mark mark;
};

static struct kept *kept_at(const struct svi_tui_timeline *t, size_t i)
{
    return (struct kept *)(void *)t->kept.data + i;
}

const struct svi_tui_moment *svi_tui_timeline_moment(const struct svi_tui_timeline *t, uint32_t n)
{
    return (const struct svi_tui_moment *)(const void *)t->moments.data + n;
}

/* Where events come in, in the one pass that indexes them and whenever a stretch is played again.
 */
static void on_event(void *user, const struct sv_event *ev)
{
    struct svi_tui_timeline *t = user;
    const struct svi_game *g = &t->recorded->game;
    const uint32_t n = t->next++;
    if (!t->indexed) {
        const struct svi_tui_moment moment = {.type = ev->type,
                                              .why = ev->why,
                                              .seat = ev->seat,
                                              .to = ev->to,
                                              .decision = g->decisions,
                                              .turn = g->state.position.turn};
        svi_buf_append(&t->moments, &moment, sizeof moment);
        if (!svi_tui_log_add(&t->log, g, ev, n)) {
            t->moments.failed = true;
        }
    } else if (n == t->wanted) {
        svi_game_view(g, &t->now);
        t->at = n;
    }
}

static void keep(struct svi_tui_timeline *t)
{
    struct kept kept = {.events = t->next};
    svi_replay_mark(&t->recorded->replay, &t->recorded->game, &kept.mark);
    svi_buf_append(&t->kept, &kept, sizeof kept);
}

static void restore(struct svi_tui_timeline *t, const struct kept *kept)
{
    svi_replay_rewind(&t->recorded->replay, &t->recorded->game, &kept->mark);
    t->next = kept->events;
}

static enum sv_status start(struct svi_tui_timeline *t)
{
    const struct sv_sink sink = {on_event, t};
    t->next = 0;
    return svi_replay_start(&t->recorded->replay, &t->recorded->game, &sink);
}

/* The one pass. Events of a decision that is damaged are none. */
static void play_through(struct svi_tui_timeline *t)
{
    struct svi_replay *r = &t->recorded->replay;
    struct svi_game *g = &t->recorded->game;
    t->found = start(t);
    t->events = t->found == SV_OK ? t->next : 0;
    if (t->found == SV_OK) {
        keep(t);
    }
    while (t->found == SV_OK && !svi_game_over(g) && !t->moments.failed) {
        t->found = svi_replay_next(r, g);
        if (t->found == SV_OK) {
            t->events = t->next;
            if (!svi_game_over(g) &&
                t->events - kept_at(t, t->kept.size / sizeof(struct kept) - 1)->events >=
                    SVI_TUI_KEEP_EVERY) {
                keep(t);
            }
        }
    }
    if (t->found == SV_OK && !t->moments.failed) {
        t->found = svi_replay_end(r, g);
    }
    t->moments.size = t->events * sizeof(struct svi_tui_moment);
    svi_tui_log_cut(&t->log, t->events);
    t->indexed = true;
}

struct svi_tui_timeline *svi_tui_timeline_create(struct svi_recorded *recorded,
                                                 enum svi_exit *failure)
{
    struct svi_tui_timeline *t = svi_new(1, sizeof *t);
    t->recorded = recorded;
    play_through(t);
    if (t->moments.failed || t->kept.failed) {
        *failure = svi_complain(SVI_EXIT_ENVIRONMENT, "%s: no memory", recorded->name);
        svi_tui_timeline_destroy(t);
        return NULL;
    }
    if (t->events == 0) {
        *failure = svi_recorded_fault(recorded);
        svi_tui_timeline_destroy(t);
        return NULL;
    }
    svi_tui_timeline_seek(t, 0);
    return t;
}

void svi_tui_timeline_destroy(struct svi_tui_timeline *t)
{
    if (t != NULL) {
        svi_tui_log_finish(&t->log);
        svi_buf_finish(&t->moments);
        svi_buf_finish(&t->kept);
        free(t);
    }
}

void svi_tui_timeline_seek(struct svi_tui_timeline *t, uint32_t n)
{
    size_t i = t->kept.size / sizeof(struct kept);
    enum sv_status status = SV_OK;
    t->wanted = n < t->events ? n : t->events - 1;
    while (i > 0 && kept_at(t, i - 1)->events > t->wanted) {
        i--;
    }
    if (i > 0) {
        restore(t, kept_at(t, i - 1));
    } else {
        status = start(t);
    }
    /* It has been played before, so it cannot fail but for memory; then the moment stays as it is.
     */
    while (status == SV_OK && t->next <= t->wanted) {
        status = svi_replay_next(&t->recorded->replay, &t->recorded->game);
    }
}

static bool is_mark(const struct svi_tui_timeline *t, uint32_t n, enum svi_tui_mark mark,
                    unsigned seat)
{
    const struct svi_tui_moment *m = svi_tui_timeline_moment(t, n);
    const bool own = seat == SV_NONE || m->seat == seat;
    const bool either = own || m->to == seat;
    switch (mark) {
    case SVI_TUI_DECISION:
        return own && n > 0 && m->decision != svi_tui_timeline_moment(t, n - 1)->decision;
    case SVI_TUI_TURN:
        return own && m->type == SV_EVENT_TURN;
    case SVI_TUI_TRADE:
        return either && m->type == SV_EVENT_OFFER_END && m->why == SV_WHY_ACCEPTED;
    case SVI_TUI_OFFER:
        return either && m->type == SV_EVENT_OFFER;
    case SVI_TUI_BANKRUPTCY:
        return own && m->type == SV_EVENT_BANKRUPT;
    }
    return false;
}

uint32_t svi_tui_timeline_jump(const struct svi_tui_timeline *t, uint32_t n, enum svi_tui_mark mark,
                               unsigned seat, int direction)
{
    while (direction > 0 ? n + 1 < t->events : n > 0) {
        n = direction > 0 ? n + 1 : n - 1;
        if (is_mark(t, n, mark, seat)) {
            return n;
        }
    }
    return SVI_TUI_NOWHERE;
}

uint32_t svi_tui_timeline_decision(const struct svi_tui_timeline *t, uint32_t number)
{
    for (uint32_t n = 0; number > 0 && n < t->events; n++) {
        if (svi_tui_timeline_moment(t, n)->decision == number) {
            return n;
        }
    }
    return SVI_TUI_NOWHERE;
}

uint32_t svi_tui_timeline_turn(const struct svi_tui_timeline *t, uint32_t number)
{
    for (uint32_t n = 0; n < t->events; n++) {
        const struct svi_tui_moment *m = svi_tui_timeline_moment(t, n);
        if (m->type == SV_EVENT_TURN && m->turn == number) {
            return n;
        }
    }
    return SVI_TUI_NOWHERE;
}

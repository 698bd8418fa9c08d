#include "tools/tui/timeline.h"

#include "base/buf.h"
#include "base/out.h"
#include "memory/memory.h"
#include "tools/analysis/analysis.h"
#include "tools/analysis/print.h"
#include "tools/analysis/turnings.h"
#include "tools/console/seat_mark.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A saved state between two decisions, to continue from. */
struct checkpoint {
    uint32_t events; /* events so far, which is the number of the next */
    struct svi_replay_mark mark;
};

static struct checkpoint *checkpoint_at(const struct svi_tui_timeline *t, size_t i)
{
    return (struct checkpoint *)(void *)t->checkpoints.data + i;
}

const struct svi_tui_moment *svi_tui_timeline_moment(const struct svi_tui_timeline *t, uint32_t n)
{
    return (const struct svi_tui_moment *)(const void *)t->moments.data + n;
}

/* Takes events, in the pass that indexes them and when a part is played again. */
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
    struct checkpoint checkpoint = {.events = t->next};
    svi_replay_mark(&t->recorded->replay, &t->recorded->game, &checkpoint.mark);
    svi_buf_append(&t->checkpoints, &checkpoint, sizeof checkpoint);
}

static void restore(struct svi_tui_timeline *t, const struct checkpoint *checkpoint)
{
    svi_replay_rewind(&t->recorded->replay, &t->recorded->game, &checkpoint->mark);
    t->next = checkpoint->events;
}

static enum sv_status start(struct svi_tui_timeline *t)
{
    const struct sv_sink sink = {on_event, t};
    t->next = 0;
    return svi_replay_start(&t->recorded->replay, &t->recorded->game, &sink);
}

/* Plays the game once. Drops the events of a damaged decision. */
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
                t->events - checkpoint_at(t, t->checkpoints.size / sizeof(struct checkpoint) - 1)
                                ->events >=
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

struct svi_tui_timeline *svi_tui_timeline_create(struct svi_recorded *recorded)
{
    struct svi_tui_timeline *t = svi_new(1, sizeof *t);
    t->recorded = recorded;
    play_through(t);
    if (t->moments.failed || t->checkpoints.failed) {
        t->found = SV_E_SYSTEM;
    } else if (t->events > 0) {
        svi_tui_timeline_seek(t, 0);
    }
    return t;
}

void svi_tui_timeline_destroy(struct svi_tui_timeline *t)
{
    if (t != NULL) {
        svi_tui_log_finish(&t->log);
        svi_buf_finish(&t->moments);
        svi_buf_finish(&t->checkpoints);
        free(t);
    }
}

void svi_tui_timeline_seek(struct svi_tui_timeline *t, uint32_t n)
{
    size_t i = t->checkpoints.size / sizeof(struct checkpoint);
    enum sv_status status = SV_OK;
    t->wanted = n < t->events ? n : t->events - 1;
    while (i > 0 && checkpoint_at(t, i - 1)->events > t->wanted) {
        i--;
    }
    if (i > 0) {
        restore(t, checkpoint_at(t, i - 1));
    } else {
        status = start(t);
    }
    /* This part was played before, so only memory can run out; then the current moment stays. */
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

/* ---- turnings -------------------------------------------------------------------------------- */

#define MOST_EVENTS 12u /* most events told of one throw */
#define MOST_LINES 3u   /* most lines of the page for each turning point */

/* Returns whether the consequences of a throw end at this event: it is a new question or the next
 * throw. */
static bool ends_story(uint8_t type)
{
    return type == SV_EVENT_QUESTION || type == SV_EVENT_ANSWER || type == SV_EVENT_TURN ||
           type == SV_EVENT_ROLL || type == SV_EVENT_GAME_END;
}

/* Appends the result of chance at event `n` and its consequences, as in the log. Consecutive events
 * of one player share the player's name. */
static void say_chance(const struct svi_tui_timeline *t, uint32_t n, struct svi_buf *out)
{
    const char *last = "";
    size_t name = 0; /* bytes of the player's name in `last`, with the blank behind it */
    if (n == 0) {
        svi_out_text(out, "who begins");
        return;
    }
    for (uint32_t at = n; at < t->events && at < n + MOST_EVENTS; at++) {
        uint32_t size;
        const char *text = svi_tui_log_line(&t->log, at, &size);
        if (at > n && ends_story(svi_tui_timeline_moment(t, at)->type)) {
            break;
        }
        const bool same = name > 0 && name < size && memcmp(text, last, name) == 0;
        svi_out_text(out, at == n ? "" : same ? ", " : "; ");
        svi_buf_append(out, text + (same ? name : 0), size - (same ? name : 0));
        if (!same) {
            const char *blank = memchr(text, ' ', size);
            last = text;
            name = blank != NULL ? (size_t)(blank - text) + 1 : 0;
        }
    }
}

/* Appends a text behind `head`, in at most MOST_LINES lines. */
static void put_lines(const char *head, const struct svi_buf *text, unsigned width,
                      struct svi_buf *out)
{
    const unsigned before = (unsigned)strlen(head);
    const char *rest = (const char *)text->data;
    uint32_t left = (uint32_t)text->size;
    svi_out_text(out, head);
    for (unsigned line = 0; left > 0 && line < MOST_LINES; line++) {
        const uint32_t fits = svi_tui_log_wrap(rest, left, width - before);
        for (unsigned i = 0; line > 0 && i < before; i++) {
            svi_out_char(out, ' ');
        }
        svi_buf_append(out, rest, fits);
        svi_out_char(out, '\n');
        rest += fits;
        left -= fits;
    }
}

unsigned svi_tui_turnings_page(const struct svi_decisions *d, const struct svi_tui_timeline *t,
                               unsigned width, uint32_t event[SVI_TURNINGS], struct svi_buf *out)
{
    struct svi_turning turning[SVI_TURNINGS];
    const unsigned n = svi_turnings(d, turning);
    SCOPED(svi_buf_finish) struct svi_buf text = {0};
    char head[64];
    svi_out_text(out, n > 0 ? "Where the game turned\n\n" : "The game did not turn anywhere.\n");
    for (unsigned i = 0; i < n; i++) {
        const struct svi_turning *one = &turning[i];
        event[i] = one->event;
        svi_buf_clear(&text);
        say_chance(t, one->event, &text);
        (void)snprintf(head, sizeof head, " %u  turn %3" PRIu32 "  %c  %+.2f  ", i + 1,
                       svi_tui_timeline_moment(t, one->event)->turn,
                       svi_seat_marks[one->seat].letter, one->points);
        put_lines(head, &text, width, out);
        out->failed = out->failed || text.failed;
    }
    if (n > 0) {
        svi_out_text(out, "\nPoints are what it changed for that seat. A number goes there.\n");
    }
    return n;
}

/* ---- costs of decisions ---------------------------------------------------------------------- */

bool svi_tui_costs_find(struct svi_tui_costs *m, const struct svi_buf *replay)
{
    if (!m->made && !m->failed) {
        struct svi_analyst analyst = {0};
        struct svi_error error;
        m->made =
            svi_analysis_make(&m->analysis, &analyst, replay->data, replay->size, &error) == SV_OK;
        m->failed = !m->made;
        svi_analyst_finish(&analyst);
    }
    return m->made;
}

void svi_tui_costs_finish(struct svi_tui_costs *m)
{
    svi_analysis_finish(&m->analysis);
}

uint32_t svi_tui_costs_jump(const struct svi_tui_costs *m, uint32_t n, unsigned seat, int direction)
{
    const struct svi_decisions *d = &m->analysis.decisions;
    uint32_t found = UINT32_MAX;
    for (uint32_t i = 0; i < d->n; i++) {
        const struct svi_decision *one = &d->list[i];
        const bool beyond = direction < 0 ? one->event < n : one->event > n;
        if (m->analysis.evaluated[i].cost >= SVI_COSTLY_ESTIMATE && beyond &&
            (seat == SV_NONE || one->question.seat == seat)) {
            found = one->event;
            if (direction > 0) {
                break;
            }
        }
    }
    return found;
}

void svi_tui_costs_line(const struct svi_tui_costs *m, uint32_t n, struct svi_buf *out)
{
    char points[SVI_POINTS_TEXT];
    for (uint32_t i = 0; i < m->analysis.decisions.n; i++) {
        const struct svi_evaluated *e = &m->analysis.evaluated[i];
        if (m->analysis.decisions.list[i].event == n) {
            svi_out_format(out, " a model's estimate: %s points; ",
                           svi_points_text(-e->cost, points));
            svi_analysis_sentence(&m->analysis, i, out);
        }
    }
}

void svi_tui_costs_page(const struct svi_tui_costs *m, uint32_t n, struct svi_buf *out)
{
    const struct svi_decisions *d = &m->analysis.decisions;
    char points[SVI_POINTS_TEXT];
    uint32_t i = d->n;
    while (i > 0 && d->list[i - 1].event > n) {
        i--;
    }
    if (i == 0) {
        svi_out_text(out, "No decision so far.\n");
        return;
    }
    const struct svi_evaluated *e = &m->analysis.evaluated[i - 1];
    svi_out_format(out, "Decision %u, a model's estimate: %s points\n", d->list[i - 1].number,
                   svi_points_text(-e->cost, points));
    svi_analysis_sentence(&m->analysis, i - 1, out);
    svi_out_text(out,
                 "\n\nWhat could be answered, with the points that the seat might expect:\n\n");
    for (unsigned k = 0; k < e->n; k++) {
        svi_out_format(out, "%s %.3f  ", k == e->given ? ">" : " ", e->candidate[k].points);
        svi_analysis_answer(&m->analysis, i - 1, &e->candidate[k].answer, out);
        svi_out_char(out, '\n');
    }
    svi_out_text(
        out, "\n> is the answer given. The bots that played may differ: solvent help analysis.\n");
}

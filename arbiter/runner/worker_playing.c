#include "runner/worker_playing.h"

#include "runner/worker_pace.h"

#include <string.h>

#define EVERY_US 1000000

struct playing_list {
    struct svi_playing row[SVI_PLAYING_MOST];
    uint64_t serial[SVI_PLAYING_MOST]; /* ascending */
    unsigned n;
};

/* Takes a match in at the first of its seats that a bot has. */
static void take_seat(void *user, struct svi_bot_session_seat *seat)
{
    struct playing_list *list = user;
    const struct svi_match *m = svi_match_of(seat);
    unsigned first = 0, at = list->n;
    while (m->bots.seat[first].session == NULL && !m->bots.seat[first].away) {
        first++;
    }
    if (first != seat->number) {
        return;
    }
    for (; at > 0 && list->serial[at - 1] > m->serial; at--) {
    }
    if (at == SVI_PLAYING_MOST) {
        return;
    }
    list->n += list->n < SVI_PLAYING_MOST;
    memmove(&list->row[at + 1], &list->row[at], (list->n - 1 - at) * sizeof list->row[0]);
    memmove(&list->serial[at + 1], &list->serial[at], (list->n - 1 - at) * sizeof list->serial[0]);
    list->serial[at] = m->serial;
    list->row[at] =
        (struct svi_playing){.number = m->job.number,
                             .seats = m->job.seats,
                             .round = m->game.state.position.round,
                             .decisions = m->game.decisions - m->game.decisions % SVI_PLAYING_STEP};
    memcpy(list->row[at].bot, m->job.bot, m->job.seats * sizeof m->job.bot[0]);
}

static void tell(struct svi_worker *w, struct playing_list *list)
{
    pthread_mutex_lock(&w->pool->lock);
    if (!svi_worker_pool_stopped(w->pool)) {
        w->config->playing(w->config->user, w->place.worker, list->row, list->n);
    }
    pthread_mutex_unlock(&w->pool->lock);
}

void svi_worker_tell_playing(struct svi_worker *w)
{
    struct playing_list list = {.n = 0};
    if (w->config->playing == NULL || w->now_us / EVERY_US == w->told_s) {
        return;
    }
    w->told_s = w->now_us / EVERY_US;
    for (unsigned i = 0; i < w->config->n_bots; i++) {
        svi_worker_visit_seats(&w->bots[i], take_seat, &list);
    }
    tell(w, &list);
}

void svi_worker_end_playing(struct svi_worker *w)
{
    struct playing_list none = {.n = 0};
    if (w->config->playing != NULL && w->told_s != 0) {
        tell(w, &none);
    }
}

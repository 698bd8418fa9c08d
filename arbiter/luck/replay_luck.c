#include "luck/replay_luck.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct svi_replay_luck {
    struct svi_replay replay;
    struct svi_game game;
    struct svi_luck_tables tables;
    struct svi_luck_follower follower;
    /* The account is ahead of the game: these events, from `first` on, wait until they happen in
     * the game. */
    struct waiting {
        struct svi_luck_event event;
        double points[SV_MAX_SEATS];
    } * waiting;
    size_t first, end, room;
    bool failed;                  /* no memory for them */
    uint32_t n;                   /* number of the game's events so far */
    struct svi_luck_sink outside; /* the caller's sink */
};

struct svi_replay_luck *svi_replay_luck_create(void)
{
    struct svi_replay_luck *r = calloc(1, sizeof *r);
    if (r != NULL) {
        svi_game_init(&r->game);
    }
    return r;
}

void svi_replay_luck_destroy(struct svi_replay_luck *r)
{
    if (r != NULL) {
        svi_game_finish(&r->game);
        free(r->waiting);
        free(r);
    }
}

const char *svi_replay_luck_error(const struct svi_replay_luck *r)
{
    return r->replay.error.text;
}

/* Queues an event of the account until it happens in the game. */
static void wait_for_game(void *user, const struct svi_luck_event *event)
{
    struct svi_replay_luck *r = user;
    if (r->first == r->end) {
        r->first = r->end = 0;
    }
    if (r->end == r->room) {
        const size_t room = r->room * 2 + 64;
        struct waiting *bigger = realloc(r->waiting, room * sizeof *bigger);
        if (bigger == NULL) {
            r->failed = true;
            return;
        }
        r->waiting = bigger;
        r->room = room;
    }
    r->waiting[r->end].event = *event;
    memcpy(r->waiting[r->end++].points, event->points, sizeof r->waiting->points);
}

/* Passes the first waiting event on, as it has happened in the game. */
static void tell(struct svi_replay_luck *r, uint32_t at)
{
    struct waiting *w = &r->waiting[r->first++];
    w->event.at = at;
    w->event.points = w->points;
    r->outside.fn(r->outside.user, &w->event);
}

/* Passes on events that have happened in the game: a throw comes with its dice, a draw with its
 * card or a utility's dice. */
static void match_events(struct svi_replay_luck *r, const struct sv_event *ev)
{
    const bool moves =
        ev->type == SV_EVENT_ROLL && (ev->why == SV_WHY_MOVE || ev->why == SV_WHY_JAIL);
    const bool draws =
        ev->type == SV_EVENT_CARD || (ev->type == SV_EVENT_ROLL && ev->why == SV_WHY_UTILITY);
    while (r->first < r->end && r->waiting[r->first].event.chance == SVI_CHANCE_NONE) {
        tell(r, 0);
    }
    if (r->first < r->end && ((moves && r->waiting[r->first].event.chance == SVI_CHANCE_THROW) ||
                              (draws && r->waiting[r->first].event.chance == SVI_CHANCE_DRAW))) {
        tell(r, r->n);
    }
}

/* Follows the game, and passes on the events that have happened in it. */
static void follow(void *user, const struct sv_event *ev)
{
    struct svi_replay_luck *r = user;
    if (r->outside.fn != NULL) {
        match_events(r, ev);
    }
    r->n++;
    svi_luck_follow(&r->follower, ev);
}

enum sv_status svi_replay_luck_read(struct svi_replay_luck *r, const uint8_t *bytes, size_t size,
                                    const struct svi_luck_sink *sink, struct svi_game_luck *out)
{
    const struct sv_sink follower = {follow, r};
    const struct svi_luck_sink waits = {wait_for_game, r};
    enum sv_status status = svi_replay_open(&r->replay, bytes, size);
    if (status != SV_OK) {
        return status;
    }
    if (svi_luck_tables_take(&r->tables, &r->replay.edition, r->replay.header.edition_hash)) {
        memset(&r->follower, 0, sizeof r->follower);
    }
    r->outside = sink != NULL ? *sink : (struct svi_luck_sink){.fn = NULL};
    r->first = r->end = 0;
    r->failed = false;
    r->n = 0;
    svi_luck_follow_begin(&r->follower, &r->tables, &r->replay.header.setup,
                          r->outside.fn != NULL ? &waits : NULL);
    status = svi_replay_run(&r->replay, &r->game, &follower);
    svi_luck_follow_end(&r->follower, &r->game, status == SV_OK ? out : NULL);
    while (r->first < r->end) { /* only if the last event was cut short */
        tell(r, r->n > 0 ? r->n - 1 : 0);
    }
    if (status == SV_OK && r->failed) {
        status = svi_fail(&r->replay.error, SV_E_SYSTEM, "no memory for its luck");
    }
    return status;
}

/* ---- moments --------------------------------------------------------------------------------- */

static int32_t whole(double points)
{
    const double units = points * SVI_LUCK_UNIT;
    return (int32_t)(units < 0 ? units - 0.5 : units + 0.5);
}

/* Inserts a moment into a list that is sorted by size. */
static void place(struct svi_moment list[SVI_MOMENTS], const struct svi_moment *moment, int sign)
{
    unsigned k = SVI_MOMENTS;
    while (k > 0 && sign * list[k - 1].luck < sign * moment->luck) {
        k--;
    }
    if (k < SVI_MOMENTS) {
        memmove(&list[k + 1], &list[k], (SVI_MOMENTS - 1 - k) * sizeof *list);
        list[k] = *moment;
    }
}

static void take_moment(void *user, const struct svi_luck_event *event)
{
    struct svi_moments *moments = user;
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        const struct svi_moment moment = {.at = event->at,
                                          .decision = event->decision,
                                          .turn = event->turn,
                                          .round = event->round,
                                          .thrower = event->seat,
                                          .chance = event->chance,
                                          .dice = {event->dice[0], event->dice[1], event->dice[2]},
                                          .luck = whole(event->points[s])};
        if (moment.luck > 0) {
            place(moments->lucky[s], &moment, 1);
        } else if (moment.luck < 0) {
            place(moments->unlucky[s], &moment, -1);
        }
    }
}

struct svi_luck_sink svi_moments_sink(struct svi_moments *moments)
{
    memset(moments, 0, sizeof *moments);
    return (struct svi_luck_sink){.fn = take_moment, .user = moments};
}

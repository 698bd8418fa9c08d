#include "luck/replay_luck.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct svi_replay_luck {
    struct svi_replay replay;
    struct svi_game game;
    struct sv_edition edition; /* that the value is ready for, */
    uint8_t hash[32];          /*   its hash, */
    bool ready;
    uint8_t version[SVI_LUCK_VERSION_BYTES];
    struct svi_value value;
    struct svi_luck luck;
    struct sv_answer held; /* of `held_seat`; SV_NONE: none */
    uint8_t held_seat;
    /* The account is ahead of the game: events that the game has not come to yet, from `first` on. */
    struct waiting {
        struct svi_luck_event event;
        double points[SV_MAX_SEATS];
    } * waiting;
    size_t first, end, room;
    bool failed;                  /* no memory for them */
    uint32_t n;                   /* events of the game so far */
    struct svi_luck_sink outside; /* who wants to know */
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
    return r->replay.error;
}

void svi_luck_version(const struct sv_edition *e, const uint8_t hash[32],
                      uint8_t version[SVI_LUCK_VERSION_BYTES])
{
    static const char label[] = "solvent luck";
    const struct svi_weights *w = svi_weights_for(e);
    const uint8_t numbers[] = {SVI_ACCOUNT_VERSION, SVI_STAND_IN_VERSION, SVI_FEATURES_VERSION,
                               SV_RULES_VERSION, SVI_LUCK_DRAWS};
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, SVI_LUCK_VERSION_BYTES);
    crypto_generichash_update(&state, (const uint8_t *)label, sizeof label);
    crypto_generichash_update(&state, numbers, sizeof numbers);
    crypto_generichash_update(&state, hash, 32);
    for (unsigned i = 0; i < SVI_WEIGHTS; i++) {
        const uint16_t value = (uint16_t)w->value[i];
        const uint8_t bytes[2] = {(uint8_t)value, (uint8_t)(value >> 8)};
        crypto_generichash_update(&state, bytes, sizeof bytes);
    }
    crypto_generichash_final(&state, version, SVI_LUCK_VERSION_BYTES);
}

/* Makes the value ready for the edition of the replay that is open. */
static void take_edition(struct svi_replay_luck *r)
{
    const uint8_t *hash = r->replay.header.edition_hash;
    if (r->ready && memcmp(r->hash, hash, sizeof r->hash) == 0) {
        return;
    }
    r->edition = r->replay.edition;
    memcpy(r->hash, hash, sizeof r->hash);
    svi_value_init(&r->value, &r->edition, svi_weights_for(&r->edition));
    svi_luck_version(&r->edition, r->hash, r->version);
    memset(&r->luck, 0, sizeof r->luck);
    r->ready = true;
}

/* An event of the account waits for the game. */
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

/* The game has come to what waits first. */
static void tell(struct svi_replay_luck *r, uint32_t at)
{
    struct waiting *w = &r->waiting[r->first++];
    w->event.at = at;
    w->event.points = w->points;
    r->outside.fn(r->outside.user, &w->event);
}

/* Tells of events that have come: a throw is one of its dice, a draw one of its card or of a utility's dice. */
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

static void give_held(struct svi_replay_luck *r)
{
    if (r->held_seat != SV_NONE) {
        svi_luck_answer(&r->luck, r->held_seat, &r->held);
        r->held_seat = SV_NONE;
    }
}

/* Follows the game by its answers, each told before it is carried out. That of a bot that is gone may be the beginning of a
 * forfeit, which carries it out itself: it waits until that is known. */
static void follow(void *user, const struct sv_event *ev)
{
    struct svi_replay_luck *r = user;
    if (r->outside.fn != NULL) {
        match_events(r, ev);
    }
    r->n++;
    if (ev->type == SV_EVENT_FORFEIT) {
        svi_luck_forfeit(&r->luck);
        r->held_seat = SV_NONE;
    } else if (ev->type == SV_EVENT_ANSWER) {
        give_held(r);
        if (ev->verdict == SV_VERDICT_DEAD) {
            r->held = *ev->answer;
            r->held_seat = ev->seat;
        } else {
            svi_luck_answer(&r->luck, ev->seat, ev->answer);
        }
    }
}

static int32_t whole(double points)
{
    const double units = points * SVI_LUCK_UNIT;
    return (int32_t)(units < 0 ? units - 0.5 : units + 0.5);
}

/* The square root to the nearest below, by whole numbers. */
static uint32_t root(uint64_t square)
{
    uint64_t low = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit != 0; bit /= 2) {
        low += (low + bit) * (low + bit) <= square ? bit : 0;
    }
    return (uint32_t)low;
}

static void conclude(const struct svi_replay_luck *r, struct svi_game_luck *out)
{
    struct sv_result result;
    memset(out, 0, sizeof *out);
    memcpy(out->version, r->version, sizeof out->version);
    out->seats = r->game.setup.seats;
    out->events = r->luck.events;
    out->stopped = r->luck.stopped;
    svi_game_result(&r->game, &result);
    for (unsigned s = 0; s < out->seats; s++) {
        int32_t twice = 0;
        for (unsigned o = 0; o < out->seats; o++) {
            twice += o == s                              ? 0
                     : result.place[o] > result.place[s] ? 2
                                                         : result.place[o] == result.place[s];
        }
        for (unsigned k = 0; k < SVI_LUCK_FIGURES; k++) {
            out->seat[s].figure[k] = whole(r->luck.figure[s][k]);
        }
        out->seat[s].luck = out->seat[s].figure[SVI_LUCK_POINTS];
        out->seat[s].sd =
            root((uint64_t)(r->luck.variance[s] * SVI_LUCK_UNIT * SVI_LUCK_UNIT + 0.5));
        out->seat[s].skill = twice * (SVI_LUCK_UNIT / 2) / (int32_t)(out->seats - 1) -
                             SVI_LUCK_UNIT / 2 - out->seat[s].luck;
    }
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
    take_edition(r);
    r->outside = sink != NULL ? *sink : (struct svi_luck_sink){NULL, NULL};
    r->first = r->end = 0;
    r->failed = false;
    r->n = 0;
    r->held_seat = SV_NONE;
    svi_luck_begin(&r->luck, &r->value, &r->replay.header.setup,
                   r->outside.fn != NULL ? &waits : NULL);
    status = svi_replay_run(&r->replay, &r->game, &follower);
    give_held(r);
    while (r->first < r->end) { /* none, unless the last was cut short */
        tell(r, r->n > 0 ? r->n - 1 : 0);
    }
    if (status == SV_OK && r->failed) {
        (void)snprintf(r->replay.error, sizeof r->replay.error, "no memory for its luck");
        status = SV_E_SYSTEM;
    }
    if (status == SV_OK) {
        conclude(r, out);
    }
    return status;
}

/* ---- moments ------------------------------------------------------------------------------------ */

/* Puts a moment into its place among those of one kind. */
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
    return (struct svi_luck_sink){take_moment, moments};
}

#include "luck/game_luck.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

void svi_luck_version(const struct sv_edition *e, const uint8_t hash[32],
                      uint8_t version[SVI_LUCK_VERSION_BYTES])
{
    static const char label[] = "solvent luck";
    const struct svi_weights *w = svi_weights_for(e);
    const uint8_t numbers[] = {SVI_ACCOUNT_VERSION, SVI_SETTLE_VERSION, SVI_FEATURES_VERSION,
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

bool svi_luck_tables_take(struct svi_luck_tables *tables, const struct sv_edition *edition,
                          const uint8_t hash[32])
{
    if (tables->ready && memcmp(tables->hash, hash, sizeof tables->hash) == 0) {
        return false;
    }
    tables->edition = *edition;
    memset(&tables->base, 0, sizeof tables->base);
    memcpy(tables->hash, hash, sizeof tables->hash);
    svi_value_init(&tables->value, &tables->edition, svi_weights_for(&tables->edition));
    svi_luck_version(&tables->edition, tables->hash, tables->version);
    tables->ready = true;
    return true;
}

void svi_luck_follow_begin(struct svi_luck_follower *f, struct svi_luck_tables *tables,
                           const struct sv_setup *setup, const struct svi_luck_sink *sink)
{
    f->tables = tables;
    f->pending_seat = SV_NONE;
    svi_luck_begin(&f->luck, &tables->value, &tables->base, setup, sink);
}

void svi_luck_follow_nothing(struct svi_luck_follower *f, struct svi_luck_tables *tables)
{
    svi_luck_follow_move(f, tables);
    f->pending_seat = SV_NONE;
    svi_luck_forfeit(&f->luck);
}

void svi_luck_follow_begin_at(struct svi_luck_follower *f, const struct svi_game *game)
{
    svi_luck_begin_at(&f->luck, &f->tables->value, &f->tables->base, &game->state);
}

void svi_luck_follow_move(struct svi_luck_follower *f, struct svi_luck_tables *tables)
{
    f->tables = tables;
    svi_luck_move(&f->luck, &tables->value, &tables->base);
}

static void give_held(struct svi_luck_follower *f)
{
    if (f->pending_seat != SV_NONE) {
        svi_luck_answer(&f->luck, f->pending_seat, &f->pending);
        f->pending_seat = SV_NONE;
    }
}

void svi_luck_follow(struct svi_luck_follower *f, const struct sv_event *ev)
{
    if (ev->type == SV_EVENT_FORFEIT) {
        svi_luck_forfeit(&f->luck);
        f->pending_seat = SV_NONE;
    } else if (ev->type == SV_EVENT_ANSWER) {
        give_held(f);
        if (ev->verdict == SV_VERDICT_DEAD) {
            /* This answer may be the beginning of a forfeit, which carries it out itself. It waits
             * until that is known. */
            f->pending = *ev->answer;
            f->pending_seat = ev->seat;
        } else {
            svi_luck_answer(&f->luck, ev->seat, ev->answer);
        }
    }
}

static int32_t whole(double points)
{
    const double units = points * SVI_LUCK_UNIT;
    return (int32_t)(units < 0 ? units - 0.5 : units + 0.5);
}

/* Returns the square root, rounded down, in whole numbers. */
static uint32_t root(uint64_t square)
{
    uint64_t low = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit != 0; bit /= 2) {
        low += (low + bit) * (low + bit) <= square ? bit : 0;
    }
    return (uint32_t)low;
}

static void conclude(const struct svi_luck_follower *f, const struct svi_game *game,
                     struct svi_game_luck *out)
{
    struct sv_result result;
    memset(out, 0, sizeof *out);
    memcpy(out->version, f->tables->version, sizeof out->version);
    out->seats = game->setup.seats;
    out->events = f->luck.events;
    out->stopped = f->luck.stopped;
    svi_game_result(game, &result);
    for (unsigned s = 0; s < out->seats; s++) {
        int32_t twice = 0;
        for (unsigned o = 0; o < out->seats; o++) {
            twice += o == s                              ? 0
                     : result.place[o] > result.place[s] ? 2
                                                         : result.place[o] == result.place[s];
        }
        for (unsigned k = 0; k < SVI_LUCK_FIGURES; k++) {
            out->seat[s].figure[k] = whole(f->luck.figure[s][k]);
        }
        out->seat[s].luck = out->seat[s].figure[SVI_LUCK_POINTS];
        out->seat[s].sd =
            root((uint64_t)(f->luck.variance[s] * SVI_LUCK_UNIT * SVI_LUCK_UNIT + 0.5));
        out->seat[s].skill = twice * (SVI_LUCK_UNIT / 2) / (int32_t)(out->seats - 1) -
                             SVI_LUCK_UNIT / 2 - out->seat[s].luck;
    }
}

void svi_luck_follow_end(struct svi_luck_follower *f, const struct svi_game *game,
                         struct svi_game_luck *out)
{
    give_held(f);
    if (out != NULL) {
        conclude(f, game, out);
    }
}

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
    SVI_TRY(svi_replay_open(&r->replay, bytes, size));
    if (svi_luck_tables_take(&r->tables, &r->replay.edition, r->replay.header.edition_hash)) {
        memset(&r->follower, 0, sizeof r->follower);
    }
    r->outside = sink != NULL ? *sink : (struct svi_luck_sink){.fn = NULL};
    r->first = r->end = 0;
    r->failed = false;
    r->n = 0;
    svi_luck_follow_begin(&r->follower, &r->tables, &r->replay.header.setup,
                          r->outside.fn != NULL ? &waits : NULL);
    enum sv_status status = svi_replay_run(&r->replay, &r->game, &follower);
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

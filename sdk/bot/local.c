#include "bot/local.h"

#include "bot/decide.h"
#include "game/game.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* ---- what happens ---------------------------------------------------------------------------- */

static void take_event(void *user, const struct sv_event *ev)
{
    struct svi_local *l = user;
    svi_event_log_add(&l->events, ev);
    if (l->sink != NULL && l->sink->fn != NULL) {
        l->sink->fn(l->sink->user, ev);
    }
}

/* Goes through the arbiter's message, so that a bot receives exactly the events that the arbiter
 * would send. */
static void tell(struct svi_local *l, unsigned seat)
{
    struct svi_cursor c;
    struct svi_head head;
    struct svi_events events;
    struct sv_match *m = &l->match[seat];
    void *sdk = m->sdk;

    if (l->bots[seat] == NULL || l->bots[seat]->event == NULL) {
        return;
    }
    svi_buf_clear(&l->message);
    svi_put_events(&l->message, m->id, &l->events, &l->told[seat]);
    if (l->message.size == 0 || l->message.failed) {
        return;
    }
    m->sdk = NULL;
    c = svi_cursor_over(l->message.data, l->message.size);
    const bool told =
        svi_get_head(&c, &head) == SV_OK && svi_get_events(&c, &head, &events) == SV_OK &&
        svi_bot_deliver_events(l->bots[seat], m, &l->known[seat], &c, &events) == SV_OK;
    assert(told);
    (void)told;
    m->sdk = sdk;
}

static bool starved(const struct svi_local *l)
{
    return svi_event_log_failed(&l->events) || l->message.failed;
}

/* ---- the game -------------------------------------------------------------------------------- */

static void say(struct svi_log_sink *log_sink, const struct sv_log_entry *log_entry)
{
    const struct svi_local_voice *v = (const struct svi_local_voice *)log_sink;
    const struct sv_event ev = {
        .type = log_entry->text != NULL ? SV_EVENT_LOG : SV_EVENT_NOTE,
        .seat = v->seat,
        .space = SV_NONE,
        .log_entry = log_entry,
    };

    v->sink->fn(v->sink->user, &ev);
}

static const char *name_of(const struct sv_bot *bot)
{
    return bot != NULL && bot->name != NULL ? bot->name : "";
}

static void seat_bots(struct svi_local *l, const uint8_t seed[SV_SEED_BYTES])
{
    for (unsigned s = 0; s < l->seats; s++) {
        struct sv_match *m = &l->match[s];

        *m = (struct sv_match){
            .user = l->bots[s] != NULL ? l->bots[s]->user : NULL,
            .edition = l->e,
            .position = &svi_no_position,
            .id = s,
            .seat = (uint8_t)s,
            .seats = (uint8_t)l->seats,
        };
        l->log_sink[s] = (struct svi_local_voice){
            {.say = say, .explain = l->bots[s] != NULL && l->bots[s]->explain},
            l->sink,
            (uint8_t)s};
        m->sdk = l->sink != NULL && l->sink->fn != NULL ? &l->log_sink[s].log_sink : NULL;
        sv_luck_bot_key(seed, s, m->rng.key);
        for (unsigned i = 0; i < l->seats; i++) {
            strncpy(m->name[i], name_of(l->bots[i]), SV_MAX_NAME - 1);
        }
        if (l->illegal != NULL) {
            l->illegal[s] = 0;
        }
    }
}

/* The decision of a seat. */
struct decision {
    struct sv_question q;
    struct sv_answer a;
    bool is_default;
};

static void decide(struct svi_local *l, unsigned seat, struct decision *d)
{
    struct sv_match *m = &l->match[seat];
    enum sv_status status = sv_ask(l->e, &l->state, seat, &d->q);
    assert(status == SV_OK);
    (void)status;
    tell(l, seat);
    m->position = &l->state.position;
    assert(l->bots[seat] != NULL);
    m->course = l->bots[seat]->model ? &l->state.course : NULL;
    svi_bot_decide(l->bots[seat], m, &d->q, &d->a, &d->is_default);
    m->position = &svi_no_position;
    m->course = NULL;
}

/* Treats a forbidden answer as the arbiter does: it counts, and the default takes its place. */
static void apply(struct svi_local *l, unsigned seat, struct decision *d)
{
    const struct sv_position *p = &l->state.position;
    if (!d->is_default && sv_check(l->e, p, &d->q, &d->a) != SV_OK) {
        if (l->illegal != NULL) {
            l->illegal[seat]++;
        }
        sv_answer_default(l->e, p, &d->q, &d->a);
    }
    svi_local_answer(l, seat, &d->a);
}

void svi_local_answer(struct svi_local *l, unsigned seat, const struct sv_answer *a)
{
    if (l->answered != NULL) {
        l->answered(l->user, seat, a);
    }
    svi_apply_judged(l->e, &l->state, seat, a, l->to);
}

/* All seats that are asked at once see the same table; the order of their answers makes no
 * difference. */
unsigned svi_local_run(struct svi_local *l)
{
    unsigned asked;
    while ((asked = sv_pending(&l->state)) != 0 && !starved(l)) {
        struct decision decisions[SV_MAX_SEATS];
        unsigned ours = 0;
        for (unsigned s = 0; s < l->seats; s++) {
            ours |= sv_has(asked, s) && l->bots[s] == NULL ? 1u << s : 0;
        }
        asked &= ~ours;
        for (unsigned s = 0; s < l->seats; s++) {
            if (sv_has(asked, s)) {
                decide(l, s, &decisions[s]);
            }
        }
        for (unsigned s = 0; s < l->seats; s++) {
            if (sv_has(asked, s)) {
                apply(l, s, &decisions[s]);
            }
        }
        if (ours != 0) {
            return sv_first(ours);
        }
    }
    return SV_NONE;
}

static void get_result(const struct svi_local *l, struct sv_result *r)
{
    r->why = l->state.position.over;
    sv_places(l->e, &l->state.position, r->place);
    for (unsigned s = 0; s < l->seats; s++) {
        r->worth[s] = sv_worth(l->e, &l->state.position, s);
    }
}

void svi_local_setup(const struct sv_bot *const bots[], unsigned seats,
                     const uint8_t seed[SV_SEED_BYTES], struct sv_setup *setup)
{
    *setup = (struct sv_setup){.seats = (uint8_t)seats};
    memcpy(setup->seed, seed, SV_SEED_BYTES);
    for (unsigned s = 0; s < seats; s++) {
        if (bots[s] != NULL) {
            setup->answers[s] = sv_bot_answers(bots[s]);
            sv_bot_whens(bots[s], setup->when[s]);
        } else {
            setup->answers[s] = SV_ANSWERS_ALL;
            setup->when[s][SV_DECISION_MANAGE] =
                SV_WHEN_CAN_BUILD | SV_WHEN_CAN_LIFT | SV_WHEN_DEEDS_CHANGED;
        }
    }
}

void svi_local_begin(struct svi_local *l, const struct sv_setup *setup)
{
    l->inner = (struct sv_sink){take_event, l};
    l->to = l->sink;
    seat_bots(l, setup->seed);
    for (unsigned s = 0; s < l->seats; s++) {
        if (l->bots[s] != NULL && l->bots[s]->event != NULL) {
            l->to = &l->inner;
        }
        if (l->bots[s] != NULL && l->bots[s]->match_start != NULL) {
            l->bots[s]->match_start(&l->match[s]);
        }
    }
    const enum sv_status status = sv_game_start(l->e, &l->state, setup, l->to);
    assert(status == SV_OK);
    (void)status;
}

enum sv_status svi_local_end(struct svi_local *l, struct sv_result *result)
{
    const bool over = !starved(l) && sv_pending(&l->state) == 0;
    struct sv_result r = {0};
    if (over) {
        get_result(l, &r);
    }
    for (unsigned s = 0; s < l->seats; s++) {
        if (l->bots[s] == NULL) {
            continue;
        }
        tell(l, s);
        l->match[s].sdk = NULL; /* the record is closed */
        if (l->bots[s]->match_end != NULL) {
            l->bots[s]->match_end(&l->match[s], over ? &r : NULL);
        }
    }
    const bool failed = starved(l);
    svi_event_log_finish(&l->events);
    svi_buf_finish(&l->message);
    if (over && result != NULL) {
        *result = r;
    }
    return failed ? SV_E_SYSTEM : SV_OK;
}

enum sv_status sv_play(const struct sv_edition *e, const uint8_t seed[SV_SEED_BYTES],
                       unsigned seats, const struct sv_bot *const bots[],
                       const struct sv_sink *sink, struct sv_result *result,
                       unsigned illegal[]) // NOLINT(readability-non-const-parameter)
{
    struct svi_local l = {.e = e, .sink = sink, .seats = seats, .illegal = illegal};
    struct sv_setup setup;
    struct sv_result r = {0};
    enum sv_status status;
    if (seats < 2 || seats > SV_MAX_SEATS) {
        return SV_E_ARGUMENT;
    }
    for (unsigned s = 0; s < seats; s++) {
        if (!svi_bot_is_known(bots[s])) {
            return SV_E_ARGUMENT;
        }
    }
    memcpy(l.bots, bots, seats * sizeof *bots); // NOLINT(bugprone-sizeof-expression): of pointers
    svi_local_setup(bots, seats, seed, &setup);
    svi_local_begin(&l, &setup);
    (void)svi_local_run(&l);
    status = svi_local_end(&l, &r);
    if (result != NULL) {
        *result = r;
    }
    return status;
}

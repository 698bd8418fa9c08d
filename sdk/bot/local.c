#include "bot/decide.h"
#include "bot/event_delivery.h"
#include "bot/log_sink.h"
#include "game/judged.h"
#include "wire/event_log.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* What a seat says goes to the sink at once. */
struct local_voice {
    struct svi_log_sink log_sink;
    const struct sv_sink *sink;
    uint8_t seat;
};

/* A match in process: the game, and what its seats decide by. */
struct local {
    const struct sv_edition *e;
    const struct sv_sink *sink;
    const struct sv_bot *const *bots;
    unsigned *illegal; /* may be NULL */
    struct sv_state state;
    struct sv_match match[SV_MAX_SEATS];
    struct local_voice log_sink[SV_MAX_SEATS];
    struct sv_sink inner;        /* where the game's events go when a bot is told; */
    const struct sv_sink *to;    /*   this, or `sink` */
    struct svi_event_log events; /* for bots that are told; empty when there are none */
    struct svi_buf message;      /* to one of them */
    struct svi_event_mark told[SV_MAX_SEATS];
    uint32_t known[SV_MAX_SEATS];
};

/* ---- what happens ---------------------------------------------------------------------------- */

static void take_event(void *user, const struct sv_event *ev)
{
    struct local *l = user;
    svi_event_log_add(&l->events, ev);
    if (l->sink != NULL && l->sink->fn != NULL) {
        l->sink->fn(l->sink->user, ev);
    }
}

/* By the arbiter's message, so that nothing is told that it would not tell. */
static void tell(struct local *l, unsigned seat)
{
    struct svi_cursor c;
    struct svi_head head;
    struct svi_events events;
    struct sv_match *m = &l->match[seat];
    void *sdk = m->sdk;
    enum sv_status status;

    if (l->bots[seat]->event == NULL) {
        return;
    }
    svi_buf_clear(&l->message);
    svi_put_events(&l->message, m->id, &l->events, &l->told[seat]);
    if (l->message.size == 0 || l->message.failed) {
        return;
    }
    m->sdk = NULL;
    c = svi_cursor_over(l->message.data, l->message.size);
    status = svi_get_head(&c, &head);
    status = status == SV_OK ? svi_get_events(&c, &head, &events) : status;
    status = status == SV_OK
                 ? svi_bot_deliver_events(l->bots[seat], m, &l->known[seat], &c, &events)
                 : status;
    assert(status == SV_OK);
    (void)status;
    m->sdk = sdk;
}

static bool starved(const struct local *l)
{
    return svi_event_log_failed(&l->events) || l->message.failed;
}

/* ---- the game -------------------------------------------------------------------------------- */

static void say(struct svi_log_sink *log_sink, const struct sv_log_entry *log_entry)
{
    const struct local_voice *v = (const struct local_voice *)log_sink;
    const struct sv_event ev = {
        .type = log_entry->text != NULL ? SV_EVENT_LOG : SV_EVENT_NOTE,
        .seat = v->seat,
        .space = SV_NONE,
        .log_entry = log_entry,
    };

    v->sink->fn(v->sink->user, &ev);
}

static void seat_bots(struct local *l, const uint8_t seed[SV_SEED_BYTES], unsigned seats)
{
    for (unsigned s = 0; s < seats; s++) {
        struct sv_match *m = &l->match[s];

        *m = (struct sv_match){
            .user = l->bots[s]->user,
            .edition = l->e,
            .position = &svi_no_position,
            .id = s,
            .seat = (uint8_t)s,
            .seats = (uint8_t)seats,
        };
        l->log_sink[s] = (struct local_voice){{.say = say}, l->sink, (uint8_t)s};
        m->sdk = l->sink != NULL && l->sink->fn != NULL ? &l->log_sink[s].log_sink : NULL;
        sv_luck_bot_key(seed, s, m->rng.key);
        for (unsigned i = 0; i < seats; i++) {
            strncpy(m->name[i], l->bots[i]->name != NULL ? l->bots[i]->name : "", SV_MAX_NAME - 1);
        }
        if (l->illegal != NULL) {
            l->illegal[s] = 0;
        }
    }
}

/* What a seat has decided. */
struct decision {
    struct sv_question q;
    struct sv_answer a;
    bool is_default;
};

static void decide(struct local *l, unsigned seat, struct decision *d)
{
    struct sv_match *m = &l->match[seat];
    enum sv_status status = sv_ask(l->e, &l->state, seat, &d->q);
    assert(status == SV_OK);
    (void)status;
    tell(l, seat);
    m->position = &l->state.position;
    m->course = l->bots[seat]->model ? &l->state.course : NULL;
    svi_bot_decide(l->bots[seat], m, &d->q, &d->a, &d->is_default);
    m->position = &svi_no_position;
    m->course = NULL;
}

/* As the arbiter does: a forbidden answer counts, and the default takes its place. */
static void apply(struct local *l, unsigned seat, struct decision *d)
{
    const struct sv_position *p = &l->state.position;
    if (!d->is_default && sv_check(l->e, p, &d->q, &d->a) != SV_OK) {
        if (l->illegal != NULL) {
            l->illegal[seat]++;
        }
        sv_answer_default(l->e, p, &d->q, &d->a);
    }
    svi_apply_judged(l->e, &l->state, seat, &d->a, l->to);
}

/* All who are asked at once see the same table; the order of their answers makes no difference. */
static void play_round_of_questions(struct local *l, unsigned seats)
{
    const unsigned asked = sv_pending(&l->state);
    struct decision decisions[SV_MAX_SEATS];
    for (unsigned s = 0; s < seats; s++) {
        if (sv_has(asked, s)) {
            decide(l, s, &decisions[s]);
        }
    }
    for (unsigned s = 0; s < seats; s++) {
        if (sv_has(asked, s)) {
            apply(l, s, &decisions[s]);
        }
    }
}

static void get_result(const struct local *l, unsigned seats, struct sv_result *r)
{
    r->why = l->state.position.over;
    sv_places(l->e, &l->state.position, r->place);
    for (unsigned s = 0; s < seats; s++) {
        r->worth[s] = sv_worth(l->e, &l->state.position, s);
    }
}

enum sv_status sv_play(const struct sv_edition *e, const uint8_t seed[SV_SEED_BYTES],
                       unsigned seats, const struct sv_bot *const bots[],
                       const struct sv_sink *sink, struct sv_result *result, unsigned illegal[])
{
    struct local l = {.e = e, .sink = sink, .bots = bots};
    struct sv_setup setup = {.seats = (uint8_t)seats};
    struct sv_result r = {0};
    enum sv_status status;
    if (seats < 2 || seats > SV_MAX_SEATS) {
        return SV_E_ARGUMENT;
    }
    l.illegal = illegal;
    memcpy(setup.seed, seed, SV_SEED_BYTES);
    l.inner = (struct sv_sink){take_event, &l};
    l.to = sink;
    for (unsigned s = 0; s < seats; s++) {
        setup.answers[s] = sv_bot_answers(bots[s]);
        sv_bot_whens(bots[s], setup.when[s]);
        if (bots[s]->event != NULL) {
            l.to = &l.inner;
        }
    }
    seat_bots(&l, seed, seats);
    for (unsigned s = 0; s < seats; s++) {
        if (bots[s]->match_start != NULL) {
            bots[s]->match_start(&l.match[s]);
        }
    }
    status = sv_game_start(e, &l.state, &setup, l.to);
    assert(status == SV_OK);
    while (sv_pending(&l.state) != 0 && !starved(&l)) {
        play_round_of_questions(&l, seats);
    }
    status = starved(&l) ? SV_E_SYSTEM : status;
    if (status == SV_OK) {
        get_result(&l, seats, &r);
    }
    for (unsigned s = 0; s < seats; s++) {
        tell(&l, s);
        l.match[s].sdk = NULL; /* the record is closed */
        if (bots[s]->match_end != NULL) {
            bots[s]->match_end(&l.match[s], status == SV_OK ? &r : NULL);
        }
    }
    if (result != NULL) {
        *result = r;
    }
    svi_event_log_finish(&l.events);
    svi_buf_finish(&l.message);
    return status;
}

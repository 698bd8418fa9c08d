#include "bot/decide.h"

#include "base/error.h"
#include "base/options.h"
#include "wire/answer_codec.h"
#include "wire/wire.h"

#include <solvent/bot.h>

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

const struct sv_position svi_no_position = {0};

/* The size of struct sv_bot in Solvent 0.2. */
#define FIRST_SIZE SVI_SIZE_TO(struct sv_bot, layout)

bool svi_bot_is_known(const struct sv_bot *bot)
{
    return bot == NULL || svi_options_known(bot, FIRST_SIZE, sizeof *bot);
}

bool svi_bot_read(const struct sv_bot *bot, struct sv_bot *own)
{
    return svi_options_read(own, bot, FIRST_SIZE, sizeof *own);
}

static sv_decide_fn *callback(const struct sv_bot *bot, unsigned kind)
{
    switch (kind) {
#define X(NAME, name, ...)                                                                         \
    case SV_DECISION_##NAME:                                                                       \
        return bot->name;
        SV_DECISIONS(X)
#undef X
    default:
        return NULL;
    }
}

uint32_t sv_bot_answers(const struct sv_bot *bot)
{
    uint32_t answers = 0;
    for (unsigned kind = 0; kind < SV_DECISION_COUNT; kind++) {
        answers |= callback(bot, kind) != NULL ? UINT32_C(1) << kind : 0;
    }
    return answers;
}

void sv_bot_whens(const struct sv_bot *bot, uint8_t when[SV_DECISION_COUNT])
{
#define X(NAME, name, ...) when[SV_DECISION_##NAME] = bot->when.name;
    SV_DECISIONS(X)
#undef X
}

/* Calls the callback on an answer that holds the default, then makes the result fit to travel. A
 * count of offers that cannot travel becomes one offer to no seat, which is illegal on either side
 * of the wire. */
static void ask(sv_decide_fn *decide, struct sv_match *m, const struct sv_question *q,
                struct sv_answer *a)
{
    decide(m, q, a);
    a->kind = q->kind;
    if (a->n_offers > SV_MAX_OFFERS) {
        a->n_offers = 1;
        a->offers[0] = (struct sv_offer){.to = SV_NONE};
    }
}

/* Stops right behind the callback that has given an answer which is not legal (sv_bot.check). */
static void hold(const struct sv_match *m, const struct sv_question *q, const struct sv_answer *a)
{
    struct sv_breach breach;
    char text[SV_MAX_BREACH];
    if (sv_judge(m->edition, m->position, q, a, &breach) == SV_OK) {
        return;
    }
    fprintf(
        stderr, "%s: match %llu, seat %u, round %u, turn %u: the answer to %s is not legal: %s\n",
        m->name[m->seat], (unsigned long long)m->id, m->seat, m->position->round, m->position->turn,
        sv_decision_name(q->kind), sv_breach_text(m->edition, &breach, text, sizeof text));
    fflush(stderr);
    abort();
}

void svi_bot_decide(const struct sv_bot *bot, struct sv_match *m, const struct sv_question *q,
                    struct sv_answer *a, bool *is_default)
{
    sv_decide_fn *decide = callback(bot, q->kind);
    struct sv_answer fallback;

    sv_answer_default(m->edition, m->position, q, a);
    *is_default = true;
    if (decide != NULL) {
        fallback = *a;
        ask(decide, m, q, a);
        *is_default = svi_answer_same(a, &fallback);
        if (bot->check && !*is_default) {
            hold(m, q, a);
        }
    }
}

void sv_bot_decide(const struct sv_bot *bot, struct sv_match *m, const struct sv_question *q,
                   struct sv_answer *a)
{
    sv_decide_fn *decide = callback(bot, q->kind);

    sv_answer_default(m->edition, m->position, q, a);
    if (decide != NULL) {
        ask(decide, m, q, a);
    }
}

/* ---- event delivery -------------------------------------------------------------------------- */

/* Returns whether every seat, space and card of the event exists in the match, which callbacks take
 * for granted. */
static bool event_ok(const struct sv_match *m, const struct sv_event *ev)
{
    const struct sv_edition *e = m->edition;
    const uint64_t board = UINT64_MAX >> (64 - e->n_spaces);
    const struct sv_offer *o = ev->offer;
    const bool on_board = ev->space < e->n_spaces || ev->space == SV_NONE;
    switch ((enum sv_event_type)ev->type) {
    case SV_EVENT_MOVE:
        return ev->seat < m->seats && ev->from < e->n_spaces && ev->to < e->n_spaces;
    case SV_EVENT_CARD:
        return ev->seat < m->seats && ev->card < e->deck[ev->deck].size;
    case SV_EVENT_CASH:
    case SV_EVENT_DEED:
        return on_board && (ev->from < m->seats || ev->from == SV_BANK) &&
               (ev->to < m->seats || ev->to == SV_BANK);
    case SV_EVENT_JAIL_CARD:
    case SV_EVENT_TICKET:
        return (ev->from < m->seats || ev->from >= SV_BANK) &&
               (ev->to < m->seats || ev->to >= SV_BANK);
    case SV_EVENT_BANKRUPT:
        return ev->seat < m->seats && (ev->to < m->seats || ev->to == SV_BANK);
    case SV_EVENT_OFFER:
        return ev->seat < m->seats && ev->to < m->seats && o->to < m->seats &&
               ((o->give_deeds | o->get_deeds) & ~board) == 0;
    case SV_EVENT_OFFER_END:
        return ev->seat < m->seats && ev->to < m->seats;
    default:
        return on_board && ev->seat < m->seats; /* rows without a seat have 0 */
    }
}

enum sv_status svi_bot_deliver_events(const struct sv_bot *bot, struct sv_match *m, uint32_t *count,
                                      struct svi_cursor *c, const struct svi_events *events)
{
    struct sv_event ev;
    struct sv_offer offer;
    if (events->count < *count || events->count - *count < events->told) {
        return SV_E_RANGE;
    }
    m->missed += events->count - *count - events->told;
    *count = events->count;
    for (uint32_t i = 0; i < events->told; i++) {
        SVI_TRY(svi_get_event(c, &ev, &offer));
        if (ev.type != SV_EVENT_COUNT && !event_ok(m, &ev)) {
            return SV_E_RANGE;
        }
        if (bot->event != NULL && ev.type != SV_EVENT_COUNT) {
            bot->event(m, &ev);
        }
    }
    return SV_OK;
}

enum sv_status svi_bot_deliver_said(const struct sv_bot *bot, struct sv_match *m,
                                    struct svi_cursor *c, const struct svi_events *events)
{
    char text[SV_MAX_SAY];
    uint8_t seat;
    for (uint32_t i = 0; i < events->told; i++) {
        SVI_TRY(svi_get_said(c, &seat, text));
        if (seat >= m->seats) {
            return SV_E_RANGE;
        }
        if (bot->said != NULL && seat != m->seat) {
            bot->said(m, seat, text);
        }
    }
    return SV_OK;
}

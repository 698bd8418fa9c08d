#include "bot/decide.h"

#include "wire/answer_codec.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

const struct sv_position svi_no_position = {0};

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

/* Calls the callback on an answer that holds the default. What it leaves is made fit to travel; a
 * count of offers that cannot travel becomes one offer to nobody, so it is illegal on either side
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

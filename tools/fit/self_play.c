#include "tools/fit/self_play.h"

#include <solvent/policy.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct sv_bot *table_policy(char digit)
{
    return digit == '0'   ? &sv_policy_random
           : digit == '1' ? &sv_policy_careful
           : digit == '2' ? &sv_policy_trader
                          : NULL;
}

void table_begin(struct table *t, const struct sv_edition *e, unsigned seats,
                 const struct sv_bot *const bots[], const uint8_t seed[SV_SEED_BYTES])
{
    static const struct sv_position none;
    memset(&t->setup, 0, sizeof t->setup);
    t->e = e;
    t->seats = seats;
    t->setup.seats = (uint8_t)seats;
    memcpy(t->setup.seed, seed, SV_SEED_BYTES);
    for (unsigned s = 0; s < seats; s++) {
        struct sv_match *m = &t->match[s];
        t->bot[s] = bots[s];
        t->setup.answers[s] = sv_bot_answers(bots[s]);
        sv_bot_whens(bots[s], t->setup.when[s]);
        *m = (struct sv_match){.user = bots[s]->user,
                               .edition = e,
                               .position = &none,
                               .id = s,
                               .seat = (uint8_t)s,
                               .seats = (uint8_t)seats};
        sv_luck_bot_key(seed, s, m->rng.key);
        if (bots[s]->match_start != NULL) {
            bots[s]->match_start(m);
        }
    }
}

void table_end(struct table *t)
{
    for (unsigned s = 0; s < t->seats; s++) {
        if (t->bot[s]->match_end != NULL) {
            t->bot[s]->match_end(&t->match[s], NULL);
        }
    }
}

unsigned table_decide(struct table *t, const struct sv_state *st, struct sv_answer answer[])
{
    const unsigned asked = sv_pending(st);
    for (unsigned s = 0; s < t->seats; s++) {
        struct sv_question q;
        if (!sv_has(asked, s) || sv_ask(t->e, st, s, &q) != SV_OK) {
            continue;
        }
        t->match[s].position = &st->position;
        t->match[s].course = t->bot[s]->model ? &st->course : NULL;
        sv_bot_decide(t->bot[s], &t->match[s], &q, &answer[s]);
        if (sv_check(t->e, &st->position, &q, &answer[s]) != SV_OK) {
            sv_answer_default(t->e, &st->position, &q, &answer[s]);
        }
    }
    return asked;
}

void table_play(struct table *t, struct svi_luck *l, const struct svi_value *value,
                const struct svi_luck_sink *sink)
{
    static struct svi_value_base base;
    svi_luck_begin(l, value, &base, &t->setup, sink);
    table_play_on(t, l);
}

void table_play_on(struct table *t, struct svi_luck *l)
{
    struct sv_answer answer[SV_MAX_SEATS];
    while (sv_pending(&l->state) != 0) {
        const unsigned first = l->state.position.turn_seat;
        const unsigned asked = table_decide(t, &l->state, answer);
        for (unsigned k = 0; k < t->seats; k++) {
            const unsigned s = (first + k) % t->seats;
            if (sv_has(asked, s)) {
                svi_luck_answer(l, s, &answer[s]);
            }
        }
    }
}

void table_edition(struct sv_edition *e, const char *name, int32_t rounds)
{
    const struct sv_edition *known = sv_edition_builtin(name);
    struct sv_edition_error error;
    if (known == NULL) {
        (void)fprintf(stderr, "found edition '%s', expected a built-in one\n", name);
        exit(2);
    }
    *e = *known;
    if (rounds != 0) {
        e->rules.max_rounds = rounds;
    }
    if (sv_edition_complete(e, &error) != SV_OK) {
        (void)fprintf(stderr, "%s: %s: %s\n", name, error.where, error.problem);
        exit(2);
    }
}

void table_points(const struct sv_edition *e, const struct sv_position *p, double points[])
{
    uint8_t place[SV_MAX_SEATS];
    sv_places(e, p, place);
    for (unsigned s = 0; s < p->seats; s++) {
        unsigned twice = 0;
        for (unsigned o = 0; o < p->seats; o++) {
            twice += o == s ? 0 : place[o] > place[s] ? 2 : place[o] == place[s];
        }
        points[s] = twice / (2.0 * (p->seats - 1));
    }
}

#include "tests/bot/bots.h"

#include "game/pack.h"

#include <stdlib.h>
#include <string.h>

struct bots_seen bots_seen;

/* The view must be of this match, and the question for this seat. */
static void look(const struct sv_match *m, const struct sv_question *q)
{
    bool ok = q->seat == m->seat && m->position->seats == m->seats && m->position->turn != 0 &&
              m->user != NULL && *(uint64_t *)m->user == m->id && m->position->over == 0 &&
              m->edition->n_spaces >= 20;
    if (m->course != NULL) {
        ok = ok && m->course->depth > 0 && m->course->depth <= SV_MAX_FRAMES;
    }
    bots_seen.questions++;
    bots_seen.bad += ok ? 0 : 1;
}

static void propose(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    for (unsigned i = 0; i < q->offers && i < SV_MAX_OFFERS && sv_rng_below(&m->rng, 3) == 0; i++) {
        unsigned to = sv_rng_below(&m->rng, m->seats);
        uint64_t theirs = m->position->owned[to];

        a->offers[a->n_offers++] = (struct sv_offer){
            .to = (uint8_t)to,
            .give_cash = (int32_t)sv_rng_below(&m->rng, 200),
            .get_deeds = theirs & (~theirs + 1), /* their first; none or our own is illegal */
        };
    }
}

static void decide(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    unsigned fields = sv_decision_fields(q->kind);
    look(m, q);
    if ((fields & SV_F_CHOICE) != 0 && q->kind != SV_DECISION_TRADE) {
        a->choice = (uint8_t)sv_rng_below(&m->rng, 3);
    }
    if (q->kind == SV_DECISION_TRADE) {
        a->choice = (uint8_t)sv_rng_below(&m->rng, 2);
    }
    if ((fields & SV_F_BID) != 0 && sv_rng_below(&m->rng, 3) != 0) {
        a->bid = q->amount + (int32_t)sv_rng_below(&m->rng, 20);
        a->limit = (fields & SV_F_LIMIT) != 0 && sv_rng_below(&m->rng, 2) != 0 ? q->limit : 0;
    }
    if ((fields & SV_F_SPACE) != 0 && q->kind != SV_DECISION_TICKET) {
        a->space = (uint8_t)sv_rng_below(&m->rng, m->edition->n_spaces);
    }
    if (q->kind == SV_DECISION_MANAGE) {
        for (unsigned i = 0; i < m->edition->n_spaces; i++) {
            if (sv_rng_below(&m->rng, 2) != 0 &&
                sv_can_build(m->edition, m->position, m->seat, &a->plan, i)) {
                a->plan.level[i]++;
            }
        }
    }
    if ((fields & SV_F_OFFERS) != 0 && q->kind != SV_DECISION_TRADE) {
        propose(m, q, a);
    }
    if (sv_rng_below(&m->rng, 50) == 0) { /* an answer that no bot should give */
        a->kind = 77;
        a->n_offers = 200;
        a->bid = -5;
        a->choice = 9;
    }
}

static void match_start(struct sv_match *m)
{
    m->user = malloc(sizeof(uint64_t));
    if (m->user != NULL) {
        *(uint64_t *)m->user = m->id;
    }
    bots_seen.starts++;
    bots_seen.bad += m->position != NULL && m->position->turn == 0 && m->course == NULL ? 0 : 1;
}

static void match_end(struct sv_match *m, const struct sv_result *result)
{
    bots_seen.ends++;
    bots_seen.bad += m->user != NULL && *(uint64_t *)m->user == m->id ? 0 : 1;
    if (result != NULL) {
        bots_seen.result = *result;
    } else {
        bots_seen.lost++;
    }
    free(m->user);
}

#define X(NAME, name, ...) .name = decide,
const struct sv_bot bots_wild = {SV_DECISIONS(X).name = "wild", .match_start = match_start,
                                 .match_end = match_end};
const struct sv_bot bots_wild_model = {SV_DECISIONS(X).name = "wild", .version = "2",
                                       .match_start = match_start, .match_end = match_end,
                                       .model = true};
#undef X

const struct sv_bot bots_silent = {
    .name = "silent", .match_start = match_start, .match_end = match_end};

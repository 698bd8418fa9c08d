#include "tests/analysis/judge.h"

#include <solvent/policy.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* `user` is a struct sv_odds: the match_start of the bots that these are built from makes it. */
static struct sv_look look(const struct sv_match *m)
{
    return (struct sv_look){m->edition, m->position, m->user, m->seat};
}

static void bold_manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_look k = look(m);
    struct sv_deal deal;
    if (m->position->turn_seat == m->seat && q->offers > 0 && sv_deal_find(&k, 35, &deal)) {
        a->offers[0] = deal.offer;
        a->n_offers = 1;
    } else if (m->position->owned[m->seat] != 0) {
        sv_estate_develop(&k, sv_reserve(&k, k.seat) / 2, true, &a->plan);
    }
}

static void bold_trade(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_look k = look(m);
    if (sv_offer_gain(&k, q->other, &q->offer) > 0) {
        a->choice = SV_CHOICE_TRADE_ACCEPT;
    }
}

static void bold_buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    if (m->position->cash[m->seat] >= q->amount) {
        a->choice = SV_CHOICE_BUY_BUY;
    }
}

static void cautious_manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_look k = look(m);
    (void)q;
    if (m->position->owned[m->seat] != 0) {
        sv_estate_develop(&k, sv_reserve(&k, k.seat) * 3 / 2, false, &a->plan);
    }
}

static void begin(struct judge *judge, const struct sv_edition *e,
                  const struct sv_bot *const bold[], const struct sv_bot *const cautious[],
                  unsigned seats)
{
    if (sv_players_init(&judge->bold, e, bold, seats) != SV_OK ||
        sv_players_init(&judge->cautious, e, cautious, seats) != SV_OK) {
        abort();
    }
}

void judge_init(struct judge *judge, const struct sv_edition *e, unsigned seats)
{
    static struct sv_bot bold, cautious;
    const struct sv_bot *all_bold[SV_MAX_SEATS], *all_cautious[SV_MAX_SEATS];
    bold = sv_policy_trader;
    bold.manage = bold_manage;
    bold.trade = bold_trade;
    bold.buy = bold_buy;
    cautious = sv_policy_careful;
    cautious.manage = cautious_manage;
    for (unsigned s = 0; s < seats; s++) {
        all_bold[s] = &bold;
        all_cautious[s] = &cautious;
    }
    begin(judge, e, all_bold, all_cautious, seats);
}

void judge_init_company(struct judge *judge, const struct sv_edition *e,
                        const struct sv_bot *const bot[], unsigned seats)
{
    begin(judge, e, bot, bot, seats);
}

void judge_finish(struct judge *judge)
{
    sv_players_finish(&judge->bold);
    sv_players_finish(&judge->cautious);
}

/* Points of the seat at the end of one future. */
static double play_out(struct sv_players *players, const struct judge_scene *s,
                       const struct sv_answer *a, unsigned future)
{
    static const struct sv_until end;
    const unsigned seats = s->position->seats;
    uint8_t key[SV_KEY_BYTES] = {'j', (uint8_t)future, (uint8_t)(future >> 8)};
    uint8_t place[SV_MAX_SEATS];
    struct sv_state st;
    unsigned twice = 0;
    memcpy(key + 4, &s->number, sizeof s->number);
    if (sv_playout(s->e, s->position, s->course, s->asked, s->seat, a, players, key, &end, &st,
                   NULL) != SV_OK) {
        (void)fprintf(stderr, "an answer of a recorded game cannot be played on\n");
        abort();
    }
    sv_places(s->e, &st.position, place);
    for (unsigned o = 0; o < seats; o++) {
        twice += o == s->seat ? 0 : place[o] > place[s->seat] ? 2 : place[o] == place[s->seat];
    }
    return twice / (2.0 * (seats - 1));
}

double judge_difference(struct judge *judge, const struct judge_scene *scene,
                        const struct sv_answer *a, const struct sv_answer *b, unsigned futures,
                        double *se)
{
    double sum[2] = {0}, squares[2] = {0};
    const unsigned half = futures / 2;
    for (unsigned f = 0; f < half * 2; f++) {
        struct sv_players *players = f % 2 == 0 ? &judge->bold : &judge->cautious;
        const double d = play_out(players, scene, a, f) - play_out(players, scene, b, f);
        sum[f % 2] += d;
        squares[f % 2] += d * d;
    }
    double variance = 0;
    for (unsigned t = 0; t < 2; t++) {
        const double mean = sum[t] / half;
        variance += (squares[t] / half - mean * mean) / (half - 1) / 4;
    }
    *se = sqrt(variance);
    return (sum[0] + sum[1]) / (2 * half);
}

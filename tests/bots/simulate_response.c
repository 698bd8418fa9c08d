/* A bot that was made to beat the planner: simulate_response [DEALS [BOT [SEED]]] plays it against
 * three of a reference bot. It answers as the learner does, but for its trades. An offer is priced
 * by the public value function (<solvent/value.h>): it leaves the rival a small gain. What a rival
 * has refused is offered again only for more. Prints the share of games that it wins, with its 95%
 * interval, and its points. Without arguments it plays two deals against three careful bots, and
 * fails if it breaks a rule or gets no more than half of the points. */
#include <solvent/duel.h>
#include <solvent/policy.h>
#include <solvent/value.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LEFT 3000  /* the rival's gain by an offer, in millionths of a point */
#define TAKEN 4000 /* the least gain for which a trade is made */
#define DEARER 40  /* more cash after a refusal */
#define MEMORY 64u

struct haggler {
    struct sv_adviser *learner;
    struct sv_value *value;
    int32_t now[SV_MAX_SEATS];       /* the values of the table at which it is asked */
    struct sv_offer refused[MEMORY]; /* a ring */
    unsigned n_refused;
};

static void match_start(struct sv_match *m)
{
    struct haggler *h = calloc(1, sizeof *h);
    if (h == NULL) {
        abort();
    }
    h->learner = sv_adviser_create(&sv_policy_learner, m);
    h->value = sv_value_create(m->edition);
    if (h->learner == NULL || h->value == NULL) {
        abort();
    }
    m->user = h;
}

static void match_end(struct sv_match *m, const struct sv_result *result)
{
    struct haggler *h = m->user;
    sv_adviser_destroy(h->learner, result);
    sv_value_destroy(h->value);
    free(h);
}

static int64_t paid(const struct sv_offer *offer)
{
    return (int64_t)offer->give_cash - offer->get_cash;
}

static void pay(struct sv_offer *offer, int64_t cash)
{
    offer->give_cash = cash > 0 ? (int32_t)cash : 0;
    offer->get_cash = cash < 0 ? (int32_t)-cash : 0;
}

static void event(struct sv_match *m, const struct sv_event *ev)
{
    struct haggler *h = m->user;
    sv_adviser_event(h->learner, m, ev);
    if (ev->type == SV_EVENT_OFFER && ev->seat == m->seat) {
        h->refused[h->n_refused % MEMORY] = *ev->offer; /* until it is accepted */
        h->n_refused++;
    } else if (ev->type == SV_EVENT_OFFER_END && ev->seat == m->seat &&
               ev->why == SV_WHY_ACCEPTED) {
        h->n_refused--;
    }
}

/* Returns the least cash that was not yet refused for a swap. */
static int64_t least(const struct haggler *h, const struct sv_offer *offer)
{
    int64_t cash = INT32_MIN;
    for (unsigned i = 0; i < h->n_refused && i < MEMORY; i++) {
        const struct sv_offer *past = &h->refused[i];
        if (past->to == offer->to && past->give_deeds == offer->give_deeds &&
            past->get_deeds == offer->get_deeds && paid(past) + DEARER > cash) {
            cash = paid(past) + DEARER;
        }
    }
    return cash;
}

/* Writes what a lawful offer of `from` brings each seat. Returns false if it is not lawful. */
static bool gains(const struct sv_match *m, unsigned from, const struct sv_offer *offer,
                  int32_t gain[SV_MAX_SEATS])
{
    const struct haggler *h = m->user;
    struct sv_position after;
    if (sv_check_offer(m->edition, m->position, from, offer) != SV_OK ||
        sv_offer_apply(m->edition, m->position, from, offer, &after) != SV_OK) {
        return false;
    }
    sv_value_points(h->value, &after, gain);
    for (unsigned s = 0; s < m->seats; s++) {
        gain[s] -= h->now[s];
    }
    return true;
}

/* Sets the cash of an offer to the least that leaves the rival its gain. Returns what it brings the
 * bot, or 0 if no such offer is lawful. */
static int32_t price(const struct sv_match *m, struct sv_offer *offer)
{
    int32_t gain[SV_MAX_SEATS] = {0};
    int64_t low = least(m->user, offer);
    int64_t high = m->position->cash[m->seat];
    if (low < -(int64_t)m->position->cash[offer->to]) {
        low = -(int64_t)m->position->cash[offer->to];
    }
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        pay(offer, middle);
        if (gains(m, m->seat, offer, gain) && gain[offer->to] >= LEFT) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    pay(offer, low);
    return gains(m, m->seat, offer, gain) && gain[offer->to] >= LEFT ? gain[m->seat] : 0;
}

/* Finds the best swap of at most one deed for one with any rival. Returns its gain. */
static int32_t find(const struct sv_match *m, struct sv_offer *best)
{
    const struct sv_position *p = m->position;
    int32_t most = 0;
    for (unsigned s = 0; s < m->seats; s++) {
        for (uint64_t i = s != m->seat && sv_alive(p, s) ? sv_count(p->owned[m->seat]) + 1 : 0,
                      give = p->owned[m->seat];
             i > 0; i--, give &= give - 1) {
            for (uint64_t k = sv_count(p->owned[s]) + 1, get = p->owned[s]; k > 0;
                 k--, get &= get - 1) {
                struct sv_offer offer = {
                    .give_deeds = give & -give, .get_deeds = get & -get, .to = (uint8_t)s};
                int32_t gain[SV_MAX_SEATS] = {0};
                if (!gains(m, m->seat, &offer, gain)) {
                    pay(&offer, give == 0 ? 1 : -1); /* no gifts */
                }
                if ((give | get) != 0 && gains(m, m->seat, &offer, gain) &&
                    gain[s] + gain[m->seat] > LEFT + most) {
                    const int32_t found = price(m, &offer);
                    if (found > most) {
                        most = found;
                        *best = offer;
                    }
                }
            }
        }
    }
    return most;
}

static void look(struct sv_match *m)
{
    struct haggler *h = m->user;
    sv_value_points(h->value, m->position, h->now);
}

static void advised(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct haggler *h = m->user;
    sv_adviser_answer(h->learner, m, q, a);
}

static void manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_answer idle;
    look(m);
    advised(m, q, a);
    a->n_offers = 0;
    sv_answer_clear(m->position, q, &idle);
    if (q->offers > 0 && m->position->turn_seat == m->seat &&
        memcmp(&a->plan, &idle.plan, sizeof a->plan) == 0 && find(m, &a->offers[0]) > TAKEN) {
        a->n_offers = 1;
    }
}

static void trade(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_offer mine = sv_offer_flip(&q->offer, q->other);
    int32_t countered = 0;
    int32_t gain[SV_MAX_SEATS];
    look(m);
    if (sv_has(q->choices, SV_CHOICE_TRADE_COUNTER)) {
        countered = price(m, &mine);
    }
    if (gains(m, q->other, &q->offer, gain) && gain[m->seat] > TAKEN &&
        gain[m->seat] >= countered) {
        a->choice = SV_CHOICE_TRADE_ACCEPT;
    } else if (countered > TAKEN) {
        a->choice = SV_CHOICE_TRADE_COUNTER;
        a->offers[0] = mine;
        a->n_offers = 1;
    }
}

int main(int argc, char **argv)
{
    struct sv_bot haggler = sv_policy_learner;
    const unsigned deals = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 2;
    const struct sv_bot *rival = sv_policy_named(argc > 2 ? argv[2] : "careful");
    struct sv_duel_deal *deal = calloc(deals, sizeof *deal);
    struct sv_duel duel;
    if (rival == NULL || deal == NULL) {
        return 2;
    }
#define X(NAME, name, ...) haggler.name = haggler.name != NULL ? advised : NULL;
    SV_DECISIONS(X)
#undef X
    haggler.name = "haggler";
    haggler.match_start = match_start;
    haggler.match_end = match_end;
    haggler.event = event;
    haggler.manage = manage;
    haggler.trade = trade;
    struct sv_duel_how how = {.edition = sv_edition_builtin("classic"),
                              .seats = 4,
                              .bots = {&haggler, rival, rival, rival}};
    (void)snprintf((char *)how.seed, sizeof how.seed, "%s", argc > 3 ? argv[3] : "response");
    if (sv_duel_play(&how, 1, deals, deal) != SV_OK) {
        return 3;
    }
    sv_duel_sum(deal, deals, &duel);
    (void)printf(
        "wins %.3f +-%.3f of %u games, points %.3f +-%.3f, %.2f s of processor time a game\n",
        duel.wins.value, duel.wins.half, (unsigned)duel.games, duel.points.value, duel.points.half,
        (double)clock() / CLOCKS_PER_SEC / (double)duel.games);
    free(deal);
    return duel.illegal > 0 || (argc == 1 && duel.points.value <= 0.5);
}

/* The trader: the careful bot, which also proposes trades, bargains, and sells rather than go
 * bankrupt. It remembers nothing: what it offers follows from the table and the round. */
#include "policy/careful.h"
#include "policy/explain.h"

/* How much of its own gain it offers, in percent, from round to round: who declines a hard bargain
 * gets a softer one later. */
static int generosity(const struct sv_position *p)
{
    static const int share[] = {5, 20, 50};
    return share[p->round % 3];
}

static void manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_position *p = m->position;
    struct sv_look k;
    struct sv_deal deal;
    if (!svi_careful_look(m, &k)) {
        return;
    }
    /* Trade first, build in the next pass of the window. */
    if (p->turn_seat == m->seat && q->offers > 0 &&
        q->offers == (unsigned)m->edition->rules.offers_per_window &&
        sv_deal_find(&k, generosity(p), &deal)) {
        a->offers[0] = deal.offer;
        a->n_offers = 1;
        svi_explain_deal(m, a, deal.gain);
        return;
    }
    if (p->owned[m->seat] != 0) {
        sv_estate_develop(&k, sv_reserve(&k, k.seat), true, &a->plan);
        svi_explain_plan(m, &k, a);
    }
}

static void trade(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_look k;
    struct sv_deal deal;
    if (!svi_careful_look(m, &k)) {
        return;
    }
    if (sv_offer_pays(&k, q->other, &q->offer)) {
        a->choice = SV_CHOICE_TRADE_ACCEPT;
        svi_explain_offer(m, &k, q, a);
        return;
    }
    deal.offer = sv_offer_flip(&q->offer, q->other);
    if (q->offers > 0 && sv_deal_price(&k, 50, &deal)) {
        a->choice = SV_CHOICE_TRADE_COUNTER;
        a->offers[0] = deal.offer;
        a->n_offers = 1;
        svi_explain_deal(m, a, deal.gain);
    } else {
        svi_explain_offer(m, &k, q, a);
    }
}

static void debt(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    struct sv_look k;
    struct sv_deal deal;
    if (q->offers > 0 && sv_liquid(m->edition, m->position, m->seat) < q->amount &&
        svi_careful_look(m, &k) && sv_deal_rescue(&k, q->amount, &deal)) {
        sv_answer_clear(m->position, q, a);
        a->offers[0] = deal.offer;
        a->n_offers = 1;
        svi_explain(m, a, "rather than go bankrupt");
        return;
    }
    svi_careful_debt(m, q, a);
}

const struct sv_bot sv_policy_trader = {
    .name = "trader",
    .version = "1",
    /* It proposes in its own turn only; a pledge is for building. */
    .when = {.manage =
                 SV_WHEN_OWN_TURN | SV_WHEN_CAN_BUILD | SV_WHEN_CAN_LIFT | SV_WHEN_CAN_PLEDGE},
    .match_start = svi_careful_match_start,
    .match_end = svi_careful_match_end,
    .manage = manage,
    .jail = svi_careful_jail,
    .buy = svi_careful_buy,
    .bid = svi_careful_bid,
    .sealed_bid = svi_careful_sealed_bid,
    .debt = debt,
    .trade = trade,
    .interest = svi_careful_interest,
    .place = svi_careful_place,
    .tax = svi_careful_tax,
    .bus = svi_careful_bus,
    .ride = svi_careful_ride,
    .triple = svi_careful_triple,
    .ticket = svi_careful_ticket,
    .lot = svi_careful_lot,
    .layout = svi_careful_layout,
};

#include "tests/analysis/odd_bots.h"

#include <solvent/policy.h>

/* `user` is a struct sv_odds: the match_start of the bots that these are built from makes it. */
static struct sv_look look(const struct sv_match *m)
{
    return (struct sv_look){m->edition, m->position, m->user, m->seat};
}

static void do_nothing(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    sv_answer_clear(m->position, q, a);
}

static void overbid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const int32_t most = q->space == SV_NONE ? 0 : 2 * m->edition->space[q->space].price;
    sv_answer_clear(m->position, q, a);
    a->limit = most < q->limit ? most : q->limit;
    a->bid = a->limit >= q->amount ? q->amount : 0;
    a->limit = a->bid == 0 ? 0 : a->limit;
}

static void accept(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)m, (void)q;
    a->choice = SV_CHOICE_TRADE_ACCEPT;
}

static void refuse(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)m, (void)q;
    a->choice = SV_CHOICE_TRADE_REJECT;
}

/* Trader's offers, and what it builds from cash beyond 1000. */
static void hoard(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_look k = look(m);
    sv_policy_trader.manage(m, q, a);
    if (a->n_offers == 0) {
        sv_answer_clear(m->position, q, a);
        if (m->position->owned[m->seat] != 0) {
            sv_estate_develop(&k, 1000, false, &a->plan);
        }
    }
}

static void buy_streets(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    sv_policy_trader.buy(m, q, a);
    if (m->edition->space[q->space].kind != SV_SPACE_STREET) {
        sv_answer_clear(m->position, q, a);
        a->choice = SV_CHOICE_BUY_DECLINE;
    }
}

static void ask_too_much(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_look k = look(m);
    struct sv_deal deal;
    sv_policy_careful.manage(m, q, a);
    if (m->position->turn_seat != m->seat || q->offers == 0 || !sv_deal_find(&k, 50, &deal)) {
        return;
    }
    deal.offer.get_cash += 300 - (deal.offer.give_cash < 300 ? deal.offer.give_cash : 300);
    deal.offer.give_cash -= deal.offer.give_cash < 300 ? deal.offer.give_cash : 300;
    if (sv_check_offer(m->edition, m->position, m->seat, &deal.offer) == SV_OK) {
        sv_answer_clear(m->position, q, a);
        a->offers[0] = deal.offer;
        a->n_offers = 1;
    }
}

static void sell_all(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    sv_answer_clear(m->position, q, a);
    (void)sv_plan_raise(m->edition, m->position, m->seat, INT32_MAX, &a->plan);
}

static void decline(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    sv_answer_clear(m->position, q, a);
    a->choice = SV_CHOICE_BUY_DECLINE;
}

static void buy_all(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    sv_answer_clear(m->position, q, a);
    a->choice = m->position->cash[m->seat] >= q->amount ? SV_CHOICE_BUY_BUY : SV_CHOICE_BUY_DECLINE;
}

static void spend_all(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_look k = look(m);
    sv_answer_clear(m->position, q, a);
    if (m->position->owned[m->seat] != 0) {
        (void)sv_estate_build(&k, m->position->cash[m->seat], &a->plan);
    }
}

static struct sv_bot never_bids(void)
{
    struct sv_bot bot = sv_policy_trader;
    bot.bid = bot.sealed_bid = do_nothing;
    return bot;
}

static struct sv_bot overbids(void)
{
    struct sv_bot bot = sv_policy_trader;
    bot.bid = overbid;
    return bot;
}

static struct sv_bot accepts_all(void)
{
    struct sv_bot bot = sv_policy_trader;
    bot.trade = accept;
    return bot;
}

static struct sv_bot hoards(void)
{
    struct sv_bot bot = sv_policy_trader;
    bot.manage = hoard;
    return bot;
}

static struct sv_bot leaves_railways(void)
{
    struct sv_bot bot = sv_policy_trader;
    bot.buy = buy_streets;
    return bot;
}

/* Asked as seldom as can be: the rest is left to defaults. */
static struct sv_bot never_trades(void)
{
    struct sv_bot bot = sv_policy_careful;
    bot.manage = NULL;
    bot.trade = refuse;
    return bot;
}

static struct sv_bot asks_too_much(void)
{
    struct sv_bot bot = sv_policy_careful;
    bot.manage = ask_too_much;
    bot.when.manage = SV_WHEN_OWN_TURN | SV_WHEN_CAN_BUILD | SV_WHEN_CAN_LIFT;
    return bot;
}

static struct sv_bot sells_all(void)
{
    struct sv_bot bot = sv_policy_careful;
    bot.manage = sell_all;
    bot.when.manage = 0;
    return bot;
}

static struct sv_bot buys_nothing(void)
{
    struct sv_bot bot = sv_policy_careful;
    bot.buy = decline;
    bot.bid = bot.sealed_bid = NULL;
    return bot;
}

static struct sv_bot spends_all(void)
{
    struct sv_bot bot = sv_policy_careful;
    bot.buy = buy_all;
    bot.manage = spend_all;
    bot.when.manage = SV_WHEN_CAN_BUILD;
    return bot;
}

const struct sv_bot *odd_bot_at(unsigned i)
{
    static struct sv_bot bot[ODD_BOT_COUNT];
    if (bot[0].name == NULL) {
        unsigned n = 0;
#define X(called)                                                                                  \
    bot[n] = called();                                                                             \
    bot[n++].name = #called;
        ODD_BOTS(X)
#undef X
    }
    return i < ODD_BOT_COUNT ? &bot[i] : NULL;
}

/* The bot of docs/TUTORIAL.md, in place of bot.c in a folder of `solvent new-bot`: it values deeds
 * by where tokens land, keeps cash for the rents ahead, and trades. */
#include <solvent/policy.h>

#include <stdlib.h>

/* Where tokens land follows from the edition: worked out once a match. */
static void match_start(struct sv_match *m)
{
    struct sv_odds *odds = malloc(sizeof *odds);

    if (odds == NULL) {
        abort();
    }
    sv_odds_init(odds, m->edition);
    m->user = odds;
}

static void match_end(struct sv_match *m, const struct sv_result *result)
{
    (void)result;
    free(m->user);
}

static struct sv_look look(const struct sv_match *m)
{
    return (struct sv_look){m->edition, m->position, m->user, m->seat};
}

/* Returns the cash that can be spent: the rest stays for rents that the next roll may meet. */
static int32_t spare(const struct sv_match *m)
{
    const struct sv_look k = look(m);

    return m->position->cash[m->seat] - sv_reserve(&k, m->seat);
}

static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    a->choice = spare(m) >= q->amount ? SV_CHOICE_BUY_BUY : SV_CHOICE_BUY_DECLINE;
}

/* Bid up to the deed's worth to us, including that no rival gets it. */
static void bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_look k = look(m);
    int32_t most = spare(m) < q->limit ? spare(m) : q->limit;

    if (q->space != SV_NONE && most > 0) {
        most = sv_deed_price(&k, q->space, most);
    }
    if (most >= q->amount) {
        a->bid = q->amount;
        a->limit = most;
    }
}

/* Builds what returns most for its money; with nothing to build, looks for a trade that makes a
 * set. */
static void manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_look k = look(m);
    struct sv_deal deal;

    sv_estate_develop(&k, sv_reserve(&k, m->seat), true, &a->plan);
    if (q->offers > 0 && sv_plan_cash(m->edition, m->position, m->seat, &a->plan) == 0 &&
        sv_deal_find(&k, 20, &deal)) { /* 20% of what can be shared is theirs */
        a->offers[0] = deal.offer;
        a->n_offers = 1;
        if (sv_check(m->edition, m->position, q, a) != SV_OK) { /* after the plan, that is */
            a->n_offers = 0;
        }
    }
}

static void trade(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_look k = look(m);

    a->choice =
        sv_offer_pays(&k, q->other, &q->offer) ? SV_CHOICE_TRADE_ACCEPT : SV_CHOICE_TRADE_REJECT;
}

static void jail(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_look k = look(m);

    if (sv_freedom_pays(&k) && spare(m) >= q->amount) {
        a->choice = sv_has(q->choices, SV_CHOICE_JAIL_CARD)  ? SV_CHOICE_JAIL_CARD
                    : sv_has(q->choices, SV_CHOICE_JAIL_PAY) ? SV_CHOICE_JAIL_PAY
                                                             : SV_CHOICE_JAIL_ROLL;
    }
}

const struct sv_bot bot = {
    .name = "rival",
    .version = "2",
    .match_start = match_start,
    .match_end = match_end,
    .manage = manage,
    .jail = jail,
    .buy = buy,
    .bid = bid,
    .trade = trade,
};

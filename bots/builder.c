/* The builder: a bot of one page put together from the parts of <solvent/policy.h>. It buys what it
 * can pay for, pledges what lies about to build sooner, keeps half the reserve of the careful bot,
 * and takes trades that pay; it proposes none. */
#include <solvent/policy.h>

#include <stdlib.h>

/* A match's own: the odds of its board. Without memory for them the defaults stand. */
static void match_start(struct sv_match *m)
{
    struct sv_odds *odds = malloc(sizeof *odds);
    if (odds != NULL) {
        sv_odds_init(odds, m->edition);
    }
    m->user = odds;
}

static void match_end(struct sv_match *m, const struct sv_result *result)
{
    (void)result;
    free(m->user);
    m->user = NULL;
}

static struct sv_look look(const struct sv_match *m)
{
    return (struct sv_look){m->edition, m->position, m->user, m->seat};
}

static void manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_look k = look(m);
    (void)q;
    if (m->user != NULL && m->position->owned[m->seat] != 0) {
        sv_estate_develop(&k, sv_reserve(&k, m->seat) / 2, true, &a->plan);
    }
}

static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    if (m->user != NULL) {
        a->choice =
            m->position->cash[m->seat] >= q->amount ? SV_CHOICE_BUY_BUY : SV_CHOICE_BUY_DECLINE;
    }
}

static void bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_look k = look(m);
    if (m->user != NULL && q->space != SV_NONE && q->amount <= q->limit) {
        a->limit = sv_deed_price(&k, q->space, q->limit);
        a->bid = a->limit >= q->amount ? q->amount : 0;
        a->limit = a->bid > 0 ? a->limit : 0;
    }
}

static void sealed_bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_look k = look(m);
    if (m->user != NULL && q->space != SV_NONE) {
        a->bid = sv_deed_price(&k, q->space, q->limit);
        a->bid = a->bid >= q->amount ? a->bid : 0;
    }
}

static void trade(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_look k = look(m);
    if (m->user != NULL && sv_offer_pays(&k, q->other, &q->offer)) {
        a->choice = SV_CHOICE_TRADE_ACCEPT;
    }
}

static void debt(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_look k = look(m);
    struct sv_answer wiser;
    if (m->user == NULL || sv_liquid(m->edition, m->position, m->seat) < q->amount) {
        return; /* it is out, whatever it sells */
    }
    sv_answer_clear(m->position, q, &wiser);
    sv_estate_raise(&k, (int64_t)q->amount - m->position->cash[m->seat], &wiser.plan);
    if (sv_check(m->edition, m->position, q, &wiser) == SV_OK) {
        *a = wiser;
    }
}

int main(int argc, char **argv)
{
    static const struct sv_bot bot = {
        .name = "builder",
        .version = "1",
        .when = {.manage = SV_WHEN_CAN_BUILD | SV_WHEN_CAN_LIFT | SV_WHEN_CAN_PLEDGE},
        .match_start = match_start,
        .match_end = match_end,
        .manage = manage,
        .buy = buy,
        .bid = bid,
        .sealed_bid = sealed_bid,
        .trade = trade,
        .debt = debt,
    };

    return sv_bot_main(argc, argv, &bot);
}

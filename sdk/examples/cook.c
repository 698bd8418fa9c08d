/* The recipes of docs/COOKBOOK.md as one bot. */
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

/* The table through our eyes. */
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

/* ---- valuing a deed -------------------------------------------------------------------------- */

/* An auction: up to what the deed is worth to us, and not a note more than we can spare. */
static void bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_look k = look(m);
    int32_t most = spare(m) < q->limit ? spare(m) : q->limit;
    if (q->space != SV_NONE && most > 0) { /* SV_NONE: a building that is short */
        most = sv_deed_price(&k, q->space, most);
    }
    if (most >= q->amount) {
        a->bid = q->amount;
        a->limit = most; /* the arbiter raises up to it, and asks no more */
    }
}

/* ---- searching ------------------------------------------------------------------------------- */

/* To buy or not: whichever does better in the same twenty futures, in which everybody plays as the
 * careful bot. */
static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    static const struct sv_bot *const policies[SV_MAX_SEATS] = {
        &sv_policy_careful, &sv_policy_careful, &sv_policy_careful, &sv_policy_careful,
        &sv_policy_careful, &sv_policy_careful, &sv_policy_careful, &sv_policy_careful};
    struct sv_players players;
    struct sv_search_how how;
    struct sv_answer some[2] = {*a, *a};

    if (m->position->cash[m->seat] < q->amount) {
        return;
    }
    some[0].choice = SV_CHOICE_BUY_DECLINE;
    some[1].choice = SV_CHOICE_BUY_BUY;
    sv_search_default(&how);
    how.futures = 20;
    if (sv_players_init(&players, m->edition, policies, m->seats) == SV_OK) {
        (void)sv_search(m, q, some, 2, &how, &players, a, NULL); /* a stays as it was on failure */
        sv_players_finish(&players);
    }
}

/* ---- leaving jail ---------------------------------------------------------------------------- */

/* Out while there is something to buy; later jail is the cheapest place to be. The card first, it
 * is worth less than cash. */
static void jail(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_look k = look(m);
    if (!sv_freedom_pays(&k)) {
        a->choice = SV_CHOICE_JAIL_ROLL;
    } else if (sv_has(q->choices, SV_CHOICE_JAIL_CARD)) {
        a->choice = SV_CHOICE_JAIL_CARD;
    } else if (sv_has(q->choices, SV_CHOICE_JAIL_PAY) && spare(m) >= q->amount) {
        a->choice = SV_CHOICE_JAIL_PAY;
    }
}

/* ---- pricing a trade ------------------------------------------------------------------------- */

/* An offer: what it gains us, less what the other's gain will cost us, must be more than our doubt.
 */
static void trade(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_look k = look(m);
    sv_note(m, "gain", sv_offer_gain(&k, q->other, &q->offer));
    a->choice =
        sv_offer_pays(&k, q->other, &q->offer) ? SV_CHOICE_TRADE_ACCEPT : SV_CHOICE_TRADE_REJECT;
}

/* Asks for the last deed of a set, at the price at which its owner would sell. Returns false if
 * there is no such deed. */
static bool ask_for_last(const struct sv_match *m, struct sv_deal *deal)
{
    const struct sv_look k = look(m);
    for (unsigned group = 0; group < m->edition->n_groups; group++) {
        const uint64_t lacks = m->edition->group[group].mask & ~m->position->owned[m->seat];
        const unsigned space = sv_count(lacks) == 1 ? sv_first(lacks) : SV_NONE;

        if (space == SV_NONE || m->position->owner[space] >= m->seats) {
            continue; /* not one, or the bank's */
        }
        *deal = (struct sv_deal){
            .offer = {.to = m->position->owner[space], .get_deeds = UINT64_C(1) << space}};
        if (sv_deal_price(&k, 20, deal) && deal->gain > 0) {
            return true;
        }
    }
    return false;
}

/* ---- what to do with cash -------------------------------------------------------------------- */

/* Build what returns most, beyond the reserve. With nothing to build, ask for a missing deed. */
static void manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_look k = look(m);
    struct sv_deal deal;
    if (sv_estate_build(&k, spare(m), &a->plan) == 0 && q->offers > 0 && ask_for_last(m, &deal)) {
        a->offers[0] = deal.offer;
        a->n_offers = 1;
    }
}

int main(int argc, char **argv)
{
    static const struct sv_bot bot = {
        .name = "cook",
        .version = "1",
        .model = true, /* for buy(), which plays on from the table */
        .match_start = match_start,
        .match_end = match_end,
        .manage = manage,
        .jail = jail,
        .buy = buy,
        .bid = bid,
        .trade = trade,
    };

    return sv_bot_main(argc, argv, &bot);
}

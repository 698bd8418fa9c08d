/* @NAME@. Each callback gets the match, a question and an answer that holds the default already:
 * change what you want otherwise. A callback that is not here is never called, and the default is
 * taken: see <solvent/bot.h> for all there are. */
#include "bot.h"

/* Cash kept for the rent of the next few turns. */
#define RESERVE 150

/* An unowned deed: what leaves the reserve is bought. The rest is auctioned among all players. */
static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const int32_t left = m->position->cash[m->seat] - q->amount;
    a->choice = left >= RESERVE ? SV_CHOICE_BUY_BUY : SV_CHOICE_BUY_DECLINE;
    if (sv_explaining(m)) { /* by --explain: the reason stands beside the answer in the record */
        sv_log(m, "cash %d would be left, %d is kept for rents", (int)left, RESERVE);
    }
}

/* An auction: `limit` is how far the arbiter may raise the bid without asking again. */
static void bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    int32_t most = m->position->cash[m->seat] - RESERVE;
    if (q->space != SV_NONE && most > m->edition->space[q->space].price) {
        most = m->edition->space[q->space].price;
    }
    most = most < q->limit ? most : q->limit;
    if (most >= q->amount) {
        a->bid = q->amount;
        a->limit = most;
    }
}

/* A window, before every turn: build house by house while it is lawful and the reserve stays. */
static void manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    int32_t cash = m->position->cash[m->seat] - RESERVE;
    bool built = true;
    (void)q;
    while (built) { /* in rounds, as the houses of a set must be even */
        built = false;
        for (unsigned space = 0; space < m->edition->n_spaces; space++) {
            const int32_t cost = sv_level_cost(m->edition, space, a->plan.level[space]);

            if (cost > 0 && cost <= cash &&
                sv_can_build(m->edition, m->position, m->seat, &a->plan, space)) {
                a->plan.level[space]++;
                cash -= cost;
                built = true;
            }
        }
    }
}

const struct sv_bot bot = {
    .name = "@NAME@",
    .version = "1",
    .when = {.manage = SV_WHEN_CAN_BUILD}, /* in other windows it would do nothing */
    .manage = manage,
    .buy = buy,
    .bid = bid,
};

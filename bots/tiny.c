/* A small bot, the one of docs/SDK.md: it buys what it can afford and builds on its sets, and
 * otherwise does what everybody does who says nothing (the documented default of each decision).
 *
 * Every callback gets the match, a question and an answer that holds the default already: change
 * what you want otherwise. A callback that is not here is never called: the default is taken. */
#include <solvent/bot.h>

/* Cash kept for the rent of the next few turns. */
#define RESERVE 200

/* An unowned deed: buy it if that leaves the reserve. Otherwise it is auctioned among all players.
 */
static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    int32_t left = m->position->cash[m->seat] - q->amount;
    a->choice = left >= RESERVE ? SV_CHOICE_BUY_BUY : SV_CHOICE_BUY_DECLINE;
}

/* An auction: bid the least that is legal, up to nine tenths of the printed price. q->space is
 * SV_NONE when it is not a deed but a scarce building that is auctioned; those we leave to others.
 */
static void bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    if (q->space != SV_NONE && q->amount <= q->limit &&
        q->amount <= m->edition->space[q->space].price * 9 / 10) {
        a->bid = q->amount; /* 0, the default, drops out */
    }
}

/* A window, before every turn: build house by house while it is lawful and the reserve stays. */
static void manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_edition *e = m->edition;
    const struct sv_position *p = m->position;
    int32_t cash = p->cash[m->seat] - RESERVE;
    bool built = true;
    while (built) { /* in rounds over our deeds, as houses of a set must be even */
        built = false;
        for (uint64_t left = p->owned[q->seat]; left != 0; left &= left - 1) {
            unsigned space = sv_first(left);
            int32_t cost = sv_level_cost(e, space, a->plan.level[space]);

            if (cost > 0 && cost <= cash && sv_can_build(e, p, q->seat, &a->plan, space)) {
                a->plan.level[space]++;
                cash -= cost;
                built = true;
            }
        }
    }
}

int main(int argc, char **argv)
{
    static const struct sv_bot bot = {
        .name = "tiny",
        .version = "1",
        .when = {.manage = SV_WHEN_CAN_BUILD}, /* in other windows it would do nothing */
        .manage = manage,
        .buy = buy,
        .bid = bid,
    };

    return sv_bot_main(argc, argv, &bot);
}

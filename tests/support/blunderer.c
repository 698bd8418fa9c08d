/* A small bot with a bug, one of four: blunderer bid|offer|late|crash. docs/DEBUGGING.md finds each
 * of them.
 *
 * It buys what it can pay for, bids for deeds, and offers a stray deed for cash; all of that well
 * but for the bug. */
#include <solvent/bot.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static struct {
    bool bid, offer, late, crash;
} bug;

static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    static const struct timespec long_thought = {.tv_nsec = 500000000};
    /* The bug: at a railroad it looks far ahead, and at no clock. */
    if (bug.late && m->edition->space[q->space].kind == SV_SPACE_RAIL) {
        (void)nanosleep(&long_thought, NULL);
    }
    a->choice = m->position->cash[m->seat] >= q->amount ? SV_CHOICE_BUY_BUY : SV_CHOICE_BUY_DECLINE;
}

/* How many deeds of its group a space would complete for us. */
static unsigned missing(const struct sv_match *m, unsigned space)
{
    const unsigned group = m->edition->space[space].group;
    return m->edition->group[group].size - sv_group_owned(m->edition, m->position, group, m->seat);
}

static void bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    if (q->space == SV_NONE) {
        return;
    }
    /* The bug: with one deed of the set missing it divides by how many would be missing after this
     * one. */
    int32_t most = bug.crash
                       ? m->edition->space[q->space].price / (int32_t)(missing(m, q->space) - 1)
                       : m->edition->space[q->space].price * 9 / 10;
    /* The bug: what it would pay may be more than it has, q->limit. */
    if (bug.bid ? m->position->auction_high < most : q->amount <= most && q->amount <= q->limit) {
        a->bid = bug.bid ? most : q->amount;
    }
}

/* Offers the only deed that we own in a set, for one and a half times its price, to the owner of
 * another deed of the set. */
static void manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_edition *e = m->edition;
    const struct sv_position *p = m->position;
    for (uint64_t left = p->owned[m->seat] & e->streets; left != 0 && a->n_offers < q->offers;
         left &= left - 1) {
        const unsigned space = sv_first(left);
        const struct sv_group *group = &e->group[e->space[space].group];
        const uint64_t others = group->mask & ~p->owned[m->seat];
        const unsigned other = others != 0 ? p->owner[sv_first(others)] : SV_BANK;

        if (other >= SV_BANK) {
            continue;
        }
        a->offers[0] = (struct sv_offer){.to = (uint8_t)other,
                                         .give_deeds = UINT64_C(1) << space,
                                         .get_cash = e->space[space].price * 3 / 2};
        /* The bug: the bot does not check whether the other has enough cash. */
        a->n_offers = bug.offer || sv_check_offer(e, p, m->seat, &a->offers[0]) == SV_OK;
    }
}

int main(int argc, char **argv)
{
    static const struct sv_bot bot = {
        .name = "blunderer",
        .version = "1",
        .when = {.manage = SV_WHEN_OWN_TURN | SV_WHEN_DEEDS_CHANGED},
        .manage = manage,
        .buy = buy,
        .bid = bid,
    };

    if (argc < 2) {
        fprintf(stderr, "usage: blunderer bid|offer|late|crash\n");
        return 2;
    }
    bug.bid = strcmp(argv[1], "bid") == 0;
    bug.offer = strcmp(argv[1], "offer") == 0;
    bug.late = strcmp(argv[1], "late") == 0;
    bug.crash = strcmp(argv[1], "crash") == 0;
    argv[1] = argv[0];
    return sv_bot_main(argc - 1, argv + 1, &bot);
}

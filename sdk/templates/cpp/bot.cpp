// @NAME@. Each callback gets the match, a question and an answer that holds the default already: change what you want
// otherwise. A callback that is not here is never called, and the default is taken: see <solvent/bot.h> for all there are.
// No exception may leave a callback.
#include "bot.hpp"

#include <algorithm>

namespace {

constexpr int32_t reserve = 150; // cash kept for the rent of the next few turns

int32_t spare(const sv_match *m)
{
    return m->position->cash[m->seat] - reserve;
}

// A window, before every turn: build house by house while it is lawful and the reserve stays.
void manage(sv_match *m, const sv_question *, sv_answer *a)
{
    int32_t cash = spare(m);

    for (bool built = true; built;) { // in rounds, as the houses of a set must be even
        built = false;
        for (unsigned space = 0; space < m->edition->n_spaces; space++) {
            const int32_t cost = sv_level_cost(m->edition, space, a->plan.level[space]);

            if (cost > 0 && cost <= cash && sv_can_build(m->edition, m->position, m->seat, &a->plan, space)) {
                a->plan.level[space]++;
                cash -= cost;
                built = true;
            }
        }
    }
}

// An unowned deed: what leaves the reserve is bought. The rest is auctioned among all players.
void buy(sv_match *m, const sv_question *q, sv_answer *a)
{
    a->choice = spare(m) >= q->amount ? SV_CHOICE_BUY_BUY : SV_CHOICE_BUY_DECLINE;
}

// An auction: `limit` is how far the arbiter may raise the bid without asking again.
void bid(sv_match *m, const sv_question *q, sv_answer *a)
{
    const int32_t price = q->space != SV_NONE ? m->edition->space[q->space].price : q->limit;
    const int32_t most = std::min({price, q->limit, spare(m)});

    if (most >= q->amount) {
        a->bid = q->amount;
        a->limit = most;
    }
}

} // namespace

const sv_bot bot = {
    .name = "@NAME@",
    .version = "1",
    .when = {.manage = SV_WHEN_CAN_BUILD}, // in other windows it would do nothing
    .manage = manage,
    .buy = buy,
    .bid = bid,
};

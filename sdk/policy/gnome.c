/* `gnome` decides as the fixed agent of the GNOME project's simulator does (github.com/
 * mayankkejriwal/GNOME-p3, background_agent_v3_1), as far as the rules here have its decisions. It
 * counts in salaries: what leaves a salary in hand is cheap. Written anew from what that agent
 * does; tests/bots/gnome.txt has its own answers in 720 situations, which bots/gnome compares.
 *
 * Different by necessity: bids and prices are whole; nothing is mortgaged to buy a deed, as a
 * question to buy allows no sales to the bank; who owes more than mortgages bring sells buildings,
 * as deeds can't be sold to the bank; and cards and tickets, which its trades don't know, count
 * nothing. */
#include "policy/named.h"

#include <string.h>

/* The agent goes through deeds by name. Returns the first of a set that is not empty. */
static unsigned first_name(const struct sv_edition *e, uint64_t spaces)
{
    unsigned first = sv_first(spaces);
    for (; spaces != 0; spaces &= spaces - 1) {
        const unsigned s = sv_first(spaces);
        first = strcmp(e->space[s].name, e->space[first].name) < 0 ? s : first;
    }
    return first;
}

static bool completes(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                      unsigned space)
{
    const uint64_t others = e->group[e->space[space].group].mask & ~(UINT64_C(1) << space);
    return (others & ~p->owned[seat]) == 0;
}

static void jail(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    a->choice = SV_CHOICE_JAIL_ROLL;
    if (m->position->cash[m->seat] >= m->edition->rules.salary) {
        a->choice = sv_has(q->choices, SV_CHOICE_JAIL_CARD)  ? SV_CHOICE_JAIL_CARD
                    : sv_has(q->choices, SV_CHOICE_JAIL_PAY) ? SV_CHOICE_JAIL_PAY
                                                             : SV_CHOICE_JAIL_ROLL;
    }
}

static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const int64_t left = (int64_t)m->position->cash[m->seat] - q->amount;
    const int64_t least =
        completes(m->edition, m->position, m->seat, q->space) ? 0 : m->edition->rules.salary;
    a->choice = left >= least ? SV_CHOICE_BUY_BUY : SV_CHOICE_BUY_DECLINE;
}

/* Half of the way to the price; for the last deed of a set, a quarter of the way to all cash. */
static void bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const int32_t now = m->position->auction_high;
    const int32_t cash = m->position->cash[m->seat];
    int32_t next = 0;
    if (q->space != SV_NONE && now < m->edition->space[q->space].price) {
        next = now + (m->edition->space[q->space].price - now) / 2;
        next = next < cash ? next : 0;
    } else if (q->space != SV_NONE && now < cash &&
               completes(m->edition, m->position, m->seat, q->space)) {
        next = now + (cash - now) / 4;
    }
    a->bid = next >= q->amount && next <= q->limit ? next : 0;
}

/* As bid(), in a sealed auction: as far as it would go against one who bids one more. */
static void sealed_bid(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const int32_t price = q->space != SV_NONE ? m->edition->space[q->space].price - 1 : 0;
    const int32_t most = price < q->limit ? price : q->limit;
    a->bid = most >= q->amount && most < m->position->cash[m->seat] ? most : 0;
}

/* ---- its deeds ------------------------------------------------------------------------------- */

/* Returns whether street `a` comes after `b` by the gain of one more level; names decide ties. */
static bool is_better(const struct sv_edition *e, const struct sv_plan *plan, unsigned a,
                      unsigned b)
{
    int32_t gain[2];
    for (unsigned i = 0; i < 2; i++) {
        const struct sv_space *s = &e->space[i == 0 ? a : b];
        const unsigned level = plan->level[s->index];
        gain[i] = s->rent[level + 1] - (level == 0 ? 2 * s->rent[0] : s->rent[level]) -
                  sv_level_cost(e, s->index, level);
    }
    return gain[0] != gain[1] ? gain[0] > gain[1] : strcmp(e->space[a].name, e->space[b].name) > 0;
}

/* Builds while there is cash, level by level where it adds most rent. */
static void build(struct sv_match *m, int64_t *cash, struct sv_plan *plan)
{
    const struct sv_edition *e = m->edition;
    for (;;) {
        unsigned best = SV_NONE;
        for (uint64_t left = m->position->owned[m->seat]; left != 0; left &= left - 1) {
            const unsigned s = sv_first(left);
            if (e->space[s].kind == SV_SPACE_STREET && plan->level[s] < 5 &&
                sv_set_full(e, m->position, e->space[s].group, m->seat) &&
                sv_level_cost(e, s, plan->level[s]) <= *cash &&
                sv_can_build(e, m->position, m->seat, plan, s) &&
                (best == SV_NONE || is_better(e, plan, s, best))) {
                best = s;
            }
        }
        if (best == SV_NONE) {
            return;
        }
        *cash -= sv_level_cost(e, best, plan->level[best]);
        plan->level[best]++;
    }
}

/* Lifts mortgages by name while a salary stays. */
static void lift(struct sv_match *m, int64_t *cash, struct sv_plan *plan)
{
    uint64_t left = m->position->owned[m->seat] & m->position->mortgaged;
    while (left != 0) {
        const unsigned s = first_name(m->edition, left);
        left &= ~(UINT64_C(1) << s);
        if (*cash - sv_lift_cost(m->edition, s) >= m->edition->rules.salary) {
            *cash -= sv_lift_cost(m->edition, s);
            plan->lift |= UINT64_C(1) << s;
        }
    }
}

/* Mortgages bare deeds, the least value first, if all of them together cover the debt. */
static void debt(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_edition *e = m->edition;
    const struct sv_position *p = m->position;
    int64_t missing = (int64_t)q->amount - p->cash[m->seat];
    int64_t all = 0;
    uint64_t bare = 0;
    for (uint64_t left = p->owned[m->seat] & ~p->mortgaged; left != 0; left &= left - 1) {
        const unsigned s = sv_first(left);
        if (!sv_set_built(e, p, e->space[s].group, m->seat)) {
            bare |= UINT64_C(1) << s;
            all += e->space[s].mortgage;
        }
    }
    if (all < missing) {
        return; /* the default sells buildings, too */
    }
    sv_answer_clear(p, q, a);
    while (missing > 0) {
        unsigned least = first_name(e, bare);
        for (uint64_t left = bare; left != 0;) {
            const unsigned s = first_name(e, left);
            left &= ~(UINT64_C(1) << s);
            least = e->space[s].mortgage < e->space[least].mortgage ? s : least;
        }
        bare &= ~(UINT64_C(1) << least);
        a->plan.mortgage |= UINT64_C(1) << least;
        missing -= e->space[least].mortgage;
    }
}

/* ---- trades ---------------------------------------------------------------------------------- */

/* Returns whether a seat can give a street to another whose set it completes: bare of mortgages,
 * and the only one of its set that the seat has. */
static bool is_lone(const struct sv_edition *e, const struct sv_position *p, unsigned from,
                    unsigned to, unsigned space)
{
    const uint64_t set = e->group[e->space[space].group].mask;
    return e->space[space].kind == SV_SPACE_STREET && !sv_has(p->mortgaged, space) &&
           sv_count(p->owned[from] & set) == 1 && completes(e, p, to, space);
}

/* A street for a price. */
struct ware {
    unsigned space, other;
    int32_t price;
};

/* Lists streets that would complete a set of the other's (`selling`) or its own, one for each other
 * seat: the dearest to sell, the cheapest to buy. */
static unsigned list(const struct sv_match *m, bool selling, struct ware out[SV_MAX_SEATS])
{
    const struct sv_edition *e = m->edition;
    const struct sv_position *p = m->position;
    unsigned n = 0;
    for (unsigned s = 0; s < p->seats; s++) {
        const unsigned from = selling ? m->seat : s;
        const unsigned to = selling ? s : m->seat;
        struct ware best = {.space = SV_NONE};
        if (s == m->seat || !sv_alive(p, s)) {
            continue;
        }
        for (uint64_t left = p->owned[from]; left != 0;) {
            const unsigned space = first_name(e, left);
            int32_t price = e->space[space].price * 3 / (selling ? 2 : 4);
            left &= ~(UINT64_C(1) << space);
            if (!is_lone(e, p, from, to, space)) {
                continue;
            }
            if (selling && price < p->cash[s] / 2) {
                price = p->cash[s] / 2;
            } else if (price > p->cash[to]) {
                continue;
            }
            if (best.space == SV_NONE || (selling ? price > best.price : price < best.price)) {
                best = (struct ware){space, s, price};
            }
        }
        if (best.space != SV_NONE) { /* in order: the dearest sale, the cheapest purchase first */
            unsigned at = n++;
            for (; at > 0 &&
                   (selling ? best.price > out[at - 1].price : best.price < out[at - 1].price);
                 at--) {
                out[at] = out[at - 1];
            }
            out[at] = best;
        }
    }
    return n;
}

static void offer(struct sv_match *m, unsigned most, struct sv_answer *a, const struct ware *sold,
                  const struct ware *bought, int32_t pays)
{
    struct sv_offer o = {.to = (uint8_t)(sold != NULL ? sold->other : bought->other)};
    o.give_deeds = sold != NULL ? UINT64_C(1) << sold->space : 0;
    o.get_deeds = bought != NULL ? UINT64_C(1) << bought->space : 0;
    o.give_cash = pays > 0 ? pays : 0;
    o.get_cash = pays < 0 ? -pays : 0;
    if (a->n_offers < most && sv_check_offer(m->edition, m->position, m->seat, &o) == SV_OK) {
        a->offers[a->n_offers++] = o;
    }
}

/* Without a salary in hand it sells. Else it swaps where it can; and where it can't, it buys at
 * nine eighths of the price, or sells if it can buy nothing. */
static void propose(struct sv_match *m, unsigned most, struct sv_answer *a)
{
    const int32_t salary = m->edition->rules.salary;
    const int32_t cash = m->position->cash[m->seat];
    struct ware sale[SV_MAX_SEATS];
    struct ware wish[SV_MAX_SEATS];
    const unsigned sales = list(m, true, sale);
    const unsigned wishes = list(m, false, wish);
    bool swapped = false;
    int64_t spent = 0;
    if (cash < salary || wishes == 0) {
        for (unsigned i = 0; i < sales; i++) {
            offer(m, most, a, &sale[i], NULL, -sale[i].price);
        }
        return;
    }
    for (unsigned i = 0; i < wishes; i++) {
        for (unsigned k = 0; k < sales; k++) {
            if (sale[k].other == wish[i].other) {
                offer(m, most, a, &sale[k], &wish[i], wish[i].price - sale[k].price);
                swapped = true;
            }
        }
    }
    for (unsigned i = 0; i < wishes && !swapped; i++) {
        const int32_t price = m->edition->space[wish[i].space].price * 9 / 8;
        if (2 * (cash - spent - price) > salary) {
            spent += price;
            offer(m, most, a, NULL, &wish[i], price);
        }
    }
}

static void manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    int64_t cash = m->position->cash[m->seat];
    if (m->position->turn_seat != m->seat) {
        build(m, &cash, &a->plan);
        lift(m, &cash, &a->plan);
    } else if (q->offers == (unsigned)m->edition->rules.offers_per_window) {
        propose(m, q->offers, a);
    }
}

static int64_t prices(const struct sv_edition *e, uint64_t deeds)
{
    int64_t sum = 0;
    for (; deeds != 0; deeds &= deeds - 1) {
        sum += e->space[sv_first(deeds)].price;
    }
    return sum;
}

/* Wants no set less, and cash that lasts. With a salary left it takes whatever that is, and any
 * trade that completes a set. */
static void trade(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_edition *e = m->edition;
    const struct sv_position *p = m->position;
    const struct sv_offer *o = &q->offer; /* as the other sees it: it gives, the bot is asked for */
    const int64_t pays = (int64_t)o->get_cash - o->give_cash;
    const int64_t left = p->cash[m->seat] - pays;
    const int64_t gain = prices(e, o->give_deeds) - prices(e, o->get_deeds) - pays;
    int sets = 0;
    if ((o->give_cash == 0 && o->give_deeds == 0) || left < 0 ||
        ((o->give_deeds | o->get_deeds) & p->mortgaged) != 0) {
        return;
    }
    for (uint64_t deeds = o->give_deeds; deeds != 0; deeds &= deeds - 1) {
        sets += completes(e, p, m->seat, sv_first(deeds));
    }
    for (uint64_t deeds = o->get_deeds; deeds != 0; deeds &= deeds - 1) {
        const struct sv_space *s = &e->space[sv_first(deeds)];
        sets -= s->kind == SV_SPACE_STREET && sv_set_full(e, p, s->group, m->seat);
    }
    if (sets > 0
            ? left > 0
            : sets == 0 && 2 * left >= e->rules.salary && (left >= e->rules.salary || gain > 0)) {
        a->choice = SV_CHOICE_TRADE_ACCEPT;
    }
}

const struct sv_bot svi_policy_gnome = {
    .name = "gnome",
    .version = "1",
    .matches = 256,
    .manage = manage,
    .jail = jail,
    .buy = buy,
    .bid = bid,
    .sealed_bid = sealed_bid,
    .debt = debt,
    .trade = trade,
};

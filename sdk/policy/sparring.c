/* Opponents of `solvent panel` that stand for a way to trade. Each plays as the careful bot does,
 * but for its trades. */
#include "policy/careful.h"
#include "policy/named.h"

#define AS_CAREFUL                                                                                 \
    .version = "1", .matches = 256, .match_start = svi_careful_match_start,                        \
    .match_end = svi_careful_match_end, .jail = svi_careful_jail, .buy = svi_careful_buy,          \
    .bid = svi_careful_bid, .sealed_bid = svi_careful_sealed_bid, .debt = svi_careful_debt,        \
    .interest = svi_careful_interest, .place = svi_careful_place, .tax = svi_careful_tax,          \
    .bus = svi_careful_bus, .ride = svi_careful_ride, .triple = svi_careful_triple,                \
    .ticket = svi_careful_ticket, .lot = svi_careful_lot, .layout = svi_careful_layout

/* Takes any offer that brings cash. */
static void sell(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)m;
    if (q->offer.give_cash > q->offer.get_cash) {
        a->choice = SV_CHOICE_TRADE_ACCEPT;
    }
}

/* Returns the deed that the beggar wants of a seat in this round, or SV_NONE: first of sets in
 * which it has deeds. */
static unsigned wanted_of(const struct sv_match *m, unsigned other)
{
    const struct sv_edition *e = m->edition;
    const struct sv_position *p = m->position;
    uint64_t wanted = 0;
    for (unsigned g = 0; g < e->n_groups; g++) {
        wanted |= (p->owned[m->seat] & e->group[g].mask) != 0 ? e->group[g].mask : 0;
    }
    wanted = (wanted & p->owned[other]) != 0 ? wanted & p->owned[other] : p->owned[other];
    for (unsigned skip = wanted != 0 ? p->round % sv_count(wanted) : 0; skip > 0; skip--) {
        wanted &= wanted - 1;
    }
    return wanted != 0 ? sv_first(wanted) : SV_NONE;
}

/* Asks others for a deed at half its price, another one each round, before it builds. */
static void beg(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_position *p = m->position;
    if (p->turn_seat == m->seat && q->offers == (unsigned)m->edition->rules.offers_per_window) {
        for (unsigned i = 1; i < p->seats && a->n_offers < q->offers; i++) {
            const unsigned other = (m->seat + i) % p->seats;
            const unsigned space = wanted_of(m, other);
            struct sv_offer offer = {.to = (uint8_t)other};
            if (space != SV_NONE) {
                offer.get_deeds = UINT64_C(1) << space;
                offer.give_cash = m->edition->space[space].price / 2;
                if (sv_check_offer(m->edition, p, m->seat, &offer) == SV_OK) {
                    a->offers[a->n_offers++] = offer;
                }
            }
        }
    }
    if (a->n_offers == 0) {
        svi_careful_manage(m, q, a);
    }
}

const struct sv_bot svi_policy_hermit = {
    .name = "hermit", AS_CAREFUL, .manage = svi_careful_manage}; /* trades are refused by default */

const struct sv_bot svi_policy_seller = {
    .name = "seller", AS_CAREFUL, .manage = svi_careful_manage, .trade = sell};

const struct sv_bot svi_policy_beggar = {
    .name = "beggar", AS_CAREFUL, .manage = beg, .trade = svi_careful_trade};

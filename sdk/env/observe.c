#include "env/observe.h"

#include "env/allowed.h"

#include <solvent/observation.h>

#include <string.h>

#define X(TYPE, name, values, CODE, of, text) +sizeof(((struct sv_observation *)0)->name)
_Static_assert(sizeof(struct sv_observation) - (0 SV_OBSERVATION_FIELDS(X)) < 4,
               "wider numbers begin at multiples of four: hardly any padding");
#undef X

struct seen {
    const struct sv_edition *e;
    const struct sv_position *p;
    const struct sv_question *q;
    uint8_t relative[256]; /* by seat, SV_BANK or SV_NONE */
    uint8_t absolute[SV_MAX_SEATS];
};

static void see_seats(const struct seen *s, struct sv_observation *out)
{
    const struct sv_position *p = s->p;
    for (unsigned i = 0; i < p->seats; i++) {
        const unsigned seat = s->absolute[i];
        out->cash[i] = p->cash[seat];
        out->worth[i] = sv_worth(s->e, p, seat);
        out->alive[i] = sv_has(p->alive, seat);
        out->forfeited[i] = sv_has(p->forfeited, seat);
        out->speeding[i] = sv_has(p->speeding, seat);
        out->place[i] = p->space[seat];
        out->jail[i] = p->jail[seat];
        out->tickets[i] = p->tickets[seat];
        out->offers_left[i] = p->offers_left[seat];
        out->auction_in[i] = sv_has(p->auction_in, seat);
    }
    for (unsigned j = 0; j < SV_MAX_JAIL_CARDS; j++) {
        out->jail_card[j] = s->relative[p->jail_holder[j]];
    }
}

static void see_table(const struct seen *s, const struct sv_answer *a, struct sv_observation *out)
{
    const struct sv_position *p = s->p;
    const bool plans = (sv_decision_fields(s->q->kind) & SV_F_LEVELS) != 0;
    const uint64_t lift = s->q->kind == SV_DECISION_INTEREST || plans ? a->plan.lift : 0;
    out->round[0] = p->round;
    out->rounds_left[0] = s->e->rules.max_rounds - p->round;
    out->start_cash[0] = s->e->rules.start_cash;
    out->seats[0] = p->seats;
    out->turn_seat[0] = s->relative[p->turn_seat];
    out->doubles[0] = p->doubles;
    memcpy(out->dice, p->dice, sizeof out->dice);
    memcpy(out->stock, p->stock, sizeof out->stock);
    for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
        out->owner[i] = s->relative[p->owner[i]];
    }
    memcpy(out->level, p->level, sizeof out->level);
    memcpy(out->plan_level, plans ? a->plan.level : p->level, sizeof out->plan_level);
    svi_spread(p->mortgaged, SV_MAX_SPACES, out->mortgaged);
    svi_spread((p->mortgaged | (plans ? a->plan.mortgage : 0)) & ~lift, SV_MAX_SPACES,
               out->plan_mortgaged);
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        out->deck_size[d] = p->deck_size[d];
        for (unsigned i = 0; i < p->deck_size[d]; i++) {
            const unsigned card = p->seen[d][(p->deck_head[d] + i) % SV_MAX_CARDS];
            if (card < SV_MAX_CARDS) {
                out->card_depth[d * SV_MAX_CARDS + card] = (uint8_t)(i + 1);
            }
        }
    }
}

static void see_auction(const struct seen *s, struct sv_observation *out)
{
    const struct sv_position *p = s->p;
    const bool on = p->auction_in != 0;
    out->auction_unit[0] = SV_UNIT_COUNT;
    out->auction_seat[0] = SV_SEEN_NOBODY;
    if (on) {
        out->auction_high[0] = p->auction_high;
        out->auction_seat[0] = s->relative[p->auction_seat];
        if (p->auction_space < SV_MAX_SPACES) {
            out->auction_space[p->auction_space] = 1;
        } else if (p->auction_unit < SV_UNIT_COUNT) {
            out->auction_unit[0] = p->auction_unit;
        }
    }
}

static void see_offers(const struct seen *s, const struct sv_answer *a, struct sv_observation *out)
{
    const struct sv_question *q = s->q;
    const struct sv_offer *draft = svi_draft_of(q, a);
    out->offer_from[0] = out->offer_to[0] = out->draft_to[0] = SV_SEEN_NOBODY;
    if (s->p->offer_seat < SV_MAX_SEATS) {
        const struct sv_offer *o = &s->p->offer;
        out->offer_from[0] = s->relative[s->p->offer_seat];
        out->offer_to[0] = s->relative[o->to];
        out->offer_give_cash[0] = o->give_cash;
        out->offer_get_cash[0] = o->get_cash;
        svi_spread(o->give_deeds, SV_MAX_SPACES, out->offer_give);
        svi_spread(o->get_deeds, SV_MAX_SPACES, out->offer_get);
        svi_spread(o->give_cards, SV_MAX_JAIL_CARDS, out->offer_give_card);
        svi_spread(o->get_cards, SV_MAX_JAIL_CARDS, out->offer_get_card);
        out->offer_give_tickets[0] = o->give_tickets;
        out->offer_get_tickets[0] = o->get_tickets;
    }
    out->proposed[0] = (sv_decision_fields(q->kind) & SV_F_OFFERS) != 0 ? a->n_offers : 0;
    if (draft != NULL) {
        out->draft_to[0] = s->relative[draft->to];
        out->draft_give_cash[0] = draft->give_cash;
        out->draft_get_cash[0] = draft->get_cash;
        svi_spread(draft->give_deeds, SV_MAX_SPACES, out->draft_give);
        svi_spread(draft->get_deeds, SV_MAX_SPACES, out->draft_get);
        svi_spread(draft->give_cards, SV_MAX_JAIL_CARDS, out->draft_give_card);
        svi_spread(draft->get_cards, SV_MAX_JAIL_CARDS, out->draft_get_card);
        out->draft_give_tickets[0] = draft->give_tickets;
        out->draft_get_tickets[0] = draft->get_tickets;
    }
}

static void see_question(const struct seen *s, const struct sv_answer *a,
                         struct sv_observation *out)
{
    const struct sv_question *q = s->q;
    const unsigned has = sv_decision_asks(q->kind);
    const int32_t cash = s->p->cash[q->seat];
    const bool plans =
        (sv_decision_fields(q->kind) & SV_F_LEVELS) != 0 && q->kind != SV_DECISION_LAYOUT;
    out->kind[0] = q->kind;
    out->amount[0] = q->amount;
    out->limit[0] = q->limit;
    for (unsigned i = 0; i < 3; i++) {
        out->choices[i] = sv_has(q->choices, i);
    }
    out->other[0] = (has & SV_Q_OTHER) != 0 ? s->relative[q->other] : SV_SEEN_NOBODY;
    out->unit[0] = (has & SV_Q_UNIT) != 0 && q->space == SV_NONE ? q->unit : SV_UNIT_COUNT;
    out->offers[0] = q->offers;
    if ((has & SV_Q_SPACES) != 0) {
        svi_spread(q->spaces, SV_MAX_SPACES, out->asked);
    }
    if (q->space < SV_MAX_SPACES) {
        out->asked[q->space] = 1;
    }
    out->spare[0] = cash + (plans ? (int32_t)sv_plan_cash(s->e, s->p, q->seat, &a->plan) : 0);
    if (svi_is_bid(q)) {
        out->bid[0] = a->bid;
        out->bid_limit[0] = a->limit;
    }
}

static void see_history(const struct seen *s, const struct sv_history *h,
                        struct sv_observation *out)
{
    for (unsigned i = 0; i < s->p->seats; i++) {
        const unsigned seat = s->absolute[i];
        out->last_bid[i] = h->last_bid[seat];
        out->passed[i] = h->passed[seat];
        out->offers_made[i] = h->offers_made[seat];
        out->offers_accepted[i] = h->offers_accepted[seat];
        out->offers_refused[i] = h->offers_refused[seat];
    }
}

void sv_observe_with(const struct sv_history *h, const struct sv_edition *e,
                     const struct sv_position *p, const struct sv_question *q,
                     const struct sv_answer *a, struct sv_observation *out)
{
    struct seen s = {.e = e, .p = p, .q = q};
    memset(out, 0, sizeof *out);
    memset(s.relative, SV_SEEN_NOBODY, sizeof s.relative);
    s.relative[SV_BANK] = SV_SEEN_BANK;
    for (unsigned i = 0; i < p->seats; i++) {
        s.absolute[i] = (uint8_t)((q->seat + i) % p->seats);
        s.relative[s.absolute[i]] = (uint8_t)i;
    }
    see_seats(&s, out);
    see_table(&s, a, out);
    see_auction(&s, out);
    see_offers(&s, a, out);
    see_question(&s, a, out);
    if (h != NULL) {
        see_history(&s, h, out);
    }
}

void sv_observe(const struct sv_edition *e, const struct sv_position *p,
                const struct sv_question *q, const struct sv_answer *a, struct sv_observation *out)
{
    sv_observe_with(NULL, e, p, q, a, out);
}

void svi_observe_end(const struct sv_history *h, const struct sv_edition *e,
                     const struct sv_position *p, unsigned seat, struct sv_observation *out)
{
    const struct sv_question q = {
        .kind = SV_DECISION_MANAGE, .seat = (uint8_t)seat, .space = SV_NONE};
    struct sv_answer a;
    sv_answer_clear(p, &q, &a);
    sv_observe_with(h, e, p, &q, &a, out);
    out->kind[0] = SV_DECISION_COUNT;
}

/* ---- history --------------------------------------------------------------------------------- */

static void count(uint8_t *number)
{
    *number = (uint8_t)(*number + (*number < UINT8_MAX));
}

void sv_history_note(struct sv_history *h, const struct sv_event *ev)
{
    switch (ev->type) {
    case SV_EVENT_AUCTION:
        memset(h->last_bid, 0, sizeof h->last_bid);
        memset(h->passed, 0, sizeof h->passed);
        break;
    case SV_EVENT_BID:
        h->last_bid[ev->seat] = ev->amount;
        break;
    case SV_EVENT_DROP:
        h->passed[ev->seat] = 1;
        break;
    case SV_EVENT_OFFER:
        count(&h->offers_made[ev->seat]);
        break;
    case SV_EVENT_OFFER_END:
        if (ev->why != SV_WHY_VOID) {
            count(ev->why == SV_WHY_ACCEPTED ? &h->offers_accepted[ev->to]
                                             : &h->offers_refused[ev->to]);
        }
        break;
    default:
        break;
    }
}

/* ---- as floats ------------------------------------------------------------------------------- */

static void put_SHARE(float *at, int32_t number, float unit, unsigned of)
{
    (void)of;
    *at = (float)number * unit;
}

static void put_ONE_OF(float *at, int32_t number, float unit, unsigned of)
{
    (void)unit;
    memset(at, 0, of * sizeof *at);
    if ((uint32_t)number < of) {
        at[number] = 1;
    }
}

void svi_observation_update(const struct sv_observation *old, const struct sv_observation *seen,
                            float *out)
{
    const float money = 1 / (float)(seen->start_cash[0] > 0 ? seen->start_cash[0] : 1);
    float *at = out;
#define X(TYPE, name, values, CODE, of, text)                                                      \
    if (old == NULL || memcmp(old->name, seen->name, sizeof seen->name) != 0) {                    \
        for (unsigned i = 0; i < (values); i++) {                                                  \
            if (old == NULL || old->name[i] != seen->name[i]) {                                    \
                put_##CODE(at + (size_t)i * SVI_FLOATS_##CODE(of), seen->name[i],                  \
                           (of) == 0 ? money : 1 / (float)(of), of);                               \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    at += (size_t)(values)*SVI_FLOATS_##CODE(of);
    SV_OBSERVATION_FIELDS(X)
#undef X
}

void sv_observation_floats(const struct sv_observation *seen, float out[SV_OBSERVATION_FLOATS])
{
    svi_observation_update(NULL, seen, out);
}

void sv_observations_floats(const struct sv_observation *seen, size_t count, float *out)
{
    for (size_t i = 0; i < count; i++) {
        svi_observation_update(NULL, &seen[i], out + i * SV_OBSERVATION_FLOATS);
    }
}

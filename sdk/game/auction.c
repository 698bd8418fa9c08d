/* Auctions (RULES 4, 7.3). Frame: space, or unit in `n` with space SV_NONE; other: the seat
 * before the first one asked; seat: whose turn to bid it is; mask: who takes part; why. What
 * everybody sees is in the position's auction_ fields, limits and sealed bids in secret.bid. */
#include "game/op.h"

#include <string.h>

enum step {
    OPEN,
    BIDDING,
    SEALED,
};

void svi_push_auction(struct svi_ctx *c, unsigned space, unsigned unit, unsigned after, unsigned in,
                      int32_t lowest, enum sv_why why)
{
    struct sv_frame *top = svi_push(c, SVI_OP_AUCTION, after);

    top->space = (uint8_t)space;
    top->n = (uint8_t)unit;
    top->other = (uint8_t)after;
    top->amount = lowest;
    top->mask = in;
    top->why = (uint8_t)why;
}

/* Lowest and highest legal bid of a seat now (RULES 4.2). */
static int32_t lowest_bid(const struct sv_edition *e, const struct sv_position *p)
{
    return p->auction_seat == SV_NONE ? p->auction_min : p->auction_high + e->rules.auction_step;
}

/* Buildings are bid for with cash only: raising some could tear down what the unit was to stand
 * on. */
static int32_t highest_bid(const struct sv_edition *e, const struct sv_position *p, unsigned seat)
{
    return e->rules.bid_limit == SV_RULE_BID_LIMIT_LIQUID && p->auction_unit == SV_NONE
               ? sv_liquid(e, p, seat)
               : p->cash[seat];
}

static void drop(struct svi_ctx *c, unsigned seat)
{
    c->p->auction_in &= (uint8_t) ~(1u << seat);
    svi_emit(c, &(struct sv_event){.type = SV_EVENT_DROP, .seat = (uint8_t)seat, .space = SV_NONE});
}

static void set_high(struct svi_ctx *c, unsigned seat, int32_t bid)
{
    c->p->auction_high = bid;
    c->p->auction_seat = (uint8_t)seat;
    svi_emit(c, &(struct sv_event){
                    .type = SV_EVENT_BID, .seat = (uint8_t)seat, .amount = bid, .space = SV_NONE});
}

/* The auction is over: the highest bidder pays, then has the deed or places the building. */
static void finish(struct svi_ctx *c, struct sv_frame *f)
{
    struct sv_position *p = c->p;
    unsigned space = f->space;
    unsigned unit = f->n;
    unsigned winner = p->auction_seat;
    int32_t price = p->auction_high;

    p->auction_space = p->auction_unit = p->auction_seat = SV_NONE;
    p->auction_in = 0;
    p->auction_high = p->auction_min = 0;
    memset(c->st->secret.bid, 0, sizeof c->st->secret.bid);
    svi_pop(c);
    if (winner != SV_NONE) {
        struct sv_frame *top = svi_push(c, SVI_OP_WON, winner);

        top->n = (uint8_t)unit;
        top->space = (uint8_t)space;
        top->amount = price;
    } else if (unit != SV_NONE) {
        /* Nobody wants it at that price: what is ordered of it lapses (window.c). */
        c->st->course.frame[c->st->course.depth - 1].mask |= UINT64_C(1) << unit;
    }
}

static void open_auction(struct svi_ctx *c, struct sv_frame *f)
{
    struct sv_position *p = c->p;

    p->auction_space = f->space;
    p->auction_unit = f->n;
    p->auction_seat = SV_NONE;
    p->auction_in = (uint8_t)f->mask;
    p->auction_high = 0;
    p->auction_min = f->amount;
    memset(c->st->secret.bid, 0, sizeof c->st->secret.bid);
    svi_emit(c, &(struct sv_event){.type = SV_EVENT_AUCTION,
                                   .why = f->why,
                                   .space = f->space,
                                   .unit = f->n,
                                   .amount = f->amount});
    f->step = BIDDING;
    if (c->e->rules.auction == SV_RULE_AUCTION_SEALED) {
        f->step = SEALED;
        for (unsigned s = 0; s < p->seats; s++) {
            if (sv_has(p->auction_in, s) && svi_answers(c, s, SV_DECISION_SEALED_BID) &&
                highest_bid(c->e, p, s) >= p->auction_min) {
                c->st->secret.asked |= (uint8_t)(1u << s);
            }
        }
    }
}

/* RULES 4.3: second price plus step, ties by the clockwise order. */
static void open_bids(struct svi_ctx *c, struct sv_frame *f)
{
    struct sv_position *p = c->p;
    const int32_t *bid = c->st->secret.bid;
    unsigned best = SV_NONE;
    int32_t second = 0;
    int32_t price;

    for (unsigned i = 1; i <= p->seats; i++) {
        unsigned s = svi_ring(f->other, i, p->seats);

        if (bid[s] == 0) {
            continue;
        }
        if (best == SV_NONE || bid[s] > bid[best]) {
            second = best == SV_NONE ? second : bid[best];
            best = s;
        } else if (bid[s] > second) {
            second = bid[s];
        }
    }
    if (best != SV_NONE) {
        price = second == 0 ? p->auction_min : second + c->e->rules.auction_step;
        set_high(c, best, price < bid[best] ? price : bid[best]);
    }
    finish(c, f);
}

void svi_auction_run(struct svi_ctx *c, struct sv_frame *f)
{
    struct sv_position *p = c->p;
    unsigned rivals;

    if (f->step == OPEN) {
        open_auction(c, f);
        return;
    }
    if (f->step == SEALED) {
        open_bids(c, f);
        return;
    }
    rivals = p->auction_in & ~(p->auction_seat == SV_NONE ? 0 : 1u << p->auction_seat);
    if (rivals == 0) {
        finish(c, f);
        return;
    }
    do {
        f->seat = (uint8_t)svi_ring(f->seat, 1, p->seats);
    } while (!sv_has(rivals, f->seat));
    if (highest_bid(c->e, p, f->seat) < lowest_bid(c->e, p)) {
        drop(c, f->seat);
    } else {
        svi_ask(c, f, f->seat, SV_DECISION_BID);
    }
}

void svi_auction_question(const struct sv_edition *e, const struct sv_state *st,
                          const struct sv_frame *f, struct sv_question *q)
{
    const struct sv_position *p = &st->position;

    q->kind = f->step == SEALED ? SV_DECISION_SEALED_BID : SV_DECISION_BID;
    q->space = f->space;
    q->unit = f->space == SV_NONE ? f->n : 0;
    q->amount = lowest_bid(e, p);
    q->limit = highest_bid(e, p, q->seat);
}

/* A bid stands, or the limit of the highest bidder so far answers it: the only other limit that
 * is still above the price. As if both went on raising by the step; a tie goes to the earlier
 * (RULES 4.2). */
static void bid(struct svi_ctx *c, unsigned seat, int32_t amount, int32_t limit)
{
    const struct sv_position *p = c->p;
    int32_t *limits = c->st->secret.bid;
    int32_t step = c->e->rules.auction_step;
    unsigned rival = p->auction_seat;
    int64_t rival_limit = rival == SV_NONE ? 0 : limits[rival];

    limits[seat] = limit;
    set_high(c, seat, amount);
    if (rival_limit < (int64_t)amount + step) {
        return;
    }
    if (limit >= rival_limit + step) {
        set_high(c, rival, (int32_t)rival_limit);
        set_high(c, seat, (int32_t)rival_limit + step);
    } else {
        int64_t answer = (int64_t)limit + step;

        answer = answer < rival_limit ? answer : rival_limit;
        if (answer - step > amount) {
            set_high(c, seat, (int32_t)answer - step);
        }
        set_high(c, rival, (int32_t)answer);
    }
}

void svi_auction_answer(struct svi_ctx *c, struct sv_frame *f, unsigned seat,
                        const struct sv_answer *a)
{
    if (f->step == SEALED) {
        c->st->secret.bid[seat] = a->bid;
    } else if (a->bid == 0) {
        drop(c, seat);
    } else {
        bid(c, seat, a->bid, a->limit > a->bid ? a->limit : a->bid);
    }
}

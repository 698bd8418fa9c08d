/* Auctions (RULES 4, 7.3). The public part is in the position's auction_ fields; limits and
 * simultaneous bids are in secret.limit and secret.bid. */
#include "game/op.h"
#include "game/plan.h"

#include <string.h>

enum step {
    OPEN,
    BIDDING, /* one after the other */
    SEALED,  /* all at once */
    ROUND,   /* all at once, again and again */
};

static const uint8_t steps[] = {[SV_RULE_AUCTION_ENGLISH] = BIDDING,
                                [SV_RULE_AUCTION_SEALED] = SEALED,
                                [SV_RULE_AUCTION_SIMULTANEOUS] = ROUND};

void svi_push_auction(struct svi_ctx *c, unsigned space, unsigned unit, unsigned after, unsigned in,
                      int32_t lowest, enum sv_why why)
{
    struct sv_frame_auction *f = &svi_push(c, SVI_OP_AUCTION, after)->auction;
    f->space = (uint8_t)space;
    f->unit = (uint8_t)unit;
    f->after = (uint8_t)after;
    f->lowest = lowest;
    f->in = in;
    f->why = (uint8_t)why;
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

static void clear_bids(struct svi_ctx *c)
{
    memset(c->st->secret.bid, 0, sizeof c->st->secret.bid);
    memset(c->st->secret.limit, 0, sizeof c->st->secret.limit);
}

/* The auction is over: the highest bidder pays, then has the deed or places the building. */
static void finish(struct svi_ctx *c, struct sv_frame_auction *f)
{
    struct sv_position *p = c->p;
    unsigned space = f->space;
    unsigned unit = f->unit;
    unsigned winner = p->auction_seat;
    int32_t price = p->auction_high;
    p->auction_space = p->auction_unit = p->auction_seat = SV_NONE;
    p->auction_in = 0;
    p->auction_high = p->auction_min = 0;
    clear_bids(c);
    svi_pop(c);
    if (winner != SV_NONE) {
        svi_push_won(c, winner, space, unit, price);
    } else if (unit != SV_NONE) {
        svi_window_unsold(c, unit);
    }
}

/* Asks at once all seats that take part, do not hold the highest bid and can make a higher one. */
static void ask_all(struct svi_ctx *c, enum sv_decision kind)
{
    const struct sv_position *p = c->p;
    for (unsigned s = 0; s < p->seats; s++) {
        if (sv_has(p->auction_in, s) && s != p->auction_seat && svi_answers(c, s, kind) &&
            highest_bid(c->e, p, s) >= lowest_bid(c->e, p)) {
            c->st->secret.asked |= (uint8_t)(1u << s);
        }
    }
}

static void open_auction(struct svi_ctx *c, struct sv_frame_auction *f)
{
    struct sv_position *p = c->p;
    p->auction_space = f->space;
    p->auction_unit = f->unit;
    p->auction_seat = SV_NONE;
    p->auction_in = (uint8_t)f->in;
    p->auction_high = 0;
    p->auction_min = f->lowest;
    clear_bids(c);
    svi_emit(c, &(struct sv_event){.type = SV_EVENT_AUCTION,
                                   .why = f->why,
                                   .space = f->space,
                                   .unit = f->unit,
                                   .amount = f->lowest});
    f->step = steps[c->e->rules.auction];
    if (f->step != BIDDING) {
        ask_all(c, f->step == SEALED ? SV_DECISION_SEALED_BID : SV_DECISION_BID);
    }
}

/* RULES 4.3: second price plus step, ties by the clockwise order. */
static void open_bids(struct svi_ctx *c, struct sv_frame_auction *f)
{
    struct sv_position *p = c->p;
    const int32_t *bid = c->st->secret.bid;
    unsigned best = SV_NONE;
    int32_t second = 0;
    int32_t price;
    for (unsigned i = 1; i <= p->seats; i++) {
        unsigned s = svi_ring(f->after, i, p->seats);

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

/* Of the bids by steps above `amount`, the lowest above the limit `second` that the limit `most`
 * covers, or the highest that it does (RULES 4.2). */
static int32_t proxy_bid(int64_t amount, int64_t step, int64_t second, int64_t most)
{
    int64_t above = (second - amount) / step + 1;
    int64_t covered = (most - amount) / step;
    return (int32_t)(amount + step * (above < covered ? above : covered));
}

/* Records a bid, and answers it with the limit of the highest bidder so far, the only other limit
 * that may still be above the price. The result is as if both went on raising by the step, so that
 * no seat outbids itself; of equal limits the earlier wins (RULES 4.2). */
static void bid(struct svi_ctx *c, unsigned seat, int32_t amount, int32_t limit)
{
    int32_t *limits = c->st->secret.limit;
    int32_t step = c->e->rules.auction_step;
    unsigned rival = c->p->auction_seat;
    int64_t rival_limit = rival == SV_NONE ? 0 : limits[rival];
    int32_t price;
    limits[seat] = limit;
    set_high(c, seat, amount);
    if (rival_limit < (int64_t)amount + step) {
        return;
    }
    price = proxy_bid(amount, step, rival_limit, limit);
    if (limit > rival_limit && price - step > amount) {
        set_high(c, rival, price - step);
        set_high(c, seat, price);
    } else {
        set_high(c, rival, proxy_bid(amount, step, limit, rival_limit));
    }
}

/* RULES 4.3, a round of simultaneous bids: the highest bid stands, of equal bids the first in
 * clockwise order; then the limits of the others answer it, also in that order. The last round is
 * the one without a bid. */
static void close_round(struct svi_ctx *c, struct sv_frame_auction *f)
{
    struct sv_secret *secret = &c->st->secret;
    const struct sv_position *p = c->p;
    unsigned best = SV_NONE;
    for (unsigned i = 1; i <= p->seats; i++) {
        unsigned s = svi_ring(f->after, i, p->seats);

        if (secret->bid[s] > (best == SV_NONE ? 0 : secret->bid[best])) {
            best = s;
        }
    }
    if (best == SV_NONE) {
        finish(c, f);
        return;
    }
    bid(c, best, secret->bid[best], secret->limit[best]);
    for (unsigned i = 1; i <= p->seats; i++) {
        unsigned s = svi_ring(f->after, i, p->seats);

        if (secret->bid[s] > 0 && s != p->auction_seat && secret->limit[s] >= lowest_bid(c->e, p)) {
            bid(c, s, lowest_bid(c->e, p), secret->limit[s]);
        }
    }
    memset(secret->bid, 0, sizeof secret->bid);
    ask_all(c, SV_DECISION_BID);
}

void svi_auction_run(struct svi_ctx *c, struct sv_frame_auction *f)
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
    if (f->step == ROUND) {
        close_round(c, f);
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
        svi_ask(c, f->seat, SV_DECISION_BID);
    }
}

void svi_auction_question(const struct sv_edition *e, const struct sv_state *st,
                          const struct sv_frame_auction *f, struct sv_question *q)
{
    const struct sv_position *p = &st->position;
    q->kind = f->step == SEALED ? SV_DECISION_SEALED_BID : SV_DECISION_BID;
    q->space = f->space;
    q->unit = f->space == SV_NONE ? f->unit : 0;
    q->amount = lowest_bid(e, p);
    q->limit = highest_bid(e, p, q->seat);
}

void svi_auction_answer(struct svi_ctx *c, struct sv_frame_auction *f, unsigned seat,
                        const struct sv_answer *a)
{
    int32_t limit = a->limit > a->bid ? a->limit : a->bid;
    if (f->step == BIDDING) {
        if (a->bid == 0) {
            drop(c, seat);
        } else {
            bid(c, seat, a->bid, limit);
        }
        return;
    }
    c->st->secret.bid[seat] = a->bid;
    c->st->secret.limit[seat] = f->step == ROUND && a->bid > 0 ? limit : 0;
}

/* Returns whether every possible winner of the building could place it. */
static bool all_can_place(const struct svi_place *at, unsigned unit, unsigned in)
{
    for (unsigned s = 0; s < at->p->seats; s++) {
        if (sv_has(in, s) && svi_raise_spaces(at->e, at->p, s, unit) == 0) {
            return false;
        }
    }
    return at->p->stock[unit] > 0;
}

bool svi_auction_possible(const struct svi_place *at, const struct sv_frame_auction *f)
{
    const struct sv_position *p = at->p;
    bool unit = at->below->any.op == SVI_OP_WINDOW;
    return at->above == NULL && f->step == steps[at->e->rules.auction] && f->after < p->seats &&
           p->auction_in != 0 && (p->auction_in & ~f->in) == 0 &&
           (f->in & ~(uint64_t)p->alive) == 0 && f->space == p->auction_space &&
           f->unit == p->auction_unit && f->lowest == p->auction_min && f->lowest > 0 &&
           (unit ? f->why == SV_WHY_SHORTAGE && f->space == SV_NONE &&
                       f->unit == at->below->window.at && all_can_place(at, f->unit, p->auction_in)
                 : f->why != SV_WHY_SHORTAGE && f->why < SV_WHY_COUNT && f->unit == SV_NONE &&
                       f->space < at->e->n_spaces && p->owner[f->space] == SV_BANK);
}

unsigned svi_auction_asks(const struct svi_place *at, const struct sv_frame_auction *f)
{
    unsigned rivals =
        at->p->auction_in & ~(at->p->auction_seat == SV_NONE ? 0 : 1u << at->p->auction_seat);
    return f->step == BIDDING ? rivals & 1u << f->seat : rivals;
}

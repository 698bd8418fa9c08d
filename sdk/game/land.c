/* Acting on the space a token stands on (RULES 3, 11.6). */
#include "game/move.h"

enum step {
    ARRIVE,
    BUY,
    TAX,
    CLAIM,
    LOT,
    GIFT,
};

void svi_push_land(struct svi_ctx *c, unsigned seat)
{
    svi_push(c, SVI_OP_LAND, seat)->land.space = c->p->space[seat];
}

void svi_push_land_by_card(struct svi_ctx *c, unsigned seat, int32_t factor)
{
    struct sv_frame_land *f = &svi_push(c, SVI_OP_LAND, seat)->land;
    f->space = c->p->space[seat];
    f->by_card = 1;
    f->factor = factor;
}

uint64_t svi_rent_spaces(const struct svi_ctx *c, unsigned seat)
{
    uint64_t spaces = 0;
    for (uint64_t left = c->e->deeds & ~c->p->owned[seat]; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);

        if (sv_rent(c->e, c->p, space, 7, 1, 0) > 0) {
            spaces |= UINT64_C(1) << space;
        }
    }
    return spaces;
}

static void decline(struct svi_ctx *c, struct sv_frame_land *f)
{
    unsigned seat = f->seat;
    unsigned space = f->space;
    svi_pop(c);
    if (c->e->rules.auction_on_decline) {
        svi_push_auction(c, space, SV_NONE, seat, c->p->alive, c->e->rules.auction_min,
                         SV_WHY_DECLINED);
    }
}

/* RULES 3.1. */
static void unowned(struct svi_ctx *c, struct sv_frame_land *f)
{
    if (sv_liquid(c->e, c->p, f->seat) < c->e->space[f->space].price) {
        decline(c, f);
        return;
    }
    f->step = BUY;
    svi_ask(c, f->seat, SV_DECISION_BUY);
}

static void buy(struct svi_ctx *c, struct sv_frame_land *f, const struct sv_answer *a)
{
    unsigned seat = f->seat;
    unsigned space = f->space;
    svi_sell_and_mortgage(c, seat, &a->plan);
    svi_pay(c, seat, SV_BANK, c->e->space[space].price, SV_WHY_PRICE, space);
    svi_pop(c);
    svi_move_deed(c, space, seat, SV_WHY_PRICE);
    svi_push_received(c, seat, UINT64_C(1) << space);
}

/* RULES 3.2-3.4. */
static void rent(struct svi_ctx *c, struct sv_frame_land *f)
{
    const struct sv_space *s = &c->e->space[f->space];
    unsigned seat = f->seat;
    unsigned space = f->space;
    unsigned owner = c->p->owner[space];
    int32_t factor = f->factor;
    int pips = c->st->course.pips;
    int32_t due;
    if (owner == seat || sv_has(c->p->mortgaged, space)) {
        svi_pop(c);
        return;
    }
    if (s->kind == SV_SPACE_UTILITY &&
        (f->by_card || pips == 0 || c->e->rules.utility_fresh_roll)) {
        const uint32_t dice = svi_throw(c, seat, SV_PURPOSE_UTILITY, SV_WHY_UTILITY, false);

        pips = svi_die(dice, 0) + svi_die(dice, 1);
    }
    due = sv_rent(c->e, c->p, space, pips, s->kind == SV_SPACE_RAIL && f->by_card ? factor : 1,
                  s->kind == SV_SPACE_UTILITY ? factor : 0);
    if (c->e->rules.rent == SV_RULE_RENT_ON_REQUEST && due > 0) {
        f->step = CLAIM;
        f->owner = (uint8_t)owner;
        f->rent = due;
        svi_ask(c, owner, SV_DECISION_CLAIM);
        return;
    }
    svi_pop(c);
    svi_push_debt(c, seat, owner, due, SV_WHY_RENT, space, false);
}

static void tax(struct svi_ctx *c, struct sv_frame_land *f, int64_t amount)
{
    unsigned seat = f->seat;
    unsigned space = f->space;
    svi_pop(c);
    svi_push_debt(c, seat, SV_BANK, amount, SV_WHY_TAX, space, false);
}

/* RULES 11.6, no deed unowned: moves to the deed with the highest rent due, the nearer of
 * equals. */
static void forward_to_highest_rent(struct svi_ctx *c, struct sv_frame_land *f)
{
    unsigned seat = f->seat;
    unsigned here = f->space;
    unsigned best = SV_NONE;
    int32_t best_rent = 0;
    uint64_t candidates = svi_rent_spaces(c, seat);
    unsigned space = here;
    for (unsigned n = sv_count(candidates); n > 0; n--) {
        int32_t due;

        space = svi_next_space(space, candidates);
        due = sv_rent(c->e, c->p, space, 7, 1, 0);
        if (due > best_rent) {
            best_rent = due;
            best = space;
        }
    }
    svi_pop(c);
    if (best != SV_NONE) {
        c->st->course.pips = 0;
        svi_move_forward(c, seat, best, SV_WHY_AUCTION_SPACE, false);
        svi_push_land(c, seat);
    }
}

static void auction_lot(struct svi_ctx *c, unsigned seat, unsigned space)
{
    svi_pop(c);
    svi_push_auction(c, space, SV_NONE, seat, c->p->alive, c->e->rules.auction_min,
                     SV_WHY_AUCTION_SPACE);
}

static void auction_space(struct svi_ctx *c, struct sv_frame_land *f)
{
    uint64_t unowned_deeds = svi_unowned(c->e, c->p);
    if (unowned_deeds == 0) {
        forward_to_highest_rent(c, f);
    } else if ((unowned_deeds & (unowned_deeds - 1)) == 0) {
        auction_lot(c, f->seat, sv_first(unowned_deeds));
    } else {
        f->step = LOT;
        svi_ask(c, f->seat, SV_DECISION_LOT);
    }
}

static void gift(struct svi_ctx *c, struct sv_frame_land *f, unsigned choice)
{
    unsigned seat = f->seat;
    unsigned space = f->space;
    svi_pop(c);
    if (choice == SV_CHOICE_GIFT_TICKET) {
        svi_draw_ticket(c, seat);
    } else {
        svi_pay(c, SV_BANK, seat, c->e->space[space].amount, SV_WHY_GIFT, space);
    }
}

static void arrive(struct svi_ctx *c, struct sv_frame_land *f)
{
    const struct sv_space *s = &c->e->space[f->space];
    unsigned seat = f->seat;
    switch ((enum sv_space_kind)s->kind) {
    case SV_SPACE_STREET:
    case SV_SPACE_RAIL:
    case SV_SPACE_UTILITY:
        if (c->p->owner[f->space] == SV_BANK) {
            unowned(c, f);
        } else {
            rent(c, f);
        }
        return;
    case SV_SPACE_TAX:
        if (s->income && c->e->rules.income_tax == SV_RULE_INCOME_TAX_CHOICE) {
            f->step = TAX;
            svi_ask(c, seat, SV_DECISION_TAX);
        } else {
            tax(c, f, s->amount);
        }
        return;
    case SV_SPACE_CHANCE:
    case SV_SPACE_CHEST:
        svi_pop(c);
        svi_draw_card(c, seat, s->kind == SV_SPACE_CHANCE ? SV_DECK_CHANCE : SV_DECK_CHEST);
        return;
    case SV_SPACE_GO_TO_JAIL:
        svi_pop(c);
        svi_send_to_jail(c, seat, SV_WHY_SPACE);
        return;
    case SV_SPACE_AUCTION:
        auction_space(c, f);
        return;
    case SV_SPACE_BUS_TICKET:
        svi_pop(c);
        svi_draw_ticket(c, seat);
        return;
    case SV_SPACE_BIRTHDAY:
        if (c->p->deck_size[SV_DECK_BUS] > 0) {
            f->step = GIFT;
            svi_ask(c, seat, SV_DECISION_GIFT);
        } else {
            gift(c, f, SV_CHOICE_GIFT_CASH);
        }
        return;
    default:
        svi_pop(c); /* GO, jail (just visiting), parking: RULES 2.4 */
        return;
    }
}

/* Pays the amount due, if the seat has the cash. Returns whether it had. */
static bool pay_at_once(struct svi_ctx *c, unsigned seat, unsigned to, int32_t due, enum sv_why why,
                        unsigned space)
{
    if (c->p->cash[seat] < due) {
        return false;
    }
    if (due > 0) {
        svi_pay(c, seat, to, due, why, space);
    }
    return true;
}

bool svi_land_at_once(struct svi_ctx *c, unsigned seat, unsigned space)
{
    const struct sv_space *s = &c->e->space[space];
    const unsigned owner = c->p->owner[space];
    if (owner < SV_BANK) {
        if (sv_has(c->p->owned[seat] | c->p->mortgaged, space)) {
            return true;
        }
        if (c->e->rules.rent == SV_RULE_RENT_ON_REQUEST ||
            (s->kind == SV_SPACE_UTILITY && c->e->rules.utility_fresh_roll)) {
            return false;
        }
        return pay_at_once(c, seat, owner, sv_rent(c->e, c->p, space, c->st->course.pips, 1, 0),
                           SV_WHY_RENT, space);
    }
    switch ((enum sv_space_kind)s->kind) {
    case SV_SPACE_GO:
    case SV_SPACE_JAIL:
    case SV_SPACE_PARKING:
        return true; /* RULES 2.4 */
    case SV_SPACE_GO_TO_JAIL:
        svi_send_to_jail(c, seat, SV_WHY_SPACE);
        return true;
    case SV_SPACE_TAX:
        return !(s->income && c->e->rules.income_tax == SV_RULE_INCOME_TAX_CHOICE) &&
               pay_at_once(c, seat, SV_BANK, s->amount, SV_WHY_TAX, space);
    default:
        return false;
    }
}

void svi_land_run(struct svi_ctx *c, struct sv_frame_land *f)
{
    arrive(c, f);
}

void svi_land_question(const struct sv_edition *e, const struct sv_state *st,
                       const struct sv_frame_land *f, struct sv_question *q)
{
    const struct sv_position *p = &st->position;
    const struct sv_space *s = &e->space[f->space];
    q->space = f->space;
    switch ((enum step)f->step) {
    case BUY:
        q->kind = SV_DECISION_BUY;
        q->choices = 1u << SV_CHOICE_BUY_DECLINE | 1u << SV_CHOICE_BUY_BUY;
        q->amount = s->price;
        return;
    case TAX:
        q->kind = SV_DECISION_TAX;
        q->choices = 1u << SV_CHOICE_TAX_FLAT | 1u << SV_CHOICE_TAX_SHARE;
        q->amount = s->amount;
        return;
    case CLAIM:
        q->kind = SV_DECISION_CLAIM;
        q->choices = 1u << SV_CHOICE_CLAIM_WAIVE | 1u << SV_CHOICE_CLAIM_CLAIM;
        q->other = f->seat;
        q->amount = f->rent;
        return;
    case LOT:
        q->kind = SV_DECISION_LOT;
        q->spaces = svi_unowned(e, p);
        return;
    default:
        q->kind = SV_DECISION_GIFT;
        q->choices = 1u << SV_CHOICE_GIFT_CASH | 1u << SV_CHOICE_GIFT_TICKET;
        q->amount = s->amount;
        return;
    }
}

void svi_land_answer(struct svi_ctx *c, struct sv_frame_land *f, unsigned seat,
                     const struct sv_answer *a)
{
    switch (a->kind) {
    case SV_DECISION_BUY:
        if (a->choice == SV_CHOICE_BUY_BUY) {
            buy(c, f, a);
        } else {
            decline(c, f);
        }
        return;
    case SV_DECISION_TAX:
        /* RULES 3.5: a tenth of worth, rounded up */
        tax(c, f,
            a->choice == SV_CHOICE_TAX_SHARE ? ((int64_t)sv_worth(c->e, c->p, seat) + 9) / 10
                                             : c->e->space[f->space].amount);
        return;
    case SV_DECISION_CLAIM: {
        unsigned debtor = f->seat;
        unsigned space = f->space;
        int32_t due = f->rent;
        svi_pop(c);
        if (a->choice == SV_CHOICE_CLAIM_CLAIM) {
            svi_push_debt(c, debtor, seat, due, SV_WHY_RENT, space, false);
        }
        return;
    }
    case SV_DECISION_LOT:
        auction_lot(c, seat, a->space);
        return;
    default:
        gift(c, f, a->choice);
        return;
    }
}

/* Returns whether some card leads to the nearest deed with that factor. */
static bool is_card_factor(const struct sv_edition *e, int32_t factor)
{
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        for (unsigned i = 0; i < e->deck[d].size; i++) {
            const struct sv_card *card = &e->deck[d].card[i];

            if (card->kind == SV_CARD_MOVE_NEAREST && card->amount == factor) {
                return true;
            }
        }
    }
    return false;
}

bool svi_land_possible(const struct svi_place *at, const struct sv_frame_land *f)
{
    bool claim = f->step == CLAIM;
    return at->above == NULL && f->seat == at->below->any.seat && f->step <= GIFT &&
           f->space == at->p->space[f->seat] &&
           (f->by_card ? f->by_card == 1 && is_card_factor(at->e, f->factor) : f->factor == 0) &&
           (claim ? f->rent > 0 && f->owner < at->p->seats : f->rent == 0 && f->owner == 0);
}

unsigned svi_land_asks(const struct svi_place *at, const struct sv_frame_land *f)
{
    const struct sv_space *s = &at->e->space[f->space];
    unsigned owner = at->p->owner[f->space];
    bool asks = false;
    switch ((enum step)f->step) {
    case BUY:
        asks = owner == SV_BANK;
        break;
    case TAX:
        asks = s->kind == SV_SPACE_TAX;
        break;
    case CLAIM:
        return owner == f->owner && owner != f->seat ? 1u << owner : 0;
    case LOT:
        asks = s->kind == SV_SPACE_AUCTION && svi_unowned(at->e, at->p) != 0;
        break;
    case GIFT:
        asks = s->kind == SV_SPACE_BIRTHDAY;
        break;
    default:
        break;
    }
    return asks ? 1u << f->seat : 0;
}

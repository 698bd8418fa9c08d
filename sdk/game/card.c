/* Cards (RULES 6) and bus tickets (11.5). */
#include "game/deck.h"
#include "game/move.h"

static void show_card(const struct svi_ctx *c, unsigned seat, unsigned deck, unsigned card)
{
    svi_emit(c, &(struct sv_event){.type = SV_EVENT_CARD,
                                   .seat = (uint8_t)seat,
                                   .deck = (uint8_t)deck,
                                   .card = (uint8_t)card,
                                   .space = SV_NONE});
}

void svi_draw_card(struct svi_ctx *c, unsigned seat, unsigned deck)
{
    unsigned card = svi_deck_draw(c, seat, deck);
    unsigned jail_card;
    if (card == SV_NONE) {
        /* Players hold every card of the deck. */
        return;
    }
    show_card(c, seat, deck, card);
    jail_card = c->e->deck[deck].card[card].jail_card;
    if (jail_card != SV_NONE) {
        svi_move_jail_card(c, jail_card, seat);
        return;
    }
    svi_deck_put_back(c, deck, card);
    struct sv_frame_card *f = &svi_push(c, SVI_OP_CARD, seat)->card;

    f->deck = (uint8_t)deck;
    f->card = (uint8_t)card;
}

void svi_draw_ticket(struct svi_ctx *c, unsigned seat)
{
    unsigned card = svi_deck_take(c, SV_DECK_BUS);
    if (card == SV_NONE) {
        return;
    }
    show_card(c, seat, SV_DECK_BUS, card);
    if (c->e->deck[SV_DECK_BUS].card[card].kind == SV_CARD_BUS_TICKET_EXPIRE) {
        for (unsigned s = 0; s < c->p->seats; s++) {
            while (c->p->tickets[s] > 0) {
                svi_move_ticket(c, s, SV_NONE, SV_WHY_EXPIRED);
            }
        }
    }
    svi_move_ticket(c, SV_BANK, seat, SV_WHY_CARD);
}

/* ---- a card drawn ---------------------------------------------------------------------------- */

static int64_t repairs(const struct svi_ctx *c, unsigned seat, const struct sv_card *card)
{
    const int32_t per_level[7] = {0,
                                  card->per_house,
                                  2 * card->per_house,
                                  3 * card->per_house,
                                  4 * card->per_house,
                                  card->per_hotel,
                                  card->per_tower};
    int64_t sum = 0;
    for (uint64_t left = c->p->owned[seat]; left != 0; left &= left - 1) {
        unsigned space = sv_first(left);
        unsigned level = c->p->level[space];

        sum += c->e->space[space].kind == SV_SPACE_RAIL ? (int64_t)level * card->per_depot
                                                        : per_level[level];
    }
    return sum;
}

unsigned sv_card_leads_to(const struct sv_edition *e, const struct sv_card *card, unsigned from)
{
    switch ((enum sv_card_kind)card->kind) {
    case SV_CARD_MOVE_TO:
    case SV_CARD_MOVE_TO_BACK:
        return card->target;
    case SV_CARD_MOVE_BACK:
        return (from + e->n_spaces - (unsigned)card->amount % e->n_spaces) % e->n_spaces;
    case SV_CARD_MOVE_NEAREST:
        return svi_next_space(from, card->target == SV_SPACE_RAIL ? e->rails : e->utilities);
    case SV_CARD_GO_TO_JAIL:
        return e->jail_space;
    default:
        return SV_NONE;
    }
}

static void move_and_land(struct svi_ctx *c, unsigned seat, unsigned to, bool back)
{
    c->st->course.pips = 0;
    if (back) {
        svi_move_back(c, seat, to, SV_WHY_CARD_BACK);
    } else {
        svi_move_forward(c, seat, to, SV_WHY_CARD, false);
    }
    svi_push_land(c, seat);
}

static void nearest(struct svi_ctx *c, unsigned seat, const struct sv_card *card, unsigned to)
{
    c->st->course.pips = 0;
    svi_move_forward(c, seat, to, SV_WHY_CARD, false);
    svi_push_land_by_card(c, seat, card->amount);
}

static void each(struct svi_ctx *c, unsigned seat, const struct sv_card *card)
{
    struct sv_frame_each *f = &svi_push(c, SVI_OP_EACH, seat)->each;
    f->collects = card->kind == SV_CARD_COLLECT_EACH;
    f->amount = card->amount;
}

void svi_card_run(struct svi_ctx *c, struct sv_frame_card *f)
{
    const struct sv_card *card = &c->e->deck[f->deck].card[f->card];
    unsigned seat = f->seat;
    const unsigned to = sv_card_leads_to(c->e, card, c->p->space[seat]);
    if (card->kind == SV_CARD_PAY_OR_DRAW) {
        svi_ask(c, seat, SV_DECISION_CARD);
        return;
    }
    svi_pop(c);
    switch ((enum sv_card_kind)card->kind) {
    case SV_CARD_MOVE_TO:
        move_and_land(c, seat, to, false);
        return;
    case SV_CARD_MOVE_TO_BACK:
    case SV_CARD_MOVE_BACK:
        move_and_land(c, seat, to, true);
        return;
    case SV_CARD_MOVE_NEAREST:
        nearest(c, seat, card, to);
        return;
    case SV_CARD_COLLECT:
        svi_pay(c, SV_BANK, seat, card->amount, SV_WHY_CARD, SV_NONE);
        return;
    case SV_CARD_PAY:
        svi_push_debt(c, seat, SV_BANK, card->amount, SV_WHY_CARD, SV_NONE, false);
        return;
    case SV_CARD_REPAIRS:
        svi_push_debt(c, seat, SV_BANK, repairs(c, seat, card), SV_WHY_CARD, SV_NONE, false);
        return;
    case SV_CARD_PAY_EACH:
    case SV_CARD_COLLECT_EACH:
        each(c, seat, card);
        return;
    case SV_CARD_GO_TO_JAIL:
        svi_send_to_jail(c, seat, SV_WHY_CARD);
        return;
    case SV_CARD_PAY_OR_DRAW:
    case SV_CARD_JAIL_CARD:
    case SV_CARD_BUS_TICKET:
    case SV_CARD_BUS_TICKET_EXPIRE:
    case SV_CARD_KIND_COUNT:
        return; /* these never come here */
    }
}

void svi_card_question(const struct sv_edition *e, const struct sv_state *st,
                       const struct sv_frame_card *f, struct sv_question *q)
{
    (void)st;
    q->kind = SV_DECISION_CARD;
    q->choices = 1u << SV_CHOICE_CARD_PAY | 1u << SV_CHOICE_CARD_DRAW;
    q->amount = e->deck[f->deck].card[f->card].amount;
}

void svi_card_answer(struct svi_ctx *c, struct sv_frame_card *f, unsigned seat,
                     const struct sv_answer *a)
{
    const struct sv_card *card = &c->e->deck[f->deck].card[f->card];
    svi_pop(c);
    if (a->choice == SV_CHOICE_CARD_DRAW) {
        svi_draw_card(c, seat, card->target);
    } else {
        svi_push_debt(c, seat, SV_BANK, card->amount, SV_WHY_CARD, SV_NONE, false);
    }
}

bool svi_card_possible(const struct svi_place *at, const struct sv_frame_card *f)
{
    return at->above == NULL && f->seat == at->below->any.seat && f->step == 0 &&
           f->deck < SV_DECK_COUNT && f->card < at->e->deck[f->deck].size;
}

unsigned svi_card_asks(const struct svi_place *at, const struct sv_frame_card *f)
{
    return at->e->deck[f->deck].card[f->card].kind == SV_CARD_PAY_OR_DRAW ? 1u << f->seat : 0;
}

/* ---- from or to each ------------------------------------------------------------------------- */

void svi_each_run(struct svi_ctx *c, struct sv_frame_each *f)
{
    unsigned seat = f->seat;
    unsigned other;
    if (!sv_alive(c->p, seat) || ++f->done >= c->p->seats) {
        svi_pop(c);
        return;
    }
    other = svi_ring(seat, f->done, c->p->seats);
    if (!sv_alive(c->p, other)) {
        return;
    }
    if (f->collects) {
        svi_push_debt(c, other, seat, f->amount, SV_WHY_CARD, SV_NONE, false);
    } else {
        svi_push_debt(c, seat, other, f->amount, SV_WHY_CARD, SV_NONE, true);
    }
}

bool svi_each_possible(const struct svi_place *at, const struct sv_frame_each *f)
{
    return at->above != NULL && f->seat == at->below->any.seat && f->step == 0 && f->done > 0 &&
           f->done < at->p->seats && f->collects <= 1 && f->amount > 0 &&
           f->amount <= SV_MAX_FIGURE;
}

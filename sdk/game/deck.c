#include "game/deck.h"

#include "game/chance.h"
#include "game/luck.h"

#include <string.h>

/* Where the i-th card from the top lies in its ring. */
static unsigned place(const struct sv_position *p, unsigned deck, unsigned i)
{
    return (p->deck_head[deck] + i) % SV_MAX_CARDS;
}

/* RULES 1.2: the order of a deck is its shuffle by luck alone. */
static void shuffle(const uint8_t key[SV_KEY_BYTES], unsigned deck, uint8_t *cards, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        cards[i] = (uint8_t)i;
    }
    for (unsigned i = n; i > 1; i--) {
        unsigned j = (unsigned)(sv_luck(key, SV_PURPOSE_SHUFFLE, deck, i) % i);
        uint8_t swap = cards[i - 1];

        cards[i - 1] = cards[j];
        cards[j] = swap;
    }
}

void svi_decks_set_up(const struct sv_edition *e, struct sv_state *st)
{
    memset(st->position.seen, SV_NONE, sizeof st->position.seen);
    memset(st->secret.deck, SV_NONE, sizeof st->secret.deck);
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        st->position.deck_size[d] = e->deck[d].size;
        shuffle(st->secret.key, d, st->secret.deck[d], e->deck[d].size);
    }
}

unsigned svi_deck_take(struct svi_ctx *c, unsigned deck)
{
    struct sv_position *p = c->p;
    unsigned head = p->deck_head[deck];
    unsigned card;
    if (p->deck_size[deck] == 0) {
        return SV_NONE;
    }
    if (c->chance != NULL) {
        svi_chance_draw(c, deck);
    }
    card = c->st->secret.deck[deck][head];
    p->seen[deck][head] = (uint8_t)card; /* the slot keeps its card after the draw */
    p->deck_head[deck] = (uint8_t)place(p, deck, 1);
    p->deck_size[deck]--;
    return card;
}

/* `deck: redraw`: draws any card that no player holds, independently of all earlier draws. Returns
 * SV_NONE if players hold all cards. */
static unsigned redraw(struct svi_ctx *c, unsigned seat, unsigned deck)
{
    const struct sv_card_deck *d = &c->e->deck[deck];
    uint8_t choices[SV_MAX_CARDS];
    unsigned n = 0;
    for (unsigned i = 0; i < d->size; i++) {
        unsigned j = d->card[i].jail_card;

        if (j == SV_NONE || c->p->jail_holder[j] == SV_BANK) {
            choices[n++] = (uint8_t)i;
        }
    }
    if (n == 0) {
        return SV_NONE;
    }
    if (c->chance != NULL) {
        svi_chance_draw(c, deck);
    }
    return choices[sv_luck(c->st->secret.key, SV_PURPOSE_DRAW, seat,
                           svi_luck_index(c->p->round, c->st->course.draws++)) %
                   n];
}

unsigned svi_deck_draw(struct svi_ctx *c, unsigned seat, unsigned deck)
{
    return c->e->rules.deck == SV_RULE_DECK_REDRAW ? redraw(c, seat, deck) : svi_deck_take(c, deck);
}

void svi_deck_put_back(struct svi_ctx *c, unsigned deck, unsigned card)
{
    if (c->e->rules.deck == SV_RULE_DECK_CYCLIC) {
        unsigned at = place(c->p, deck, c->p->deck_size[deck]++);

        c->st->secret.deck[deck][at] = c->p->seen[deck][at] = (uint8_t)card;
    }
}

/* Cards that may still lie in the unknown places of a deck. */
static unsigned unseen_cards(const struct sv_edition *e, const struct sv_position *p, unsigned deck,
                             uint8_t cards[SV_MAX_CARDS])
{
    const struct sv_card_deck *d = &e->deck[deck];
    /* If cards are drawn independently, drawing takes nothing from the deck. */
    const bool whole = e->rules.deck == SV_RULE_DECK_REDRAW && deck != SV_DECK_BUS;
    uint64_t gone = 0;
    unsigned n = 0;
    for (unsigned i = 0; i < SV_MAX_CARDS; i++) {
        unsigned at = place(p, deck, i);

        /* A bus ticket never comes back: the places left behind tell which are gone. */
        if ((i < p->deck_size[deck] || deck == SV_DECK_BUS) && p->seen[deck][at] != SV_NONE) {
            gone |= UINT64_C(1) << (p->seen[deck][at] % SV_MAX_CARDS);
        }
    }
    for (unsigned i = 0; i < d->size; i++) {
        unsigned j = d->card[i].jail_card;

        if (!sv_has(gone, i) && (whole || j == SV_NONE || p->jail_holder[j] == SV_BANK)) {
            cards[n++] = (uint8_t)i;
        }
    }
    return n;
}

enum sv_status svi_deck_guess(const struct sv_edition *e, const struct sv_position *p,
                              unsigned deck, const uint8_t key[SV_KEY_BYTES],
                              uint8_t order[SV_MAX_CARDS])
{
    uint8_t cards[SV_MAX_CARDS];
    unsigned n = unseen_cards(e, p, deck, cards);
    memset(order, SV_NONE, SV_MAX_CARDS);
    for (unsigned i = 0; i < p->deck_size[deck]; i++) {
        unsigned at = place(p, deck, i);
        unsigned pick;

        order[at] = p->seen[deck][at];
        if (order[at] != SV_NONE) {
            if (order[at] >= e->deck[deck].size) {
                return SV_E_RANGE;
            }
            continue;
        }
        if (n == 0) {
            return SV_E_RANGE;
        }
        pick = (unsigned)(sv_luck(key, SV_PURPOSE_SHUFFLE, deck, n) % n);
        order[at] = cards[pick];
        cards[pick] = cards[--n];
    }
    return SV_OK;
}

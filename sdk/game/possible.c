#include "game/possible.h"

#include "game/edition_check.h"
#include "game/op.h"
#include "game/plan.h"

/* ---- positions ------------------------------------------------------------------------------- */

static bool is_0(const void *bytes, size_t size)
{
    uint8_t any = 0;
    for (size_t i = 0; i < size; i++) {
        any |= ((const uint8_t *)bytes)[i];
    }
    return any == 0;
}

static bool counters_possible(const struct sv_edition *e, const struct sv_position *p)
{
    unsigned all = (1u << p->seats) - 1;
    return p->over == 0 && p->alive != 0 &&
           ((p->alive | p->forfeited | p->speeding | p->deeds_new) & ~all) == 0 &&
           p->first < p->seats && p->turn_seat < p->seats && p->turn > 0 && p->round > 0 &&
           p->round <= e->rules.max_rounds && p->doubles <= 3 && p->dice[0] <= 6 &&
           p->dice[1] <= 6 && (p->dice[0] == 0) == (p->dice[1] == 0) && p->dice[2] <= SV_DIE_BUS &&
           is_0(p->pad, sizeof p->pad) && is_0(p->pad3, sizeof p->pad3) &&
           is_0(p->offer.pad, sizeof p->offer.pad);
}

static bool seats_possible(const struct sv_edition *e, const struct sv_position *p)
{
    unsigned tickets = p->deck_size[SV_DECK_BUS];
    int64_t money = 0;
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        bool alive = sv_alive(p, s);

        if (p->cash[s] < 0 || (!alive && (p->cash[s] != 0 || p->owned[s] != 0 ||
                                          p->tickets[s] != 0 || p->offers_left[s] != 0))) {
            return false;
        }
        if (s >= p->seats
                ? p->space[s] != 0 || p->jail[s] != 0 || p->place[s] != 0
                : p->space[s] >= e->n_spaces || p->jail[s] > 3 ||
                      (p->jail[s] != 0 && p->space[s] != e->jail_space) ||
                      (alive ? p->place[s] != 0 : p->place[s] < 2 || p->place[s] > p->seats)) {
            return false;
        }
        if (p->offers_left[s] > SV_MAX_OFFERS) {
            return false;
        }
        tickets += p->tickets[s];
        money += p->cash[s];
    }
    return money <= SVI_MAX_MONEY && tickets <= e->deck[SV_DECK_BUS].size;
}

/* Highest level that a space may bear at all. */
static unsigned highest_level(const struct sv_space *s)
{
    return s->kind == SV_SPACE_STREET ? (s->tower_cost > 0 ? 6 : 5)
           : s->kind == SV_SPACE_RAIL ? s->depot_cost > 0
                                      : 0;
}

static bool board_possible(const struct sv_edition *e, const struct sv_position *p)
{
    const int32_t all[SV_UNIT_COUNT] = {e->rules.houses, e->rules.hotels, e->rules.skyscrapers,
                                        e->rules.depots};
    unsigned units[SV_UNIT_COUNT] = {p->stock[0], p->stock[1], p->stock[2], p->stock[3]};
    uint64_t owned = 0;
    for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
        const struct sv_space *s = &e->space[i];
        unsigned owner = p->owner[i];
        unsigned level = p->level[i];

        if (!sv_has(e->deeds, i) ? owner != SV_NONE || level != 0
                                 : owner != SV_BANK && owner >= p->seats) {
            return false;
        }
        if (owner < SV_BANK) {
            if (!sv_has(p->owned[owner], i)) {
                return false;
            }
            owned |= UINT64_C(1) << i;
        }
        if (level > 0 &&
            (owner >= SV_BANK || level > highest_level(s) || sv_has(p->mortgaged, i))) {
            return false;
        }
        for (unsigned u = 0; u < SV_UNIT_COUNT && level > 0; u++) {
            units[u] += s->kind == SV_SPACE_RAIL ? u == SV_UNIT_DEPOT : svi_level_units(level, u);
        }
    }
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        for (uint64_t left = p->owned[s]; left != 0; left &= left - 1) {
            if (p->owner[sv_first(left)] != s) {
                return false;
            }
        }
    }
    for (unsigned u = 0; u < SV_UNIT_COUNT; u++) {
        if (units[u] != (unsigned)all[u]) {
            return false;
        }
    }
    return (p->mortgaged & ~owned) == 0;
}

/* Returns whether a player holds that card, which is not in its deck then, except with `deck:
 * redraw`. */
static bool is_held(const struct sv_edition *e, const struct sv_position *p, unsigned deck,
                    unsigned card)
{
    unsigned j = e->deck[deck].card[card].jail_card;
    return j != SV_NONE && p->jail_holder[j] != SV_BANK;
}

static bool decks_possible(const struct sv_edition *e, const struct sv_position *p)
{
    unsigned jail_cards[SV_DECK_COUNT] = {0};
    for (unsigned j = 0; j < SV_MAX_JAIL_CARDS; j++) {
        unsigned holder = p->jail_holder[j];

        if (j >= e->n_jail_cards
                ? holder != SV_NONE
                : holder != SV_BANK && (holder >= p->seats || !sv_alive(p, holder))) {
            return false;
        }
        if (holder < SV_BANK) {
            jail_cards[e->jail_card_deck[j]]++;
        }
    }
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        unsigned size = e->deck[d].size;
        unsigned expected = e->rules.deck == SV_RULE_DECK_REDRAW ? size : size - jail_cards[d];
        uint32_t found = 0;

        if (size > SV_MAX_CARDS || p->deck_head[d] >= SV_MAX_CARDS ||
            (d == SV_DECK_BUS ? p->deck_size[d] > size : p->deck_size[d] != expected)) {
            return false;
        }
        for (unsigned i = 0; i < SV_MAX_CARDS; i++) {
            unsigned card = p->seen[d][(p->deck_head[d] + i) % SV_MAX_CARDS];

            bool there_now = i < p->deck_size[d];

            if (card == SV_NONE) {
                continue;
            }
            if (card >= size || (there_now && (sv_has(found, card) || is_held(e, p, d, card)))) {
                return false;
            }
            found |= there_now ? UINT32_C(1) << card : 0;
        }
    }
    return true;
}

static bool auction_possible(const struct sv_edition *e, const struct sv_position *p)
{
    unsigned high = p->auction_seat;
    if (p->auction_in == 0) {
        return p->auction_space == SV_NONE && p->auction_unit == SV_NONE && high == SV_NONE &&
               p->auction_high == 0 && p->auction_min == 0;
    }
    if ((p->auction_in & ~p->alive) != 0 || p->auction_min <= 0) {
        return false;
    }
    if (high == SV_NONE) {
        return p->auction_high == 0;
    }
    return high < p->seats && sv_has(p->auction_in, high) && p->auction_high >= p->auction_min &&
           p->auction_high <= (e->rules.bid_limit == SV_RULE_BID_LIMIT_LIQUID
                                   ? sv_liquid(e, p, high)
                                   : p->cash[high]);
}

bool svi_position_possible(const struct sv_edition *e, const struct sv_position *p)
{
    return p->seats >= 2 && p->seats <= SV_MAX_SEATS && counters_possible(e, p) &&
           board_possible(e, p) && seats_possible(e, p) && decks_possible(e, p) &&
           auction_possible(e, p) &&
           (p->offer_seat == SV_NONE ? is_0(&p->offer, sizeof p->offer) : p->offer_seat < p->seats);
}

/* ---- courses --------------------------------------------------------------------------------- */

/* Real games never have more frames than this; the rest of SV_MAX_FRAMES is for playing on. */
#define HIGHEST (SV_MAX_FRAMES - 8)

#define ON(NAME) (1u << SVI_OP_##NAME)
#define ON_MOVE (ON(TURN) | ON(ROLL))
#define ON_ESTATE                                                                                  \
    (ON_MOVE | ON(EACH) | ON(WINDOW) | ON(DEBT) | ON(BANKRUPT) | ON(INTEREST) | ON(COMPLETE))

/* The ops whose frames may lie right below each op's frame; the turn's lies at the bottom. */
static const uint16_t stands_on[] = {
    [SVI_OP_TURN] = 0,
    [SVI_OP_ROLL] = ON(TURN),
    [SVI_OP_LAND] = ON_MOVE,
    [SVI_OP_CARD] = ON_MOVE,
    [SVI_OP_EACH] = ON_MOVE,
    [SVI_OP_AUCTION] = ON_MOVE | ON(WINDOW) | ON(BANKRUPT),
    [SVI_OP_WON] = ON_MOVE | ON(WINDOW) | ON(BANKRUPT),
    [SVI_OP_WINDOW] = ON(TURN),
    [SVI_OP_TRADE] = ON(WINDOW) | ON(DEBT),
    [SVI_OP_INTEREST] = ON_ESTATE,
    [SVI_OP_DEBT] = ON_ESTATE | ON(WON),
    [SVI_OP_BANKRUPT] = ON_ESTATE | ON(WON),
    [SVI_OP_COMPLETE] = ON_ESTATE,
};

/* The members of each op's frame, all bits set: any other byte is 0. */
#define HEAD .op = 255, .step = 255, .seat = 255
static const struct sv_frame members[] = {
    [SVI_OP_TURN].turn = {HEAD, .again = 255},
    [SVI_OP_ROLL].roll = {HEAD},
    [SVI_OP_LAND].land = {HEAD, .owner = 255, .space = 255, .by_card = 255, .rent = -1,
                          .factor = -1},
    [SVI_OP_CARD].card = {HEAD, .deck = 255, .card = 255},
    [SVI_OP_EACH].each = {HEAD, .done = 255, .collects = 255, .amount = -1},
    [SVI_OP_AUCTION].auction = {HEAD, .after = 255, .space = 255, .why = 255, .unit = 255,
                                .lowest = -1, .in = UINT64_MAX},
    [SVI_OP_WON].won = {HEAD, .space = 255, .unit = 255, .price = -1},
    [SVI_OP_WINDOW].window = {HEAD, .at = 255, .offer = 255, .passes = 255, .all = 255,
                              .unsold = UINT64_MAX},
    [SVI_OP_TRADE].trade = {HEAD, .proposer = 255, .counters = 255},
    [SVI_OP_INTEREST].interest = {HEAD, .deeds = UINT64_MAX},
    [SVI_OP_DEBT].debt = {HEAD, .creditor = 255, .space = 255, .why = 255, .offers = 255,
                          .to_bank = 255, .amount = -1},
    [SVI_OP_BANKRUPT].bankrupt = {HEAD, .creditor = 255, .deeds = UINT64_MAX},
    [SVI_OP_COMPLETE].complete = {HEAD, .group = 255, .levels = -1, .lifts = UINT64_MAX},
};

/* Returns whether all bytes of a frame that its op does not use are 0. */
static bool rest_is_0(const struct sv_frame *f)
{
    const uint8_t *used = (const uint8_t *)&members[f->any.op];
    uint8_t rest[sizeof *f];
    for (unsigned i = 0; i < sizeof rest; i++) {
        rest[i] = (uint8_t)(((const uint8_t *)f)[i] & ~used[i]);
    }
    return is_0(rest, sizeof rest);
}

#define X(NAME, name)                                                                              \
    static bool possible_##name(const struct svi_place *at, const struct sv_frame *f)              \
    {                                                                                              \
        return svi_##name##_possible(at, &f->name);                                                \
    }
SVI_OPS(X, X)
#undef X

#define X(NAME, name)                                                                              \
    static unsigned asks_##name(const struct svi_place *at, const struct sv_frame *f)              \
    {                                                                                              \
        return svi_##name##_asks(at, &f->name);                                                    \
    }
#define QUIET(NAME, name)
SVI_OPS(X, QUIET)
#undef X
#undef QUIET

static bool (*const op_possible[])(const struct svi_place *, const struct sv_frame *) = {
#define X(NAME, name) possible_##name,
    SVI_OPS(X, X)
#undef X
};

static unsigned (*const op_asks[])(const struct svi_place *, const struct sv_frame *) = {
#define X(NAME, name) asks_##name,
#define QUIET(NAME, name) NULL,
    SVI_OPS(X, QUIET)
#undef X
#undef QUIET
};

static bool frame_possible(const struct svi_place *at, const struct sv_frame *f)
{
    if (f->any.op >= SVI_OP_COUNT || f->any.seat >= at->p->seats || !rest_is_0(f)) {
        return false;
    }
    if (at->below == NULL ? f->any.op != SVI_OP_TURN
                          : !sv_has(stands_on[f->any.op], at->below->any.op)) {
        return false;
    }
    return op_possible[f->any.op](at, f);
}

bool svi_course_possible(const struct sv_edition *e, const struct sv_position *p,
                         const struct sv_course *course, unsigned asked)
{
    struct svi_place at = {.e = e, .p = p};
    const struct sv_frame *top;
    if (course->depth == 0 || course->depth > HIGHEST || !is_0(course->pad, sizeof course->pad) ||
        course->pips > 18) {
        return false;
    }
    for (unsigned i = 0; i < SV_MAX_FRAMES; i++) {
        const struct sv_frame *f = &course->frame[i];

        at.below = i > 0 ? f - 1 : NULL;
        at.above = i + 1u < course->depth ? f + 1 : NULL;
        if (i < course->depth ? !frame_possible(&at, f) : !is_0(f, sizeof *f)) {
            return false;
        }
    }
    top = &course->frame[course->depth - 1u];
    at.below = course->depth > 1 ? top - 1 : NULL;
    at.above = NULL;
    return op_asks[top->any.op] != NULL && asked != 0 &&
           (asked & ~(op_asks[top->any.op](&at, top) & p->alive)) == 0;
}

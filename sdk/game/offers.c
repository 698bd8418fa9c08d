/* Generates offers (<solvent/answers.h>): for each partner the things given, the things wanted, and
 * the cash beside them. */
#include <solvent/answers.h>

/* Things by number: a deed is its space, then cards, then tickets, which are all alike. */
#define CARD SV_MAX_SPACES
#define TICKET (CARD + SV_MAX_JAIL_CARDS)

static bool tradeable(const struct sv_edition *e, const struct sv_position *p, unsigned space)
{
    const struct sv_space *s = &e->space[space];
    return s->kind == SV_SPACE_STREET ? !sv_set_built(e, p, s->group, SV_NONE)
                                      : p->level[space] == 0;
}

static uint8_t things_of(const struct sv_edition *e, const struct sv_position *p, unsigned seat,
                         uint8_t *things)
{
    unsigned n = 0;
    for (uint64_t left = p->owned[seat]; left != 0; left &= left - 1) {
        if (tradeable(e, p, sv_first(left))) {
            things[n++] = (uint8_t)sv_first(left);
        }
    }
    for (unsigned j = 0; j < SV_MAX_JAIL_CARDS; j++) {
        if (p->jail_holder[j] == seat) {
            things[n++] = (uint8_t)(CARD + j);
        }
    }
    for (unsigned i = 0; i < p->tickets[seat] && i < SV_MAX_CARDS; i++) {
        things[n++] = TICKET;
    }
    return (uint8_t)n;
}

/* The first things of a side; as many as it has count. */
static void first_things(uint8_t chosen[SV_MAX_ITEMS])
{
    for (unsigned i = 0; i < SV_MAX_ITEMS; i++) {
        chosen[i] = (uint8_t)i;
    }
}

/* Returns whether the chosen tickets, which are all alike, are the first ones. */
static bool is_plain(const uint8_t *things, const uint8_t *chosen, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (things[chosen[i]] == TICKET && chosen[i] > 0 && things[chosen[i] - 1] == TICKET &&
            (i == 0 || chosen[i - 1] != chosen[i] - 1)) {
            return false;
        }
    }
    return true;
}

/* Goes to the next choice of `count` of n things. Returns false after the last. */
static bool next_things(const uint8_t *things, uint8_t *chosen, unsigned count, unsigned n)
{
    do {
        unsigned k = count;
        while (k > 0 && chosen[k - 1] == n - count + k - 1) {
            k--;
        }
        if (k == 0) {
            return false;
        }
        chosen[k - 1]++;
        for (; k < count; k++) {
            chosen[k] = (uint8_t)(chosen[k - 1] + 1);
        }
    } while (!is_plain(things, chosen, count));
    return true;
}

/* Deals with the first partner still to come. */
static void meet(struct sv_offers *it)
{
    it->n_give = it->n_get = 0;
    it->cash = 0;
    if (it->partners != 0) {
        it->n_theirs = things_of(it->e, it->p, sv_first(it->partners), it->theirs);
    }
}

void sv_offers_start(struct sv_offers *it, const struct sv_edition *e, const struct sv_position *p,
                     unsigned seat, unsigned partners, const struct sv_bounds *bounds)
{
    *it = (struct sv_offers){.e = e, .p = p, .seat = (uint8_t)seat};
    sv_bounds_default(&it->bounds);
    it->bounds = bounds != NULL ? *bounds : it->bounds;
    it->bounds.items = it->bounds.items < SV_MAX_ITEMS ? it->bounds.items : SV_MAX_ITEMS;
    it->tries = it->bounds.tries == 0 ? UINT64_MAX : it->bounds.tries;
    if (seat < p->seats && sv_alive(p, seat) && it->bounds.items > 0) {
        it->partners = partners & p->alive & ~(UINT64_C(1) << seat);
        it->n_mine = things_of(e, p, seat, it->mine);
    }
    meet(it);
}

/* Goes to the next sizes, those of few things in all first. Returns false after the last. */
static bool next_sizes(struct sv_offers *it)
{
    const unsigned most_give = it->n_mine < it->bounds.items ? it->n_mine : it->bounds.items;
    const unsigned most_get = it->n_theirs < it->bounds.items ? it->n_theirs : it->bounds.items;
    unsigned all = (unsigned)it->n_give + it->n_get;
    unsigned give = it->n_give + 1u;
    for (; all <= most_give + most_get; all++, give = 0) {
        for (; give <= all && give <= most_give; give++) {
            if (all - give <= most_get) {
                it->n_give = (uint8_t)give;
                it->n_get = (uint8_t)(all - give);
                first_things(it->give);
                first_things(it->get);
                return true;
            }
        }
    }
    return false;
}

static bool advance(struct sv_offers *it)
{
    if (it->cash++ < 2 * it->bounds.cash_steps && it->n_give + it->n_get > 0) {
        return true;
    }
    it->cash = 0;
    if (next_things(it->theirs, it->get, it->n_get, it->n_theirs)) {
        return true;
    }
    first_things(it->get);
    if (next_things(it->mine, it->give, it->n_give, it->n_mine) || next_sizes(it)) {
        return true;
    }
    it->partners &= it->partners - 1;
    meet(it);
    return it->partners != 0;
}

static void add_thing(unsigned thing, uint64_t *deeds, uint8_t *cards, uint8_t *tickets)
{
    if (thing < CARD) {
        *deeds |= UINT64_C(1) << thing;
    } else if (thing < TICKET) {
        *cards |= (uint8_t)(1u << (thing - CARD));
    } else {
        ++*tickets;
    }
}

bool sv_offers_next(struct sv_offers *it, struct sv_offer *out)
{
    while (it->partners != 0 && advance(it)) {
        const int64_t cash = (int64_t)((it->cash + 1) / 2) * it->bounds.step;

        if (it->tries == 0) {
            it->cut = true;
            it->partners = 0;
            return false;
        }
        it->tries--;
        if (cash > INT32_MAX || it->n_give + it->n_get == 0) {
            continue;
        }
        *out = (struct sv_offer){.to = (uint8_t)sv_first(it->partners)};
        *(it->cash % 2 != 0 ? &out->give_cash : &out->get_cash) = (int32_t)cash;
        for (unsigned i = 0; i < it->n_give; i++) {
            add_thing(it->mine[it->give[i]], &out->give_deeds, &out->give_cards,
                      &out->give_tickets);
        }
        for (unsigned i = 0; i < it->n_get; i++) {
            add_thing(it->theirs[it->get[i]], &out->get_deeds, &out->get_cards, &out->get_tickets);
        }
        if (sv_check_offer(it->e, it->p, it->seat, out) == SV_OK) {
            return true;
        }
    }
    return false;
}

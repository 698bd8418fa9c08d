#include "tests/game/invariants.h"

#include "tests/game/oracle.h"

#include "game/pack.h"

static bool in(uint64_t set, unsigned member)
{
    return (set >> member & 1u) != 0;
}

/* 12.2: every deed is in exactly one place. */
static const char *rule_12_2_deeds(const struct sv_edition *e, const struct sv_position *p)
{
    for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
        unsigned holders = 0;
        for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
            if (in(p->owned[s], i)) {
                holders++;
                if (p->owner[i] != s || !in(p->alive, s)) {
                    return "12.2: owner and owned differ, or the dead own";
                }
            }
        }
        bool deed = i < e->n_spaces && e->space[i].group != SV_NONE;
        if (!deed && (p->owner[i] != SV_NONE || holders != 0)) {
            return "12.2: a space without a deed is owned";
        }
        if (deed && (p->owner[i] == SV_BANK) != (holders == 0)) {
            return "12.2: a deed is nowhere, or in two places";
        }
        if (p->owner[i] >= SV_MAX_SEATS && (p->level[i] != 0 || in(p->mortgaged, i))) {
            return "12.2: a deed of the bank is built on or mortgaged";
        }
    }
    return NULL;
}

/* 12.2: every building is in the bank or on the board. */
static const char *rule_12_2_buildings(const struct sv_edition *e, const struct sv_position *p)
{
    int on_board[SV_UNIT_COUNT] = {0};
    for (unsigned i = 0; i < e->n_spaces; i++) {
        unsigned level = p->level[i];
        if (e->space[i].kind == SV_SPACE_STREET) {
            if (level > 6) {
                return "12.2: a level that does not exist";
            }
            on_board[SV_UNIT_HOUSE] += level <= 4 ? (int)level : 0;
            on_board[SV_UNIT_HOTEL] += level == 5;
            on_board[SV_UNIT_TOWER] += level == 6;
        } else if (e->space[i].kind == SV_SPACE_RAIL) {
            on_board[SV_UNIT_DEPOT] += (int)level;
        } else if (level != 0) {
            return "12.2: a building where none can stand";
        }
    }
    const int32_t all[SV_UNIT_COUNT] = {e->rules.houses, e->rules.hotels, e->rules.skyscrapers,
                                        e->rules.depots};
    int auctioned = p->auction_in != 0 && p->auction_space == SV_NONE ? p->auction_unit : -1;
    for (int u = 0; u < SV_UNIT_COUNT; u++) {
        int sum = on_board[u] + p->stock[u];
        /* A unit under the hammer, or won and not placed yet, may lie beside the stock. */
        if (sum != all[u] && !(u == auctioned && sum == all[u] - 1)) {
            return "12.2: houses, hotels, skyscrapers or depots are lost or too many";
        }
    }
    return NULL;
}

/* 12.2: every card is in its deck or with one holder; every ticket is held, in the deck or gone. */
static const char *rule_12_2_cards(const struct sv_edition *e, const struct sv_state *st)
{
    const struct sv_position *p = &st->position;
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        uint64_t found = 0;
        if (p->deck_size[d] > e->deck[d].size) {
            return "12.2: a deck is too big";
        }
        for (unsigned i = 0; i < p->deck_size[d]; i++) {
            unsigned at = (p->deck_head[d] + i) % SV_MAX_CARDS;
            unsigned card = st->secret.deck[d][at];
            if (card >= e->deck[d].size || in(found, card)) {
                return "12.2: a card twice in its deck, or one that does not exist";
            }
            found |= UINT64_C(1) << card;
            if (p->seen[d][at] != SV_NONE && p->seen[d][at] != card) {
                return "12.2: what was seen of a deck is not so";
            }
        }
        if (d == SV_DECK_BUS || e->rules.deck == SV_RULE_DECK_REDRAW) {
            continue; /* tickets leave play; `deck: redraw` leaves the decks as they were shuffled
                       */
        }
        for (unsigned card = 0; card < e->deck[d].size; card++) {
            unsigned j = e->deck[d].card[card].jail_card;
            bool held =
                e->deck[d].card[card].kind == SV_CARD_JAIL_CARD && p->jail_holder[j] != SV_BANK;
            if (held == in(found, card)) {
                return "12.2: a card is in two places, or nowhere";
            }
            if (held && !in(p->alive, p->jail_holder[j])) {
                return "12.2: the dead hold a card";
            }
        }
    }
    unsigned tickets = p->deck_size[SV_DECK_BUS];
    for (unsigned s = 0; s < p->seats; s++) {
        tickets += p->tickets[s];
        if (p->tickets[s] != 0 && !in(p->alive, s)) {
            return "12.2: the dead hold a ticket";
        }
    }
    return tickets <= e->deck[SV_DECK_BUS].size ? NULL : "12.2: too many bus tickets";
}

/* 12.3: sets even, and only sets that may be built on bear buildings. 12.4: no mortgage under them.
 * While a set just completed is put in order (11.2) the sets of `sets: all_but_one` may differ. */
static const char *rule_12_3_even(const struct sv_edition *e, const struct sv_position *p,
                                  bool settled)
{
    bool in_order = e->rules.sets == SV_RULE_SETS_FULL ||
                    (settled && e->rules.mega_completion == SV_RULE_MEGA_COMPLETION_RULEBOOK);
    for (unsigned g = 0; g < e->n_groups; g++) {
        for (unsigned seat = 0; seat < p->seats; seat++) {
            bool built = false;
            bool mortgaged = false;
            unsigned streets = 0;
            for (unsigned i = 0; i < e->n_spaces; i++) {
                if (e->space[i].group == g && p->owner[i] == seat) {
                    streets++;
                    built |= p->level[i] > 0;
                    mortgaged |= in(p->mortgaged, i);
                }
            }
            if (!built || e->group[g].kind != SV_SPACE_STREET) {
                continue;
            }
            if (streets + (e->rules.sets == SV_RULE_SETS_ALL_BUT_ONE) < e->group[g].size) {
                return "12.3: buildings on a set that may not be built on";
            }
            if (in_order && !oracle_even(e, p, p->level, g, seat)) {
                return "12.3: a set is not even";
            }
            if (in_order && mortgaged) {
                return "12.4: a mortgaged deed with buildings in its set";
            }
        }
    }
    return NULL;
}

/* 12.4: in every edition, no building on a mortgaged deed itself. */
static const char *rule_12_4_mortgage(const struct sv_edition *e, const struct sv_position *p)
{
    for (unsigned i = 0; i < e->n_spaces; i++) {
        if (in(p->mortgaged, i) && p->level[i] > 0) {
            return "12.4: a mortgaged deed is built on";
        }
    }
    return NULL;
}

/* 12.5: no cash below zero; the dead have none. */
static const char *rule_12_5_cash(const struct sv_position *p)
{
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        bool living = in(p->alive, s);
        if (p->cash[s] < 0 || (!living && p->cash[s] != 0)) {
            return "12.5: cash below zero, or money of the dead";
        }
        if (living && s >= p->seats) {
            return "12.5: more seats live than play";
        }
        if (s < p->seats && living == (p->place[s] != 0) && p->over == 0) {
            return "12.5: a place for the living, or none for the dead";
        }
    }
    return NULL;
}

/* 12.6: somebody is asked, or the game is over. */
static const char *rule_12_6_asked(const struct sv_state *st)
{
    unsigned asked = sv_pending(st);
    if ((asked == 0) != (st->position.over != 0)) {
        return asked ? "12.6: a question after the end"
                     : "12.6: nobody is asked, and the game is not over";
    }
    if (asked & ~(unsigned)st->position.alive) {
        return "12.6: the dead are asked";
    }
    return NULL;
}

/* 12.10: a bot with `model` can be sent the course. */
static const char *rule_12_10_course(const struct sv_edition *e, const struct sv_state *st)
{
    const unsigned asked = sv_pending(st);
    return asked == 0 || svi_course_travels(e, &st->position, &st->course, asked)
               ? NULL
               : "12.10: the course cannot be sent to a seat that is asked";
}

static const char *sane(const struct sv_edition *e, const struct sv_position *p)
{
    for (unsigned s = 0; s < p->seats; s++) {
        if (p->space[s] >= e->n_spaces || p->jail[s] > 3) {
            return "a token off the board, or more than two failed tries to leave jail";
        }
        if (p->jail[s] != 0 && p->space[s] != e->jail_space) {
            return "in jail, but elsewhere";
        }
    }
    return NULL;
}

const char *invariants_broken(const struct sv_edition *e, const struct sv_state *st)
{
    const struct sv_position *p = &st->position;
    bool settled = false; /* a window is open: nothing is under way */
    for (unsigned seat = 0; seat < p->seats; seat++) {
        struct sv_question q;
        settled |= sv_ask(e, st, seat, &q) == SV_OK && q.kind == SV_DECISION_MANAGE;
    }
    const char *found[] = {
        rule_12_2_deeds(e, p),         rule_12_2_buildings(e, p), rule_12_2_cards(e, st),
        rule_12_3_even(e, p, settled), rule_12_4_mortgage(e, p),  rule_12_5_cash(p),
        rule_12_6_asked(st),           rule_12_10_course(e, st),  sane(e, p),
    };
    for (unsigned i = 0; i < sizeof found / sizeof found[0]; i++) {
        if (found[i]) {
            return found[i];
        }
    }
    return NULL;
}

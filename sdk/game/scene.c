/* Scenes (<solvent/scene.h>): checks an invented position, and begins a turn there. */
#include <solvent/scene.h>

#include "game/deck.h"
#include "game/edition_check.h"
#include "game/plan.h"
#include "game/possible.h"
#include "game/try.h"

#include <string.h>

enum sv_status sv_scene_start(const struct sv_edition *e, unsigned seats, struct sv_scene *out)
{
    if (seats < 2 || seats > SV_MAX_SEATS) {
        return SV_E_ARGUMENT;
    }
    *out = (struct sv_scene){.seats = (uint8_t)seats, .round = 1, .turn = 1};
    out->alive = (uint8_t)((1u << seats) - 1);
    out->speeding = e->rules.speed_die == SV_RULE_SPEED_DIE_ALWAYS ? out->alive : 0;
    for (unsigned s = 0; s < seats; s++) {
        out->cash[s] = e->rules.start_cash;
    }
    memset(out->owner, SV_BANK, sizeof out->owner);
    memset(out->jail_holder, SV_BANK, sizeof out->jail_holder);
    memset(out->top, SV_NONE, sizeof out->top);
    return SV_OK;
}

void sv_scene_of(const struct sv_edition *e, const struct sv_position *p, struct sv_scene *out)
{
    *out = (struct sv_scene){
        .seats = p->seats,
        .alive = p->alive,
        .speeding = p->speeding,
        .first = p->first,
        .turn_seat =
            sv_alive(p, p->turn_seat) ? p->turn_seat : (uint8_t)sv_next_seat(p, p->turn_seat),
        .round = p->round,
        .turn = p->turn,
        .mortgaged = p->mortgaged,
    };
    memcpy(out->cash, p->cash, sizeof out->cash);
    memcpy(out->space, p->space, sizeof out->space);
    memcpy(out->jail, p->jail, sizeof out->jail);
    memcpy(out->tickets, p->tickets, sizeof out->tickets);
    memcpy(out->owner, p->owner, sizeof out->owner);
    memcpy(out->level, p->level, sizeof out->level);
    memset(out->jail_holder, SV_BANK, sizeof out->jail_holder);
    memcpy(out->jail_holder, p->jail_holder, e->n_jail_cards);
    memset(out->top, SV_NONE, sizeof out->top);
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        for (unsigned i = 0; i < p->deck_size[d]; i++) {
            out->top[d][i] = p->seen[d][(p->deck_head[d] + i) % SV_MAX_CARDS];
        }
    }
}

/* ---- checks ---------------------------------------------------------------------------------- */

static enum sv_status check_seats(struct svi_check *c, const struct sv_scene *scene)
{
    svi_check_at(c, "seats");
    if (scene->seats < 2 || scene->seats > SV_MAX_SEATS) {
        return svi_check_number(c, scene->seats, 2, SV_MAX_SEATS);
    }
    svi_check_at(c, "alive");
    if (scene->alive == 0 || scene->alive >> scene->seats != 0) {
        return svi_check_wrong(c, SV_E_RANGE, "found %u, expected a set of seats below %u",
                               scene->alive, scene->seats);
    }
    svi_check_at(c, "speeding");
    if (scene->speeding >> scene->seats != 0) {
        return svi_check_wrong(c, SV_E_RANGE, "found %u, expected a set of seats below %u",
                               scene->speeding, scene->seats);
    }
    svi_check_at(c, "turn_seat");
    if (!sv_has(scene->alive, scene->turn_seat)) {
        return svi_check_wrong(c, SV_E_RANGE, "found %u, expected a seat that is alive",
                               scene->turn_seat);
    }
    svi_check_at(c, "first");
    return svi_check_number(c, scene->first, 0, scene->seats - 1);
}

static enum sv_status check_deed(struct svi_check *c, const struct sv_scene *scene, unsigned i)
{
    const unsigned owner = scene->owner[i];
    svi_check_at(c, "owner[%u]", i);
    if (owner != SV_BANK && !sv_has(scene->alive, owner)) {
        return svi_check_wrong(c, SV_E_RANGE, "found %u, expected a seat that is alive, or %u",
                               owner, SV_BANK);
    }
    svi_check_at(c, "mortgaged");
    if (owner == SV_BANK && sv_has(scene->mortgaged, i)) {
        return svi_check_wrong(c, SV_E_RANGE, "nobody owns %u, %s", i, c->e->space[i].name);
    }
    svi_check_at(c, "level[%u]", i);
    if (owner == SV_BANK && scene->level[i] != 0) {
        return svi_check_wrong(c, SV_E_RANGE, "nobody owns %s", c->e->space[i].name);
    }
    return SV_OK;
}

/* Buildings on what a position's seat owns of a group: RULES 7.1, 8.2, 11.1. */
static enum sv_status check_street(struct svi_check *c, const struct sv_position *p, unsigned i)
{
    const struct sv_space *s = &c->e->space[i];
    const unsigned owner = p->owner[i];
    const uint64_t mine = p->owned[owner] & c->e->group[s->group].mask;
    svi_check_at(c, "level[%u]", i);
    if (!sv_set_builds(c->e, p, s->group, owner)) {
        return svi_check_wrong(c, SV_E_RANGE, "seat %u may not build on %s: the set is incomplete",
                               owner, s->name);
    }
    if (p->level[i] > svi_level_max(c->e, p, i)) {
        return svi_check_wrong(c, SV_E_RANGE, "found %u, expected at most %u on %s", p->level[i],
                               svi_level_max(c->e, p, i), s->name);
    }
    for (uint64_t left = sv_set_spare(&c->e->rules) == 0 ? mine : 0; left != 0; left &= left - 1) {
        if (p->level[sv_first(left)] + 1 < p->level[i]) {
            return svi_check_wrong(c, SV_E_RANGE,
                                   "found %u, but %u on level[%u]: the set is uneven", p->level[i],
                                   p->level[sv_first(left)], sv_first(left));
        }
        if (sv_has(p->mortgaged, sv_first(left))) {
            return svi_check_wrong(c, SV_E_RANGE, "a building, but %u of the set is mortgaged",
                                   sv_first(left));
        }
    }
    return SV_OK;
}

static enum sv_status check_buildings(struct svi_check *c, const struct sv_position *p)
{
    for (unsigned i = 0; i < c->e->n_spaces; i++) {
        const struct sv_space *s = &c->e->space[i];

        if (p->level[i] == 0) {
            continue;
        }
        svi_check_at(c, "level[%u]", i);
        if (s->kind == SV_SPACE_STREET && p->owner[i] < SV_BANK) {
            TRY(check_street(c, p, i));
        } else {
            TRY(svi_check_number(c, p->level[i], 0,
                                 sv_has(c->e->deeds, i) ? (int32_t)svi_level_max(c->e, p, i) : 0));
        }
        if (sv_has(p->mortgaged, i)) {
            return svi_check_wrong(c, SV_E_RANGE, "a building on a mortgaged deed");
        }
    }
    return SV_OK;
}

/* ---- the position ---------------------------------------------------------------------------- */

/* Takes the buildings out of the bank. */
static enum sv_status fill_stock(struct svi_check *c, struct sv_position *p)
{
    static const char *const units[SV_UNIT_COUNT] = {"houses", "hotels", "skyscrapers", "depots"};
    const int32_t all[SV_UNIT_COUNT] = {c->e->rules.houses, c->e->rules.hotels,
                                        c->e->rules.skyscrapers, c->e->rules.depots};
    for (unsigned u = 0; u < SV_UNIT_COUNT; u++) {
        int32_t used = 0;

        for (unsigned i = 0; i < c->e->n_spaces; i++) {
            if (p->level[i] > 0) {
                used += c->e->space[i].kind == SV_SPACE_RAIL ? u == SV_UNIT_DEPOT
                                                             : (int)svi_level_units(p->level[i], u);
            }
        }
        svi_check_at(c, "level");
        if (used > all[u]) {
            return svi_check_wrong(c, SV_E_RANGE, "found %d %s, expected at most %d", (int)used,
                                   units[u], (int)all[u]);
        }
        p->stock[u] = (uint8_t)(all[u] - used);
    }
    return SV_OK;
}

static enum sv_status fill_decks(struct svi_check *c, const struct sv_scene *scene,
                                 struct sv_position *p)
{
    unsigned tickets = 0;
    memset(p->seen, SV_NONE, sizeof p->seen);
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        p->deck_size[d] = c->e->deck[d].size;
    }
    for (unsigned j = 0; j < c->e->n_jail_cards; j++) {
        svi_check_at(c, "jail_holder[%u]", j);
        if (scene->jail_holder[j] != SV_BANK && !sv_has(scene->alive, scene->jail_holder[j])) {
            return svi_check_wrong(c, SV_E_RANGE, "found %u, expected a seat that is alive, or %u",
                                   scene->jail_holder[j], SV_BANK);
        }
        p->jail_holder[j] = scene->jail_holder[j];
        if (scene->jail_holder[j] != SV_BANK && c->e->rules.deck != SV_RULE_DECK_REDRAW) {
            p->deck_size[c->e->jail_card_deck[j]]--;
        }
    }
    for (unsigned s = 0; s < scene->seats; s++) {
        svi_check_at(c, "tickets[%u]", s);
        tickets += p->tickets[s] = scene->tickets[s];
        if (tickets > c->e->deck[SV_DECK_BUS].size) {
            return svi_check_wrong(c, SV_E_RANGE, "found %u, more than there are in all", tickets);
        }
    }
    p->deck_size[SV_DECK_BUS] = (uint8_t)(p->deck_size[SV_DECK_BUS] - tickets);
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        uint32_t found = 0;

        for (unsigned i = 0; i < SV_MAX_CARDS; i++) {
            const unsigned card = scene->top[d][i];
            const bool exists = card < c->e->deck[d].size;
            const unsigned j = exists ? c->e->deck[d].card[card].jail_card : SV_NONE;

            svi_check_at(c, "top[%u][%u]", d, i);
            if (card == SV_NONE) {
                continue;
            }
            if (!exists || i >= p->deck_size[d] || sv_has(found, card) ||
                (j != SV_NONE && p->jail_holder[j] != SV_BANK)) {
                return svi_check_wrong(c, SV_E_RANGE,
                                       "found card %u, expected one of the %u that "
                                       "lie in the deck, each once",
                                       card, p->deck_size[d]);
            }
            found |= UINT32_C(1) << card;
            p->seen[d][i] = (uint8_t)card;
        }
    }
    return SV_OK;
}

/* Gives the bankrupt seats the last places. */
static enum sv_status fill_seats(struct svi_check *c, const struct sv_scene *scene,
                                 struct sv_position *p)
{
    unsigned place = scene->seats;
    for (unsigned s = 0; s < scene->seats; s++) {
        const bool alive = sv_has(scene->alive, s);

        svi_check_at(c, "cash[%u]", s);
        if (scene->cash[s] < 0 || (!alive && scene->cash[s] != 0)) {
            return svi_check_wrong(c, SV_E_RANGE, "found %d, expected 0%s", (int)scene->cash[s],
                                   alive ? " or more" : ": the seat is out");
        }
        svi_check_at(c, "space[%u]", s);
        if (scene->space[s] >= c->e->n_spaces) {
            return svi_check_number(c, scene->space[s], 0, c->e->n_spaces - 1);
        }
        svi_check_at(c, "jail[%u]", s);
        if (scene->jail[s] > 3 || (scene->jail[s] != 0 && scene->space[s] != c->e->jail_space)) {
            return svi_check_wrong(c, SV_E_RANGE,
                                   "found %u, expected 0 to 3, and 0 but on space %u",
                                   scene->jail[s], c->e->jail_space);
        }
        p->cash[s] = scene->cash[s];
        p->space[s] = scene->space[s];
        p->jail[s] = scene->jail[s];
        p->place[s] = alive ? 0 : (uint8_t)place--;
    }
    return SV_OK;
}

static enum sv_status fill_board(struct svi_check *c, const struct sv_scene *scene,
                                 struct sv_position *p)
{
    memset(p->owner, SV_NONE, sizeof p->owner);
    p->mortgaged = scene->mortgaged;
    svi_check_at(c, "mortgaged");
    if ((p->mortgaged & ~c->e->deeds) != 0) {
        return svi_check_wrong(c, SV_E_RANGE, "space %u has no deed",
                               sv_first(p->mortgaged & ~c->e->deeds));
    }
    memcpy(p->level, scene->level, sizeof p->level);
    for (uint64_t left = c->e->deeds; left != 0; left &= left - 1) {
        const unsigned i = sv_first(left);
        TRY(check_deed(c, scene, i));
        p->owner[i] = scene->owner[i];
        if (scene->owner[i] != SV_BANK) {
            p->owned[scene->owner[i]] |= UINT64_C(1) << i;
        }
    }
    return SV_OK;
}

static enum sv_status fill(struct svi_check *c, const struct sv_scene *scene, struct sv_position *p)
{
    TRY(check_seats(c, scene));
    memset(p, 0, sizeof *p);
    p->seats = scene->seats;
    p->alive = scene->alive;
    p->speeding = scene->speeding;
    p->first = scene->first;
    p->turn_seat = scene->turn_seat;
    p->round = scene->round;
    p->turn = scene->turn;
    memset(p->jail_holder, SV_NONE, sizeof p->jail_holder);
    p->auction_space = p->auction_unit = p->auction_seat = p->offer_seat = SV_NONE;
    svi_check_at(c, "round");
    TRY(svi_check_number(c, scene->round, 1, c->e->rules.max_rounds));
    svi_check_at(c, "turn");
    if (scene->turn == 0) {
        return svi_check_wrong(c, SV_E_RANGE, "found 0, expected 1 or more");
    }
    TRY(fill_seats(c, scene, p));
    TRY(fill_board(c, scene, p));
    TRY(check_buildings(c, p));
    TRY(fill_stock(c, p));
    TRY(fill_decks(c, scene, p));
    /* After all other checks, the only fault left is more money than the game can count. */
    svi_check_at(c, "cash");
    return svi_position_possible(c->e, p)
               ? SV_OK
               : svi_check_wrong(c, SV_E_RANGE, "no game can come to this table");
}

enum sv_status sv_scene_open(const struct sv_edition *e, const struct sv_scene *scene,
                             const uint32_t answers[SV_MAX_SEATS], const uint8_t key[SV_KEY_BYTES],
                             const struct sv_sink *sink, struct sv_state *out,
                             struct sv_edition_error *error)
{
    struct svi_check check = {.e = e, .error = error};
    memset(out, 0, sizeof *out);
    TRY(fill(&check, scene, &out->position));
    memcpy(out->secret.key, key, SV_KEY_BYTES);
    memcpy(out->secret.plan.level, out->position.level, sizeof out->secret.plan.level);
    for (unsigned s = 0; s < scene->seats; s++) {
        sv_ask_only(out, s, answers != NULL ? answers[s] : SV_ANSWERS_ALL, NULL);
    }
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        TRY(svi_deck_guess(e, &out->position, d, key, out->secret.deck[d]));
    }
    out->position.turn--; /* the turn counts itself */
    svi_open_turn(e, out, scene->turn_seat, sink);
    return SV_OK;
}

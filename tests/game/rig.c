#include "tests/game/rig.h"
#include "tests/game/invariants.h"

#include "edition/edition_file.h"
#include "game/luck.h"

/* ---- life ---------------------------------------------------------------------------------- */

static void on_event(void *user, const struct sv_event *event)
{
    struct rig *r = user;
    assert_true(r->n_events < RIG_EVENTS);
    r->event[r->n_events] = *event;
    if (event->offer) {
        r->offer[r->n_events] = *event->offer;
        r->event[r->n_events].offer = &r->offer[r->n_events];
    }
    r->event[r->n_events].answer = NULL;
    r->n_events++;
}

const struct sv_edition *rig_edition(const char *name)
{
    enum { KEPT = 16 };
    static struct sv_edition kept[KEPT];
    static char names[KEPT][SV_MAX_NAME];
    static unsigned n_kept;

    for (unsigned i = 0; i < n_kept; i++) {
        if (strcmp(names[i], name) == 0) {
            return &kept[i];
        }
    }
    assert_true(n_kept < KEPT);
    struct svi_error error = {0};
    if (svi_edition_load(name, &kept[n_kept], &error) != SV_OK) {
        fail_msg("edition %s: %s", name, error.text);
    }
    (void)snprintf(names[n_kept], SV_MAX_NAME, "%s", name);
    return &kept[n_kept++];
}

int rig_setup(void **state)
{
    struct rig *r = calloc(1, sizeof *r);
    if (!r) {
        return -1;
    }
    r->e = *rig_edition("classic");
    r->sink.fn = on_event;
    r->sink.user = r;
    *state = r;
    return 0;
}

int rig_teardown(void **state)
{
    free(*state);
    return 0;
}

/* Wipes the table: nothing owned, everybody on GO with the starting cash. */
static void wipe(struct rig *r)
{
    struct sv_position *p = &r->st.position;
    for (unsigned i = 0; i < r->e.n_spaces; i++) {
        if (r->e.deeds >> i & 1u) {
            rig_give(r, SV_BANK, i);
        }
    }
    for (unsigned s = 0; s < p->seats; s++) {
        p->cash[s] = r->e.rules.start_cash;
        p->space[s] = GO;
        p->jail[s] = 0;
    }
    p->mortgaged = 0;
}

void rig_begin(struct rig *r, unsigned seats)
{
    /* The switches of the opening are the edition's own, so that it always runs as written here. */
    struct sv_rules wanted = r->e.rules;
    r->e.rules = rig_edition("classic")->rules;

    struct sv_setup setup = {.seats = (uint8_t)seats};
    for (unsigned s = 0; s < seats; s++) {
        setup.answers[s] = SV_ANSWERS_ALL;
    }
    unsigned last = seats - 1;
    for (uint32_t seed = 0;; seed++) {
        assert_true(seed < 4096);
        memcpy(setup.seed, &seed, sizeof seed);
        assert_ok(sv_game_start(&r->e, &r->st, &setup, &r->sink));
        if (r->st.position.first == last && rig_is_asked(r, last, SV_DECISION_BUY) &&
            r->st.position.dice[0] != r->st.position.dice[1]) {
            break;
        }
        rig_forget(r);
    }
    rig_choose(r, last, SV_DECISION_BUY, SV_CHOICE_BUY_BUY);
    assert_int_equal(r->st.position.turn_seat, 0);
    assert_int_equal(sv_pending(&r->st), (1u << seats) - 1);
    wipe(r);
    rig_give(r, last, RIG_ANCHOR);
    r->e.rules = wanted;
    r->st.position.speeding = (uint8_t)(wanted.speed_die == 2 ? (1u << seats) - 1 : 0);
    const int32_t stock[SV_UNIT_COUNT] = {wanted.houses, wanted.hotels, wanted.skyscrapers,
                                          wanted.depots};
    for (unsigned u = 0; u < SV_UNIT_COUNT; u++) {
        r->st.position.stock[u] = (uint8_t)stock[u];
    }
    for (unsigned s = 0; s < seats; s++) {
        r->st.position.cash[s] = wanted.start_cash;
        r->st.position.offers_left[s] = (uint8_t)wanted.offers_per_window;
    }
    rig_forget(r);
    r->n_wishes = 0;
}

/* ---- the table ----------------------------------------------------------------------------- */

void rig_give(struct rig *r, unsigned seat, unsigned space)
{
    struct sv_position *p = &r->st.position;
    assert_true(r->e.deeds >> space & 1u);
    if (p->owner[space] < SV_MAX_SEATS) {
        p->owned[p->owner[space]] &= ~(UINT64_C(1) << space);
    }
    p->owner[space] = (uint8_t)seat;
    if (seat < SV_MAX_SEATS) {
        p->owned[seat] |= UINT64_C(1) << space;
    } else {
        rig_level(r, space, 0);
        p->mortgaged &= ~(UINT64_C(1) << space);
    }
}

void rig_give_deeds(struct rig *r, unsigned seat, uint64_t deeds)
{
    for (unsigned i = 0; i < r->e.n_spaces; i++) {
        if (deeds >> i & 1u) {
            rig_give(r, seat, i);
        }
    }
}

void rig_give_group(struct rig *r, unsigned seat, unsigned space)
{
    const struct sv_group *g = &r->e.group[r->e.space[space].group];
    for (unsigned i = 0; i < g->size; i++) {
        rig_give(r, seat, g->deed[i]);
    }
}

/* Moves the buildings of one level of a street between bank and board; sign -1: onto the board. */
static void move_stock(struct rig *r, unsigned level, int sign)
{
    static const uint8_t units[7][3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0},
                                        {4, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (unsigned u = 0; u < 3; u++) {
        int stock = r->st.position.stock[u] + sign * units[level][u];
        assert_true(stock >= 0);
        r->st.position.stock[u] = (uint8_t)stock;
    }
}

void rig_level(struct rig *r, unsigned space, unsigned level)
{
    struct sv_position *p = &r->st.position;
    if (r->e.space[space].kind == SV_SPACE_RAIL) {
        int stock = p->stock[SV_UNIT_DEPOT] + p->level[space] - (int)level;
        assert_true(stock >= 0);
        p->stock[SV_UNIT_DEPOT] = (uint8_t)stock;
    } else {
        move_stock(r, p->level[space], 1);
        move_stock(r, level, -1);
    }
    p->level[space] = (uint8_t)level;
    r->st.secret.plan.level[space] =
        (uint8_t)level; /* an open window starts from levels as they were */
}

void rig_level_group(struct rig *r, unsigned space, unsigned level)
{
    const struct sv_group *g = &r->e.group[r->e.space[space].group];
    for (unsigned i = 0; i < g->size; i++) {
        rig_level(r, g->deed[i], level);
    }
}

void rig_levels(struct rig *r, unsigned space, const char *levels)
{
    const struct sv_group *g = &r->e.group[r->e.space[space].group];
    assert_int_equal(strlen(levels), g->size);
    for (unsigned i = 0; i < g->size; i++) {
        if (levels[i] != '.') {
            rig_level(r, g->deed[i], (unsigned)(levels[i] - '0'));
        }
    }
}

void assert_levels(const struct rig *r, unsigned space, const char *levels)
{
    const struct sv_group *g = &r->e.group[r->e.space[space].group];
    char stands[sizeof g->deed + 1] = {0};
    assert_int_equal(strlen(levels), g->size);
    for (unsigned i = 0; i < g->size; i++) {
        const char level = (char)('0' + r->st.position.level[g->deed[i]]);
        stands[i] = levels[i] == '.' ? '.' : level;
    }
    assert_string_equal(stands, levels);
}

void rig_mortgage(struct rig *r, unsigned space)
{
    assert_true(r->st.position.owner[space] < SV_MAX_SEATS);
    r->st.position.mortgaged |= UINT64_C(1) << space;
}

void rig_cash(struct rig *r, unsigned seat, int32_t cash)
{
    r->st.position.cash[seat] = cash;
}

void rig_put(struct rig *r, unsigned seat, unsigned space)
{
    r->st.position.space[seat] = (uint8_t)space;
}

void rig_jail(struct rig *r, unsigned seat, unsigned failed)
{
    r->st.position.space[seat] = r->e.jail_space;
    r->st.position.jail[seat] = (uint8_t)(failed + 1);
}

/* Where in its deck's ring a card lies; it must be there. */
static unsigned ring_index(const struct rig *r, unsigned deck, unsigned card)
{
    const struct sv_position *p = &r->st.position;
    for (unsigned i = 0; i < p->deck_size[deck]; i++) {
        unsigned at = (p->deck_head[deck] + i) % SV_MAX_CARDS;
        if (r->st.secret.deck[deck][at] == card) {
            return at;
        }
    }
    fail_msg("card %u is not in deck %u", card, deck);
    return 0;
}

/* Brings a card to the top of its deck; what was there takes its place. */
static void to_top(struct rig *r, unsigned deck, unsigned card)
{
    struct sv_position *p = &r->st.position;
    unsigned at = ring_index(r, deck, card);
    unsigned head = p->deck_head[deck];
    uint8_t *ring = r->st.secret.deck[deck];
    uint8_t top = ring[head];
    uint8_t seen = p->seen[deck][head];
    ring[head] = ring[at];
    ring[at] = top;
    p->seen[deck][head] = p->seen[deck][at];
    p->seen[deck][at] = seen;
}

void rig_card(struct rig *r, unsigned deck, const char *id)
{
    for (unsigned i = 0; i < r->e.deck[deck].size; i++) {
        if (strcmp(r->e.deck[deck].card[i].id, id) == 0) {
            to_top(r, deck, i);
            return;
        }
    }
    fail_msg("no card %s in deck %u", id, deck);
}

void rig_jail_card(struct rig *r, unsigned seat, unsigned j)
{
    struct sv_position *p = &r->st.position;
    assert_true(j < r->e.n_jail_cards && p->jail_holder[j] == SV_BANK);
    unsigned deck = r->e.jail_card_deck[j];
    to_top(r, deck, r->e.jail_card_card[j]);
    p->seen[deck][p->deck_head[deck]] = SV_NONE;
    r->st.secret.deck[deck][p->deck_head[deck]] = SV_NONE;
    p->deck_head[deck] = (uint8_t)((p->deck_head[deck] + 1) % SV_MAX_CARDS);
    p->deck_size[deck]--;
    p->jail_holder[j] = (uint8_t)seat;
}

void rig_stock(struct rig *r, unsigned houses, unsigned hotels)
{
    r->st.position.stock[SV_UNIT_HOUSE] = (uint8_t)houses;
    r->st.position.stock[SV_UNIT_HOTEL] = (uint8_t)hotels;
}

void rig_must_hold(const struct sv_edition *e, const struct sv_state *st)
{
    const char *broken = invariants_broken(e, st);
    if (broken != NULL) {
        fail_msg("%s, %u seats, round %u, turn %u: %s", e->name, st->position.seats,
                 st->position.round, st->position.turn, broken);
    }
}

/* ---- dice ---------------------------------------------------------------------------------- */

static bool falls(const struct rig_wish *w, const uint8_t key[SV_KEY_BYTES])
{
    static const uint8_t speed[7] = {0, 1, 2, 3, SV_DIE_MR, SV_DIE_MR, SV_DIE_BUS}; /* RULES 10.1 */
    uint8_t dice[3];
    const uint32_t thrown = svi_dice(sv_luck(key, w->purpose, w->seat, w->index));
    for (unsigned i = 0; i < 3; i++) {
        dice[i] = svi_die(thrown, i);
    }
    dice[2] = speed[dice[2]];
    for (unsigned i = 0; i < 3; i++) {
        if (w->dice[i] != 0 && w->dice[i] != dice[i]) {
            return false;
        }
    }
    return true;
}

/* Looks for a key of the game's luck under which every wish comes true. */
static void seek(struct rig *r)
{
    uint8_t key[SV_KEY_BYTES] = {0x51};
    for (uint64_t n = 0;; n++) {
        assert_true(n < UINT64_C(400000000));
        memcpy(key + 8, &n, sizeof n);
        unsigned i = 0;
        while (i < r->n_wishes && falls(&r->wish[i], key)) {
            i++;
        }
        if (i == r->n_wishes) {
            break;
        }
    }
    memcpy(r->st.secret.key, key, sizeof key);
}

static void wish(struct rig *r, uint32_t turn, unsigned purpose, unsigned seat, uint64_t index,
                 unsigned a, unsigned b, unsigned s)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < r->n_wishes; i++) {
        if (r->wish[i].turn >= r->st.position.turn) {
            r->wish[kept++] = r->wish[i];
        }
    }
    assert_true(kept < RIG_WISHES);
    r->wish[kept] = (struct rig_wish){.turn = turn,
                                      .purpose = (uint8_t)purpose,
                                      .seat = (uint8_t)seat,
                                      .index = index,
                                      .dice = {(uint8_t)a, (uint8_t)b, (uint8_t)s}};
    r->n_wishes = kept + 1;
    seek(r);
}

/* The first index of a purpose, from `from` on, that this turn has no wish for yet. */
static uint64_t next_index(const struct rig *r, unsigned purpose, unsigned seat, uint64_t from)
{
    for (unsigned i = 0; i < r->n_wishes; i++) {
        const struct rig_wish *w = &r->wish[i];
        if (w->turn == r->st.position.turn && w->purpose == purpose && w->seat == seat &&
            w->index >= from) {
            from = w->index + 1;
        }
    }
    return from;
}

void rig_ticket(struct rig *r, unsigned seat)
{
    struct sv_position *p = &r->st.position;
    assert_true(p->deck_size[SV_DECK_BUS] > 0);
    p->deck_head[SV_DECK_BUS] = (uint8_t)((p->deck_head[SV_DECK_BUS] + 1) % SV_MAX_CARDS);
    p->deck_size[SV_DECK_BUS]--;
    p->tickets[seat]++;
}

void rig_dice3(struct rig *r, unsigned a, unsigned b, unsigned s)
{
    const struct sv_position *p = &r->st.position;
    uint64_t from = (uint64_t)p->round << 8 | r->st.course.rolls;
    uint64_t index = next_index(r, SV_PURPOSE_DICE, p->turn_seat, from);
    wish(r, p->turn, SV_PURPOSE_DICE, p->turn_seat, index, a, b, s);
}

void rig_dice(struct rig *r, unsigned a, unsigned b)
{
    rig_dice3(r, a, b, 0);
}

void rig_dice_next(struct rig *r, unsigned seat, unsigned round, unsigned a, unsigned b)
{
    wish(r, r->st.position.turn + 1, SV_PURPOSE_DICE, seat, (uint64_t)round << 8, a, b, 0);
}

void rig_throw(struct rig *r, unsigned a, unsigned b)
{
    const struct sv_position *p = &r->st.position;
    uint64_t from = (uint64_t)p->round << 8 | r->st.course.throws;
    uint64_t index = next_index(r, SV_PURPOSE_UTILITY, p->turn_seat, from);
    wish(r, p->turn, SV_PURPOSE_UTILITY, p->turn_seat, index, a, b, 0);
}

/* ---- questions and answers ----------------------------------------------------------------- */

bool rig_is_asked(const struct rig *r, unsigned seat, unsigned kind)
{
    struct sv_question q;
    return (sv_pending(&r->st) >> seat & 1u) != 0 && sv_ask(&r->e, &r->st, seat, &q) == SV_OK &&
           q.kind == kind;
}

struct sv_question rig_asked(struct rig *r, unsigned seat, unsigned kind)
{
    struct sv_question q = {0};
    if (!(sv_pending(&r->st) >> seat & 1u)) {
        fail_msg("seat %u is not asked (%s expected); asked are 0x%x", seat, sv_decision_name(kind),
                 sv_pending(&r->st));
    }
    assert_ok(sv_ask(&r->e, &r->st, seat, &q));
    if (q.kind != kind) {
        fail_msg("seat %u is asked %s, not %s", seat, sv_decision_name(q.kind),
                 sv_decision_name(kind));
    }
    assert_int_equal(q.seat, seat);
    return q;
}

struct sv_answer rig_blank(const struct rig *r, unsigned seat)
{
    struct sv_question q;
    struct sv_answer a;
    assert_ok(sv_ask(&r->e, &r->st, seat, &q));
    sv_answer_clear(&r->st.position, &q, &a);
    return a;
}

struct sv_answer rig_order(const struct rig *r, unsigned seat, unsigned space, unsigned level)
{
    struct sv_answer answer = rig_blank(r, seat);
    answer.plan.level[space] = (uint8_t)level;
    return answer;
}

static struct sv_answer order;

const struct sv_answer *rig_mortgaging(const struct rig *r, unsigned seat, uint64_t deeds)
{
    order = rig_blank(r, seat);
    order.plan.mortgage = deeds;
    return &order;
}

const struct sv_answer *rig_lifting(const struct rig *r, unsigned seat, uint64_t deeds)
{
    order = rig_blank(r, seat);
    order.plan.lift = deeds;
    return &order;
}

const struct sv_answer *rig_building(const struct rig *r, unsigned seat, unsigned space,
                                     unsigned level)
{
    order = rig_order(r, seat, space, level);
    return &order;
}

const struct sv_answer *rig_wanting(const struct rig *r, unsigned seat, unsigned space,
                                    const char *levels)
{
    const struct sv_group *g = &r->e.group[r->e.space[space].group];
    assert_int_equal(strlen(levels), g->size);
    order = rig_blank(r, seat);
    for (unsigned i = 0; i < g->size; i++) {
        if (levels[i] != '.') {
            order.plan.level[g->deed[i]] = (uint8_t)(levels[i] - '0');
        }
    }
    return &order;
}

void rig_do(struct rig *r, unsigned seat, const struct sv_answer *a)
{
    struct sv_question q;
    assert_ok(sv_ask(&r->e, &r->st, seat, &q));
    enum sv_status judged = sv_check(&r->e, &r->st.position, &q, a);
    if (judged != SV_OK) {
        fail_msg("the answer of seat %u to %s is refused: %s", seat, sv_decision_name(q.kind),
                 sv_status_text(judged));
    }
    assert_ok(sv_apply(&r->e, &r->st, seat, a, &r->sink));
}

void rig_refuse(struct rig *r, unsigned seat, const struct sv_answer *a)
{
    struct sv_question q;
    assert_ok(sv_ask(&r->e, &r->st, seat, &q));
    enum sv_status judged = sv_check(&r->e, &r->st.position, &q, a);
    if (judged == SV_OK) {
        fail_msg("an answer of seat %u to %s should be refused", seat, sv_decision_name(q.kind));
    }
    struct sv_state before;
    memcpy(&before, &r->st, sizeof before);
    unsigned events = r->n_events;
    assert_int_equal(sv_apply(&r->e, &r->st, seat, a, &r->sink), judged);
    assert_memory_equal(&before, &r->st, sizeof before);
    assert_int_equal(r->n_events, events);
}

void rig_default(struct rig *r, unsigned seat)
{
    struct sv_question q;
    struct sv_answer a;
    assert_ok(sv_ask(&r->e, &r->st, seat, &q));
    sv_answer_default(&r->e, &r->st.position, &q, &a);
    rig_do(r, seat, &a);
}

void rig_give_up(struct rig *r, unsigned seat)
{
    (void)rig_asked(r, seat, SV_DECISION_DEBT);
    struct sv_answer a = rig_blank(r, seat);
    rig_do(r, seat, &a);
}

void rig_window(struct rig *r, unsigned seat, const struct sv_answer *a)
{
    unsigned asked = sv_pending(&r->st);
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        if (s != seat && asked >> s & 1u) {
            (void)rig_asked(r, s, SV_DECISION_MANAGE);
            rig_default(r, s);
        }
    }
    rig_do(r, seat, a);
}

void rig_propose(struct rig *r, unsigned seat, struct sv_offer o)
{
    struct sv_answer a = rig_blank(r, seat);
    a.n_offers = 1;
    a.offers[0] = o;
    rig_window(r, seat, &a);
}

void rig_pass(struct rig *r)
{
    unsigned asked = sv_pending(&r->st);
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        if (asked >> s & 1u && rig_is_asked(r, s, SV_DECISION_MANAGE)) {
            rig_default(r, s);
        }
    }
}

void rig_roll(struct rig *r, unsigned a, unsigned b)
{
    rig_dice(r, a, b);
    rig_pass(r);
}

void rig_roll_from(struct rig *r, unsigned seat, unsigned space, unsigned a, unsigned b)
{
    rig_put(r, seat, space);
    rig_roll(r, a, b);
}

void rig_roll3_from(struct rig *r, unsigned seat, unsigned space, unsigned a, unsigned b,
                    unsigned s)
{
    rig_put(r, seat, space);
    rig_dice3(r, a, b, s);
    rig_pass(r);
}

unsigned rig_until(struct rig *r, unsigned kind, unsigned answers)
{
    for (unsigned n = 0; n <= answers; n++) {
        unsigned asked = sv_pending(&r->st);
        unsigned first = SV_NONE;
        for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
            if (asked >> s & 1u) {
                if (rig_is_asked(r, s, kind)) {
                    return s;
                }
                if (first == SV_NONE) {
                    first = s;
                }
            }
        }
        if (first == SV_NONE) {
            fail_msg("the game ended before a question of kind %s", sv_decision_name(kind));
        }
        rig_default(r, first);
    }
    fail_msg("no question of kind %s within %u answers", sv_decision_name(kind), answers);
    return SV_NONE;
}

void rig_choose(struct rig *r, unsigned seat, unsigned kind, unsigned choice)
{
    (void)rig_asked(r, seat, kind);
    struct sv_answer a = rig_blank(r, seat);
    a.choice = (uint8_t)choice;
    rig_do(r, seat, &a);
}

void rig_bid(struct rig *r, unsigned seat, int32_t bid, int32_t limit)
{
    struct sv_question q;
    assert_ok(sv_ask(&r->e, &r->st, seat, &q));
    assert_true(q.kind == SV_DECISION_BID || q.kind == SV_DECISION_SEALED_BID);
    struct sv_answer a = rig_blank(r, seat);
    a.bid = bid;
    a.limit = limit;
    rig_do(r, seat, &a);
}

void rig_drop(struct rig *r, unsigned seat)
{
    rig_bid(r, seat, 0, 0);
}

unsigned rig_only(const struct rig *r)
{
    unsigned asked = sv_pending(&r->st);
    assert_true(asked != 0 && (asked & (asked - 1)) == 0);
    unsigned seat = 0;
    while (!(asked >> seat & 1u)) {
        seat++;
    }
    return seat;
}

/* ---- events -------------------------------------------------------------------------------- */

void rig_forget(struct rig *r)
{
    r->n_events = 0;
}

unsigned rig_count(const struct rig *r, unsigned type)
{
    unsigned n = 0;
    for (unsigned i = 0; i < r->n_events; i++) {
        n += r->event[i].type == type;
    }
    return n;
}

const struct sv_event *rig_event(const struct rig *r, unsigned type, unsigned i)
{
    for (unsigned k = 0; k < r->n_events; k++) {
        if (r->event[k].type == type && i-- == 0) {
            return &r->event[k];
        }
    }
    fail_msg("fewer events of type %s than expected", sv_event_name(type));
    return NULL;
}

static bool is_payment(const struct sv_event *ev, unsigned from, unsigned to, unsigned why)
{
    return ev->type == SV_EVENT_CASH && (from == RIG_ANY || ev->from == from) &&
           (to == RIG_ANY || ev->to == to) && ev->why == why;
}

int32_t rig_paid(const struct rig *r, unsigned from, unsigned to, unsigned why)
{
    int32_t sum = 0;
    for (unsigned i = 0; i < r->n_events; i++) {
        sum += is_payment(&r->event[i], from, to, why) ? r->event[i].amount : 0;
    }
    return sum;
}

unsigned rig_payments(const struct rig *r, unsigned from, unsigned to, unsigned why)
{
    unsigned n = 0;
    for (unsigned i = 0; i < r->n_events; i++) {
        n += is_payment(&r->event[i], from, to, why);
    }
    return n;
}

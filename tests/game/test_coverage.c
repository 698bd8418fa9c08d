/* Random play reaches every corner of every edition: each kind of question, each choice and each
 * type of event that an edition has occurs in it. Every second game has few houses and hotels, so
 * that shortages come up; now and then a seat forfeits. Prints the table of counts. */
#include "tests/game/monkey.h"
#include "tests/game/rig.h"

#include "edition/builtin.h"

#include <inttypes.h>

#define MAX_GAMES 4000u
#define CHOICES 8u

struct corpus {
    uint64_t kind[SV_DECISION_COUNT];
    uint64_t choice[SV_DECISION_COUNT][CHOICES];
    uint64_t event[SV_EVENT_COUNT];
    uint64_t shortages; /* auctions of a building */
    uint64_t pledged;   /* deeds that passed mortgaged from a bankrupt to a player */
    uint64_t rounds;    /* bids asked of several at once */
    uint64_t mortgaged; /* set of spaces, in the running game */
    unsigned games;
};

static void on_event(void *user, const struct sv_event *event)
{
    struct corpus *c = user;
    c->event[event->type]++;
    c->shortages += event->type == SV_EVENT_AUCTION && event->why == SV_WHY_SHORTAGE;
    if (event->type == SV_EVENT_MORTGAGE) {
        c->mortgaged ^= UINT64_C(1) << event->space;
    }
    c->pledged += event->type == SV_EVENT_DEED && event->why == SV_WHY_BANKRUPTCY &&
                  event->to < SV_BANK && (c->mortgaged >> event->space & 1) != 0;
}

static bool has_space(const struct sv_edition *e, unsigned kind)
{
    for (unsigned i = 0; i < e->n_spaces; i++) {
        if (e->space[i].kind == kind) {
            return true;
        }
    }
    return false;
}

static bool has_card(const struct sv_edition *e, unsigned kind)
{
    for (unsigned d = 0; d < SV_DECK_COUNT; d++) {
        for (unsigned i = 0; i < e->deck[d].size; i++) {
            if (e->deck[d].card[i].kind == kind) {
                return true;
            }
        }
    }
    return false;
}

/* Whether an edition can ask a kind of question at all, by its board, decks and switches. */
static bool edition_asks(const struct sv_edition *e, unsigned kind)
{
    bool tickets = e->deck[SV_DECK_BUS].size > 0;
    switch (kind) {
    case SV_DECISION_BID:
        return e->rules.auction != SV_RULE_AUCTION_SEALED;
    case SV_DECISION_SEALED_BID:
        return e->rules.auction == SV_RULE_AUCTION_SEALED;
    case SV_DECISION_TAX:
        return e->rules.income_tax == SV_RULE_INCOME_TAX_CHOICE;
    case SV_DECISION_CARD:
        return has_card(e, SV_CARD_PAY_OR_DRAW);
    case SV_DECISION_CLAIM:
        return e->rules.rent == SV_RULE_RENT_ON_REQUEST;
    case SV_DECISION_BUS:
        return e->rules.speed_die != SV_RULE_SPEED_DIE_OFF && e->rules.bus == SV_RULE_BUS_WHITE;
    case SV_DECISION_RIDE:
        return e->rules.speed_die != SV_RULE_SPEED_DIE_OFF && e->rules.bus == SV_RULE_BUS_TICKET;
    case SV_DECISION_TRIPLE:
        return e->rules.speed_die != SV_RULE_SPEED_DIE_OFF;
    case SV_DECISION_TICKET:
        return tickets;
    case SV_DECISION_LOT:
        return has_space(e, SV_SPACE_AUCTION);
    case SV_DECISION_GIFT:
        return has_space(e, SV_SPACE_BIRTHDAY) && tickets;
    case SV_DECISION_LAYOUT:
        return e->rules.sets == SV_RULE_SETS_ALL_BUT_ONE &&
               e->rules.mega_completion == SV_RULE_MEGA_COMPLETION_RULEBOOK;
    default:
        return true;
    }
}

static bool edition_reports(const struct sv_edition *e, unsigned type)
{
    switch (type) {
    case SV_EVENT_DEPOT:
        return e->rules.depots > 0;
    case SV_EVENT_TICKET:
        return e->deck[SV_DECK_BUS].size > 0;
    case SV_EVENT_JAIL_CARD:
        return e->n_jail_cards > 0;
    case SV_EVENT_DROP:
        return e->rules.auction == SV_RULE_AUCTION_ENGLISH;
    case SV_EVENT_QUESTION:
    case SV_EVENT_ANSWER:
    case SV_EVENT_LOG:
    case SV_EVENT_NOTE:
    case SV_EVENT_REFUSED:
    case SV_EVENT_SAY:
        return false; /* the recorder's (sdk/record) */
    default:
        return true;
    }
}

/* The first thing of the edition that has not come up yet, in words; NULL when all has. */
static const char *missing(const struct sv_edition *e, const struct corpus *c)
{
    static char what[80];
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        if (edition_asks(e, k) && c->kind[k] == 0) {
            (void)snprintf(what, sizeof what, "question %s", sv_decision_name(k));
            return what;
        }
        for (unsigned v = 0; edition_asks(e, k) && v < CHOICES; v++) {
            if (sv_choice_name(k, v) != NULL && c->choice[k][v] == 0) {
                (void)snprintf(what, sizeof what, "answer %s: %s", sv_decision_name(k),
                               sv_choice_name(k, v));
                return what;
            }
        }
    }
    for (unsigned t = 0; t < SV_EVENT_COUNT; t++) {
        if (edition_reports(e, t) && c->event[t] == 0) {
            (void)snprintf(what, sizeof what, "event %s", sv_event_name(t));
            return what;
        }
    }
    if (c->shortages == 0 || c->pledged == 0 ||
        (e->rules.auction == SV_RULE_AUCTION_SIMULTANEOUS && c->rounds == 0)) {
        return c->shortages == 0 ? "a shortage"
               : c->pledged == 0 ? "a mortgaged estate"
                                 : "a round of bids";
    }
    return NULL;
}

static void play(const struct sv_edition *edition, unsigned game, struct corpus *c)
{
    struct sv_edition e = *edition;
    struct sv_setup setup = {.seats = (uint8_t)(2 + game % 7)};
    struct sv_sink sink = {on_event, c};
    struct monkey monkey;
    struct sv_state st;
    unsigned asked;
    e.rules.max_rounds = 60;
    if (game % 2 == 1) {
        e.rules.houses = 7;
        e.rules.hotels = 2;
    }
    setup.seed[0] = (uint8_t)game;
    setup.seed[1] = (uint8_t)(game >> 8);
    for (unsigned s = 0; s < setup.seats; s++) {
        setup.answers[s] = SV_ANSWERS_ALL;
    }
    c->mortgaged = 0;
    monkey_init(&monkey, game);
    assert_ok(sv_game_start(&e, &st, &setup, &sink));
    while ((asked = sv_pending(&st)) != 0) {
        unsigned seat = sv_first(asked);
        struct sv_question q;
        struct sv_answer a;

        if (monkey_below(&monkey, 20000) == 0 && !sv_has(st.position.forfeited, seat)) {
            assert_ok(sv_forfeit(&e, &st, seat, &sink));
            continue;
        }
        assert_ok(sv_ask(&e, &st, seat, &q));
        assert_true(edition_asks(&e, q.kind));
        rig_must_hold(&e, &st);
        c->rounds += q.kind == SV_DECISION_BID && (asked & (asked - 1)) != 0;
        monkey_answer(&monkey, &e, &st.position, &q, &a);
        c->kind[q.kind]++;
        if ((sv_decision_fields(q.kind) & SV_F_CHOICE) != 0) {
            c->choice[q.kind][a.choice]++;
        }
        assert_ok(sv_apply(&e, &st, seat, &a, &sink));
    }
    c->games++;
}

static void print_counts(const char *name, const struct corpus *c)
{
    print_message("%s, %u games:", name, c->games);
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        if (c->kind[k] > 0) {
            print_message(" %s %" PRIu64, sv_decision_name(k), c->kind[k]);
        }
    }
    print_message(" | events:");
    for (unsigned t = 0; t < SV_EVENT_COUNT; t++) {
        if (c->event[t] > 0) {
            print_message(" %s %" PRIu64, sv_event_name(t), c->event[t]);
        }
    }
    print_message("\n");
}

/* Plays an edition until all has come up that it has. */
static void cover(const struct sv_edition *e, const char *name)
{
    struct corpus c = {.games = 0};
    while (c.games < MAX_GAMES && (c.games < 14 || missing(e, &c) != NULL)) {
        play(e, c.games, &c);
    }
    print_counts(name, &c);
    if (missing(e, &c) != NULL) {
        fail_msg("%s: %u games without %s", name, c.games, missing(e, &c));
    }
}

TEST(rule_12_everything_occurs_in_every_edition)
{
    for (size_t i = 0; i < svi_builtin_edition_count; i++) {
        cover(rig_edition(svi_builtin_editions[i].name), svi_builtin_editions[i].name);
    }
}

/* The readings of single sources that no built-in edition plays. */
TEST(rule_12_everything_occurs_under_other_switches)
{
    for (size_t i = 0; i < svi_builtin_edition_count; i++) {
        struct sv_edition e = *rig_edition(svi_builtin_editions[i].name);
        char name[80];

        e.rules.auction = i % 2 == 0 ? SV_RULE_AUCTION_SEALED : SV_RULE_AUCTION_SIMULTANEOUS;
        e.rules.auction_step = i % 3 == 0 ? 7 : 1;
        e.rules.shortage_open = SV_RULE_SHORTAGE_OPEN_AUCTION_MIN;
        e.rules.bankrupt_mortgages_all = 1;
        e.rules.set_rent_needs_unmortgaged = !e.rules.set_rent_needs_unmortgaged;
        e.rules.count_rent_needs_unmortgaged = 1;
        e.rules.rent = SV_RULE_RENT_ON_REQUEST;
        e.rules.income_tax = SV_RULE_INCOME_TAX_CHOICE;
        (void)snprintf(name, sizeof name, "%s, other switches", e.name);
        cover(&e, name);
    }
}

/* Every breach: an answer that commits it, its details, and its text. */
#include "tests/base/testing.h"

#include <solvent/game.h>

#define BIT(space) (UINT64_C(1) << (space))

struct table {
    struct sv_edition e;
    struct sv_position p;
    unsigned set[8], size; /* a street set of three */
    unsigned rail;
    bool seen[SV_BREACH_COUNT];
};

static struct table *begin(void)
{
    struct table *t = calloc(1, sizeof *t);
    struct sv_setup setup = {.seats = 3};
    struct sv_state st;
    assert_non_null(t);
    t->e = *sv_edition_builtin("mega");
    memset(setup.answers, 0xff, sizeof setup.answers);
    assert_ok(sv_game_start(&t->e, &st, &setup, NULL));
    t->p = st.position;
    for (unsigned s = 0; s < 3; s++) {
        t->p.cash[s] = 1000;
    }
    for (unsigned g = 0; g < t->e.n_groups; g++) {
        if (t->e.group[g].kind == SV_SPACE_STREET && t->e.group[g].size >= 3) {
            t->size = t->e.group[g].size;
            for (unsigned i = 0; i < t->size; i++) {
                t->set[i] = t->e.group[g].deed[i];
            }
        }
        if (t->e.group[g].kind == SV_SPACE_RAIL) {
            t->rail = t->e.group[g].deed[0];
        }
    }
    assert_true(t->size >= 3 && t->rail != 0);
    return t;
}

static void give(struct table *t, unsigned seat, unsigned space)
{
    if (t->p.owner[space] < SV_BANK) {
        t->p.owned[t->p.owner[space]] &= ~BIT(space);
    }
    t->p.owner[space] = (uint8_t)seat;
    t->p.owned[seat] |= BIT(space);
}

static void give_set(struct table *t, unsigned seat, unsigned level)
{
    for (unsigned i = 0; i < t->size; i++) {
        give(t, seat, t->set[i]);
        t->p.level[t->set[i]] = (uint8_t)level;
    }
}

static struct sv_question ask(enum sv_decision kind)
{
    return (struct sv_question){.kind = (uint8_t)kind,
                                .seat = 0,
                                .space = SV_NONE,
                                .other = SV_NONE,
                                .offers = 2,
                                .choices = 7};
}

static struct sv_answer blank(const struct table *t, const struct sv_question *q)
{
    struct sv_answer a;
    sv_answer_clear(&t->p, q, &a);
    return a;
}

/* The answer commits that breach, and no other way of judging says otherwise. */
static struct sv_breach commits(struct table *t, const struct sv_question *q,
                                const struct sv_answer *a, enum sv_breach_kind kind)
{
    struct sv_breach found = {.kind = SV_BREACH_COUNT};
    char text[SV_MAX_BREACH];
    const enum sv_status status = sv_judge(&t->e, &t->p, q, a, &found);
    assert_string_equal(found.kind < SV_BREACH_COUNT ? sv_breach_name(found.kind) : "none",
                        sv_breach_name(kind));
    assert_int_equal(status, sv_breach_status(kind));
    assert_int_equal(status, sv_check(&t->e, &t->p, q, a));
    assert_int_not_equal(status, SV_OK);
    sv_breach_text(&t->e, &found, text, sizeof text);
    assert_null(strpbrk(text, "{}"));
    assert_true(strlen(text) < sizeof text - 1);
    assert_true(sv_breach_rule(kind)[0] == '\0' || strstr(text, sv_breach_rule(kind)) != NULL);
    t->seen[kind] = true;
    return found;
}

static void says(const struct table *t, struct sv_breach found, const char *expected)
{
    char text[SV_MAX_BREACH];
    assert_string_equal(sv_breach_text(&t->e, &found, text, sizeof text), expected);
}

static void form(struct table *t)
{
    struct sv_question q = ask(SV_DECISION_JAIL);
    struct sv_answer a = blank(t, &q);
    a.kind = SV_DECISION_BUY;
    commits(t, &q, &a, SV_BREACH_KIND);
    a.kind = SV_DECISION_JAIL;
    a.choice = 3;
    says(t, commits(t, &q, &a, SV_BREACH_CHOICE), "choice 3 is not among the legal ones");
    q = ask(SV_DECISION_TRIPLE);
    q.spaces = BIT(5);
    a = blank(t, &q);
    says(t, commits(t, &q, &a, SV_BREACH_SPACE), "no space is not among the legal spaces");
    a.space = 63;
    says(t, commits(t, &q, &a, SV_BREACH_SPACE), "space 63 is not among the legal spaces");
}

static void bids(struct table *t)
{
    struct sv_question q = ask(SV_DECISION_BID);
    struct sv_answer a = blank(t, &q);
    q.amount = 10;
    q.limit = 500;
    a.bid = 9;
    says(t, commits(t, &q, &a, SV_BREACH_BID_LOW),
         "the bid of $9 is below the lowest, $10 (rule 4.2)");
    a.bid = 501;
    commits(t, &q, &a, SV_BREACH_BID_HIGH);
    a.bid = 100;
    a.limit = 99;
    commits(t, &q, &a, SV_BREACH_LIMIT_LOW);
    a.limit = 501;
    commits(t, &q, &a, SV_BREACH_LIMIT_HIGH);
    a.limit = -1;
    commits(t, &q, &a, SV_BREACH_LIMIT_LOW);
}

static void purchases_and_debts(struct table *t)
{
    struct sv_question q = ask(SV_DECISION_BUY);
    struct sv_answer a = blank(t, &q);
    q.amount = 1001;
    a.choice = SV_CHOICE_BUY_BUY;
    commits(t, &q, &a, SV_BREACH_BUY_CASH);
    give_set(t, 0, 0);
    a = blank(t, &q);
    a.plan.level[t->set[0]] = 1;
    commits(t, &q, &a, SV_BREACH_SPENDING);
    q = ask(SV_DECISION_DEBT);
    q.amount = 1001;
    a = blank(t, &q);
    says(t, commits(t, &q, &a, SV_BREACH_DEBT_SHORT),
         "$1001 are owed, and cash, sales and mortgages come to $1000, though more can be raised "
         "(rule 9.1)");
    q = ask(SV_DECISION_INTEREST);
    give(t, 0, t->rail);
    t->p.mortgaged = BIT(t->rail);
    q.spaces = BIT(t->rail);
    a = blank(t, &q);
    a.plan.lift = BIT(t->set[0]);
    commits(t, &q, &a, SV_BREACH_LIFT_OTHER);
    a.plan.lift = BIT(t->rail);
    t->p.cash[0] = 1;
    commits(t, &q, &a, SV_BREACH_LIFT_CASH);
}

static void layouts(struct table *t)
{
    struct sv_question q = ask(SV_DECISION_LAYOUT);
    give_set(t, 0, 0);
    for (unsigned i = 0; i < t->size; i++) {
        q.spaces |= BIT(t->set[i]);
    }
    q.amount = (int32_t)t->size + 1;
    struct sv_answer a = blank(t, &q);
    commits(t, &q, &a, SV_BREACH_LAYOUT_UNEVEN);
    for (unsigned i = 0; i < t->size; i++) {
        a.plan.level[t->set[i]] = 1;
    }
    commits(t, &q, &a, SV_BREACH_LAYOUT_SUM);
    a.plan.level[t->rail] = 1;
    commits(t, &q, &a, SV_BREACH_LAYOUT_OTHER);
}

static void building(struct table *t)
{
    const struct sv_question q = ask(SV_DECISION_MANAGE);
    struct sv_answer a = blank(t, &q);
    const unsigned last = t->size - 1;
    give_set(t, 1, 0);
    a.plan.level[t->set[0]] = 1;
    assert_int_equal(commits(t, &q, &a, SV_BREACH_LEVEL_OWNER).space, t->set[0]);
    give(t, 0, t->set[0]);
    commits(t, &q, &a, SV_BREACH_SET_PART);
    give_set(t, 0, 0);
    a.plan.level[t->set[0]] = 2;
    assert_int_equal(commits(t, &q, &a, SV_BREACH_UNEVEN_UP).bound, 0);
    a.plan.level[t->set[0]] = 7;
    commits(t, &q, &a, SV_BREACH_LEVEL_MAX);
    a.plan.level[t->set[0]] = 1;
    t->p.mortgaged = BIT(t->set[1]);
    commits(t, &q, &a, SV_BREACH_SET_MORTGAGED);
    t->p.mortgaged = 0;
    t->p.stock[SV_UNIT_HOUSE] = 0;
    const struct sv_breach stock = commits(t, &q, &a, SV_BREACH_STOCK);
    assert_int_equal(stock.unit, SV_UNIT_HOUSE);
    says(t, stock, "it takes 1 of the kind house, and the bank has 0 (rule 7.1)");
    t->p.stock[SV_UNIT_HOUSE] = 32;
    t->p.cash[0] = 1;
    commits(t, &q, &a, SV_BREACH_PLAN_CASH);
    t->p.cash[0] = 1000;
    give_set(t, 0, 2);
    a = blank(t, &q);
    a.plan.level[t->set[0]] = 0;
    assert_int_equal(commits(t, &q, &a, SV_BREACH_UNEVEN_DOWN).bound, 2);
    t->p.level[t->set[last]] = 1;
    a = blank(t, &q);
    a.plan.level[t->set[0]] = 1;
    a.plan.level[t->set[last]] = 2;
    commits(t, &q, &a, SV_BREACH_BOTH_WAYS);
    give_set(t, 0, 5);
    t->p.stock[SV_UNIT_HOUSE] = 0;
    a = blank(t, &q);
    a.plan.level[t->set[0]] = 4;
    commits(t, &q, &a, SV_BREACH_STOCK_SALE);
}

static void depots_and_mortgages(struct table *t)
{
    const struct sv_question q = ask(SV_DECISION_MANAGE);
    unsigned utility = SV_NONE;
    for (unsigned i = 0; i < t->e.n_spaces; i++) {
        utility = t->e.space[i].kind == SV_SPACE_UTILITY ? i : utility;
    }
    give(t, 0, utility);
    give(t, 0, t->rail);
    struct sv_answer a = blank(t, &q);
    a.plan.level[utility] = 1;
    commits(t, &q, &a, SV_BREACH_LEVEL_NONE);
    a = blank(t, &q);
    a.plan.level[t->rail] = 2;
    commits(t, &q, &a, SV_BREACH_DEPOT_MAX);
    a.plan.level[t->rail] = 1;
    t->p.mortgaged = BIT(t->rail);
    commits(t, &q, &a, SV_BREACH_DEPOT_MORTGAGED);
    a = blank(t, &q);
    a.plan.mortgage = BIT(t->rail);
    commits(t, &q, &a, SV_BREACH_MORTGAGE_TWICE);
    a.plan.mortgage = 0;
    a.plan.lift = BIT(utility);
    commits(t, &q, &a, SV_BREACH_LIFT_FREE);
    a.plan.lift = 0;
    a.plan.mortgage = BIT(t->set[0]);
    commits(t, &q, &a, SV_BREACH_MORTGAGE_OWNER);
    give_set(t, 0, 1);
    a = blank(t, &q);
    a.plan.mortgage = BIT(t->set[0]);
    commits(t, &q, &a, SV_BREACH_MORTGAGE_BUILT);
}

static void offers(struct table *t)
{
    const struct sv_question q = ask(SV_DECISION_MANAGE);
    struct sv_answer a = blank(t, &q);
    struct sv_offer *o = &a.offers[0];
    char text[SV_MAX_BREACH], expected[SV_MAX_BREACH];
    give(t, 0, t->rail);
    a.n_offers = 3;
    commits(t, &q, &a, SV_BREACH_OFFERS_MANY);
    a.n_offers = 1;
    *o = (struct sv_offer){.to = 0};
    commits(t, &q, &a, SV_BREACH_OFFER_SEAT);
    *o = (struct sv_offer){.to = SV_NONE};
    commits(t, &q, &a, SV_BREACH_OFFER_SEAT);
    *o = (struct sv_offer){.to = 1, .give_cash = -5};
    commits(t, &q, &a, SV_BREACH_OFFER_NEGATIVE);
    *o = (struct sv_offer){.to = 1, .give_cash = 5, .get_cash = 4};
    commits(t, &q, &a, SV_BREACH_OFFER_EMPTY);
    *o = (struct sv_offer){.to = 1, .give_deeds = BIT(t->rail)};
    commits(t, &q, &a, SV_BREACH_OFFER_GIFT);
    *o = (struct sv_offer){.to = 1, .give_deeds = BIT(t->rail), .get_cash = 1001};
    says(t, commits(t, &q, &a, SV_BREACH_OFFER_CASH),
         "offer 1: seat 1 has $1000, not $1001 (rule 8.3)");
    *o = (struct sv_offer){.to = 1, .give_tickets = 9, .get_cash = 1};
    commits(t, &q, &a, SV_BREACH_OFFER_TICKETS);
    *o = (struct sv_offer){.to = 1, .give_cards = 1, .get_cash = 1};
    commits(t, &q, &a, SV_BREACH_OFFER_CARD);
    /* The second of two, and its index in the text. */
    a.n_offers = 2;
    *o = (struct sv_offer){.to = 1, .give_deeds = BIT(t->rail), .get_cash = 1};
    a.offers[1] = (struct sv_offer){.to = 2, .give_cash = 1, .get_deeds = BIT(t->set[0])};
    const struct sv_breach found = commits(t, &q, &a, SV_BREACH_OFFER_DEED);
    assert_int_equal(found.offer, 1);
    assert_int_equal(found.seat, 2);
    (void)snprintf(expected, sizeof expected, "offer 2: %s is not seat 2's to give (rule 8.3)",
                   t->e.space[t->set[0]].name);
    assert_string_equal(sv_breach_text(&t->e, &found, text, sizeof text), expected);
    a.n_offers = 1;
    t->p.cash[0] = t->p.cash[1] = 0;
    t->p.tickets[1] = 1;
    t->p.mortgaged = BIT(t->rail);
    *o = (struct sv_offer){.to = 1, .give_deeds = BIT(t->rail), .get_tickets = 1};
    commits(t, &q, &a, SV_BREACH_OFFER_INTEREST);
    t->p.mortgaged = 0;
    t->p.level[t->rail] = a.plan.level[t->rail] = 1;
    commits(t, &q, &a, SV_BREACH_OFFER_BUILT);
}

static void counters(struct table *t)
{
    struct sv_question q = ask(SV_DECISION_TRADE);
    q.other = 1;
    struct sv_answer a = blank(t, &q);
    a.choice = SV_CHOICE_TRADE_COUNTER;
    commits(t, &q, &a, SV_BREACH_COUNTER_OFFERS);
    a.n_offers = 1;
    a.offers[0] = (struct sv_offer){.to = 2};
    commits(t, &q, &a, SV_BREACH_COUNTER_TO);
}

TEST(every_breach_can_be_committed)
{
    static void (*const parts[])(struct table *) = {
        form, bids, purchases_and_debts, layouts, building, depots_and_mortgages, offers, counters,
    };
    bool seen[SV_BREACH_COUNT] = {[SV_BREACH_NONE] = true};

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        SCOPED(scoped_free) struct table *t = begin();
        parts[i](t);
        for (unsigned k = 0; k < SV_BREACH_COUNT; k++) {
            seen[k] |= t->seen[k];
        }
    }
    for (unsigned k = 0; k < SV_BREACH_COUNT; k++) {
        if (!seen[k]) {
            fail_msg("no answer here commits '%s'", sv_breach_name(k));
        }
    }
}

TEST(what_there_is_not)
{
    const struct sv_edition *e = sv_edition_builtin("classic");
    const struct sv_breach odd = {
        .kind = 255, .space = 255, .seat = 255, .unit = 255, .offer = 255};
    const struct sv_breach unit = {.kind = SV_BREACH_STOCK, .unit = 255, .offer = SV_NONE};
    char text[SV_MAX_BREACH];

    assert_null(sv_breach_name(SV_BREACH_COUNT));
    assert_null(sv_breach_rule(SV_BREACH_COUNT));
    assert_null(sv_breach_pattern(SV_BREACH_COUNT));
    assert_int_equal(sv_breach_status(SV_BREACH_COUNT), SV_E_ARGUMENT);
    assert_string_equal(sv_breach_text(e, &odd, text, sizeof text), "it is legal");
    assert_contains(sv_breach_text(e, &unit, text, sizeof text), "kind ?");
    memset(text, 'x', sizeof text);
    assert_string_equal(sv_breach_text(e, &unit, text, 9), "it takes");
    assert_int_equal(text[9], 'x');
    (void)sv_breach_text(e, &unit, text, 0);
    assert_int_equal(text[0], 'i');
}

/* A legal answer leaves what was told before. */
TEST(legal_says_nothing)
{
    SCOPED(scoped_free) struct table *t = begin();
    const struct sv_question q = ask(SV_DECISION_MANAGE);
    const struct sv_answer a = blank(t, &q);
    struct sv_breach found = {.kind = 77};
    assert_ok(sv_judge(&t->e, &t->p, &q, &a, &found));
    assert_int_equal(found.kind, 77);
}

/* Answers from JSON: the forms that are read, and the one sentence for each way to be wrong. */
#include "tests/base/testing.h"

#include <solvent/text.h>

/* Boardwalk may be bought, Park Place is ours, two houses stand on the light blues. */
struct fixture {
    struct sv_position p;
    struct sv_text_view v;
    struct sv_question q;
    struct sv_answer a;
    char why[512];
};

static void own(struct sv_position *p, unsigned space, unsigned seat)
{
    p->owner[space] = (uint8_t)seat;
    p->owned[seat] |= UINT64_C(1) << space;
}

static struct fixture *begin(enum sv_decision kind)
{
    static struct fixture f;
    const struct sv_edition *e = sv_edition_builtin("classic");
    memset(&f, 0, sizeof f);
    f.p = (struct sv_position){.seats = 3,
                               .alive = 7,
                               .cash = {1000, 1000, 1000},
                               .stock = {30, 12},
                               .auction_space = SV_NONE,
                               .auction_seat = SV_NONE,
                               .offer_seat = SV_NONE,
                               .offers_left = {2, 2, 2}};
    for (unsigned i = 0; i < SV_MAX_SPACES; i++) {
        f.p.owner[i] = sv_has(e->deeds, i) ? SV_BANK : SV_NONE;
    }
    memset(f.p.jail_holder, SV_BANK, sizeof f.p.jail_holder);
    own(&f.p, 37, 0);
    own(&f.p, 6, 0);
    own(&f.p, 8, 0);
    own(&f.p, 9, 0);
    own(&f.p, 5, 1);
    f.p.level[6] = f.p.level[8] = 1;
    f.v = (struct sv_text_view){
        .edition = e, .position = &f.p, .name = {"ann", "bob", "bob"}, .menu = true};
    f.q = (struct sv_question){.kind = (uint8_t)kind, .space = SV_NONE, .other = SV_NONE};
    if (kind == SV_DECISION_BUY) {
        f.q.choices = 3;
        f.q.space = 39;
        f.q.amount = 400;
    } else if (kind == SV_DECISION_BID) {
        f.q.space = 39;
        f.q.amount = 10;
        f.q.limit = 1000;
    } else if (kind == SV_DECISION_MANAGE) {
        f.q.offers = 2;
    }
    return &f;
}

static enum sv_status read(struct fixture *f, const char *reply)
{
    return sv_text_read(&f->v, &f->q, reply, strlen(reply), &f->a, f->why, sizeof f->why);
}

#define GOOD(f, reply)                                                                             \
    do {                                                                                           \
        assert_ok(read(f, reply));                                                                 \
        assert_string_equal((f)->why, "");                                                         \
    } while (0)

#define BAD(f, reply, status, text)                                                                \
    do {                                                                                           \
        assert_int_equal(read(f, reply), SV_##status);                                             \
        assert_string_equal((f)->why, text);                                                       \
    } while (0)

TEST(test_choices)
{
    struct fixture *f = begin(SV_DECISION_BUY);
    GOOD(f, "{\"choice\": \"buy\"}");
    assert_int_equal(f->a.choice, SV_CHOICE_BUY_BUY);
    GOOD(f, "{\"choice\": 0}");
    assert_int_equal(f->a.choice, SV_CHOICE_BUY_DECLINE);
    GOOD(f, "I think {so}: {\"choice\": \"decline\"}, or "
            "rather\n{\"choose\":2,\"reason\":\"w\\u00e4\"}.");
    assert_int_equal(f->a.choice, SV_CHOICE_BUY_BUY);
    BAD(f, "{\"choose\": 3}", E_RANGE, "\"choose\": found 3, expected a whole number from 1 to 2");
    BAD(f, "{\"choose\": 1, \"choice\": 0}", E_UNKNOWN,
        "\"choose\": found other parts beside it, expected it alone");
    BAD(f, "{\"choice\": \"by\"}", E_UNKNOWN,
        "\"choice\": found 'by', did you mean 'buy'? Expected a choice: decline or buy");
    BAD(f, "{\"choice\": \"buy\", \"choice\": \"buy\"}", E_DUPLICATE,
        "\"choice\": found twice, expected once");
    BAD(f, "{\"choice\": true}", E_TYPE,
        "\"choice\": found true, expected a whole number from 0 to 1");
    BAD(f, "{\"reason\": \"none\"}", E_MISSING, "\"choice\": found no such key, expected it");
    BAD(f, "{\"choice\": 1, \"reason\": 1}", E_TYPE, "\"reason\": found 1, expected a text");
    f->p.cash[0] = 100;
    BAD(f, "{\"choice\": \"buy\"}", E_CASH,
        "the price is $400, and cash, sales and mortgages come to $100 (rule 3.1)");
    BAD(f, "{\"choose\": 2}", E_RANGE, "\"choose\": found 2, expected a whole number from 1 to 1");
    f->v.menu = false;
    assert_int_equal(read(f, "{\"choose\": 1}"), SV_E_UNKNOWN);
}

TEST(test_objects)
{
    static const char *const broken[] = {"{\"bid\": 1",
                                         "{\"bid\" 1}",
                                         "{\"bid\": 01}",
                                         "{\"bid\": 1,}",
                                         "{\"bid\": +1}",
                                         "{\"bid\": \"\x01\"}",
                                         "{\"bid\": [[[[[[[[1]]]]]]]]}",
                                         "{\"bid\": \"\xff\"}",
                                         "{\"bid\": \"\\ud\"}",
                                         "{\"bid\": nul}"};
    struct fixture *f = begin(SV_DECISION_BID);
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        assert_int_equal(read(f, broken[i]), SV_E_TRUNCATED);
        assert_contains(f->why, "breaks off at byte ");
    }
    BAD(f, "", E_TRUNCATED, "found no JSON object, expected one with the answer");
    BAD(f, "I bid {10}", E_TRUNCATED, "found no JSON object, expected one with the answer");
    BAD(f, "{\"bid\": 20} or {\"bid\": 3", E_TRUNCATED,
        "the JSON object breaks off at byte 25, expected a whole one");
    GOOD(f, "{\"bid\": 3 ... {\"bid\": 20}");
    BAD(f, "{\"bid\": 20.5}", E_TYPE,
        "\"bid\": found 20.5, expected a whole number from 0 to 2147483647");
    BAD(f, "{\"bid\": -1}", E_RANGE,
        "\"bid\": found -1, expected a whole number from 0 to 2147483647");
    BAD(f, "{\"bid\": 5}", E_AMOUNT, "the bid of $5 is below the lowest, $10 (rule 4.2)");
    BAD(f, "{\"bids\": 5}", E_UNKNOWN,
        "found 'bids', did you mean 'bid'? Expected a key: bid, limit or reason");
    GOOD(f, " {\"bid\":20,\"limit\":90} ");
    assert_int_equal(f->a.bid, 20);
    assert_int_equal(f->a.limit, 90);
}

TEST(test_plans_and_offers)
{
    struct fixture *f = begin(SV_DECISION_MANAGE);
    GOOD(f, "{}");
    GOOD(f, "{\"levels\": {\"Connecticut Avenue\": 2, \"6\": 2, \"8\": 1}, \"mortgage\": [37]}");
    assert_int_equal(f->a.plan.level[9], 2);
    assert_int_equal(f->a.plan.level[6], 2);
    assert_true(f->a.plan.mortgage == UINT64_C(1) << 37);
    GOOD(f, "{\"levels\": [{\"space\": 9, \"level\": 1}]}");
    assert_int_equal(f->a.plan.level[9], 1);
    GOOD(f, "{\"offers\": [{\"to\": \"bob#1\", \"give_cash\": 50, \"get_deeds\": "
            "[\"Reading Railroad\"]}]}");
    assert_int_equal(f->a.n_offers, 1);
    assert_int_equal(f->a.offers[0].to, 1);
    assert_true(f->a.offers[0].get_deeds == UINT64_C(1) << 5);
    BAD(f, "{\"offers\": [{\"to\": \"bob\"}]}", E_UNKNOWN,
        "\"to\": found \"bob\", expected a seat's number, or a player's name");
    BAD(f, "{\"offers\": [{\"give_cash\": 5}]}", E_MISSING,
        "\"offers\": found {\"give_cash\": 5}, expected the key \"to\" with the other seat");
    BAD(f, "{\"offers\": [{\"to\": 1, \"to\": 1}]}", E_DUPLICATE,
        "\"offers\": found \"to\", expected each key once");
    BAD(f, "{\"levels\": {\"6\": 2, \"Oriental Avenue\": 2}}", E_DUPLICATE,
        "\"levels\": found \"Oriental Avenue\", expected each space once");
    BAD(f, "{\"levels\": {\"Chance\": 1}}", E_UNKNOWN,
        "\"levels\": found \"Chance\", expected a number, as several spaces have this name");
    BAD(f, "{\"mortgage\": [40]}", E_RANGE,
        "\"mortgage\": found 40, expected a whole number from 0 to 39");
    BAD(f, "{\"mortgage\": 37}", E_TYPE, "\"mortgage\": found 37, expected a list of spaces");
    BAD(f, "{\"lift\": [37]}", E_MORTGAGE, "Park Place is not mortgaged (rule 8.2)");
    BAD(f, "{\"offers\": [{\"to\": 1, \"get_deeds\": [37], \"give_cash\": 1}]}", E_OFFER,
        "offer 1: Park Place is not seat 1's to give (rule 8.3)");
    assert_int_equal(read(f, "{\"lift\": [\"Bordwalk\"]}"), SV_E_UNKNOWN);
    assert_contains(f->why, "\"lift\": found 'Bordwalk', did you mean 'Boardwalk'?");
}

/* Texts are cut as snprintf() cuts them, and their length is the length of the whole text. */
TEST(test_room)
{
    struct fixture *f = begin(SV_DECISION_BUY);
    static char whole[SV_TEXT_ROOM];
    char part[10];
    const size_t size = sv_text_question(&f->v, &f->q, whole, sizeof whole);
    assert_int_equal(size, strlen(whole));
    assert_int_equal(sv_text_question(&f->v, &f->q, part, sizeof part), size);
    assert_memory_equal(part, whole, sizeof part - 1);
    assert_int_equal(part[sizeof part - 1], '\0');
    assert_int_equal(sv_text_question(&f->v, &f->q, NULL, 0), size);
    assert_contains(whole, "\n1. decline\n2. buy\n");
    f->v.menu = false;
    sv_text_question(&f->v, &f->q, whole, sizeof whole);
    assert_lacks(whole, "\n1. ");
}

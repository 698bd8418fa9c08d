/* The words of two answers: few where that tells them apart, and never the same. */
#include "tests/base/testing.h"
#include "tests/record/games.h"
#include "tools/analysis/compare.h"

static const char names[SV_MAX_SEATS][SV_MAX_NAME] = {"ann", "ben", "ben"};

/* Both ways round. */
static void expect(const struct svi_decision *a, const struct svi_decision *b, const char *one,
                   const char *other)
{
    const struct sv_edition *e = game_edition("classic");
    char out[2][SVI_MANNER];
    svi_manners(e, names, a, b, out);
    assert_string_equal(out[0], one);
    assert_string_equal(out[1], other);
    svi_manners(e, names, b, a, out);
    assert_string_equal(out[0], other);
    assert_string_equal(out[1], one);
}

static void begin(struct svi_decision *d, unsigned kind)
{
    memset(d, 0, sizeof *d);
    d->question.kind = (uint8_t)kind;
    sv_answer_clear(&d->position, &d->question, &d->answer);
}

TEST(test_plans)
{
    struct svi_decision a, b;
    begin(&a, SV_DECISION_MANAGE);
    begin(&b, SV_DECISION_MANAGE);
    a.answer.plan.level[1] = 2;
    expect(&a, &b, "builds", "nothing");
    b.answer.plan.mortgage = UINT64_C(1) << 5;
    expect(&a, &b, "builds", "mortgages");
    b.answer.plan.mortgage = 0;
    b.answer.plan.level[1] = 1;
    expect(&a, &b, "builds more", "builds less");
    b.answer.plan.level[3] = 2;
    expect(&a, &b, "builds Mediterranean Avenue", "builds Baltic Avenue");
    b.answer.plan.level[3] = 0;
    b.answer.plan.level[6] = 1;
    expect(&a, &b, "builds Brown", "builds Light blue");
    b.answer.plan = a.answer.plan;
    a.answer.plan.mortgage = UINT64_C(1) << 5 | UINT64_C(1) << 12;
    b.answer.plan.mortgage = UINT64_C(1) << 5;
    expect(&a, &b, "builds, mortgages more", "builds, mortgages less");
    b.answer.plan.mortgage = UINT64_C(1) << 5 | UINT64_C(1) << 15;
    expect(&a, &b, "builds, mortgages Utilities", "builds, mortgages Railroads");
    a.answer.plan.mortgage = b.answer.plan.mortgage = 0;
    a.answer.plan.lift = 3;
    b.answer.plan.lift = 1;
    expect(&a, &b, "builds, lifts more", "builds, lifts less");
}

TEST(test_offers)
{
    struct svi_decision a, b;
    begin(&a, SV_DECISION_MANAGE);
    begin(&b, SV_DECISION_MANAGE);
    a.answer.n_offers = b.answer.n_offers = 1;
    a.answer.offers[0] = (struct sv_offer){
        .to = 1, .give_cash = 100, .get_deeds = UINT64_C(1) << 39, .give_deeds = UINT64_C(1) << 1};
    b.answer.offers[0] = a.answer.offers[0];
    b.answer.offers[0].give_cash = 90;
    expect(&a, &b, "offers more cash", "offers less cash");
    b.answer.offers[0].give_deeds = UINT64_C(1) << 3;
    expect(&a, &b, "offers with Mediterranean Avenue", "offers with Baltic Avenue");
    b.answer.offers[0].give_deeds = UINT64_C(1) << 1 | UINT64_C(1) << 3;
    expect(&a, &b, "offers with less", "offers with more");
    b.answer.offers[0].get_deeds = UINT64_C(1) << 6;
    expect(&a, &b, "offers for Dark blue", "offers for Light blue");
    b.answer.offers[0].to = 0;
    expect(&a, &b, "offers to ben", "offers to ann");
    b.answer.offers[0].to = 2;
    expect(&a, &b, "offers to ben, seat 1", "offers to ben, seat 2");
    b.answer.offers[0] = a.answer.offers[0];
    b.answer.offers[0].give_cards = 1;
    expect(&a, &b, "offers less beside", "offers more beside");
    b.answer.offers[0] = a.answer.offers[0];
    b.answer.offers[1] = a.answer.offers[0];
    b.answer.n_offers = 2;
    expect(&a, &b, "offers less", "offers more");
    a.answer.plan.level[1] = 1;
    expect(&a, &b, "builds, offers", "offers");
}

TEST(test_choices)
{
    struct svi_decision a, b;
    begin(&a, SV_DECISION_BUY);
    begin(&b, SV_DECISION_BUY);
    a.answer.choice = SV_CHOICE_BUY_BUY;
    b.answer.choice = SV_CHOICE_BUY_DECLINE;
    expect(&a, &b, "buy", "decline");
    begin(&a, SV_DECISION_LOT);
    begin(&b, SV_DECISION_LOT);
    a.answer.space = 1;
    b.answer.space = 39;
    expect(&a, &b, "Mediterranean Avenue", "Boardwalk");
    begin(&a, SV_DECISION_BID);
    begin(&b, SV_DECISION_BID);
    a.answer.bid = b.answer.bid = 10;
    a.answer.limit = 20;
    expect(&a, &b, "bids more", "bids less");
}

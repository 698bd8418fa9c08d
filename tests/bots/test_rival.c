/* Models of rivals (<solvent/rival.h>): they follow the table by events, learn from answers and
 * bids, and price offers. How well they foresee bots, simulate_rival says. */
#include "policy/rival.h"
#include "tests/base/testing.h"
#include "tests/bots/fixture.h"

/* ---- the table ------------------------------------------------------------------------------- */

static struct sv_rivals *followed;
static unsigned compared;

static void follow_start(struct sv_match *m)
{
    sv_policy_trader.match_start(m);
    followed = sv_rivals_create(m->edition);
    assert_non_null(followed);
    compared = 0;
}

static void follow_end(struct sv_match *m, const struct sv_result *result)
{
    sv_policy_trader.match_end(m, result);
    sv_rivals_destroy(followed);
}

static void follow_event(struct sv_match *m, const struct sv_event *ev)
{
    (void)m;
    sv_rivals_event(followed, ev);
}

/* Compares the table of the events with the question's. */
static void follow_manage(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    const struct sv_position *p = svi_rivals_table(followed);
    if (compared++ > 0) {
        assert_memory_equal(p->cash, m->position->cash, sizeof p->cash);
        assert_memory_equal(p->owned, m->position->owned, sizeof p->owned);
        assert_memory_equal(p->owner, m->position->owner, sizeof p->owner);
        assert_memory_equal(p->level, m->position->level, sizeof p->level);
        assert_memory_equal(p->space, m->position->space, sizeof p->space);
        assert_memory_equal(p->tickets, m->position->tickets, sizeof p->tickets);
        assert_memory_equal(p->jail_holder, m->position->jail_holder, sizeof p->jail_holder);
        assert_true(p->mortgaged == m->position->mortgaged);
        assert_int_equal(p->alive, m->position->alive);
        assert_int_equal(p->turn_seat, m->position->turn_seat);
        assert_int_equal(p->round, m->position->round);
    } else {
        sv_rivals_see(followed, m->position); /* once; from then on by events */
    }
    sv_policy_trader.manage(m, q, a);
}

TEST(test_the_table_follows_from_events)
{
    static const char *const editions[] = {"classic", "mega", "speed-die"};
    struct sv_bot follower = sv_policy_trader;
    const struct sv_bot *const seated[] = {&follower, &sv_policy_random, &sv_policy_trader,
                                           &sv_policy_learner};
    follower.match_start = follow_start;
    follower.match_end = follow_end;
    follower.event = follow_event;
    follower.manage = follow_manage;
    memset(&follower.when, 0, sizeof follower.when);
    for (unsigned i = 0; i < 3; i++) {
        struct sv_result result;

        fixture_play(fixture_edition(editions[i]), editions[i], "rival", i, 4, seated, &result);
        assert_true(compared > 50);
    }
}

/* ---- learning -------------------------------------------------------------------------------- */

/* Seat 1 lacks one Orange deed, which seat 0 has. */
static struct sv_rivals *orange(struct fixture *f)
{
    fixture_init(f, "classic", 4);
    fixture_own(f, 1, 16);
    fixture_own(f, 1, 18);
    fixture_own(f, 0, 19);
    fixture_own(f, 2, 1);
    fixture_own(f, 3, 3);
    struct sv_rivals *r = sv_rivals_create(f->edition);
    assert_non_null(r);
    sv_rivals_see(r, f->p);
    return r;
}

static const struct sv_offer sale = {.give_deeds = UINT64_C(1) << 19, .get_cash = 400, .to = 1};

static void answer_sale(struct sv_rivals *r, enum sv_why why)
{
    const struct sv_event made = {
        .type = SV_EVENT_OFFER, .seat = 0, .to = 1, .space = SV_NONE, .offer = &sale};
    const struct sv_event ended = {
        .type = SV_EVENT_OFFER_END, .seat = 0, .to = 1, .space = SV_NONE, .why = (uint8_t)why};
    sv_rivals_event(r, &made);
    sv_rivals_event(r, &ended);
}

TEST(test_answers_move_the_chance)
{
    struct fixture f;
    struct sv_rivals *r = orange(&f);
    struct sv_estimate last = sv_rivals_accepts(r, 0, &sale);
    const struct sv_estimate first = last;
    for (unsigned i = 0; i < 4; i++) {

        answer_sale(r, SV_WHY_REJECTED);
        struct sv_estimate now = sv_rivals_accepts(r, 0, &sale);
        assert_true(now.mean < last.mean && now.low <= now.mean && now.mean <= now.high);
        last = now;
    }
    answer_sale(r, SV_WHY_VOID); /* says nothing */
    assert_int_equal(sv_rivals_accepts(r, 0, &sale).mean, last.mean);
    for (unsigned i = 0; i < 8; i++) {
        answer_sale(r, SV_WHY_ACCEPTED);
    }
    assert_true(sv_rivals_accepts(r, 0, &sale).mean > last.mean);
    assert_true(last.mean < first.mean / 2);
    struct sv_rival_count count = sv_rivals_count(r, 1);
    assert_int_equal(count.refused, 4);
    assert_int_equal(count.accepted, 8);
    assert_int_equal(sv_rivals_count(r, 0).proposed, 13);
    sv_rivals_destroy(r);
}

static void answer(struct sv_rivals *r, const struct sv_offer *offer, bool accepts)
{
    sv_rivals_event(r,
                    &(struct sv_event){
                        .type = SV_EVENT_OFFER, .to = offer->to, .space = SV_NONE, .offer = offer});
    sv_rivals_event(r, &(struct sv_event){.type = SV_EVENT_OFFER_END,
                                          .to = offer->to,
                                          .space = SV_NONE,
                                          .why = accepts ? SV_WHY_ACCEPTED : SV_WHY_REJECTED});
}

/* A seat that gives anything but its last salary is asked for what that leaves. */
TEST(test_a_seat_that_keeps_a_salary)
{
    struct fixture f;
    struct sv_rivals *r = orange(&f);
    struct sv_offer dear = {.give_deeds = UINT64_C(1) << 19, .to = 2};
    struct sv_proposal best;
    for (unsigned i = 0; i < 4; i++) {
        dear.get_cash = f.p->cash[2] - f.edition->rules.salary - 10;
        answer(r, &dear, true);
        dear.get_cash = f.p->cash[2] - 10;
        answer(r, &dear, false);
    }
    assert_true(sv_rivals_price(r, 0, &dear, &best));
    assert_true(best.offer.get_cash <= f.p->cash[2] - f.edition->rules.salary);
    assert_true(best.offer.get_cash > f.p->cash[2] - 2 * f.edition->rules.salary);
    assert_true(best.accept > SV_CHANCE_ONE * 7 / 10);
    sv_rivals_destroy(r);
}

/* Returns what an offer of seat 0 brings its receiver by the weights of policies. */
static int32_t brings(const struct fixture *f, struct sv_value *value, const struct sv_offer *offer)
{
    struct sv_position after;
    assert_ok(sv_offer_apply(f->edition, f->p, 0, offer, &after));
    return sv_value_seat(value, f->edition, &after, offer->to) -
           sv_value_seat(value, f->edition, f->p, offer->to);
}

/* Shows models a seat that accepts whatever gains it points by the weights of policies. Returns how
 * far their chances then are from its answers, added up. */
static int32_t missed(struct fixture *f, struct sv_rivals *r)
{
    struct sv_value *value = sv_value_create(f->edition);
    struct sv_offer asked = sale;
    int32_t sum = 0;
    assert_non_null(value);
    sv_rivals_see(r, f->p);
    for (int32_t cash = 60; cash <= f->p->cash[1]; cash += 120) {
        asked.get_cash = cash;
        answer(r, &asked, brings(f, value, &asked) > 2000);
    }
    for (int32_t cash = 60; cash <= f->p->cash[1]; cash += 120) {
        asked.get_cash = cash;
        const int32_t chance = sv_rivals_accepts(r, 0, &asked).mean;

        sum += brings(f, value, &asked) > 2000 ? SV_CHANCE_ONE - chance : chance;
    }
    sv_value_destroy(value);
    sv_rivals_destroy(r);
    return sum;
}

/* Only a bot with weights of its own knows rivals of its kind. */
TEST(test_a_seat_that_judges_as_the_bot_does)
{
    struct fixture f;
    const int32_t own = missed(&f, orange(&f));
    assert_true(own < missed(&f, svi_rivals_create(f.edition, svi_weights_for(f.edition))) / 2);
}

/* The types that are drawn accept, in the mean, as often as the model says. */
TEST(test_types_are_drawn_as_likely_as_they_are)
{
    struct fixture f;
    struct sv_rivals *r = orange(&f);
    int32_t sum = 0;
    answer_sale(r, SV_WHY_REJECTED);
    for (uint32_t i = 0; i < 1000; i++) {
        const unsigned type = svi_rivals_draw(r, 1, i * (SV_CHANCE_ONE / 1000));

        sum += svi_rivals_type_accepts(r, type, 0, &sale) / 1000;
    }
    assert_in_range(sum, sv_rivals_accepts(r, 0, &sale).mean - 5000,
                    sv_rivals_accepts(r, 0, &sale).mean + 5000);
    sv_rivals_destroy(r);
}

TEST(test_an_unlawful_offer_has_no_chance)
{
    const struct sv_offer theirs = {.give_deeds = UINT64_C(1) << 16, .get_cash = 10, .to = 1};
    struct fixture f;
    struct sv_rivals *r = orange(&f);
    assert_int_equal(sv_rivals_accepts(r, 0, &theirs).high, 0);
    assert_int_equal(sv_rivals_accepts(r, 9, &sale).high, 0);
    sv_rivals_destroy(r);
}

TEST(test_bids_move_the_estimate)
{
    struct fixture f;
    struct sv_rivals *r = orange(&f);
    const struct sv_estimate first = sv_rivals_bids(r, 2, 5);
    assert_true(first.low < first.mean && first.mean < first.high);
    for (unsigned i = 0; i < 5; i++) {
        sv_rivals_event(r, &(struct sv_event){.type = SV_EVENT_AUCTION, .space = 5, .amount = 1});
        sv_rivals_event(
            r, &(struct sv_event){.type = SV_EVENT_BID, .seat = 3, .amount = 40, .space = SV_NONE});
        sv_rivals_event(r, &(struct sv_event){.type = SV_EVENT_DROP, .seat = 2, .space = SV_NONE});
    }
    struct sv_estimate last = sv_rivals_bids(r, 2, 5);
    assert_true(last.mean < first.mean && last.high - last.low < first.high - first.low);
    assert_int_equal(sv_rivals_bids(r, 3, 5).mean, first.mean);
    assert_int_equal(sv_rivals_bids(r, 2, 16).high, 0); /* has an owner */
    sv_rivals_destroy(r);
}

/* ---- offers ---------------------------------------------------------------------------------- */

TEST(test_offers_are_lawful_and_gain)
{
    struct fixture f;
    struct sv_rivals *r = orange(&f);
    struct sv_value *value = sv_value_create(f.edition);
    struct sv_proposal found[SV_MAX_PROPOSALS];
    const unsigned n = sv_rivals_propose(r, 0, found, SV_MAX_PROPOSALS);
    assert_non_null(value);
    assert_true(n > 0);
    for (unsigned i = 0; i < n; i++) {
        struct sv_position after;

        assert_ok(sv_offer_apply(f.edition, f.p, 0, &found[i].offer, &after));
        assert_true(sv_value_seat(value, f.edition, &after, 0) >
                    sv_value_seat(value, f.edition, f.p, 0));
        assert_true(found[i].accept > 0 && found[i].accept <= SV_CHANCE_ONE && found[i].gain > 0);
        assert_true(i == 0 ||
                    (int64_t)found[i - 1].accept * found[i - 1].gain + 2 * SV_CHANCE_ONE >=
                        (int64_t)found[i].accept * found[i].gain);
    }
    assert_int_equal(sv_rivals_propose(r, 0, found, 0), 0);
    sv_value_destroy(value);
    sv_rivals_destroy(r);
}

/* A seat that declines low prices is offered better ones. */
TEST(test_refusals_lower_the_price)
{
    struct fixture f;
    struct sv_rivals *r = orange(&f);
    struct sv_proposal before, after;
    f.p->cash[1] = 1100;
    sv_rivals_see(r, f.p);
    assert_true(sv_rivals_price(r, 0, &sale, &before));
    assert_true(before.offer.get_cash > 0);
    for (unsigned i = 0; i < 3; i++) {
        const struct sv_event made = {
            .type = SV_EVENT_OFFER, .seat = 0, .to = 1, .space = SV_NONE, .offer = &before.offer};
        sv_rivals_event(r, &made);
        sv_rivals_event(
            r, &(struct sv_event){
                   .type = SV_EVENT_OFFER_END, .to = 1, .space = SV_NONE, .why = SV_WHY_REJECTED});
    }
    assert_true(sv_rivals_price(r, 0, &sale, &after));
    assert_true(after.offer.get_cash < before.offer.get_cash);
    sv_rivals_destroy(r);
}

/* The bots that judge positions, learner and planner, and the parts that they stand on: legal in
 * every edition, the same again, and stronger than the trader on fixed seeds. How strong,
 * docs/BOTS.md says, by tests/bench/bench_ladder. */
#include "edition/builtin.h"
#include "tests/base/testing.h"
#include "tests/bots/fixture.h"

#include <solvent/value.h>

/* A planner that searches little. */
static struct sv_bot quick_planner(uint32_t futures)
{
    static struct sv_search_how little;
    struct sv_bot bot = sv_policy_planner;
    sv_planner_default(&little);
    little.futures = futures;
    little.rounds = 1;
    bot.user = &little;
    return bot;
}

static void play(const struct sv_edition *e, unsigned deal, unsigned seats,
                 const struct sv_bot *const seated[], struct sv_result *result)
{
    fixture_play(e, e->name, "planner", deal, seats, seated, result);
}

/* Deals `first` to `end` - 1 of all seven; seven deals in turn have tables of 2 to 8. */
static void play_company(const struct sv_edition *e, unsigned first, unsigned end)
{
    const struct sv_bot planner = quick_planner(3);
    struct sv_result result;
    for (unsigned deal = first; deal < end; deal++) {
        const struct sv_bot *seated[SV_MAX_SEATS];
        const unsigned seats = 2 + deal % 7;

        for (unsigned s = 0; s < seats; s++) {
            const struct sv_bot *bot = sv_policy_at((s + deal * 5) % 7);

            seated[s] = bot == &sv_policy_planner ? &planner : bot;
        }
        play(e, deal, seats, seated, &result);
    }
}

TEST(test_legal_in_every_edition)
{
    for (unsigned i = 0; i < svi_builtin_edition_count; i++) {
        play_company(fixture_edition(svi_builtin_editions[i].name), 3 * i, 3 * i + SOME_OF(3u));
    }
}

TEST(test_legal_in_hard_times)
{
    struct sv_edition e = *fixture_edition("mega");
    e.rules.houses = 7;
    e.rules.hotels = 2;
    e.rules.skyscrapers = 1;
    e.rules.depots = 1;
    e.rules.start_cash = 500;
    e.rules.forbid_gifts = 0;
    e.rules.auction = SV_RULE_AUCTION_SEALED;
    e.rules.rent = SV_RULE_RENT_ON_REQUEST;
    e.rules.income_tax = SV_RULE_INCOME_TAX_CHOICE;
    e.rules.max_rounds = 60;
    assert_ok(sv_edition_complete(&e, NULL));
    play_company(&e, 0, SOME_OF(7u));
}

TEST(test_the_same_game_again)
{
    const struct sv_bot planner = quick_planner(4);
    const struct sv_bot *const seated[] = {&planner, &sv_policy_learner, &sv_policy_trader};
    struct sv_result first = {0}, again = {0};
    for (unsigned deal = 0; deal < SOME_OF(3u); deal++) {
        play(fixture_edition("mega"), deal, 3, seated, &first);
        play(fixture_edition("mega"), deal, 3, seated, &again);
        assert_memory_equal(&first, &again, sizeof first);
    }
}

/* Points in thousandths of the first against others, deals in every rotation. */
static unsigned points_under(const struct sv_edition *e, const struct sv_bot *one,
                             const struct sv_bot *others, unsigned seats, unsigned deals)
{
    unsigned twice = 0;
    for (unsigned game = 0; game < seats * deals; game++) {
        const struct sv_bot *seated[4] = {others, others, others, others};
        const unsigned seat = game % seats;
        struct sv_result result;

        seated[seat] = one;
        play(e, game / seats, seats, seated, &result);
        for (unsigned s = 0; s < seats; s++) {
            twice += s == seat                               ? 0
                     : result.place[seat] < result.place[s]  ? 2
                     : result.place[seat] == result.place[s] ? 1
                                                             : 0;
        }
    }
    twice = twice * 1000 / (deals * seats * (seats - 1) * 2);
    print_message("%s among %u %s: %u\n", one->name, seats - 1, others->name, twice);
    return twice;
}

static unsigned points_against(const struct sv_bot *one, const struct sv_bot *others,
                               unsigned seats, unsigned deals)
{
    return points_under(fixture_edition("classic"), one, others, seats, deals);
}

TEST(test_they_beat_the_trader)
{
#ifdef SV_SANITIZED
    skip(); /* statistics: the other tests run the same code */
#endif
    const struct sv_bot planner = quick_planner(12);
    assert_true(points_against(&sv_policy_learner, &sv_policy_trader, 4, 10) > 530);
    assert_true(points_against(&planner, &sv_policy_trader, 4, 4) > 520);
}

/* ---- two players of classic ------------------------------------------------------------------ */

/* One future proves nothing, so the planner keeps the answers of `trained`, where there are no offers
 * of the learner. */
TEST(test_two_start_from_trained)
{
    const struct sv_bot planner = quick_planner(1);
    const struct sv_bot *const trained = sv_policy_named("trained");
#ifdef SV_SANITIZED
    skip(); /* the next tests run the same code */
#endif
    struct sv_edition e = *fixture_edition("classic");
    e.rules.offers_per_window = 0;
    assert_ok(sv_edition_complete(&e, NULL));
    assert_int_equal(points_under(&e, &planner, trained, 2, 2), 500);
    assert_int_equal(points_under(&e, &planner, &sv_policy_trader, 2, 2),
                     points_under(&e, trained, &sv_policy_trader, 2, 2));
}

static void hear_note(void *user, const struct sv_event *ev)
{
    if (ev->type == SV_EVENT_NOTE && strncmp(ev->log_entry->key, "percent sure", 12) == 0) {
        *(int64_t *)user = ev->log_entry->value;
    }
}

/* Returns how sure the planner is, in percent, that its rival plays as `trained` at the end of a
 * game. */
static int64_t sure_of_trained(const struct sv_bot *rival)
{
    struct sv_bot planner = quick_planner(1);
    const struct sv_bot *const seated[2] = {&planner, rival};
    const struct sv_edition *e = fixture_edition("classic");
    const uint8_t seed[SV_SEED_BYTES] = {1};
    int64_t sure = -1;
    planner.explain = true;
    assert_ok(sv_play(e, seed, 2, seated, &(struct sv_sink){hear_note, &sure}, NULL, NULL));
    return sure;
}

TEST(test_two_find_out_how_the_rival_plays)
{
    assert_true(sure_of_trained(sv_policy_named("trained")) > 90);
    assert_in_range(sure_of_trained(&sv_policy_trader), 0, 10);
}

static void count_deal(void *user, const struct sv_event *ev)
{
    *(unsigned *)user +=
        ev->type == SV_EVENT_OFFER_END && ev->seat == 0 && ev->why == SV_WHY_ACCEPTED;
}

/* gnome takes almost any offer, and `trained` makes few. */
TEST(test_two_trade_where_the_rival_does)
{
    const struct sv_bot planner = quick_planner(1);
    const struct sv_bot *const seated[2] = {&planner, sv_policy_named("gnome")};
    unsigned taken = 0;
    for (uint8_t deal = 1; deal <= 4 && taken == 0; deal++) {
        const uint8_t seed[SV_SEED_BYTES] = {deal};
        assert_int_equal(sv_play(fixture_edition("classic"), seed, 2, seated,
                                 &(struct sv_sink){count_deal, &taken}, NULL, NULL),
                         SV_OK);
    }
    print_message("gnome took %u offers\n", taken);
    assert_true(taken > 0);
}

/* ---- the parts ------------------------------------------------------------------------------- */

/* A table of four in the middle of a game of traders, where `seat` is asked in a window. */
static void middle_of_a_game(struct fixture *f, unsigned round)
{
    SCOPED(sv_players_finish) struct sv_players players;
    const struct sv_bot *const bots[4] = {&sv_policy_trader, &sv_policy_trader, &sv_policy_trader,
                                          &sv_policy_trader};
    const struct sv_until until = {.round = (uint16_t)round};
    const uint8_t key[SV_KEY_BYTES] = {(uint8_t)round};
    fixture_init(f, "classic", 4);
    assert_ok(sv_players_init(&players, f->edition, bots, 4));
    (void)sv_run(f->edition, &f->state, &players, key, &until, NULL); /* or it is over */
}

TEST(test_deals_are_lawful_and_content_the_other)
{
    unsigned found = 0;
    for (unsigned round = 2; round < 40; round++) {
        struct sv_deal deal[40];
        struct sv_odds odds;
        struct fixture f;

        middle_of_a_game(&f, round);
        sv_odds_init(&odds, f.edition);
        for (unsigned s = 0; s < 4 && f.p->over == 0; s++) {
            const struct sv_look k = {f.edition, f.p, &odds, s};
            const unsigned n = sv_alive(f.p, s) ? sv_deal_list(&k, deal, 40) : 0;

            assert_int_equal(sv_deal_list(&k, deal, 0), 0);
            for (unsigned i = 0; i < n; i++) {
                const struct sv_look other = {f.edition, f.p, &odds, deal[i].offer.to};

                assert_ok(sv_check_offer(f.edition, f.p, s, &deal[i].offer));
                assert_true(sv_offer_pays(&other, s, &deal[i].offer));
                assert_true(sv_offer_gain(&k, s, &deal[i].offer) == deal[i].gain);
                assert_true(i == 0 || deal[i - 1].gain >= deal[i].gain);
            }
            found += n;
        }
    }
    assert_true(found > 10);
}

/* The position that sv_plan_apply() foresees is the one after the answer. */
TEST(test_a_plan_comes_about)
{
    unsigned built = 0;
    for (unsigned round = 10; round < 60; round++) {
        SCOPED(sv_players_finish) struct sv_players players;
        const struct sv_bot *const bots[4] = {&sv_policy_trader, &sv_policy_trader,
                                              &sv_policy_trader, &sv_policy_trader};
        struct sv_odds odds;
        struct sv_position before, foreseen;
        struct sv_answer a;
        struct sv_question q;
        struct fixture f;
        unsigned seat;

        middle_of_a_game(&f, round);
        assert_ok(sv_players_init(&players, f.edition, bots, 4));
        if (sv_run(f.edition, &f.state, &players, (const uint8_t[SV_KEY_BYTES]){1},
                   &(struct sv_until){.seats = 15, .kinds = 1u << SV_DECISION_MANAGE},
                   NULL) == SV_STOP_QUESTION) {
            sv_odds_init(&odds, f.edition);
            seat = sv_first(sv_pending(&f.state));
            assert_ok(sv_ask(f.edition, &f.state, seat, &q));
            const struct sv_look k = {f.edition, f.p, &odds, seat};
            before = *f.p;
            sv_answer_clear(f.p, &q, &a);
            sv_estate_develop(&k, 0, true, &a.plan);
            sv_plan_apply(f.edition, f.p, seat, &a.plan, &foreseen);
            for (unsigned left = sv_pending(&f.state); left != 0; left &= left - 1) {
                struct sv_answer still;

                assert_ok(sv_ask(f.edition, &f.state, sv_first(left), &q));
                sv_answer_clear(f.p, &q, &still);
                assert_ok(sv_apply(f.edition, &f.state, sv_first(left),
                                   sv_first(left) == seat ? &a : &still, NULL));
            }
            /* Until somebody throws; buildings that are scarce are auctioned. */
            if (memcmp(f.p->space, foreseen.space, sizeof foreseen.space) == 0 &&
                memcmp(f.p->dice, foreseen.dice, sizeof foreseen.dice) == 0 &&
                f.p->turn == foreseen.turn && f.p->auction_in == 0) {
                built += memcmp(a.plan.level, before.level, sizeof before.level) != 0;
                assert_memory_equal(f.p->level, foreseen.level, sizeof foreseen.level);
                assert_memory_equal(f.p->stock, foreseen.stock, sizeof foreseen.stock);
                assert_true(f.p->mortgaged == foreseen.mortgaged);
                assert_int_equal(f.p->cash[seat], foreseen.cash[seat]);
            }
        }
    }
    assert_true(built > 5);
}

TEST(test_values_add_up)
{
    for (unsigned round = 2; round < 120; round += 3) {
        int32_t points[SV_MAX_SEATS];
        struct fixture f;
        int32_t sum = 0;

        middle_of_a_game(&f, round);
        struct sv_value *value = sv_value_create(f.edition);
        assert_non_null(value);
        sv_value_points(value, f.p, points);
        for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
            assert_true(points[s] >= 0 && points[s] <= SV_MAX_VALUE);
            sum += points[s];
        }
        assert_true(sum > 2 * SV_MAX_VALUE - 4 && sum < 2 * SV_MAX_VALUE + 4);
        assert_int_equal(sv_value_seat(value, f.edition, f.p, 2), points[2]);
        f.p->cash[2] += 1000;
        assert_true(f.p->over != 0 || !sv_alive(f.p, 2) ||
                    sv_value_seat(value, f.edition, f.p, 2) > points[2]);
        sv_value_destroy(value);
    }
}

TEST(test_without_memory)
{
    const struct sv_bot *const bots[] = {&sv_policy_learner, &sv_policy_planner};
    const struct sv_question q = {.kind = SV_DECISION_MANAGE, .space = SV_NONE, .other = SV_NONE};
    struct sv_answer a;
    struct fixture f;
    fixture_init(&f, "classic", 4);
    fixture_own_group(&f, 0, "Orange", 0);
    for (unsigned i = 0; i < 2; i++) { /* no match_start: user is NULL */
        sv_bot_decide(bots[i], &f.match, &q, &a);
        assert_ok(sv_check(f.edition, f.p, &q, &a));
        assert_memory_equal(a.plan.level, f.p->level, sizeof a.plan.level);
    }
}

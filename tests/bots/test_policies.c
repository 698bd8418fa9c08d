/* Whole games of the reference bots in process: always legal, always the same, and of the strength
 * that docs/BOTS.md says. All seeds are fixed, so that a result is the same in every run. */
#include "edition/builtin.h"
#include "edition/edition_file.h"
#include "tests/base/testing.h"
#include "tests/bots/fixture.h"

static const struct sv_bot *const bots[] = {&sv_policy_random, &sv_policy_careful,
                                            &sv_policy_trader};

/* A bot that hears every question, answers like the random one, and notes the kind. */
static unsigned kinds_asked[SV_DECISION_COUNT];
#define X(NAME, name, ...)                                                                         \
    static void listen_##name(struct sv_match *m, const struct sv_question *q,                     \
                              struct sv_answer *a)                                                 \
    {                                                                                              \
        kinds_asked[SV_DECISION_##NAME]++;                                                         \
        sv_policy_random.name(m, q, a);                                                            \
    }
SV_DECISIONS(X)
#undef X
static const struct sv_bot listener = {.name = "listener",
#define X(NAME, name, ...) .name = listen_##name,
                                       SV_DECISIONS(X)
#undef X
};

static void play(const struct sv_edition *e, const char *what, unsigned deal, unsigned seats,
                 const struct sv_bot *const seated[], struct sv_result *result)
{
    fixture_play(e, what, "bots", deal, seats, seated, result);
}

/* Tables of 2 to 8, all kinds of company. */
static void play_deals(const struct sv_edition *e, const char *what, unsigned deals)
{
    for (unsigned deal = 0; deal < deals; deal++) {
        const struct sv_bot *seated[SV_MAX_SEATS];
        unsigned seats = 2 + deal % 7;
        struct sv_result result;

        for (unsigned s = 0; s < seats; s++) {
            unsigned who = (deal * 7 + s * (1 + deal % 3)) % 4;

            seated[s] = who == 3 ? &listener : bots[who];
        }
        play(e, what, deal, seats, seated, &result);
    }
}

static unsigned scale(unsigned n)
{
    const char *text = getenv("SOLVENT_TEST_SCALE");
    long factor = text != NULL ? strtol(text, NULL, 10) : 1;
    return factor > 1 ? n * (unsigned)factor : n;
}

TEST(test_legal_in_every_edition)
{
    for (size_t i = 0; i < svi_builtin_edition_count; i++) {
        const char *name = svi_builtin_editions[i].name;

        play_deals(fixture_edition(name), name, scale(SOME_OF(21u)));
    }
}

/* The readings of the rules that no edition has by itself. */
TEST(test_legal_under_every_switch)
{
    static const char *const base[] = {"classic", "speed-die", "mega"};
    for (size_t b = 0; b < sizeof base / sizeof base[0]; b++) {
        for (unsigned i = 0; i < sv_rule_count(); i++) {
            const struct sv_rule_info *info = sv_rule_describe(i);

            for (int32_t value = info->low; value <= info->high && info->values != NULL; value++) {
                struct sv_edition e = *fixture_edition(base[b]);
                char what[80];

                sv_rule_set(&e.rules, i, value);
                if (sv_edition_complete(&e, NULL) != SV_OK) {
                    continue; /* that switch does not go with this board */
                }
                (void)snprintf(what, sizeof what, "%s with %s %d", base[b], info->name, (int)value);
                play_deals(&e, what, scale(SOME_OF(7u)));
            }
        }
    }
}

/* Situations that are rare otherwise: scarce buildings, little money, gifts. */
TEST(test_legal_in_hard_times)
{
    struct sv_edition e = *fixture_edition("mega");
    e.rules.houses = 7;
    e.rules.hotels = 2;
    e.rules.skyscrapers = 1;
    e.rules.depots = 1;
    e.rules.bid_limit = SV_RULE_BID_LIMIT_LIQUID;
    e.rules.forbid_gifts = 0;
    e.rules.rent = SV_RULE_RENT_ON_REQUEST;
    e.rules.income_tax = SV_RULE_INCOME_TAX_CHOICE;
    e.rules.max_rounds = 200;
    assert_ok(sv_edition_complete(&e, NULL));
    play_deals(&e, "hard times", scale(SOME_OF(28u)));
    e.rules.start_cash = 300;
    assert_ok(sv_edition_complete(&e, NULL));
    play_deals(&e, "poverty", scale(SOME_OF(28u)));
    e.rules.houses = 21;
    e.rules.start_cash = 6000; /* so that buildings run out while many want them */
    assert_ok(sv_edition_complete(&e, NULL));
    play_deals(&e, "a boom", scale(SOME_OF(28u)));
}

/* All of the above has asked every kind of question, or it has tested too little. */
TEST(test_every_kind_was_asked)
{
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        if (kinds_asked[k] == 0) {
            fail_msg("no game ever asked for %s", sv_decision_name(k));
        }
    }
}

TEST(test_the_same_game_again)
{
    const struct sv_bot *const seated[] = {&sv_policy_trader, &sv_policy_random, &sv_policy_careful,
                                           &sv_policy_trader};
    struct sv_result first = {0}, again = {0};
    for (unsigned deal = 0; deal < 10; deal++) {
        play(fixture_edition("mega"), "mega", deal, 4, seated, &first);
        play(fixture_edition("mega"), "mega", deal, 4, seated, &again);
        assert_int_equal(first.why, again.why);
        assert_memory_equal(first.place, again.place, sizeof first.place);
        assert_memory_equal(first.worth, again.worth, sizeof first.worth);
    }
}

/* Points in thousandths, 1000 for always being first, over deals played in every rotation. */
static void rank(const char *edition, unsigned deals, const struct sv_bot *const table[4],
                 unsigned points[4])
{
    unsigned sum[4] = {0};
    for (unsigned deal = 0; deal < deals; deal++) {
        for (unsigned turn = 0; turn < 4; turn++) {
            const struct sv_bot *seated[4];
            struct sv_result result;

            for (unsigned i = 0; i < 4; i++) {
                seated[(i + turn) % 4] = table[i];
            }
            play(fixture_edition(edition), edition, deal, 4, seated, &result);
            for (unsigned i = 0; i < 4; i++) {
                for (unsigned o = 0; o < 4;
                     o++) { /* those left behind, and half of those alongside */
                    unsigned mine = result.place[(i + turn) % 4];
                    sum[i] += o == i ? 0
                                     : (mine < result.place[(o + turn) % 4]) * 2u +
                                           (mine == result.place[(o + turn) % 4]);
                }
            }
        }
    }
    for (unsigned i = 0; i < 4; i++) {
        points[i] = sum[i] * 1000 / (deals * 4 * 6);
        print_message("%-10s %-8s %u\n", edition, table[i]->name, points[i]);
    }
}

/* trader > careful > random at one table, in every kind of edition. */
/* A bot that leaves all to the learner, and keeps a pointer of its own all the same. */
static struct sv_adviser *adviser;
static int own;

static void leave_start(struct sv_match *m)
{
    adviser = sv_adviser_create(&sv_policy_learner, m);
    assert_non_null(adviser);
    m->user = &own;
}

static void leave_event(struct sv_match *m, const struct sv_event *ev)
{
    sv_adviser_event(adviser, m, ev);
}

static void leave_end(struct sv_match *m, const struct sv_result *result)
{
    assert_ptr_equal(m->user, &own);
    sv_adviser_destroy(adviser, result);
}

#define X(NAME, name, ...)                                                                         \
    static void leave_##name(struct sv_match *m, const struct sv_question *q, struct sv_answer *a) \
    {                                                                                              \
        sv_adviser_answer(adviser, m, q, a);                                                       \
    }
SV_DECISIONS(X)
#undef X

TEST(test_an_adviser_answers_as_its_bot)
{
    const struct sv_bot leaves = {.name = "leaves",
                                  .match_start = leave_start,
                                  .event = leave_event,
                                  .match_end = leave_end,
#define X(NAME, name, ...) .name = leave_##name,
                                  SV_DECISIONS(X)
#undef X
    };
    const struct sv_edition *e = fixture_edition("classic");
    const struct sv_bot *seated[] = {&leaves, &sv_policy_trader, &sv_policy_random,
                                     &sv_policy_careful};
    for (unsigned deal = 0; deal < 3; deal++) {
        struct sv_result by_adviser, by_bot;

        seated[0] = &leaves;
        play(e, "adviser", deal, 4, seated, &by_adviser);
        seated[0] = &sv_policy_learner;
        play(e, "adviser", deal, 4, seated, &by_bot);
        assert_memory_equal(by_adviser.worth, by_bot.worth, sizeof by_bot.worth);
        assert_memory_equal(by_adviser.place, by_bot.place, sizeof by_bot.place);
    }
}

TEST(test_ranking)
{
    static const char *const editions[] = {"classic", "speed-die", "mega"};
    const struct sv_bot *const table[4] = {&sv_policy_trader, &sv_policy_careful, &sv_policy_random,
                                           &sv_policy_random};
#ifdef SV_SANITIZED
    skip(); /* statistics: the other tests run the same code */
#endif
    for (size_t i = 0; i < sizeof editions / sizeof editions[0]; i++) {
        unsigned points[4];

        rank(editions[i], 60, table, points);
        assert_true(points[0] > points[1] + 100);
        assert_true(points[1] > points[2] + 100);
        assert_true(points[1] > points[3] + 100);
    }
}

TEST(test_trader_beats_careful_company)
{
    const struct sv_bot *const table[4] = {&sv_policy_trader, &sv_policy_careful,
                                           &sv_policy_careful, &sv_policy_careful};
    unsigned points[4];
#ifdef SV_SANITIZED
    skip();
#endif
    rank("classic", 30, table, points);
    for (unsigned i = 1; i < 4; i++) {
        assert_true(points[0] > points[i] + 200);
    }
}

TEST(test_careful_beats_random_company)
{
    const struct sv_bot *const table[4] = {&sv_policy_careful, &sv_policy_random, &sv_policy_random,
                                           &sv_policy_random};
    unsigned points[4];
#ifdef SV_SANITIZED
    skip();
#endif
    rank("classic", 30, table, points);
    for (unsigned i = 1; i < 4; i++) {
        assert_true(points[0] > points[i] + 300);
    }
}

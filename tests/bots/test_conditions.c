/* The conditions under which the reference bots want to be asked do not change their play: with and
 * without them the events are the same, in every edition and company, though with far fewer
 * questions. Their play has not changed either: digests of those games are in
 * tests/golden/bots.txt. If you change how a bot decides on purpose, write them anew:
 *
 *     SOLVENT_GOLDEN_WRITE=1 build-ci/tests/bots/test_conditions */
#include "edition/builtin.h"
#include "game/pack.h"
#include "record/record.h"
#include "tests/base/testing.h"
#include "tests/bots/fixture.h"

#include <inttypes.h>

/* Bots as they are, each callback counted, and at each the course held to what a bot with `model`
 * takes (RULES 12.10). */
static const struct sv_bot *behind[SV_MAX_SEATS];
static unsigned asked[SV_DECISION_COUNT];
static void expect_course(const struct sv_match *m, const struct sv_question *q)
{
    if (!svi_course_travels(m->edition, m->position, m->course, 1u << m->seat)) {
        fail_msg("%s, %u seats, round %u: the course of '%s' cannot be sent", m->edition->name,
                 m->seats, m->position->round, sv_decision_name(q->kind));
    }
}

#define X(NAME, name, ...)                                                                         \
    static void count_##name(struct sv_match *m, const struct sv_question *q, struct sv_answer *a) \
    {                                                                                              \
        asked[SV_DECISION_##NAME]++;                                                               \
        expect_course(m, q);                                                                       \
        behind[m->seat]->name(m, q, a);                                                            \
    }
SV_DECISIONS(X)
#undef X

static struct sv_bot counted(const struct sv_bot *bot, bool conditions)
{
    struct sv_bot copy = *bot;
#define X(NAME, name, ...) copy.name = bot->name != NULL ? count_##name : NULL;
    SV_DECISIONS(X)
#undef X
    copy.model = true;
    if (!conditions) {
        copy.when = (struct sv_bot_when){0};
    }
    return copy;
}

static void add_event(void *user, const struct sv_event *ev)
{
    uint64_t *chain = user;
    *chain = svi_chain_event(*chain, ev);
}

/* Plays a game, and returns a digest of all that happened. Its questions are added up in `asked`.
 */
static uint64_t play(const struct sv_edition *e, unsigned deal, unsigned seats, bool conditions,
                     struct sv_result *result)
{
    struct sv_bot copy[SV_MAX_SEATS];
    const struct sv_bot *seated[SV_MAX_SEATS];
    uint64_t chain = 0;
    const struct sv_sink sink = {add_event, &chain};
    unsigned illegal[SV_MAX_SEATS];
    uint8_t seed[SV_SEED_BYTES] = {(uint8_t)deal, (uint8_t)(deal >> 8)};
    for (unsigned s = 0; s < seats; s++) {
        copy[s] = counted(behind[s], conditions);
        seated[s] = &copy[s];
    }
    assert_ok(sv_play(e, seed, seats, seated, &sink, result, illegal));
    return chain;
}

#define GOLDEN SOLVENT_SOURCE_DIR "/tests/golden/bots.txt"

static FILE *golden; /* read, or written anew */
static bool writes;

static void expect_golden(const char *what, uint64_t digest)
{
    char line[80], read[80];
    (void)snprintf(line, sizeof line, "%-20s %016" PRIx64 "\n", what, digest);
    if (writes) {
        (void)fputs(line, golden);
    } else if (fgets(read, sizeof read, golden) == NULL || strcmp(line, read) != 0) {
        fail_msg("the bots play otherwise than they did: found '%s', expected '%s'", line, read);
    }
}

#define DEALS 14u

static void expect_same(const struct sv_edition *e, const char *what)
{
    struct sv_result result[DEALS] = {0};
    uint64_t chain[DEALS];
    unsigned with[SV_DECISION_COUNT];
    uint64_t all = 0;
    for (int conditions = 1; conditions >= 0; conditions--) {
        memset(asked, 0, sizeof asked);
        for (unsigned deal = 0; deal < DEALS; deal++) {
            const struct sv_bot *const bots[] = {sv_policy_named("tiny"), &sv_policy_careful,
                                                 &sv_policy_trader, &sv_policy_random};
            const unsigned seats = 2 + deal % 7;
            struct sv_result other = {0};

            for (unsigned s = 0; s < seats; s++) {
                /* The random bot sits in every fifth game. */
                behind[s] = bots[(s + deal) % (deal % 5 == 4 ? 4 : 3)];
            }
            if (conditions != 0) {
                chain[deal] = play(e, deal, seats, true, &result[deal]);
                all = svi_chain_word(all, chain[deal]);
            } else if (play(e, deal, seats, false, &other) != chain[deal] ||
                       memcmp(&result[deal], &other, sizeof other) != 0) {
                fail_msg("%s, deal %u: another game with conditions than without", what, deal);
            }
        }
        if (conditions != 0) {
            memcpy(with, asked, sizeof with);
        }
    }
    expect_golden(what, all);
    print_message("%s: %u games, questions without and with conditions:\n", what, DEALS);
    for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
        if (asked[k] != with[k] || asked[k] != 0) {
            print_message("    %-10s %7u %7u\n", sv_decision_name(k), asked[k], with[k]);
        }
        assert_true(with[k] <= asked[k]);
    }
    assert_true(with[SV_DECISION_MANAGE] < asked[SV_DECISION_MANAGE] / 2);
}

TEST(test_same_games_in_every_edition)
{
    for (size_t i = 0; i < svi_builtin_edition_count; i++) {
        expect_same(fixture_edition(svi_builtin_editions[i].name), svi_builtin_editions[i].name);
    }
}

/* Rules that no edition has: few buildings, dear mortgages, depots and towers in demand. */
TEST(test_same_games_under_other_rules)
{
    struct sv_edition e = *fixture_edition("mega");
    e.rules.houses = 7;
    e.rules.hotels = 2;
    e.rules.skyscrapers = 1;
    e.rules.depots = 1;
    e.rules.start_cash = 700;
    e.rules.bid_limit = SV_RULE_BID_LIMIT_LIQUID;
    e.rules.max_rounds = 200;
    assert_ok(sv_edition_complete(&e, NULL));
    expect_same(&e, "scarce");
    e.rules.trade = SV_RULE_TRADE_OWN_TURN;
    e.rules.shortage = SV_RULE_SHORTAGE_TURN_ORDER;
    e.rules.window_passes = 10;
    assert_ok(sv_edition_complete(&e, NULL));
    expect_same(&e, "scarce, in turn");
}

static int open_golden(void **state)
{
    (void)state;
    writes = getenv("SOLVENT_GOLDEN_WRITE") != NULL;
    golden = fopen(GOLDEN, writes ? "w" : "r");
    if (golden == NULL) {
        print_message("cannot open %s\n", GOLDEN);
        return -1;
    }
    return 0;
}

static int close_golden(void **state)
{
    (void)state;
    return fclose(golden);
}

TEST_PROGRAM(open_golden, close_golden)

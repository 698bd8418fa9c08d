/* The frozen bots answer as on the day they were frozen: digests of all their answers in seeded
 * games. A digest that changes means that published results with such a bot have lost their
 * meaning. So never write the digests anew; give the code that changed another name, and leave the
 * frozen bots the old one. */
#include "base/buf.h"
#include "record/record.h"
#include "tests/base/testing.h"
#include "tests/bots/fixture.h"
#include "wire/answer_codec.h"

#include <inttypes.h>

static const struct sv_bot *frozen;
static uint64_t chain;
static unsigned answers;

/* Adds an answer of the frozen bot to the digest. */
static void add_answer(const struct sv_position *p, const struct sv_answer *a)
{
    struct svi_buf buf;
    svi_buf_init(&buf);
    svi_put_answer(&buf, p, a);
    assert_false(buf.failed);
    chain = svi_chain_word(chain, a->kind);
    for (size_t i = 0; i < buf.size; i++) {
        chain = svi_chain_word(chain, buf.data[i]);
    }
    svi_buf_finish(&buf);
    answers++;
}

#define X(NAME, name, ...)                                                                         \
    static void hear_##name(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)  \
    {                                                                                              \
        frozen->name(m, q, a);                                                                     \
        add_answer(m->position, a);                                                                \
    }
SV_DECISIONS(X)
#undef X

/* Plays the bot in seat deal % seats, among a trader, a careful bot and a learner@1. */
static uint64_t digest_of(const char *bot, const char *edition, unsigned deals)
{
    struct sv_bot heard = *sv_policy_named(bot);
    frozen = sv_policy_named(bot);
    chain = 0;
    answers = 0;
#define X(NAME, name, ...) heard.name = frozen->name != NULL ? hear_##name : NULL;
    SV_DECISIONS(X)
#undef X
    for (unsigned deal = 0; deal < deals; deal++) {
        const unsigned seats = 4 - deal % 3;
        const struct sv_bot *seated[] = {&sv_policy_trader, &sv_policy_careful,
                                         sv_policy_named("learner@1"), &sv_policy_trader};
        struct sv_result result;

        seated[deal % seats] = &heard;
        fixture_play(fixture_edition(edition), edition, "frozen", deal, seats, seated, &result);
    }
    print_message("{\"%s\", \"%s\", %u, %u, UINT64_C(0x%016" PRIx64 ")},\n", bot, edition, deals,
                  answers, chain);
    return chain;
}

TEST(test_answers_as_ever)
{
    static const struct {
        const char *bot, *edition;
        unsigned deals, answers;
        uint64_t digest;
    } known[] = {
        {"learner@1", "classic", 12, 5960, UINT64_C(0x3e756b5418f5a2dd)},
        {"learner@1", "speed-die", 12, 5861, UINT64_C(0x53d62727f3803fc2)},
        {"learner@1", "mega", 12, 2264, UINT64_C(0x89325458877ae537)},
        {"planner@1", "classic", 3, 500, UINT64_C(0xed06899da229d0bd)},
        {"planner@1", "speed-die", 3, 1794, UINT64_C(0x8bf4ae187e2418ad)},
        {"planner@1", "mega", 3, 385, UINT64_C(0x09e332138acaaf61)},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const uint64_t digest = digest_of(known[i].bot, known[i].edition, known[i].deals);

        if (digest != known[i].digest || answers != known[i].answers) {
            fail_msg("%s answers otherwise in %s than it did", known[i].bot, known[i].edition);
        }
    }
}

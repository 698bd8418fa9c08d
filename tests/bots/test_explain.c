/* Bots that are asked for their reasons give them, and play the same games with and without. */
#include "tests/base/testing.h"
#include "tests/bots/fixture.h"

#define DEALS 3u

/* A digest of a game without the bots' remarks, and the remarks by seat. */
struct heard {
    uint64_t events, hash;
    unsigned said[SV_MAX_SEATS];
    char last[SV_MAX_SEATS][SV_MAX_LOG];
};

static void take(uint64_t *hash, uint64_t value)
{
    *hash = (*hash ^ value) * UINT64_C(0x100000001b3);
}

static void hear(void *user, const struct sv_event *ev)
{
    struct heard *heard = user;
    if (ev->type == SV_EVENT_LOG || ev->type == SV_EVENT_NOTE) {
        heard->said[ev->seat]++;
        assert_non_null(ev->log_entry);
        if (ev->type == SV_EVENT_LOG) {
            assert_true(strlen(ev->log_entry->text) < SV_MAX_LOG);
            assert_non_null(strchr(ev->log_entry->text, ':'));
            (void)snprintf(heard->last[ev->seat], SV_MAX_LOG, "%s", ev->log_entry->text);
        }
        return;
    }
    heard->events++;
    take(&heard->hash, ev->type);
    take(&heard->hash, ev->seat);
    take(&heard->hash, ev->space);
    take(&heard->hash, (uint64_t)(int64_t)ev->amount);
}

static void play(const char *edition, unsigned deal, const struct sv_bot *const seated[],
                 struct sv_result *result, struct heard *heard)
{
    uint8_t seed[SV_SEED_BYTES];
    char text[32];
    (void)snprintf(text, sizeof text, "explain %u", deal);
    sv_luck_seed_text(text, seed);
    memset(heard, 0, sizeof *heard);
    memset(result, 0, sizeof *result);
    assert_ok(sv_play(fixture_edition(edition), seed, 4, seated, &(struct sv_sink){hear, heard},
                      result, NULL));
}

/* The four that explain, at one table: each with its reasons, then without. */
TEST(test_same_game)
{
    static const char *const editions[] = {"classic", "mega", "speed-die", "comrades", "harbour"};
    const struct sv_bot *silent[] = {&sv_policy_careful, &sv_policy_trader, &sv_policy_learner,
                                     &sv_policy_planner};
    struct sv_search_how how;
    struct sv_bot loud[4], quick = sv_policy_planner;
    const struct sv_bot *speaking[4];
    sv_planner_default(&how);
    how.futures = 3;
    quick.user = &how;
    silent[3] = &quick;
    for (unsigned s = 0; s < 4; s++) {
        loud[s] = *silent[s];
        loud[s].explain = true;
        speaking[s] = &loud[s];
    }
    for (unsigned i = 0; i < sizeof editions / sizeof editions[0]; i++) {
        for (unsigned deal = 0; deal < (i == 0 ? DEALS : 1); deal++) {
            struct sv_result with, without;
            struct heard heard, quiet;

            play(editions[i], deal, speaking, &with, &heard);
            play(editions[i], deal, silent, &without, &quiet);
            assert_memory_equal(&with, &without, sizeof with);
            assert_true(heard.events == quiet.events && heard.events > 100);
            assert_true(heard.hash == quiet.hash);
            for (unsigned s = 0; s < 4; s++) {
                assert_int_equal(quiet.said[s], 0);
                if (heard.said[s] < 5) {
                    fail_msg("%s, deal %u: %s gave %u reasons", editions[i], deal, loud[s].name,
                             heard.said[s]);
                }
            }
        }
    }
}

static unsigned explained_buy;

static void buy_and_look(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    explained_buy += sv_explaining(m);
    sv_policy_random.buy(m, q, a);
}

/* An author's own bot can ask whether it should explain. It should not if remarks are dropped. */
TEST(test_asked)
{
    struct sv_bot mine = {.name = "mine", .buy = buy_and_look, .explain = true};
    const struct sv_bot *seated[] = {&mine, &mine, &mine, &mine};
    struct sv_result result;
    struct heard heard = {0};
    uint8_t seed[SV_SEED_BYTES];
    sv_luck_seed_text("explain", seed);
    assert_ok(sv_play(fixture_edition("classic"), seed, 4, seated, NULL, &result, NULL));
    assert_int_equal(explained_buy, 0);
    assert_ok(sv_play(fixture_edition("classic"), seed, 4, seated, &(struct sv_sink){hear, &heard},
                      &result, NULL));
    assert_true(explained_buy > 0);
}

/* A batch of games against bots, whose events need memory, with too little of it. */
#include "tests/base/testing.h"
#include "tests/memory/starve.h"

#include <solvent/env.h>
#include <solvent/policy.h>

enum { GAMES = 2, SEATS = 2, STEPS = 30 };

static void hear(struct sv_match *m, const struct sv_event *ev)
{
    (void)m;
    (void)ev;
}

/* Steps games against a bot that hears events. */
static bool play(void *user)
{
    static const uint8_t seed[SV_SEED_BYTES] = {3};
    static const int32_t done_action[GAMES] = {SV_ACTION_DONE, SV_ACTION_DONE};
    struct sv_bot careful = *sv_policy_named("careful");
    careful.event = hear;
    const struct sv_batch_how how = {
        .games = GAMES, .seats = SEATS, .players = 2, .player = {NULL, &careful}, .may = {1, 2}};
    float reward[GAMES * SEATS];
    uint8_t done[GAMES];
    struct sv_batch *b = sv_batch_create_with(user, &how, seed);
    if (b == NULL) {
        return false;
    }
    bool ok = true;
    for (unsigned i = 0; ok && i < STEPS; i++) {
        ok = sv_batch_step(b, done_action, reward, done);
    }
    if (!ok) {
        assert_true(starve_refused());
        assert_false(sv_batch_step(b, done_action, reward, done));
        assert_int_equal(sv_batch_save(b, NULL, 0), 0);
        starve_relent();
        assert_true(sv_batch_reset(b, seed));
        assert_true(sv_batch_step(b, done_action, reward, done));
    }
    sv_batch_destroy(b);
    return ok;
}

TEST(a_batch_without_memory_says_so)
{
    struct sv_edition edition = *sv_edition_builtin("classic");
    assert_true(starve(play, &edition) > GAMES);
}

/* Asking a seat everything, and giving the default where it was not asked, is the same game: for
 * every edition, whatever the bots leave out and under whatever conditions they want to be
 * asked. */
#include "tests/analysis/odd_bots.h"
#include "tests/analysis/recorded_game.h"
#include "tests/base/testing.h"
#include "tools/analysis/own.h"

#include <solvent/policy.h>

#include <math.h>

/* A game without its questions: a hash of its events, their numbers, and the result. */
struct course {
    uint64_t chain;
    unsigned events, answers, forfeits;
    struct sv_result result;
};

static void follow(void *user, const struct sv_event *ev)
{
    struct course *c = user;
    c->answers += ev->type == SV_EVENT_ANSWER;
    c->forfeits += ev->type == SV_EVENT_FORFEIT;
    if (ev->type != SV_EVENT_ANSWER && ev->type != SV_EVENT_QUESTION && !svi_event_is_aside(ev)) {
        c->chain = svi_chain_event(c->chain, ev);
        c->events++;
    }
}

static struct course course_of(const uint8_t *bytes, size_t size)
{
    struct course c = {0};
    const struct sv_sink sink = {follow, &c};
    SCOPED(svi_game_finish) struct svi_game game;
    SCOPED(scoped_free) struct svi_replay *replay = calloc(1, sizeof *replay);
    assert_non_null(replay);
    svi_game_init(&game);
    assert_ok(svi_replay_open(replay, bytes, size));
    if (svi_replay_run(replay, &game, &sink) != SV_OK) {
        fail_msg("%s", replay->error.text);
    }
    svi_game_result(&game, &c.result);
    return c;
}

/* Plays random answers, so that much happens; who leaves out what follows from `seed`. */
static void play(struct svi_game *g, const char *edition, unsigned seats, unsigned seed,
                 bool forfeit)
{
    static const struct sv_bot *const some[] = {&sv_policy_random, &sv_policy_trader};
    struct svi_game_setup setup = {.edition = sv_edition_builtin(edition), .record = true};
    struct sv_rng rng = {.key = {(uint8_t)seed, (uint8_t)(seed >> 8), 'm'}};
    const struct sv_bot *bot[SV_MAX_SEATS];
    struct sv_match match[SV_MAX_SEATS];
    unsigned seat;
    setup.setup.seats = (uint8_t)seats;
    memcpy(setup.setup.seed, rng.key, sizeof rng.key);
    for (unsigned s = 0; s < seats; s++) {
        const uint32_t drop = (uint32_t)sv_rng_next(&rng) & (uint32_t)sv_rng_next(&rng);
        bot[s] = some[sv_rng_below(&rng, 2)];
        match[s] = (struct sv_match){
            .edition = setup.edition, .seat = (uint8_t)s, .seats = (uint8_t)seats};
        match[s].rng.key[0] = (uint8_t)s;
        bot[s]->match_start != NULL ? bot[s]->match_start(&match[s]) : (void)0;
        setup.setup.answers[s] = SV_ANSWERS_ALL & ~drop;
        for (unsigned k = 0; k < SV_DECISION_COUNT; k++) {
            setup.setup.when[s][k] =
                (uint8_t)((sv_rng_next(&rng) & sv_rng_next(&rng)) % (1u << SV_WHEN_COUNT));
        }
    }
    assert_ok(svi_game_start(g, &setup));
    while ((seat = svi_game_next(g)) != SV_NONE && g->state.position.round < 60) {
        struct sv_question q;
        struct sv_answer a;
        assert_ok(svi_game_question(g, seat, &q));
        if (forfeit && g->decisions == 150) {
            assert_ok(svi_game_forfeit(g, (seat + 1) % seats));
            continue;
        }
        match[seat].position = &g->state.position;
        sv_bot_decide(bot[seat], &match[seat], &q, &a);
        if (svi_game_answer(g, seat, SV_VERDICT_OK, &a) != SV_OK) {
            assert_ok(svi_game_answer(g, seat, SV_VERDICT_ILLEGAL, NULL));
        }
    }
    while ((seat = svi_game_next(g)) != SV_NONE) {
        assert_ok(svi_game_answer(g, seat, SV_VERDICT_OK, NULL));
    }
    for (unsigned s = 0; s < seats; s++) {
        bot[s]->match_end != NULL ? bot[s]->match_end(&match[s], NULL) : (void)0;
    }
}

TEST(asking_everything_is_the_same_game)
{
    unsigned more = 0, forfeits = 0;
    for (unsigned i = 0; recorded_game_editions[i] != NULL; i++) {
        for (unsigned seed = 0; seed < 24; seed++) {
            SCOPED(svi_game_finish) struct svi_game g;
            SCOPED(svi_buf_finish) struct svi_buf out = {0};
            const unsigned seats = 2 + seed % 5;
            struct svi_error error;
            svi_game_init(&g);
            play(&g, recorded_game_editions[i], seats, seed, seed % 6 == 5);
            if (svi_record_ask_always(g.record.data, g.record.size,
                                      seed % 3 == 0 ? (1u << seats) - 1 : 1u << seed % seats, &out,
                                      NULL, &error) != SV_OK) {
                fail_msg("%s, seed %u: %s", recorded_game_editions[i], seed, error.text);
            }
            const struct course plain = course_of(g.record.data, g.record.size);
            const struct course full = course_of(out.data, out.size);
            assert_int_equal(plain.events, full.events);
            assert_true(plain.chain == full.chain);
            assert_memory_equal(&plain.result, &full.result, sizeof plain.result);
            assert_int_equal(plain.forfeits, full.forfeits);
            assert_true(full.answers >= plain.answers);
            more += full.answers > plain.answers;
            forfeits += full.forfeits;
        }
    }
    assert_true(more > 80);
    assert_true(forfeits > 10);
}

TEST(a_damaged_record_is_refused)
{
    SCOPED(svi_game_finish) struct svi_game g;
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    struct svi_error error;
    svi_game_init(&g);
    play(&g, "classic", 3, 1, false);
    g.record.data[g.record.size / 2] ^= 1;
    assert_int_not_equal(svi_record_ask_always(g.record.data, g.record.size, 1, &out, NULL, &error),
                         SV_OK);
    assert_true(error.text[0] != '\0');
    assert_int_equal(out.size, 0);
}

/* The reference's decisions equal its own. */
TEST(the_reference_has_no_decision_to_measure)
{
    SCOPED(svi_game_finish) struct svi_game g;
    SCOPED(svi_buf_finish) struct svi_buf out = {0};
    SCOPED(svi_decisions_finish) struct svi_decisions d = {0};
    SCOPED(svi_own_sample_finish) struct svi_own_sample sample = {0};
    struct svi_own own = {0};
    struct svi_error error;
    svi_game_init(&g);
    recorded_game_play(&g, "classic", "ltc", "own", 30, NULL, NULL);
    assert_ok(svi_record_ask_always(g.record.data, g.record.size, 7, &out, NULL, &error));
    assert_ok(svi_decisions_read(&d, out.data, out.size, &error));
    for (unsigned seat = 0; seat < 3; seat++) {
        const struct sv_bot *const reference = sv_policy_named(SVI_OWN_REFERENCE);
        struct sv_match match = {.edition = &d.edition};
        struct svi_own_game game;
        double points[1024] = {0};
        reference->match_start(&match);
        svi_own_sample_make(&sample, &d, seat, reference, &match, 0);
        assert_int_equal(sample.n, sample.differing);
        assert_in_range(sample.n, seat == 0 ? 0 : 2, seat == 0 ? 0 : 1024);
        svi_own_sample_make(&sample, &d, seat, reference, &match, sample.n / 2);
        assert_true(seat == 0 || (sample.n > 0 && sample.n < sample.differing));
        double sum = 0;
        for (unsigned i = 0; i < sample.n; i++) {
            const struct svi_own_decision *own_decision = &sample.list[i];
            struct sv_state round;
            recorded_game_state(&out, own_decision->round, &round);
            assert_true(sv_has(sv_pending(&round), seat));
            const double odds = sample.differing / 2 / (double)sample.differing;
            assert_true(fabs(own_decision->weight * odds - 1) < 1e-9);
            points[i] = i == 0 ? NAN : i % 2 == 0 ? 0.5 : -0.25;
            sum += i == 0 ? 0 : own_decision->weight * points[i];
        }
        const double before = own.all.sum;
        svi_own_game_make(&game, &sample, points);
        svi_own_add(&own, seat, &game);
        assert_true(fabs(own.all.sum - before - sum) < 1e-9);
        reference->match_end(&match, NULL);
    }
    assert_int_equal(own.games, 3);
    assert_int_equal(own.left_out, 2);
}

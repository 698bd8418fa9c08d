/* Batches with bots at some seats. Games are those that sv_play() plays, whatever the number of
 * threads; bots keep their seats in a game; rewards add up; a saved batch goes on as it would
 * have. */
#include "tests/base/testing.h"

#include <solvent/env.h>
#include <solvent/policy.h>

#include <math.h>

#include <sodium.h>

#define GAMES 12u

static struct sv_edition short_edition(int32_t rounds)
{
    struct sv_edition e = *sv_edition_builtin("classic");
    struct sv_edition_error error;
    e.rules.max_rounds = rounds;
    assert_ok(sv_edition_complete(&e, &error));
    return e;
}

/* The caller as `careful`, against the rest of the company: it takes the actions that say what
 * `careful` would answer. Games are those of sv_play() with the same bots, but for windows, in
 * which the caller is asked when anything can be done. */
static struct sv_bot careful_when_asked(void)
{
    struct sv_bot bot = sv_policy_careful;
    memset(&bot.when, 0, sizeof bot.when);
    bot.when.manage = SV_WHEN_CAN_BUILD | SV_WHEN_CAN_LIFT | SV_WHEN_DEEDS_CHANGED;
    return bot;
}

static void defaults(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)m;
    (void)q;
    (void)a;
}

/* All that the caller is asked and careful is not. */
static void answer_the_rest(struct sv_bot *bot)
{
#define X(NAME, name, ...) bot->name = bot->name != NULL ? bot->name : defaults;
    SV_DECISIONS(X)
#undef X
}

static void step_as(struct sv_batch *b, const struct sv_edition *e, const struct sv_bot *bot,
                    struct sv_match match[], struct sv_answer wanted[], uint64_t asked[],
                    float *reward, uint8_t *done)
{
    int32_t action[GAMES];
    for (unsigned g = 0; g < GAMES; g++) {
        const struct sv_position *p = sv_batch_position(b, g);
        const struct sv_question *q = sv_batch_question(b, g);
        static struct sv_answer so_far;

        match[g].position = p;
        match[g].seat = q->seat;
        if (asked[g] == 0) {
            sv_bot_decide(bot, &match[g], q, &wanted[g]);
        }
        /* Builds the answer so far again from the actions taken. */
        sv_action_begin(e, p, q, &so_far);
        for (uint64_t i = 0; i < asked[g]; i++) {
            (void)sv_action_take(e, p, q, &so_far, sv_action_toward(e, p, q, &so_far, &wanted[g]));
        }
        action[g] = (int32_t)sv_action_toward(e, p, q, &so_far, &wanted[g]);
        assert_int_not_equal(action[g], SV_ACTION_COUNT);
        asked[g] = sv_action_take(e, p, q, &so_far, (unsigned)action[g]) ? 0 : asked[g] + 1;
    }
    sv_batch_step(b, action, reward, done);
}

TEST(test_games_are_those_of_play)
{
    const struct sv_edition e = short_edition(40);
    struct sv_bot careful = careful_when_asked();
    const struct sv_bot *company[] = {NULL, sv_policy_named("trader"), sv_policy_named("tiny"),
                                      sv_policy_named("builder")};
    const struct sv_bot *bots[] = {&careful, company[1], company[2], company[3]};
    struct sv_batch_how how = {.games = GAMES, .seats = 4, .players = 4};
    uint8_t seed[SV_SEED_BYTES], game_seed[SV_SEED_BYTES];
    static struct sv_match match[GAMES];
    static struct sv_answer wanted[GAMES];
    uint64_t asked[GAMES] = {0};
    float reward[GAMES * 4];
    uint8_t done[GAMES], over = 0, finished[GAMES] = {0};

    answer_the_rest(&careful);
    sv_luck_seed_text("play", seed);
    memcpy(how.player, company, sizeof company);
    for (unsigned s = 0; s < 4; s++) {
        how.may[s] = UINT64_C(1) << s;
    }
    struct sv_batch *b = sv_batch_create_with(&e, &how, seed);
    assert_non_null(b);
    for (unsigned g = 0; g < GAMES; g++) {
        match[g].edition = &e;
        match[g].seats = 4;
        careful.match_start(&match[g]);
    }
    for (unsigned step = 0; over < GAMES && step < 4000; step++) {
        step_as(b, &e, &careful, match, wanted, asked, reward, done);
        for (unsigned g = 0; g < GAMES; g++) {
            struct sv_result result;

            if (!done[g] || finished[g]++ != 0) {
                continue;
            }
            over++;
            sv_luck_seed_child(seed, "env", g, 0, game_seed);
            assert_ok(sv_play(&e, game_seed, 4, bots, NULL, &result, NULL));
            for (unsigned s = 0; s < 4; s++) {
                float alike = 0;
                for (unsigned o = 0; o < 4; o++) {
                    alike += result.place[o] == result.place[s] ? 1.0f : 0;
                }
                const float due = 1 - (2 * (float)(result.place[s] - 1) + alike - 1) / 3;
                assert_float_equal(reward[g * 4 + s], due, 1e-6);
            }
        }
    }
    assert_int_equal(over, GAMES);
    for (unsigned g = 0; g < GAMES; g++) {
        careful.match_end(&match[g], NULL);
    }
    sv_batch_destroy(b);
}

/* A batch of everything: bots drawn for seats, turned, two threads or one, shaped, with luck. */
static struct sv_batch_how everything(unsigned threads)
{
    struct sv_batch_how how = {.games = GAMES,
                               .seats = 3,
                               .threads = threads,
                               .turned = true,
                               .luck = true,
                               .shaping = 0.5f,
                               .discount = 1,
                               .players = 5,
                               .may = {1, 0x1f, 0x1c}};
    how.player[1] = NULL; /* another of the caller's */
    how.player[2] = sv_policy_named("random");
    how.player[3] = sv_policy_named("careful");
    how.player[4] = sv_policy_named("learner");
    return how;
}

struct run {
    uint8_t seat[GAMES], player[GAMES], done[GAMES], mask[GAMES * SV_ACTION_COUNT];
    struct sv_observation seen[GAMES];
    int32_t action[GAMES];
    float reward[GAMES * 3], luck[GAMES * 3], floats[GAMES * SV_OBSERVATION_FLOATS];
    bool update;
};

static void step_at_random(struct sv_batch *b, struct sv_rng *rng, struct run *r)
{
    static float whole[SV_OBSERVATION_FLOATS];
    const struct sv_batch_out shown = {.seat = r->seat,
                                       .player = r->player,
                                       .seen = r->seen,
                                       .floats = r->floats,
                                       .mask = r->mask,
                                       .update = r->update};
    const struct sv_batch_out paid = {
        .reward = r->reward, .done = r->done, .luck = r->luck, .floats = r->floats, .update = true};
    sv_batch_advance(b, NULL, &shown);
    for (unsigned g = 0; g < GAMES; g++) {
        sv_observation_floats(&r->seen[g], whole);
        assert_memory_equal(whole, &r->floats[g * SV_OBSERVATION_FLOATS], sizeof whole);
    }
    r->update = true;
    sv_batch_random(b, rng, r->action);
    for (unsigned g = 0; g < GAMES; g++) {
        assert_int_equal(r->mask[g * SV_ACTION_COUNT + (unsigned)r->action[g]], 1);
    }
    sv_batch_advance(b, r->action, &paid);
}

TEST(test_threads_change_nothing_and_lineups_stay)
{
    const struct sv_edition e = short_edition(12);
    const struct sv_batch_how one = everything(1), many = everything(3);
    static struct run a, b;
    struct sv_rng rng_a = {.key = {7}}, rng_b = {.key = {7}};
    uint8_t seed[SV_SEED_BYTES], lineup[GAMES][SV_MAX_SEATS];
    unsigned ended = 0, changed = 0, callers[2] = {0};
    double reward = 0, luck = 0, shaped = 0;

    sv_luck_seed_text("threads", seed);
    struct sv_batch *first = sv_batch_create_with(&e, &one, seed);
    struct sv_batch *second = sv_batch_create_with(&e, &many, seed);
    assert_non_null(first);
    assert_non_null(second);
    for (unsigned g = 0; g < GAMES; g++) {
        sv_batch_lineup(first, g, lineup[g]);
    }
    for (unsigned i = 0; i < 1500; i++) {
        step_at_random(first, &rng_a, &a);
        step_at_random(second, &rng_b, &b);
        assert_memory_equal(a.seat, b.seat, sizeof a.seat);
        assert_memory_equal(a.player, b.player, sizeof a.player);
        assert_memory_equal(a.seen, b.seen, sizeof a.seen);
        assert_memory_equal(a.mask, b.mask, sizeof a.mask);
        assert_memory_equal(a.reward, b.reward, sizeof a.reward);
        assert_memory_equal(a.luck, b.luck, sizeof a.luck);
        assert_memory_equal(a.done, b.done, sizeof a.done);
        for (unsigned g = 0; g < GAMES; g++) {
            uint8_t now[SV_MAX_SEATS];

            assert_int_equal(a.player[g], lineup[g][a.seat[g]]);
            assert_true(a.player[g] < 2); /* bots answer by themselves */
            callers[a.player[g]]++;
            sv_batch_lineup(first, g, now);
            if (a.done[g]) {
                const float *paid = &a.luck[g * 3];
                ended++;
                changed += memcmp(now, lineup[g], 3) != 0;
                memcpy(lineup[g], now, sizeof now);
                assert_float_equal(paid[0] + paid[1] + paid[2], 0, 1e-3);
                luck += paid[0] * paid[0];
                reward += a.reward[g * 3];
            } else {
                assert_memory_equal(now, lineup[g], 3);
                shaped += a.reward[g * 3] != 0;
                assert_true(a.luck[g * 3] == 0);
            }
        }
    }
    assert_uint_in_range(ended, GAMES, 10000);
    assert_uint_in_range(changed, ended / 2, ended);
    assert_true(callers[0] > 100 && callers[1] > 100 && shaped > 100);
    assert_true(luck > 0 && reward == reward);
    sv_batch_destroy(first);
    sv_batch_destroy(second);
}

/* Shaping is paid back at the end: the rewards of a seat in a game add up to the reward of its
 * place less its first potential. With `less_luck` they add up to the same, less the luck since the
 * seat's first question. */
TEST(test_shaping_adds_up)
{
    const struct sv_edition e = short_edition(8);
    struct sv_batch_how plain = {.games = GAMES, .seats = 2}, shaped = plain, less = plain;
    struct sv_rng rng_a = {.key = {1}}, rng_b = {.key = {1}};
    uint8_t seed[SV_SEED_BYTES], done[GAMES];
    int32_t action[GAMES];
    float a[GAMES * 2], b[GAMES * 2], c[GAMES * 2], luck[GAMES * 2];
    const struct sv_batch_out out = {.reward = c, .luck = luck};
    double sum[GAMES * 2] = {0}, sum_less[GAMES * 2] = {0}, off = 0, off_luck = 0;
    unsigned ended = 0;

    shaped.shaping = 0.25f;
    shaped.discount = 1;
    less.size = sizeof less;
    less.less_luck = true;
    sv_luck_seed_text("shaped", seed);
    struct sv_batch *first = sv_batch_create_with(&e, &plain, seed);
    struct sv_batch *second = sv_batch_create_with(&e, &shaped, seed);
    struct sv_batch *third = sv_batch_create_with(&e, &less, seed);
    assert_non_null(first);
    assert_non_null(second);
    assert_non_null(third);
    for (unsigned i = 0; i < 600; i++) {
        sv_batch_random(first, &rng_a, action);
        sv_batch_step(first, action, a, done);
        assert_true(sv_batch_advance(third, action, &out));
        sv_batch_random(second, &rng_b, action);
        sv_batch_step(second, action, b, done);
        for (unsigned k = 0; k < GAMES * 2; k++) {
            sum[k] += b[k];
            sum_less[k] += c[k];
            if (done[k / 2]) {
                off += pow(sum_less[k] - a[k], 2);
                off_luck += pow(sum_less[k] - a[k] + luck[k], 2);
                sum_less[k] = 0;
                /* Both sit alike at first, so their potential is about 0. */
                assert_float_equal(sum[k], a[k], 0.1);
                assert_true(sum[k] != a[k] || a[k] == 0);
                sum[k] = 0;
                ended++;
            }
        }
    }
    assert_true(ended > GAMES);
    /* Of what they differ, most is luck; the rest came before the first question. */
    assert_true(off > 0 && off_luck < off / 2);
    sv_batch_destroy(first);
    sv_batch_destroy(second);
    sv_batch_destroy(third);
}

TEST(test_what_is_saved_goes_on)
{
    const struct sv_edition e = short_edition(12);
    struct sv_batch_how how = everything(1);
    static struct run a, b;
    struct sv_rng rng = {.key = {9}}, again;
    uint8_t seed[SV_SEED_BYTES], other[SV_SEED_BYTES];

    how.size = sizeof how;
    how.less_luck = true;
    sv_luck_seed_text("saved", seed);
    sv_luck_seed_text("other", other);
    struct sv_batch *first = sv_batch_create_with(&e, &how, seed);
    struct sv_batch *second = sv_batch_create_with(&e, &how, other);
    assert_non_null(first);
    assert_non_null(second);
    for (unsigned i = 0; i < 333; i++) {
        step_at_random(first, &rng, &a);
        step_at_random(second, &rng, &b);
    }
    const size_t size = sv_batch_save(first, NULL, 0);
    SCOPED(scoped_free) void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(sv_batch_save(first, bytes, size), size);
    assert_int_equal(sv_batch_restore(second, bytes, size - 1), SV_E_ARGUMENT);
    assert_ok(sv_batch_restore(second, bytes, size));
    again = rng;
    for (unsigned i = 0; i < 500; i++) {
        step_at_random(first, &rng, &a);
        step_at_random(second, &again, &b);
        assert_memory_equal(&a, &b, sizeof a);
    }
    sv_batch_destroy(first);
    sv_batch_destroy(second);
}

/* A bot that remembers: what it is told decides what it does. */
static void remember(struct sv_match *m, const struct sv_event *ev)
{
    (void)ev;
    m->user = (uint8_t *)m->user + 1;
}

static void buy_now_and_then(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
{
    (void)q;
    a->choice = (uintptr_t)m->user / 8 % 2 != 0 ? SV_CHOICE_BUY_BUY : SV_CHOICE_BUY_DECLINE;
}

static const struct sv_bot elephant = {
    .name = "elephant", .event = remember, .buy = buy_now_and_then};

/* A saved batch, and one that may take it over. */
struct saved {
    struct sv_edition e;
    struct sv_batch_how how;
    uint8_t seed[SV_SEED_BYTES];
    struct sv_batch *from, *to;
    uint8_t *bytes;
    size_t size;
};

static void save(struct saved *s)
{
    int32_t action[GAMES];
    float reward[GAMES * 3];
    uint8_t done[GAMES];
    struct sv_rng rng = {.key = {5}};
    memset(s, 0, sizeof *s);
    s->e = short_edition(12);
    s->how = everything(1);
    s->how.luck = false;
    s->how.player[4] = &elephant;
    sv_luck_seed_text("saved", s->seed);
    s->from = sv_batch_create_with(&s->e, &s->how, s->seed);
    s->how.threads = 2;
    s->to = sv_batch_create_with(&s->e, &s->how, s->seed);
    assert_non_null(s->from);
    assert_non_null(s->to);
    for (unsigned i = 0; i < 300; i++) {
        sv_batch_random(s->from, &rng, action);
        sv_batch_step(s->from, action, reward, done);
    }
    s->size = sv_batch_save(s->from, NULL, 0);
    s->bytes = malloc(s->size + 64);
    assert_non_null(s->bytes);
    assert_int_equal(sv_batch_save(s->from, s->bytes, s->size), s->size);
}

static void drop(struct saved *s)
{
    free(s->bytes);
    sv_batch_destroy(s->from);
    sv_batch_destroy(s->to);
}

TEST(test_what_bots_remember_is_restored)
{
    struct saved s;
    struct sv_rng rng = {.key = {6}};
    int32_t action[GAMES];
    float a[GAMES * 3], b[GAMES * 3];
    uint8_t done[GAMES], other[GAMES];
    unsigned seated = 0;
    save(&s);
    assert_ok(sv_batch_restore(s.to, s.bytes, s.size));
    for (unsigned g = 0; g < GAMES; g++) {
        uint8_t lineup[SV_MAX_SEATS];
        sv_batch_lineup(s.to, g, lineup);
        seated += lineup[0] == 4 || lineup[1] == 4 || lineup[2] == 4;
    }
    assert_true(seated > 0);
    for (unsigned i = 0; i < 600; i++) {
        struct sv_rng same = rng;
        sv_batch_random(s.from, &rng, action);
        sv_batch_step(s.from, action, a, done);
        sv_batch_random(s.to, &same, action);
        sv_batch_step(s.to, action, b, other);
        assert_memory_equal(a, b, sizeof a);
        assert_memory_equal(done, other, sizeof done);
        for (unsigned g = 0; g < GAMES; g++) {
            assert_memory_equal(sv_batch_position(s.from, g), sv_batch_position(s.to, g),
                                sizeof(struct sv_position));
        }
    }
    drop(&s);
}

static void assert_unchanged(const struct saved *s, const uint8_t *as, size_t size)
{
    SCOPED(scoped_free) uint8_t *now = malloc(size);
    assert_non_null(now);
    assert_int_equal(sv_batch_save(s->to, now, size), size);
    assert_memory_equal(now, as, size);
}

/* Bytes that were changed are refused by their digest; and where that was made to fit, too, they
 * lead to a game that can be played, or are refused. */
TEST(test_damaged_bytes_are_refused)
{
    struct saved s;
    struct sv_rng rng = {.key = {7}};
    int32_t action[GAMES];
    float reward[GAMES * 3];
    uint8_t done[GAMES];
    unsigned refused = 0, taken = 0;
    save(&s);
    const size_t before = sv_batch_save(s.to, NULL, 0);
    uint8_t *as = malloc(before), *bytes = malloc(s.size + 64);
    assert_non_null(as);
    assert_non_null(bytes);
    assert_int_equal(sv_batch_save(s.to, as, before), before);
    for (size_t i = 0; i < s.size; i += 1 + i % 3) {
        s.bytes[i] ^= (uint8_t)(1u << i % 8);
        assert_int_equal(sv_batch_restore(s.to, s.bytes, s.size), SV_E_ARGUMENT);
        assert_int_equal(sv_batch_restore(s.to, s.bytes, i), SV_E_ARGUMENT);
        s.bytes[i] ^= (uint8_t)(1u << i % 8);
    }
    assert_unchanged(&s, as, before);
    for (unsigned run = 0; run < 600; run++) {
        size_t size = s.size - 32;
        memcpy(bytes, s.bytes, size);
        /* Half of the runs change the part before the actions, which has numbers to be wrong. */
        const size_t at = sv_rng_below(&rng, (uint32_t)(run % 2 == 0 ? 400 : size));
        bytes[at] = (uint8_t)sv_rng_below(&rng, 256);
        size = run % 5 == 4 ? at : run % 7 == 6 ? size + 2 : size;
        crypto_generichash(bytes + size, 32, bytes, size, NULL, 0);
        const enum sv_status status = sv_batch_restore(s.to, bytes, size + 32);
        assert_true(status == SV_OK || status == SV_E_ARGUMENT);
        refused += status != SV_OK;
        taken += status == SV_OK;
        sv_batch_random(s.to, &rng, action);
        sv_batch_step(s.to, action, reward, done);
    }
    print_message("%u refused, %u not\n", refused, taken);
    assert_true(refused > 300 && taken > 0);
    free(as);
    free(bytes);
    drop(&s);
}

TEST(test_other_games_are_refused)
{
    struct saved s;
    save(&s);
    for (unsigned other = 0; other < 7; other++) {
        struct sv_edition e = other == 0 ? short_edition(13) : s.e;
        struct sv_batch_how how = s.how;
        how.games -= other == 1;
        how.seats += other == 2;
        how.turned = other != 3;
        how.players += other == 4;
        how.player[4] = other == 5 ? sv_policy_named("trader") : how.player[4];
        how.luck = other == 6; /* this alone may differ */
        struct sv_batch *b = sv_batch_create_with(&e, &how, s.seed);
        assert_non_null(b);
        assert_int_equal(sv_batch_restore(b, s.bytes, s.size), other == 6 ? SV_OK : SV_E_ARGUMENT);
        sv_batch_destroy(b);
    }
    drop(&s);
}

/* A program of a newer version may only leave its own options at 0, and so may its bots. */
TEST(test_unknown_options_are_refused)
{
    const struct sv_edition *e = sv_edition_builtin("classic");
    static const uint8_t seed[SV_SEED_BYTES] = {1};
    struct {
        struct sv_batch_how how;
        uint64_t newer;
    } more = {.how = {.size = sizeof more, .games = 1, .seats = 2}};
    struct sv_batch *b = sv_batch_create_with(e, &more.how, seed);
    assert_non_null(b);
    sv_batch_destroy(b);
    more.newer = 1;
    assert_null(sv_batch_create_with(e, &more.how, seed));
    const struct sv_bot odd = {.size = 1};
    const struct sv_batch_how how = {
        .games = 1, .seats = 2, .players = 2, .player = {NULL, &odd}, .may = {1, 2}};
    assert_null(sv_batch_create_with(e, &how, seed));
}

TEST(test_a_pool_changes_between_games)
{
    const struct sv_edition e = short_edition(5);
    struct sv_batch_how how = {.games = GAMES, .seats = 2, .players = 4, .may = {1, 2}};
    struct sv_rng rng = {.key = {3}};
    uint8_t seed[SV_SEED_BYTES], lineup[SV_MAX_SEATS], done[GAMES];
    int32_t action[GAMES];
    float reward[GAMES * 2];
    bool begun[GAMES] = {false};

    how.player[3] = sv_policy_named("tiny");
    sv_luck_seed_text("pool", seed);
    struct sv_batch *b = sv_batch_create_with(&e, &how, seed);
    assert_non_null(b);
    assert_true(sv_batch_may(b, 1, 4)); /* from now on player 2 */
    assert_false(sv_batch_may(b, 1, 1u << 4));
    assert_false(sv_batch_may(b, 1, 0));
    assert_false(sv_batch_may(b, 2, 1));
    assert_true(sv_batch_may(b, 0, 8));  /* only a bot, while the other seat is the caller's */
    assert_false(sv_batch_may(b, 1, 8)); /* no bot would be asked */
    assert_true(sv_batch_may(b, 0, 1));
    for (unsigned i = 0; i < 400; i++) {
        sv_batch_random(b, &rng, action);
        sv_batch_step(b, action, reward, done);
        for (unsigned g = 0; g < GAMES; g++) {
            begun[g] |= done[g] != 0;
            sv_batch_lineup(b, g, lineup);
            assert_int_equal(lineup[0], 0);
            assert_int_equal(lineup[1], begun[g] ? 2 : 1);
        }
    }
    assert_true(begun[0] && begun[GAMES - 1]);
    sv_batch_destroy(b);
    how.games = 0;
    assert_null(sv_batch_create_with(&e, &how, seed));
    how.games = 1;
    how.may[0] = how.may[1] = 8;
    assert_null(sv_batch_create_with(&e, &how, seed));
    how.may[1] = 16;
    assert_null(sv_batch_create_with(&e, &how, seed));
}

/* Trajectories have what each of the caller's seats saw, did and was paid, up to the end. */
TEST(test_trajectories_are_what_was_played)
{
    const struct sv_edition e = short_edition(6);
    const struct sv_batch_how how = everything(2);
    static struct run r;
    static struct sv_trajectory ended[GAMES * 3];
    struct sv_rng rng = {.key = {5}};
    uint8_t seed[SV_SEED_BYTES], lineup[GAMES * 3], place[GAMES * 3];
    float luck[GAMES * 3], last[GAMES * SV_OBSERVATION_FLOATS];
    double owed[GAMES * 3] = {0};
    unsigned rows[GAMES * 3] = {0}, whole = 0;
    int32_t wait[GAMES];
    /* Observations and actions, by game, seat and row. */
    static struct {
        struct sv_observation seen;
        uint8_t mask[SV_ACTION_COUNT];
        int32_t action;
    } shown[GAMES * 3][600];
    const struct sv_batch_out before = {.seat = r.seat, .seen = r.seen, .mask = r.mask};
    const struct sv_batch_out after = {.reward = r.reward,
                                       .done = r.done,
                                       .lineup = lineup,
                                       .place = place,
                                       .luck = luck,
                                       .last = last};
    sv_luck_seed_text("trajectories", seed);
    struct sv_batch *b = sv_batch_create_with(&e, &how, seed);
    assert_non_null(b);
    assert_true(sv_batch_record(b));
    memset(wait, 0xff, sizeof wait);
    for (unsigned i = 0; i < 600; i++) {
        sv_batch_advance(b, NULL, &before);
        sv_batch_random(b, &rng, r.action);
        for (unsigned g = 0; g < GAMES; g++) {
            const unsigned k = g * 3 + r.seat[g], row = rows[k]++;
            shown[k][row].seen = r.seen[g];
            shown[k][row].action = r.action[g];
            memcpy(shown[k][row].mask, r.mask + (size_t)g * SV_ACTION_COUNT, SV_ACTION_COUNT);
        }
        sv_batch_advance(b, r.action, &after);
        for (unsigned k = 0; k < GAMES * 3; k++) {
            owed[k] += rows[k] != 0 ? (double)r.reward[k] : 0;
        }
        const size_t n = sv_batch_trajectories(b, ended, GAMES * 3);
        for (size_t k = 0; k < n; k++) {
            struct sv_trajectory *t = &ended[k];
            const unsigned at = t->game * 3 + t->seat;
            double paid = 0;
            assert_int_equal(r.done[t->game], 1);
            assert_int_equal(t->rows, rows[at]);
            assert_int_equal(t->player, lineup[at]);
            assert_int_equal(t->place, place[at]);
            assert_true(t->luck == luck[at]);
            for (unsigned row = 0; row < t->rows; row++) {
                assert_memory_equal(&t->seen[row], &shown[at][row].seen, sizeof *t->seen);
                assert_memory_equal(t->mask + (size_t)row * SV_ACTION_COUNT, shown[at][row].mask,
                                    SV_ACTION_COUNT);
                assert_int_equal(t->action[row], shown[at][row].action);
                paid += (double)t->reward[row];
            }
            assert_float_equal(paid, owed[at], 1e-4);
            assert_true(last[t->game * SV_OBSERVATION_FLOATS] >= 0);
            whole++;
            sv_trajectory_finish(t);
        }
        for (unsigned k = 0; k < GAMES * 3; k++) {
            rows[k] = r.done[k / 3] ? 0 : rows[k];
            owed[k] = r.done[k / 3] ? 0 : owed[k];
            assert_int_equal(place[k] != 0, r.done[k / 3]);
        }
        sv_batch_advance(b, wait, &after); /* nothing happens */
        assert_int_equal(sv_batch_trajectories(b, ended, 1), 0);
    }
    assert_true(whole > GAMES);
    sv_batch_destroy(b);
}

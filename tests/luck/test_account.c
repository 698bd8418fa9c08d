/* Accounts of luck: they follow the game, have the mean 0 for any value function, and are the same
 * in every run. */
#include "game/game.h"
#include "luck/game_luck.h"
#include "tests/base/testing.h"

#include "tests/record/games.h"
#include "tools/fit/self_play.h"

#include <math.h>

static void seed_of(const char *what, unsigned game, uint8_t seed[SV_SEED_BYTES])
{
    char text[60];
    (void)snprintf(text, sizeof text, "%s %u", what, game);
    sv_luck_seed_text(text, seed);
}

/* Mean and standard error of a figure over games. */
struct estimate {
    double sum, squares;
    unsigned n;
};

static void add(struct estimate *e, double x)
{
    e->sum += x;
    e->squares += x * x;
    e->n++;
}

static double errors_from_0(const struct estimate *e)
{
    const double mean = e->sum / e->n;
    return mean / sqrt((e->squares / e->n - mean * mean) / e->n);
}

/* Weights that mean nothing. */
static struct svi_weights *nonsense(uint64_t seed)
{
    static struct svi_weights w;
    w.family = "nonsense";
    for (unsigned i = 0; i < SVI_WEIGHTS; i++) {
        seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
        w.value[i] = (int16_t)((int)(seed >> 52) - 2048);
    }
    return &w;
}

static void mean_is_0(const char *edition, const char *digits, const struct svi_weights *w,
                      unsigned games)
{
    static struct sv_edition e;
    static struct svi_value value;
    static struct svi_luck l;
    static struct table t;
    const unsigned seats = (unsigned)strlen(digits);
    struct estimate figure[SV_MAX_SEATS][SVI_LUCK_FIGURES] = {{{0}}};
    double variance = 0, found = 0;
    table_edition(&e, edition, 60);
    svi_value_init(&value, &e, w != NULL ? w : svi_weights_for(&e));
    for (unsigned g = 0; g < games; g++) {
        const struct sv_bot *bots[SV_MAX_SEATS];
        uint8_t seed[SV_SEED_BYTES];
        seed_of("mean", g, seed);
        for (unsigned s = 0; s < seats; s++) {
            bots[s] = table_policy(digits[s]);
        }
        table_begin(&t, &e, seats, bots, seed);
        table_play(&t, &l, &value, NULL);
        table_end(&t);
        double all = 0;
        for (unsigned s = 0; s < seats; s++) {
            const double points = l.figure[s][SVI_LUCK_POINTS];
            all += points;
            variance += l.variance[s];
            found += points * points;
            for (unsigned k = 0; k < SVI_LUCK_FIGURES; k++) {
                add(&figure[s][k], l.figure[s][k]);
            }
        }
        assert_true(fabs(all) < 1e-9);
    }
    for (unsigned s = 0; s < seats; s++) {
        for (unsigned k = 0; k < SVI_LUCK_FIGURES; k++) {
            assert_true(fabs(errors_from_0(&figure[s][k])) < 5);
        }
    }
    /* The standard deviation that is told is that which is found. */
    assert_true(fabs(found / variance - 1) < 5 * sqrt(2.0 / (games * (seats - 1))));
}

TEST(luck_has_mean_0)
{
    mean_is_0("classic", "1202", NULL, 40);
    mean_is_0("classic", "21", NULL, 60);
    mean_is_0("mega", "012", NULL, 24);
    mean_is_0("speed-die", "2121", NULL, 24);
    mean_is_0("harbour", "00000", NULL, 20);
}

TEST(so_it_has_for_a_value_of_nonsense)
{
    mean_is_0("classic", "1202", nonsense(1), 40);
    mean_is_0("classic", "111", nonsense(2), 25);
}

/* Plays a game to its turn `turn`, and many futures from there, each with new chance. In them luck
 * has the mean 0 too, and points less luck have a smaller variance than points. */
static void future_mean_is_0(const char *edition, const char *digits, const struct svi_weights *w,
                             unsigned turn, unsigned futures)
{
    static struct sv_edition e;
    static struct svi_value value;
    static struct svi_value_base base;
    static struct svi_luck l;
    static struct table t;
    static struct sv_state st;
    const unsigned seats = (unsigned)strlen(digits);
    const struct sv_bot *bots[SV_MAX_SEATS];
    struct sv_answer answer[SV_MAX_SEATS];
    struct estimate figure[SV_MAX_SEATS][SVI_LUCK_FIGURES] = {{{0}}};
    struct estimate plain = {0}, less = {0};
    uint8_t seed[SV_SEED_BYTES];
    unsigned events = 0, turns = 0;
    table_edition(&e, edition, 40);
    svi_value_init(&value, &e, w != NULL ? w : svi_weights_for(&e));
    seed_of("future", turn, seed);
    for (unsigned s = 0; s < seats; s++) {
        bots[s] = table_policy(digits[s]);
    }
    table_begin(&t, &e, seats, bots, seed);
    svi_luck_begin(&l, &value, &base, &t.setup, NULL);
    while (l.state.position.turn < turn) {
        const unsigned seat = sv_first(sv_pending(&l.state));
        (void)table_decide(&t, &l.state, answer);
        svi_luck_answer(&l, seat, &answer[seat]);
    }
    st = l.state;
    for (unsigned f = 0; f < futures; f++) {
        struct sv_state future = st;
        double points[SV_MAX_SEATS];
        uint8_t key[SV_KEY_BYTES];
        seed_of("key", f, seed);
        sv_luck_game_key(seed, key);
        assert_ok(svi_state_redraw(&e, &future, key));
        svi_luck_begin_at(&l, &value, &base, &future);
        table_play_on(&t, &l);
        table_points(&e, &l.state.position, points);
        for (unsigned s = 0; s < seats; s++) {
            for (unsigned k = 0; k < SVI_LUCK_FIGURES; k++) {
                add(&figure[s][k], l.figure[s][k]);
            }
        }
        add(&plain, points[0]);
        add(&less, points[0] - l.figure[0][SVI_LUCK_POINTS]);
        events += l.events;
        turns += l.state.position.turn - st.position.turn;
    }
    table_end(&t);
    assert_true(events < turns * 3 / 4); /* other throws decide nothing */
    for (unsigned s = 0; s < seats; s++) {
        for (unsigned k = 0; k < SVI_LUCK_FIGURES; k++) {
            assert_true(fabs(errors_from_0(&figure[s][k])) < 5);
        }
    }
    if (w == NULL) {
        assert_true(less.squares / futures - pow(less.sum / futures, 2) <
                    0.8 * (plain.squares / futures - pow(plain.sum / futures, 2)));
    }
}

TEST(luck_of_futures_has_mean_0)
{
    future_mean_is_0("classic", "1212", NULL, 30, 60);
    future_mean_is_0("speed-die", "21", NULL, 12, 60);
    future_mean_is_0("classic", "121", nonsense(3), 20, 60);
}

/* The account's own state is the game's, as the answers of its record say: else it would end
 * elsewhere. */
TEST(replays_tell_the_same)
{
    static const char *const editions[] = {"classic", "mega", "speed-die", "comrades"};
    struct svi_replay_luck *r = svi_replay_luck_create();
    unsigned stopped = 0;
    for (unsigned i = 0; i < 12; i++) {
        NEW_GAME(g);
        struct svi_game_luck one, other;
        const struct pastime pastime = {.edition = editions[i % 4],
                                        .seed = i + 1,
                                        .seats = 2 + i % 7,
                                        .max_rounds = 40,
                                        .mute = i % 3 == 0 ? 0x55 : 0,
                                        .conditions = i % 2 == 0,
                                        .talk = i % 5 == 0,
                                        .misconduct = i % 3 == 1};
        game_play(&g, &pastime);
        assert_ok(svi_replay_luck_read(r, g.record.data, g.record.size, NULL, &one));
        struct svi_replay_luck *fresh = svi_replay_luck_create();
        assert_ok(svi_replay_luck_read(fresh, g.record.data, g.record.size, NULL, &other));
        svi_replay_luck_destroy(fresh);
        assert_memory_equal(&one, &other, sizeof one);
        assert_int_equal(one.seats, g.setup.seats);
        int64_t luck = 0, skill = 0;
        for (unsigned s = 0; s < one.seats; s++) {
            luck += one.seat[s].luck;
            skill += one.seat[s].skill;
        }
        assert_true(llabs(luck) <= 20 && llabs(skill) <= 40);
        stopped += one.stopped;
    }
    assert_true(stopped > 0);
    svi_replay_luck_destroy(r);
}

TEST(a_bad_replay_is_told)
{
    struct svi_replay_luck *r = svi_replay_luck_create();
    NEW_GAME(g);
    struct svi_game_luck luck;
    game_play(&g, &(struct pastime){.seed = 5, .max_rounds = 10});
    assert_int_not_equal(svi_replay_luck_read(r, g.record.data, 10, NULL, &luck), SV_OK);
    g.record.data[g.record.size / 2] ^= 0x40;
    assert_int_not_equal(svi_replay_luck_read(r, g.record.data, g.record.size, NULL, &luck), SV_OK);
    assert_true(strlen(svi_replay_luck_error(r)) > 0);
    svi_replay_luck_destroy(r);
}

/* Of `before`, with these dice. */
static bool thrown(const struct sv_edition *e, const struct sv_state *before,
                   const struct svi_throw *t, struct sv_state *out)
{
    struct svi_chance_event chance = {.redrawn = true};
    memcpy(chance.dice, t->dice, sizeof chance.dice);
    *out = *before;
    svi_chance_go_on(e, out, &chance);
    return !chance.more;
}

/* Doubles that have a twin leave the table that it leaves: all but what says that they were
 * doubles. */
TEST(twins_leave_the_same_table)
{
    static const char *const editions[] = {"classic", "mega", "harbour"};
    static struct sv_edition e;
    static struct table t;
    static struct sv_state st, before, one, other;
    static struct sv_answer answer[SV_MAX_SEATS];
    struct svi_throw throws[SVI_THROWS];
    unsigned twins = 0, apart = 0;
    for (unsigned g = 0; g < 6; g++) {
        const struct sv_bot *bots[4];
        uint8_t seed[SV_SEED_BYTES];
        seed_of("twins", g, seed);
        table_edition(&e, editions[g % 3], 60);
        for (unsigned s = 0; s < 4; s++) {
            bots[s] = table_policy("0121"[s]);
        }
        table_begin(&t, &e, 4, bots, seed);
        assert_ok(svi_chance_start(&e, &st, &t.setup));
        while (st.position.over == 0) {
            struct svi_chance_event chance = {.card = 0};
            const unsigned asked = table_decide(&t, &st, answer);
            for (unsigned s = 0; s < 4; s++) {
                if (sv_has(asked, s)) {
                    svi_chance_apply(&e, &st, s, &answer[s], &chance);
                }
            }
            if (asked != 0) {
                continue;
            }
            before = st;
            svi_chance_go_on(&e, &st, &chance);
            const unsigned n =
                chance.first == SVI_CHANCE_THROW ? svi_chance_throws(&e, &chance, throws) : 0;
            for (unsigned i = 0; i < n; i++) {
                const unsigned twin = throws[i].twin;
                if (twin == SV_NONE || twin > i) {
                    continue;
                }
                assert_int_equal(throws[twin].twin, i);
                const bool alone = thrown(&e, &before, &throws[i], &one);
                assert_int_equal(thrown(&e, &before, &throws[twin], &other), alone);
                if (alone) {
                    apart += one.position.doubles != other.position.doubles;
                    one.position.doubles = other.position.doubles;
                    memcpy(one.position.dice, other.position.dice, sizeof one.position.dice);
                    assert_memory_equal(&one.position, &other.position, sizeof one.position);
                    assert_int_equal(sv_pending(&one), sv_pending(&other));
                    twins++;
                }
            }
        }
        table_end(&t);
    }
    assert_true(twins > 1000 && apart > 500);
}

struct sums {
    struct svi_luck_sink next;
    double points[SV_MAX_SEATS];
    uint32_t last;
};

static void sum_up(void *user, const struct svi_luck_event *event)
{
    struct sums *sums = user;
    for (unsigned s = 0; s < SV_MAX_SEATS; s++) {
        sums->points[s] += event->points[s];
    }
    assert_true(event->at >= sums->last);
    sums->last = event->at;
    sums->next.fn(sums->next.user, event);
}

/* Moments are parts of the luck, the greatest first. */
TEST(moments_stand_out)
{
    struct svi_replay_luck *r = svi_replay_luck_create();
    NEW_GAME(g);
    struct svi_game_luck luck;
    struct svi_moments moments;
    struct sums sums = {.next = svi_moments_sink(&moments)};
    const struct svi_luck_sink sink = {.fn = sum_up, .user = &sums};
    game_play(&g, &(struct pastime){.seed = 9, .seats = 3, .max_rounds = 30});
    assert_ok(svi_replay_luck_read(r, g.record.data, g.record.size, &sink, &luck));
    for (unsigned s = 0; s < 3; s++) {
        assert_true(fabs(sums.points[s] - luck.seat[s].luck / 1e6) < 1e-5);
        for (unsigned k = 0; k < SVI_MOMENTS; k++) {
            assert_true(moments.lucky[s][k].luck > 0 && moments.unlucky[s][k].luck < 0);
            assert_true(moments.lucky[s][k].decision <= g.decisions);
            if (k > 0) {
                assert_true(moments.lucky[s][k].luck <= moments.lucky[s][k - 1].luck);
                assert_true(moments.unlucky[s][k].luck >= moments.unlucky[s][k - 1].luck);
            }
        }
    }
    svi_replay_luck_destroy(r);
}

/* Figures of two versions are not mixed. */
TEST(versions_tell_editions_apart)
{
    uint8_t one[SVI_LUCK_VERSION_BYTES], other[SVI_LUCK_VERSION_BYTES];
    uint8_t hash[32] = {1};
    const struct sv_edition *e = sv_edition_builtin("classic");
    svi_luck_version(e, hash, one);
    hash[0] = 2;
    svi_luck_version(e, hash, other);
    assert_memory_not_equal(one, other, sizeof one);
}

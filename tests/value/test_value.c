/* The value function: points that add up, the same from every base, and known to the last bit. */
#include "game/game.h"
#include "tests/base/testing.h"
#include "tools/fit/self_play.h"

#include "value/value.h"

#include <solvent/value.h>

#include <math.h>

/* Calls `each` with positions of a game of random bots, as stood in for. */
static void each_position(const char *edition, unsigned seats, unsigned game,
                          void (*each)(const struct sv_edition *e, const struct sv_position *p,
                                       void *user),
                          void *user)
{
    static struct sv_edition e;
    static struct table t;
    static struct sv_state st;
    static struct sv_answer answer[SV_MAX_SEATS];
    const struct sv_bot *bots[SV_MAX_SEATS];
    char text[40];
    uint8_t seed[SV_SEED_BYTES];
    struct sv_position p;
    table_edition(&e, edition, 60);
    (void)snprintf(text, sizeof text, "value %u", game);
    sv_luck_seed_text(text, seed);
    for (unsigned s = 0; s < seats; s++) {
        bots[s] = table_policy("0121"[s % 4]);
    }
    table_begin(&t, &e, seats, bots, seed);
    assert_ok(svi_chance_start(&e, &st, &t.setup));
    while (st.position.over == 0) {
        struct svi_chance_event chance = {.card = 0};
        const unsigned asked = table_decide(&t, &st, answer);
        for (unsigned s = 0; s < seats; s++) {
            if (sv_has(asked, s)) {
                svi_chance_apply(&e, &st, s, &answer[s], &chance);
            }
        }
        if (asked == 0) {
            svi_chance_go_on(&e, &st, &chance);
        }
        svi_settle(&e, &st, &p);
        each(&e, &p, user);
    }
    table_end(&t);
}

struct walk {
    struct svi_value value;
    struct svi_value_base base, step; /* of the position itself; of the one before */
    double strays;                    /* squares of what the latter is off by */
    unsigned n, over, dead;
    bool begun;
};

/* After svi_value_of(): what another throw is worth is what it is in a position that has one. */
static void check_again(const struct svi_value *v, struct svi_value_base *base,
                        const struct sv_position *p, const struct svi_worth *worth)
{
    struct sv_position q = *p;
    struct svi_worth one, other;
    if (!sv_alive(p, p->turn_seat) || p->jail[p->turn_seat] != 0) {
        return;
    }
    svi_value_again(v, base, p, &one);
    q.doubles = p->doubles == 0;
    svi_value_of(v, base, &q, &other);
    for (unsigned s = 0; s < p->seats; s++) {
        for (unsigned h = 0; h < SVI_VIEWS; h++) {
            assert_true(fabs(one.points[s][h] - other.points[s][h]) < 1e-5);
            assert_true(one.share[s][h] == worth->share[s][h]);
        }
    }
}

static void check(const struct sv_edition *e, const struct sv_position *p, void *user)
{
    struct walk *w = user;
    struct svi_worth one, other;
    double sum = 0;
    if (!w->begun) {
        svi_value_init(&w->value, e, svi_weights_for(e));
        w->begun = true;
    }
    svi_value_of(&w->value, &w->base, p, &one);
    if (w->n == 0) {
        svi_value_base(&w->value, &w->step, p);
    }
    svi_value_near(&w->value, &w->step, p, &other);
    for (unsigned s = 0; s < p->seats; s++) {
        assert_true(one.points[s][SVI_HEAD_ANY] >= 0 && one.points[s][SVI_HEAD_ANY] <= 1);
        for (unsigned h = 0; h < SVI_VIEWS; h++) {
            const double off = one.points[s][h] - other.points[s][h];
            assert_true(fabs(off) < 0.1);
            w->strays += off * off / (SVI_VIEWS * p->seats);
        }
        sum += one.points[s][SVI_HEAD_ANY];
        if (!sv_alive(p, s)) { /* has its place */
            assert_true(fabs(one.points[s][SVI_HEAD_ANY] -
                             (double)(p->seats - p->place[s]) / (p->seats - 1)) < 1e-9);
        }
    }
    assert_true(fabs(sum - p->seats / 2.0) < 1e-9);
    for (unsigned k = 0; k < SVI_SHARES && p->over == 0; k++) {
        double all = 0;
        for (unsigned s = 0; s < p->seats; s++) {
            all += one.share[s][k];
        }
        assert_true(fabs(all - 1) < 1e-9);
    }
    if (p->over == 0) {
        check_again(&w->value, &w->base, p, &one);
        svi_value_base(&w->value, &w->step, p);
    }
    w->n++;
    w->over += p->over != 0;
    w->dead += p->over == 0 && sv_count(p->alive) < p->seats;
}

TEST(points_add_up)
{
    static const char *const editions[] = {"classic", "mega", "speed-die", "harbour"};
    unsigned dead = 0;
    for (unsigned seats = 2; seats <= SV_MAX_SEATS; seats++) {
        static struct walk w;
        memset(&w, 0, sizeof w);
        each_position(editions[seats % 4], seats, seats, check, &w);
        assert_true(w.n > 100 && w.over >= 1);
        assert_true(w.strays < 1e-5 * w.n);
        dead += w.dead;
    }
    assert_true(dead > 0);
}

/* The end has the points of the places, ties shared. */
TEST(the_end_is_known)
{
    static struct svi_value value;
    static struct svi_value_base base;
    const struct sv_edition *e = sv_edition_builtin("classic");
    struct sv_position p = {.seats = 4, .alive = 0xf, .over = SV_WHY_MAX_ROUNDS};
    struct svi_worth worth;
    p.cash[0] = 100;
    p.cash[1] = 300;
    p.cash[2] = 300;
    svi_value_init(&value, e, svi_weights_for(e));
    svi_value_of(&value, &base, &p, &worth);
    assert_true(fabs(worth.points[0][0] - 1.0 / 3) < 1e-12);
    assert_true(fabs(worth.points[1][0] - 5.0 / 6) < 1e-12);
    assert_true(fabs(worth.points[2][0] - 5.0 / 6) < 1e-12);
    assert_true(worth.points[3][0] == 0);
}

static void more_cash_more_points(const struct svi_weights *w)
{
    static struct svi_value value;
    static struct svi_value_base base;
    static struct sv_state st;
    const struct sv_edition *e = sv_edition_builtin(w->family);
    struct sv_setup setup = {
        .seats = 4, .answers = {SV_ANSWERS_ALL, SV_ANSWERS_ALL, SV_ANSWERS_ALL, SV_ANSWERS_ALL}};
    struct svi_worth before, after;
    assert_non_null(e);
    memset(&base, 0, sizeof base);
    svi_value_init(&value, e, w);
    assert_ok(sv_game_start(e, &st, &setup, NULL));
    svi_value_of(&value, &base, &st.position, &before);
    st.position.cash[1] += 1000;
    svi_value_near(&value, &base, &st.position, &after);
    assert_true(after.points[1][0] > before.points[1][0] + 0.02);
}

/* More money, more points: of a table that was fitted, this much must be true. */
TEST(cash_is_worth_something)
{
    for (unsigned i = 0; svi_weights_at(i) != NULL; i++) {
        more_cash_more_points(svi_weights_at(i));
    }
    for (unsigned i = 0; svi_policy_weights_at(i) != NULL; i++) {
        more_cash_more_points(svi_policy_weights_at(i));
    }
}

/* Each family has a table of luck, and another one of policies. */
TEST(policies_have_tables)
{
    static const char *const names[] = {"classic-uk", "harbour", "mega-2006"};
    for (unsigned i = 0; svi_weights_at(i) != NULL; i++) {
        const struct svi_weights *luck = svi_weights_at(i);
        const struct svi_weights *policies = svi_policy_weights_at(i);
        assert_string_equal(policies->family, luck->family);
        assert_memory_not_equal(policies->value, luck->value, sizeof luck->value);
    }
    for (unsigned i = 0; i < 3; i++) {
        const struct sv_edition *e = sv_edition_builtin(names[i]);
        assert_string_equal(svi_policy_weights_for(e)->family, svi_weights_for(e)->family);
    }
}

/* sv_value_...() is the value function of policies. */
TEST(authors_have_the_table_of_policies)
{
    static struct svi_value value;
    static struct svi_value_base base;
    static struct sv_state st;
    const struct sv_edition *e = sv_edition_builtin("classic");
    struct sv_setup setup = {.seats = 3,
                             .answers = {SV_ANSWERS_ALL, SV_ANSWERS_ALL, SV_ANSWERS_ALL}};
    struct sv_value *own = sv_value_create(e);
    struct svi_worth worth;
    int32_t points[SV_MAX_SEATS];
    assert_non_null(own);
    assert_ok(sv_game_start(e, &st, &setup, NULL));
    st.position.cash[2] += 500;
    svi_value_init(&value, e, svi_policy_weights_for(e));
    svi_value_of(&value, &base, &st.position, &worth);
    sv_value_points(own, &st.position, points);
    for (unsigned s = 0; s < 3; s++) {
        assert_int_equal(points[s], (int32_t)(worth.points[s][SVI_HEAD_ANY] * SV_MAX_VALUE + 0.5));
    }
    sv_value_destroy(own);
}

/* A seat that leads when few rounds are left goes on leading, and rents to come count for the
 * rounds that are left. */
TEST(the_rounds_run_out)
{
    static struct svi_value value;
    static struct svi_value_base base;
    static struct sv_edition e;
    static struct sv_state st;
    struct sv_setup setup = {
        .seats = 4, .answers = {SV_ANSWERS_ALL, SV_ANSWERS_ALL, SV_ANSWERS_ALL, SV_ANSWERS_ALL}};
    struct svi_worth early, late;
    table_edition(&e, "classic", 200);
    svi_value_init(&value, &e, svi_weights_for(&e));
    assert_ok(sv_game_start(&e, &st, &setup, NULL));
    struct sv_position *p = &st.position;
    p->cash[1] += 2000; /* this one has more, the one with the railroads gets more */
    for (unsigned space = 5; space < 40; space += 10) {
        p->owner[space] = 2;
        p->owned[2] |= UINT64_C(1) << space;
    }
    p->round = 20;
    svi_value_of(&value, &base, p, &early);
    p->round = 200;
    svi_value_of(&value, &base, p, &late);
    double soon[4], then[4];
    for (unsigned s = 0; s < 4; s++) {
        soon[s] = late.points[s][SVI_VIEW_END];
        then[s] = early.points[s][SVI_VIEW_END];
    }
    assert_true(soon[1] > 0.99 && soon[2] > 0.6 && soon[2] < 0.7);
    assert_true(then[2] > then[1] && then[1] > then[0] && then[1] < soon[1]);
    assert_true(fabs(then[0] - then[3]) < 0.01 && fabs(soon[0] - soon[3]) < 0.05);
}

/* Every shipped edition has the table of its board; others use that of classic. */
TEST(editions_have_tables)
{
    static const char *const family[][2] = {
        {"classic", "classic"}, {"classic-uk", "classic"}, {"classic-2007", "classic"},
        {"mega", "mega"},       {"mega-2006", "mega"},     {"speed-die", "speed-die"}};
    struct sv_edition other = *sv_edition_builtin("classic");
    for (size_t i = 0; i < sizeof family / sizeof family[0]; i++) {
        const struct sv_edition *e = sv_edition_builtin(family[i][0]);
        assert_non_null(e);
        assert_string_equal(svi_weights_for(e)->family, family[i][1]);
    }
    (void)snprintf(other.name, sizeof other.name, "mine");
    assert_string_equal(svi_weights_for(&other)->family, "classic");
}

static float any(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (float)((int)(*state >> 40) - (1 << 23)) / (1 << 22);
}

/* However many columns this processor takes at once, the bits are the same. */
TEST(layers_have_the_same_bits)
{
    static struct svi_net net;
    const struct svi_layers *best = svi_layers();
    uint64_t draw = 1;
    for (unsigned i = 0; i < sizeof net / sizeof(float); i++) {
        ((float *)&net)[i] = any(&draw);
    }
    for (unsigned round = 0; round < 200; round++) {
        float x[2][SVI_INPUT_ROW];
        float first[2][4][SVI_FIRST_ROW];
        float second[2][4][SVI_SECOND_ROW];
        float slope[2][SVI_LEANS][SVI_SECOND_ROW];
        float lean[2][SVI_SECOND_ROW];
        float u[2][4][SVI_HEAD_ROW];
        double points[2][4][SVI_HEAD_ROW];
        const unsigned n = 2 + round % 3;
        memset(x, 0, sizeof x);
        for (unsigned k = 0; k < SVI_INPUTS; k++) {
            x[0][k] = any(&draw);
            x[1][k] = any(&draw) < 0 ? x[0][k] : any(&draw);
        }
        for (unsigned w = 0; w < 2; w++) {
            const struct svi_layers *layers = w == 0 ? best : &svi_layers_plain;
            const float *seconds[4];
            for (unsigned i = 0; i < 4; i++) {
                memcpy(first[w][i], net.first[(round + i) % SVI_INPUTS], sizeof first[w][i]);
                layers->first(&net, x[1], x[0], first[w][i]);
                layers->second(&net, first[w][i], first[w][i], second[w][i]);
                seconds[i] = second[w][i];
            }
            layers->out(&net, n, seconds, u[w]);
            layers->second(&net, first[w][0], net.first[round % SVI_INPUTS], slope[w][0]);
            layers->second(&net, first[w][1], net.first[1], slope[w][1]);
            layers->lean(second[w][2], (const float(*)[SVI_SECOND_ROW])slope[w], x[0], lean[w]);
            layers->points(n, (const float(*)[SVI_HEAD_ROW])u[w], 0.25, 1.0 / 3, points[w]);
        }
        assert_memory_equal(first[0], first[1], sizeof first[0]);
        assert_memory_equal(second[0], second[1], sizeof second[0]);
        assert_memory_equal(slope[0], slope[1], sizeof slope[0]);
        assert_memory_equal(lean[0], lean[1], sizeof lean[0]);
        assert_memory_equal(u[0], u[1], n * sizeof u[0][0]);
        assert_memory_equal(points[0], points[1], n * sizeof points[0][0]);
    }
}

/* e^x against the libm's. */
TEST(exponential)
{
    for (unsigned i = 0; i < 214; i++) {
        const float x = -0.0937F * (float)i;
        const float in[SVI_HEAD_ROW] = {x, 0, 2 * x, -1};
        float out[SVI_HEAD_ROW];
        svi_layers_exp(in, out);
        for (unsigned h = 0; h < SVI_HEAD_ROW; h++) {
            assert_true(fabs((double)out[h] / exp((double)in[h]) - 1) < 5e-7);
        }
        assert_true(out[1] == 1);
    }
}

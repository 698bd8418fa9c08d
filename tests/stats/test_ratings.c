/* Intervals, ranks and means, each against its definition done the long way. */
#include "stats/field.h"
#include "stats/matrix.h"
#include "stats/pairs.h"
#include "stats/ratings.h"
#include "stats/sprt.h"
#include "stats/topk.h"
#include "stats/versus.h"
#include "tests/base/testing.h"
#include "tests/stats/leagues.h"

#include <math.h>

#define MOST 8u

static void near(double found, double expected, double within)
{
    if (!(fabs(found - expected) <= within)) {
        print_error("found %.12g, expected %.12g\n", found, expected);
        fail();
    }
}

/* The likelihood of one deal's games, or without it of all, with the prior. */
static long double part(const struct svi_games *games, uint32_t deal, const struct svi_luce *fit,
                        const double value[], double prior)
{
    double delta[SVI_STATS_SEATS + 1] = {0, 1};
    struct svi_games some = *games;
    for (unsigned o = 0; o < fit->n_orders; o++) {
        delta[fit->order[o]] = exp(value[fit->n_bots + o]);
    }
    if (deal < games->n_deals) {
        some.game += games->deal_game[deal];
        some.n_games = games->deal_game[deal + 1] - games->deal_game[deal];
    }
    return plain_likelihood(&some, value, delta, prior);
}

/* Gradient and negative second derivatives, by differences. */
static void differentiate(const struct svi_games *games, uint32_t deal, const struct svi_luce *fit,
                          double prior, double gradient[], double information[])
{
    const double h = 1e-4;
    double v[MOST + SVI_STATS_SEATS];
    memcpy(v, fit->value, fit->n * sizeof *v);
    for (unsigned i = 0; i < fit->n; i++) {
        for (unsigned j = 0; j < fit->n; j++) {
            long double corner[4];
            for (unsigned c = 0; c < 4; c++) {
                v[i] += c & 1 ? -h : h;
                v[j] += c & 2 ? -h : h;
                corner[c] = part(games, deal, fit, v, prior);
                memcpy(v, fit->value, fit->n * sizeof *v);
            }
            information[i * fit->n + j] = -(
                double)((corner[0] - corner[1] - corner[2] + corner[3]) / (4 * (long double)h * h));
        }
        v[i] += h;
        const long double up = part(games, deal, fit, v, prior);
        v[i] -= 2 * h;
        gradient[i] = (double)((up - part(games, deal, fit, v, prior)) / (2 * (long double)h));
        v[i] = fit->value[i];
    }
}

/* D_g = (H - H_g)^-1 U_g and cov = (G - 1)/G sum D_g D_g', with every matrix whole. */
TEST(covariance_is_that_of_its_formula)
{
    static const double theta[] = {0.7, 0.2, -0.4, 0.0, -0.5};
    static const struct made_league leagues[] = {
        {.bots = 5, .seats = 3, .deals = 9, .seatings = 3, .seat_luck = 1, .tie = -30},
        {.bots = 4, .seats = 4, .deals = 8, .seatings = 2, .tie = -0.5},
    };
    struct svi_draw draw = {.state = 4};
    for (size_t l = 0; l < 2; l++) {
        struct made_league league = leagues[l];
        SCOPED(svi_luce_finish) struct svi_luce fit;
        SCOPED(svi_sandwich_finish) struct svi_sandwich w;
        double all[400], one[400], left[400], expected[400] = {0}, u[20], d[20];
        league.theta = theta;
        SCOPED(svi_games_finish) struct svi_games games = made_games(&league, &draw);
        assert_ok(svi_luce_init(&fit, &games, 1));
        assert_ok(svi_sandwich_init(&w, &fit));
        assert_true(w.known);
        const unsigned n = fit.n;
        differentiate(&games, games.n_deals, &fit, 1, u, all);
        for (unsigned i = 0; i < n; i++) {
            near(u[i], 0, 1e-6); /* a maximum */
            for (unsigned j = 0; j < n; j++) {
                near(all[i * n + j], fit.information[i * n + j], 1e-4);
            }
        }
        for (uint32_t g = 0; g < games.n_deals; g++) {
            differentiate(&games, g, &fit, 0, d, one);
            for (unsigned i = 0; i < n * n; i++) {
                left[i] = all[i] - one[i];
            }
            assert_true(svi_solve(left, n, d, 1e-12));
            for (unsigned i = 0; i < n * n; i++) {
                expected[i] += d[i / n] * d[i % n] * (games.n_deals - 1.0) / games.n_deals;
            }
        }
        for (unsigned i = 0; i < n * n; i++) {
            near(w.covariance[i], expected[i], 1e-4 * (fabs(expected[i]) + 0.1));
        }
    }
}

/* Means by leaving each deal out and taking the mean again. */
TEST(means_are_jackknifed_by_deal)
{
    enum { DEALS = 24 };
    static const double theta[] = {0.7, 0.2, -0.4, 0.0, -0.5};
    const struct made_league league = {.bots = 5,
                                       .seats = 3,
                                       .deals = DEALS,
                                       .seatings = 3,
                                       .theta = theta,
                                       .seat_luck = 1,
                                       .tie = -30};
    struct svi_draw draw = {.state = 9};
    struct svi_estimate mean[5];
    uint64_t count[5];
    SCOPED(svi_games_finish) struct svi_games games = made_games(&league, &draw);
    svi_means(&games, SVI_MEAN_POINTS, 0, mean, count);
    for (unsigned bot = 0; bot < 5; bot++) {
        double without[DEALS], average = 0, squares = 0, sum = 0;
        unsigned deals = 0, n = 0;
        for (uint32_t out = 0; out < DEALS; out++) {
            double rest = 0;
            unsigned seats = 0, there = 0;
            for (size_t i = 0; i < games.n_rows; i++) {
                const struct svi_game_rows *game = &games.game[i / 3];
                const double points = svi_games_points(&games, game, (unsigned)(i % 3));
                const bool mine = games.row[i].bot == bot;
                rest += mine && game->deal != out ? points : 0;
                seats += mine && game->deal != out;
                there += mine && game->deal == out;
                sum += mine && out == 0 ? points : 0;
                n += mine && out == 0;
            }
            if (there > 0) {
                without[deals++] = rest / seats;
            }
        }
        average = sum / n;
        for (unsigned d = 0; d < deals; d++) {
            squares += (without[d] - average) * (without[d] - average);
        }
        const double half =
            svi_t_quantile(0.975, deals - 1.0) * sqrt((deals - 1.0) / deals * squares);
        near(mean[bot].value, average, 1e-12);
        near(mean[bot].low, average - half, 1e-12);
        near(mean[bot].high, average + half, 1e-12);
        assert_int_equal(count[bot], n);
    }
}

/* For two bots the factor is that of one t. For independent bots it is about Tukey's range, q(0.95;
 * 4, inf) = 3.633, divided by sqrt(2). It falls with the degrees of freedom. */
TEST(bounds_of_all_pairs_are_those_of_tables)
{
    double one[] = {1, 0.3, 0.3, 2};
    double four[16] = {0}, critical, few;
    assert_ok(svi_pairs_critical(one, 2, 11, 0.95, &critical));
    near(critical, svi_t_quantile(0.975, 11), 1e-12);
    for (unsigned i = 0; i < 4; i++) {
        four[5 * i] = 0.7;
    }
    assert_ok(svi_pairs_critical(four, 4, 1e6, 0.95, &critical));
    near(critical, 3.633 / sqrt(2), 0.04);
    assert_ok(svi_pairs_critical(four, 4, 10, 0.95, &few));
    near(few, 4.327 / sqrt(2), 0.06); /* q(0.95; 4, 10) */
}

/* Two of four at a distance that single steps don't claim: they do once all others are told apart.
 * Of independent ones the last pair then has nearly a t of its own. */
TEST(claims_step_down)
{
    static const double value_of_two[] = {2.9, 0};
    double unit[16] = {0}, critical;
    bool above[16];
    for (unsigned i = 0; i < 4; i++) {
        unit[5 * i] = 0.5; /* each difference has an error of 1 */
    }
    assert_ok(svi_pairs_critical(unit, 4, 1e6, 0.95, &critical));
    assert_true(critical > 2.5);
    static const double last[] = {100, 50, 2.3, 0};
    assert_ok(svi_pairs_above(last, unit, 4, 1e6, 0.95, above));
    assert_true(above[0 * 4 + 1] && above[1 * 4 + 2] && above[0 * 4 + 3] && above[2 * 4 + 3]);
    assert_false(above[3 * 4 + 2] || above[1 * 4 + 0]);
    static const double little[] = {100, 50, 1.9, 0}; /* less than the t of one pair */
    assert_ok(svi_pairs_above(little, unit, 4, 1e6, 0.95, above));
    assert_false(above[2 * 4 + 3]);
    static const double together[] = {2.3, 0, 0,
                                      0}; /* nothing else is known: as in a single step */
    assert_ok(svi_pairs_above(together, unit, 4, 1e6, 0.95, above));
    assert_false(above[1] || above[2] || above[3]);
    static const double two[] = {0.5, 0, 0, 0.5};
    assert_ok(svi_pairs_above(value_of_two, two, 2, 1e6, 0.95, above));
    assert_true(above[1]);
}

static void add_duels(struct svi_games *games, unsigned deals, unsigned one, unsigned other,
                      unsigned lost_every)
{
    const unsigned first = (unsigned)games->n_rows / 2;
    for (unsigned d = 1; d <= deals; d++) {
        const unsigned bots[] = {one, other};
        const bool lost = lost_every > 0 && d % lost_every == 0;
        const unsigned places[] = {lost ? 2 : 1, lost ? 1 : 2};
        add_game(games, first + d, first + d, 2, bots, places);
    }
}

/* A bot that never lost has a rating, no interval, and is surely first after enough deals; nine
 * deals claim nothing. */
TEST(who_never_lost_is_first_and_unbounded)
{
    for (unsigned deals = 9; deals <= 40; deals += 31) {
        SCOPED(svi_ratings_finish) struct svi_ratings r;
        const struct svi_rating_options options = {.prior = 1, .anchor = 3};
        SCOPED(svi_games_finish) struct svi_games games = named_games(3);
        add_duels(&games, deals, 0, 1, 0);
        add_duels(&games, deals, 0, 2, 0);
        add_duels(&games, deals, 1, 2, 3);
        order_games(&games);
        assert_ok(svi_ratings_init(&r, &games, &options));
        assert_true(isfinite(r.bot[0].rating.value) && isnan(r.bot[0].rating.low));
        assert_true(isfinite(r.bot[1].rating.low) && r.bot[1].rating.low < r.bot[1].rating.value);
        assert_true(isnan(svi_ratings_superiority(&r, 0, 1)));
        assert_true(r.order[0] == 0 && r.bot[0].rank == 1);
        near(r.bot[1].rating.value + r.bot[2].rating.value, 0, 1e-9); /* their mean is 0 */
        if (deals >= 40) {
            assert_true(r.bot[0].rank_low == 1 && r.bot[0].rank_high == 1);
            assert_true(r.bot[1].rank_low == 2 && r.bot[2].rank_high == 3);
        } else {
            assert_true(r.bot[0].rank_low == 1 || r.bot[0].rank_low == 0);
            assert_false(r.few_deals);
        }
    }
}

/* Below ten deals nothing has an interval, nor where games allow none, and no rank is claimed. With
 * ten everything has one, on the scale of its figure, but what has never differed. */
TEST(few_deals_have_no_interval)
{
    for (unsigned deals = 9; deals <= 10; deals++) {
        for (unsigned kind = 0; kind < 4; kind++) {
            SCOPED(svi_ratings_finish) struct svi_ratings r;
            SCOPED(svi_field_finish) struct svi_field f;
            SCOPED(svi_versus_finish) struct svi_versus v;
            const struct svi_rating_options options = {.prior = 1, .anchor = kind % 2 == 0 ? 3 : 1};
            const bool has = deals == 10 && kind < 2;
            SCOPED(svi_games_finish) struct svi_games games = named_games(3);
            add_duels(&games, deals, 0, 1, deals);
            add_duels(&games, 40, 1, 2, 2); /* of which bot 0 has nothing */
            order_games(&games);
            games.no_intervals = kind >= 2;
            assert_ok(svi_ratings_init(&r, &games, &options));
            assert_ok(svi_field_init(&f, &r));
            assert_ok(svi_versus_init(&v, &games, 0, 1));
            const struct svi_estimate all[] = {
                r.bot[0].rating,    r.bot[0].points,     svi_ratings_difference(&r, 0, 1),
                f.meeting[1].ahead, f.meeting[1].margin, v.bot[0].points,
                v.difference};
            assert_true(v.difference.value > 0.7 && v.bot[0].at_seat[0].value > 0.8);
            for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
                assert_true(isfinite(all[i].value));
                assert_int_equal(isfinite(all[i].low), has);
                assert_int_equal(isfinite(all[i].high), has);
            }
            assert_true(!has || (r.bot[0].points.high == 1 && f.meeting[1].ahead.high == 1 &&
                                 f.meeting[1].margin.high == 1 && v.bot[0].points.high == 1 &&
                                 v.difference.high == 1));
            assert_int_equal(isfinite(svi_ratings_superiority(&r, 0, 1)), has);
            assert_int_equal(isfinite(r.bot[1].rating.low), kind < 2);
            assert_int_equal(r.bot[0].rank_low > 0, has);
            assert_int_equal(r.bot[1].rank_low > 0, kind < 2);
        }
    }
    struct svi_cluster same = {0};
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned deal = 0; deal < 50; deal++) {
            (pass == 0 ? svi_cluster_take : svi_cluster_again)(&same, 1);
            if (pass == 1) {
                svi_cluster_close(&same);
            }
        }
    }
    assert_true(svi_cluster_mean(&same).value == 1 && isnan(svi_cluster_mean(&same).low));
}

/* Copies in all seats of each deal differ by rounding alone, which decides no rank. */
TEST(exactly_equal_bots_are_ranked_alike)
{
    for (unsigned n = 3; n <= 8; n++) {
        SCOPED(svi_ratings_finish) struct svi_ratings r;
        const struct svi_rating_options options = {.prior = 1, .anchor = n};
        unsigned places[8];
        SCOPED(svi_games_finish) struct svi_games games = named_games(n);
        for (unsigned d = 0; d < 60; d++) {
            for (unsigned turn = 0; turn < n; turn++) {
                unsigned bots[8];
                for (unsigned s = 0; s < n; s++) {
                    bots[s] = (turn + s) % n;
                    places[s] = 1 + (s * (2 * d % n + 1) + d) % n;
                }
                for (unsigned s = 0; s < n; s++) { /* ties, where that is no permutation */
                    unsigned better = 0;
                    for (unsigned o = 0; o < n; o++) {
                        better += places[o] < places[s];
                    }
                    bots[s] |= (better + 1) << 8;
                }
                for (unsigned s = 0; s < n; s++) {
                    places[s] = bots[s] >> 8;
                    bots[s] &= 0xff;
                }
                add_game(&games, d + 1, n * d + turn + 1, n, bots, places);
            }
        }
        order_games(&games);
        assert_ok(svi_ratings_init(&r, &games, &options));
        for (unsigned i = 0; i < n; i++) {
            assert_int_equal(r.bot[i].rank, 1);
            assert_int_equal(r.bot[i].rank_low, 1);
            assert_int_equal(r.bot[i].rank_high, n);
        }
    }
}

/* Tiers go before ratings, but make no bracket narrower. Equal bots share a rank. The superiorities
 * of two bots over each other add up to 1. */
TEST(order_is_by_tier_rating_and_name)
{
    static const unsigned tier[] = {1, 0, 1, 0};
    struct svi_ratings r, untiered;
    const struct svi_rating_options options = {.prior = 1, .anchor = 4, .tier = tier};
    SCOPED(svi_games_finish) struct svi_games games = named_games(4);
    add_duels(&games, 40, 0, 1, 4);
    add_duels(&games, 40, 0, 3, 4);
    add_duels(&games, 40, 2, 1, 2);
    add_duels(&games, 40, 2, 3, 2);
    order_games(&games);
    const struct svi_rating_options without = {.prior = 1, .anchor = 4};
    assert_ok(svi_ratings_init(&r, &games, &options));
    assert_ok(svi_ratings_init(&untiered, &games, &without));
    static const unsigned order[] = {1, 3, 0, 2}, rank[] = {3, 1, 4, 1};
    assert_memory_equal(r.order, order, sizeof order);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(r.bot[i].rank, rank[i]);
        const struct svi_rating *plain = &untiered.bot[i];
        assert_int_equal(r.bot[i].rank_low, plain->rank_low < rank[i] ? plain->rank_low : rank[i]);
        assert_int_equal(r.bot[i].rank_high,
                         plain->rank_high > rank[i] ? plain->rank_high : rank[i]);
    }
    assert_int_equal(r.bot[0].rank_low, 1); /* a lower tier, and by its games the strongest */
    svi_ratings_finish(&untiered);
    near(svi_ratings_superiority(&r, 0, 2) + svi_ratings_superiority(&r, 2, 0), 1, 1e-12);
    near(svi_ratings_superiority(&r, 1, 3), 0.5, 1e-6);
    svi_ratings_finish(&r);
}

/* A bot at two seats of a table has one rating; with itself it makes no difference. */
TEST(a_bot_twice_at_a_table_is_one)
{
    static const unsigned bots[] = {0, 0, 1}, one[] = {1, 3, 2}, other[] = {3, 2, 1};
    SCOPED(svi_ratings_finish) struct svi_ratings r;
    const struct svi_rating_options options = {.prior = 1, .anchor = 2};
    SCOPED(svi_games_finish) struct svi_games games = named_games(2);
    for (unsigned d = 1; d <= 20; d++) {
        add_game(&games, d, d, 3, bots, d % 3 == 0 ? other : one);
    }
    order_games(&games);
    assert_ok(svi_ratings_init(&r, &games, &options));
    assert_int_equal(r.bot[0].games, 20);
    assert_int_equal(r.bot[0].seats, 40);
    double mean[2];
    bool played[2];
    svi_games_deal(&games, 0, mean, played);
    near(mean[0], 0.5, 1e-15);
    near(mean[1], 0.5, 1e-15);
    assert_true(isfinite(r.bot[0].rating.low));
}

/* Figures go by the numbers of svi_games_bot(), in whatever order the bots were named, and are the
 * same bits. */
TEST(numbers_of_bots_are_the_callers)
{
    static const double theta[] = {0.9, 0.2, -0.4, 0.0, -0.8, 0.5};
    static const unsigned number[] = {4, 2, 5, 0, 3, 1}; /* by number in the first table */
    static const unsigned tier[] = {1, 0, 0, 0, 0, 0}, tier_here[] = {0, 0, 0, 0, 1, 0};
    static const char *const names[] = {"b03", "b05", "b01", "b04", "b00", "b02"};
    const struct made_league league = {
        .bots = 6, .seats = 4, .deals = 40, .seatings = 4, .theta = theta, .tie = -1};
    struct svi_draw draw = {.state = 5};
    SCOPED(svi_games_finish) struct svi_games one;
    SCOPED(svi_games_finish) struct svi_games other;
    SCOPED(svi_games_finish) struct svi_games less;
    struct svi_ratings r, s, without;
    struct svi_field f, g;
    struct svi_versus v, w;
    svi_games_init(&one);
    svi_games_init(&other);
    make_league(&league, &draw, &one);
    order_games(&one);
    for (unsigned i = 0; i < 6; i++) {
        unsigned bot;
        assert_ok(svi_games_bot(&other, names[i], &bot));
        assert_int_equal(svi_games_find(&other, names[i]), i);
    }
    for (size_t i = 0; i < one.n_rows; i++) {
        struct svi_seat_result row;
        svi_games_result(&one, i / 4, (unsigned)(i % 4), &row);
        row.bot = (uint16_t)number[row.bot];
        assert_ok(svi_games_add(&other, &row));
    }
    order_games(&other);
    const struct svi_rating_options options = {.prior = 1, .anchor = 3, .tier = tier};
    const struct svi_rating_options here = {.prior = 1, .anchor = number[3], .tier = tier_here};
    assert_ok(svi_ratings_init(&r, &one, &options));
    assert_ok(svi_ratings_init(&s, &other, &here));
    assert_ok(svi_field_init(&f, &r));
    assert_ok(svi_field_init(&g, &s));
    assert_int_equal(s.n_order, 6);
    for (unsigned i = 0; i < 6; i++) {
        assert_memory_equal(&r.bot[i], &s.bot[number[i]], sizeof r.bot[i]);
        assert_int_equal(s.order[i], number[r.order[i]]);
        for (unsigned j = 0; j < 6; j++) {
            const struct svi_estimate a = svi_ratings_difference(&r, i, j),
                                      b = svi_ratings_difference(&s, number[i], number[j]);
            assert_memory_equal(&a, &b, sizeof a);
            assert_memory_equal(&f.meeting[i * 6 + j], &g.meeting[number[i] * 6 + number[j]],
                                sizeof *f.meeting);
        }
        const double a = svi_ratings_superiority(&r, i, 0);
        assert_true(a == svi_ratings_superiority(&s, number[i], number[0]));
    }
    assert_ok(svi_versus_init(&v, &one, 2, 5));
    assert_ok(svi_versus_init(&w, &other, number[2], number[5]));
    assert_memory_equal(&v.difference, &w.difference, sizeof v.difference);
    svi_versus_finish(&v);
    svi_versus_finish(&w);
    static const bool out[] = {false, false, true, false, false, true};
    assert_ok(svi_games_without(&other, out, &less));
    assert_ok(svi_ratings_init(&without, &less, &here));
    assert_int_equal(without.n_order, 4);
    for (unsigned i = 0; i < 4; i++) { /* those left out leave no gap in the ranks */
        assert_int_equal(without.bot[without.order[i]].rank, i + 1);
        assert_false(out[without.order[i]]);
    }
    assert_int_equal(without.order[3], 4); /* by its tier */
    svi_ratings_finish(&without);
    svi_field_finish(&f);
    svi_field_finish(&g);
    svi_ratings_finish(&r);
    svi_ratings_finish(&s);
}

/* ---- many bots ------------------------------------------------------------------------------- */

/* The bots that never play come behind all others by name. */
static void name_with_idle(struct svi_games *games, unsigned bots, unsigned idle)
{
    char name[16];
    unsigned number;
    svi_games_init(games);
    for (unsigned i = 0; i < bots + idle; i++) {
        (void)snprintf(name, sizeof name, "%c%05u", i < bots ? 'b' : 'z', i);
        assert_ok(svi_games_bot(games, name, &number));
    }
}

/* A season: of `bots`, those that live play, more of them new ones as it goes on, and ties. */
static void make_season(struct svi_games *games, unsigned bots, unsigned idle)
{
    struct svi_draw draw = {.state = 7};
    name_with_idle(games, bots, idle);
    for (unsigned d = 0; d < 12 * bots; d++) {
        const unsigned first = (bots - 10) * d / (12 * bots);
        unsigned at[4], places[4];
        for (unsigned s = 0; s < 4; s++) {
            bool again;
            do { /* one that never leaves, now and then */
                const uint64_t lot = svi_draw_bits(&draw) >> 33;
                at[s] = lot % 16 == 15 ? bots - 1 : first + (unsigned)(lot % 10);
                again = false;
                for (unsigned o = 0; o < s; o++) {
                    again |= at[o] == at[s];
                }
            } while (again);
            places[s] = 1 + (unsigned)(svi_draw_bits(&draw) >> 33) % 4;
        }
        add_game(games, d + 1, d + 1, 4, at, places);
    }
    order_games(games);
}

/* Random tables, at which any two bots may meet. */
static void make_crowd(struct svi_games *games, unsigned bots, unsigned idle)
{
    struct svi_draw draw = {.state = 11};
    name_with_idle(games, bots, idle);
    for (unsigned g = 0; g < 8 * bots; g++) {
        const unsigned one = (unsigned)(svi_draw_bits(&draw) % bots), step = 1 + g % (bots / 5);
        const unsigned at[] = {one, (one + step) % bots, (one + 3 * step) % bots};
        unsigned places[3];
        for (unsigned s = 0; s < 3; s++) { /* those with greater numbers are better */
            places[s] = 1 + (unsigned)(svi_draw_uniform(&draw) * (at[s] < bots / 2 ? 9 : 3));
        }
        add_game(games, g / 2 + 1, g + 1, 3, at, places);
    }
    order_games(games);
}

/* Intervals agree to `share` of their widths. */
static void near_estimate(struct svi_estimate one, struct svi_estimate other, double share)
{
    near(one.value, other.value, 1e-6);
    assert_int_equal(isnan(one.low), isnan(other.low));
    if (!isnan(one.low)) {
        const double width = one.high - one.low;
        near(one.low, other.low, 1e-6 + share * width);
        near(one.high, other.high, 1e-6 + share * width);
    }
}

/* Above SVI_LUCE_WHOLE bots the information is kept in another form. Results are equal: exactly in
 * a season, and to a few thousandths of intervals and brackets in a crowd. A crowd has Holm's
 * brackets, few bots have drawn ones. */
TEST(many_bots_are_rated_as_few)
{
    static const struct {
        void (*make)(struct svi_games *games, unsigned bots, unsigned idle);
        unsigned bots;
        double prior, share;
    } kinds[] = {{make_season, 60, 1, 0},
                 {make_season, 60, 0, 0},
                 {make_crowd, 850, 1, 2e-3},
                 {make_crowd, 850, 0, 1e-5}};
    for (unsigned k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        struct svi_games few, many;
        struct svi_ratings one, other;
        const unsigned bots = kinds[k].bots;
#ifdef SV_SANITIZED
        if (kinds[k].prior > 0) { /* the same code, at a tenth of the speed */
            continue;
        }
#endif
        kinds[k].make(&few, bots, 0);
        kinds[k].make(&many, bots, SVI_LUCE_WHOLE + 1 - bots);
        const struct svi_rating_options options = {.prior = kinds[k].prior, .anchor = bots};
        const struct svi_rating_options same = {.prior = kinds[k].prior, .anchor = many.n_bots};
        assert_ok(svi_ratings_init(&one, &few, &options));
        assert_ok(svi_ratings_init(&other, &many, &same));
        assert_true(one.luce.n_orders > 0 && one.sandwich.known && other.sandwich.known);
        assert_true(one.luce.information != NULL && other.luce.information == NULL);
        assert_int_equal(other.luce.profile.sparse.row != NULL, kinds[k].share > 0);
        unsigned claims = 0, differences = 0;
        for (unsigned i = 0; i < bots; i++) {
            const struct svi_rating *a = &one.bot[i], *b = &other.bot[i];
            near_estimate(a->rating, b->rating, kinds[k].share);
            assert_int_equal(a->rank, b->rank);
            claims += bots - 1 - (a->rank_high - a->rank_low);
            differences += (unsigned)abs((int)a->rank_low - (int)b->rank_low) +
                           (unsigned)abs((int)a->rank_high - (int)b->rank_high);
            for (unsigned j = 0; j < i; j += 1 + bots / 60) {
                const double error = svi_sandwich_error(&one.sandwich, i, j);
                near(error, svi_sandwich_error(&other.sandwich, i, j),
                     1e-9 + 2 * kinds[k].share * error);
            }
        }
        assert_true(claims > 100 && differences <= 2 * kinds[k].share * claims);
        svi_ratings_finish(&one);
        svi_ratings_finish(&other);
        svi_games_finish(&few);
        svi_games_finish(&many);
    }
}

#define HOLM_BOTS 40u

static double made_error(const void *user, unsigned i, unsigned j)
{
    const double *size = user;
    return size[i] + size[j];
}

static void mark_above(void *user, unsigned i, unsigned j)
{
    bool *above = user;
    above[i * HOLM_BOTS + j] = true;
}

/* Holm by the book: of all directions that are left the one with the least p, as long as it is
 * small enough. */
TEST(many_claims_are_those_of_holm)
{
    enum { BOTS = HOLM_BOTS };
    struct svi_draw draw = {.state = 12};
    double value[BOTS], size[BOTS];
    static bool above[BOTS * BOTS], expected[BOTS * BOTS];
    unsigned claims = 0, later = 0;
    for (unsigned i = 0; i < BOTS; i++) {
        value[i] = svi_draw_normal(&draw);
        size[i] = 0.05 + 0.2 * svi_draw_uniform(&draw);
    }
    for (unsigned left = BOTS * (BOTS - 1);; left--) {
        double least = 2;
        unsigned at = 0;
        for (unsigned p = 0; p < BOTS * BOTS; p++) {
            const unsigned i = p / BOTS, j = p % BOTS;
            const double t = i != j ? (value[i] - value[j]) / made_error(size, i, j) : 0;
            const double tail = svi_t_cdf(-t, 60);
            if (i != j && !expected[p] && tail < least) {
                least = tail;
                at = p;
            }
        }
        if (least >= 0.05 / left) {
            break;
        }
        expected[at] = true;
        claims++;
        later += least >= 0.05 / (BOTS * (BOTS - 1));
    }
    assert_true(claims > 50 && later > 0); /* some that one step does not claim */
    struct svi_holm holm;
    svi_holm_init(&holm, BOTS, 60, 0.95, mark_above, above);
    for (unsigned p = 0; p < BOTS * BOTS; p++) {
        const unsigned i = p / BOTS, j = p % BOTS;
        if (value[i] > value[j]) {
            svi_holm_pair(&holm, i, j, value[i] - value[j], made_error(size, i, j));
        }
    }
    assert_ok(svi_holm_finish(&holm));
    assert_memory_equal(above, expected, sizeof above);
}

/* elo to points: 1/(1 + 10^(-e/400)) less 1/2; both at a table of m: times m / (m - 1); a duel
 * twice. */
TEST(elo_makes_points)
{
    const double share = 1 / (1 + pow(10, -20 / 400.0)) - 0.5;
    near(svi_sprt_points(20, 0), share, 1e-15);
    near(svi_sprt_points(20, 2), 2 * share, 1e-15);
    near(svi_sprt_points(20, 4), share * 4 / 3, 1e-15);
    near(svi_sprt_points(-400, 2), 2 / 11.0 - 1, 1e-15);
}

/* The next deal goes to the pair furthest from its bound; max_deals ends undecided. */
TEST(allocation_is_where_it_is_least_sure)
{
    struct svi_topk topk;
    const struct svi_topk_settings settings = {.top = 2, .confidence = 0.95, .max_deals = 60};
    static const double mean[] = {0.9, 0.55, 0.5, 0.1};
    static const bool all[] = {true, true, true, true};
    assert_ok(svi_topk_init(&topk, 4, &settings));
    unsigned deals = 0, inside, outside;
    do {
        deals++;
    } while (!svi_topk_add(&topk, mean, all));
    assert_int_equal(deals, 60);
    assert_false(topk.decided);
    svi_topk_next(&topk, &inside, &outside);
    assert_true(inside == 1 && outside == 2);
    assert_true(svi_topk_above(&topk, 0, 3) && !svi_topk_above(&topk, 1, 2));
    svi_topk_finish(&topk);
    const struct svi_topk_settings wide = {.top = 2, .confidence = 0.95, .margin = 0.45};
    assert_ok(svi_topk_init(&topk, 4, &wide));
    for (deals = 1; !svi_topk_add(&topk, mean, all) && deals < 1000; deals++) {
    }
    assert_true(topk.decided && deals < 200 && topk.order[0] == 0 && topk.order[1] == 1);
    svi_topk_finish(&topk);
}

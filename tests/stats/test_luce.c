/* Ratings by maximum likelihood, against a likelihood that lists every outcome and an optimiser
 * that knows no derivative. */
#include "stats/groups.h"
#include "stats/luce.h"
#include "stats/sandwich.h"
#include "tests/base/testing.h"
#include "tests/stats/leagues.h"

#include <math.h>

#define MANY 12u

/* The plain likelihood at parameters laid out as in struct svi_luce. */
static long double height(const struct svi_luce *fit, const double value[], double prior)
{
    double delta[SVI_STATS_SEATS + 1] = {0, 1};
    for (unsigned o = 0; o < fit->n_orders; o++) {
        delta[fit->order[o]] = exp(value[fit->n_bots + o]);
    }
    return plain_likelihood(fit->games, value, delta, prior);
}

/* Climbs by Newton in one coordinate at a time, derivatives by differences in long double: slow,
 * and of another kind. */
static void climb(const struct svi_luce *fit, double prior, double value[])
{
    const double h = 1e-4;
    for (unsigned round = 0; round < 4000; round++) {
        double longest = 0;
        for (unsigned i = 0; i < fit->n; i++) {
            if (i < fit->n_bots && !fit->rated[i]) {
                continue;
            }
            const double was = value[i];
            const long double middle = height(fit, value, prior);
            value[i] = was + h;
            const long double up = height(fit, value, prior);
            value[i] = was - h;
            const long double down = height(fit, value, prior);
            const double step = (double)(-(up - down) / 2 * h / (up - 2 * middle + down));
            value[i] = was + step;
            longest = fmax(longest, fabs(step));
        }
        if (longest < 1e-9) {
            break;
        }
    }
}

/* Fit and climber agree to 1e-6 in differences of theta and in ln delta. */
static void agree(const struct svi_games *games, double prior)
{
    SCOPED(svi_luce_finish) struct svi_luce fit;
    double value[MANY + SVI_STATS_SEATS] = {0};
    assert_ok(svi_luce_init(&fit, games, prior));
    climb(&fit, prior, value);
    unsigned base = 0;
    while (!fit.rated[base]) {
        base++;
    }
    const double zero = prior > 0 ? 0 : fit.value[base] - value[base];
    for (unsigned i = 0; i < fit.n; i++) {
        const double expected = value[i] + (i < fit.n_bots ? zero : 0);
        if ((i >= fit.n_bots || fit.rated[i]) && fabs(fit.value[i] - expected) > 1e-6) {
            print_error("parameter %u: found %.9f, expected %.9f\n", i, fit.value[i], expected);
            fail();
        }
    }
}

TEST(fits_are_those_of_a_slow_optimiser)
{
    static const double theta[] = {0.9, 0.2, -0.4, 0.0, -0.8, 0.5};
    static const struct made_league leagues[] = {
        {.bots = 2, .seats = 2, .deals = 20, .seatings = 2, .tie = -30},
        {.bots = 2, .seats = 2, .deals = 30, .seatings = 2, .tie = -0.5},
        {.bots = 4, .seats = 3, .deals = 12, .seatings = 3, .tie = -30},
        {.bots = 5, .seats = 4, .deals = 12, .seatings = 4, .tie = -0.3},
        {.bots = 6, .seats = 5, .deals = 8, .seatings = 2, .tie = 0.4},
    };
    struct svi_draw draw = {.state = 11};
    for (size_t i = 0; i < sizeof leagues / sizeof leagues[0]; i++) {
        struct made_league league = leagues[i];
        league.theta = theta;
        SCOPED(svi_games_finish) struct svi_games games = made_games(&league, &draw);
        agree(&games, 0);
        agree(&games, 1);
        agree(&games, 0.3);
    }
}

/* Ties of three and four, tables of two to five, a bot twice at a table. */
TEST(everything_at_once_is_fitted)
{
    struct svi_draw draw = {.state = 5};
    SCOPED(svi_games_finish) struct svi_games games = named_games(5);
    for (unsigned g = 1; g <= 40; g++) {
        unsigned bots[5], places[5];
        const unsigned seats = 2 + g % 4;
        for (unsigned s = 0; s < seats; s++) {
            bots[s] = (g + s * (1 + g % 3)) % 5;
            places[s] = 1 + (unsigned)(svi_draw_bits(&draw) % 3);
        }
        add_game(&games, g / 2, g, seats, bots, places);
    }
    order_games(&games);
    agree(&games, 0);
    agree(&games, 1);
}

/* By hand: 3 of 4 against each other are odds of 3, with the ghost's half games (3.5 : 1.5 is not
 * exact, so by its equations). */
TEST(two_bots_have_the_odds_of_their_games)
{
    struct svi_luce fit;
    static const unsigned bots[] = {0, 1}, won[] = {1, 2}, lost[] = {2, 1}, tied[] = {1, 1};
    struct svi_games games = named_games(2);
    for (unsigned g = 1; g <= 4; g++) {
        add_game(&games, g, g, 2, bots, g < 4 ? won : lost);
    }
    order_games(&games);
    assert_ok(svi_luce_init(&fit, &games, 0));
    assert_true(fabs(fit.value[0] - fit.value[1] - log(3)) < 1e-12);
    assert_true(fabs(fit.value[0] + fit.value[1]) < 1e-12);
    svi_luce_finish(&fit);
    assert_ok(svi_luce_init(&fit, &games, 1));
    const double a = fit.value[0];
    assert_true(fabs(fit.value[0] + fit.value[1]) < 1e-12);
    assert_true(fabs(3 - 4 / (1 + exp(-2 * a)) + 0.5 - 1 / (1 + exp(-a))) < 1e-9);
    svi_luce_finish(&fit);
    svi_games_finish(&games);

    svi_games_init(&games); /* one win each and two ties: delta = 2 */
    name_bots(&games, 2);
    for (unsigned g = 1; g <= 4; g++) {
        add_game(&games, g, g, 2, bots, g == 1 ? won : g == 2 ? lost : tied);
    }
    order_games(&games);
    assert_ok(svi_luce_init(&fit, &games, 0));
    assert_int_equal(fit.n_orders, 1);
    assert_true(fabs(fit.value[2] - log(2)) < 1e-12);
    assert_true(fabs(fit.value[0] - fit.value[1]) < 1e-12);
    svi_luce_finish(&fit);
    svi_games_finish(&games);
}

/* Duels as R's BradleyTerry2 1.1-2 rates them: tests/stats/ratings.R made these figures. */
TEST(duels_are_rated_as_by_bradleyterry2)
{
    static const unsigned duels[][4] = {
        {0, 1, 20, 19}, {0, 2, 23, 17}, {0, 3, 32, 9},  {0, 4, 32, 10}, {1, 2, 24, 19},
        {1, 3, 28, 17}, {1, 4, 32, 15}, {2, 3, 31, 18}, {2, 4, 33, 19}, {3, 4, 34, 23},
    };
    static const double abilities[] = {0.0000000000, -0.2542428924, -0.4324863740, -0.8958413347,
                                       -1.1192714682};
    SCOPED(svi_luce_finish) struct svi_luce fit;
    unsigned game = 0;
    SCOPED(svi_games_finish) struct svi_games games = named_games(5);
    for (unsigned d = 0; d < 10; d++) {
        for (unsigned k = 0; k < duels[d][2] + duels[d][3]; k++) {
            const bool won = k < duels[d][2];
            const unsigned places[] = {won ? 1 : 2, won ? 2 : 1};
            game++;
            add_game(&games, game, game, 2, duels[d], places);
        }
    }
    order_games(&games);
    assert_ok(svi_luce_init(&fit, &games, 0));
    for (unsigned i = 0; i < 5; i++) {
        assert_true(fabs(fit.value[i] - fit.value[0] - abilities[i]) < 1e-9);
    }
}

/* Shuffled rows, and bots named in another order, give the same bits. */
TEST(order_of_rows_is_no_matter)
{
    static const double theta[] = {0.9, 0.2, -0.4, 0.0, -0.8, 0.5};
    const struct made_league league = {
        .bots = 6, .seats = 4, .deals = 30, .seatings = 4, .theta = theta, .tie = -1};
    struct svi_draw draw = {.state = 3};
    struct svi_games one, other;
    struct svi_luce fit, again;
    svi_games_init(&one);
    svi_games_init(&other);
    make_league(&league, &draw, &one);
    static const char *const names[] = {"b03", "b05", "b00", "b04", "b01", "b02"};
    unsigned bot;
    for (unsigned i = 0; i < 6; i++) {
        assert_ok(svi_games_bot(&other, names[i], &bot));
    }
    for (size_t i = 0; i < one.n_rows; i++) { /* 7 and the number of rows have no common factor */
        struct svi_seat_result row;
        const size_t at = (i * 7 + 5) % one.n_rows;
        svi_games_result(&one, at / 4, (unsigned)(at % 4), &row);
        assert_ok(svi_games_bot(&other, one.bot[row.bot], &bot));
        row.bot = (uint16_t)bot;
        assert_ok(svi_games_add(&other, &row));
    }
    order_games(&one);
    order_games(&other);
    assert_ok(svi_luce_init(&fit, &one, 1));
    assert_ok(svi_luce_init(&again, &other, 1));
    assert_int_equal(fit.n, again.n);
    assert_memory_equal(fit.value, again.value, fit.n * sizeof *fit.value);
    svi_luce_finish(&fit);
    svi_luce_finish(&again);
    svi_games_finish(&one);
    svi_games_finish(&other);
}

/* A game that weighs 3 counts as three of its deal; weights that are all the same change no rating,
 * and no error. */
TEST(games_count_by_their_weights)
{
    static const double theta[] = {0.9, 0.2, -0.4, 0.0, -0.8, 0.5};
    const struct made_league league = {
        .bots = 6, .seats = 4, .deals = 40, .seatings = 2, .theta = theta, .tie = -1};
    struct svi_draw draw = {.state = 12};
    struct svi_games games, copies, weighed, all;
    struct svi_games *const others[] = {&copies, &weighed, &all};
    games = made_games(&league, &draw);
    for (unsigned k = 0; k < 3; k++) {
        svi_games_init(others[k]);
        name_bots(others[k], 6);
    }
    for (size_t g = 0; g < games.n_games; g++) {
        const bool heavy = games.game[g].deal % 3 == 1;
        for (unsigned s = 0; s < 4; s++) {
            struct svi_seat_result row;
            svi_games_result(&games, g, s, &row);
            row.weight = 7;
            assert_ok(svi_games_add(&all, &row));
            row.weight = heavy ? 3 : 0;
            assert_ok(svi_games_add(&weighed, &row));
        }
        for (unsigned copy = 0; copy < (heavy ? 3u : 1u); copy++) {
            for (unsigned s = 0; s < 4; s++) {
                struct svi_seat_result row;
                svi_games_result(&games, g, s, &row);
                row.game = row.game * 3 + copy;
                row.weight = 0;
                assert_ok(svi_games_add(&copies, &row));
            }
        }
    }
    for (unsigned k = 0; k < 3; k++) {
        order_games(others[k]);
    }
    struct svi_luce fit[4];
    struct svi_sandwich sandwich[4];
    const struct svi_games *const each[] = {&copies, &weighed, &games, &all};
    for (unsigned k = 0; k < 4; k++) {
        assert_ok(svi_luce_init(&fit[k], each[k], k < 2 ? 1 : 0));
        assert_ok(svi_sandwich_init(&sandwich[k], &fit[k]));
    }
    for (unsigned k = 0; k < 4; k += 2) {
        for (unsigned i = 0; i < fit[k].n; i++) {
            assert_true(fabs(fit[k].value[i] - fit[k + 1].value[i]) < 1e-6);
        }
        for (unsigned i = 1; i < 6; i++) {
            const double one = svi_sandwich_error(&sandwich[k], 0, i);
            const double other = svi_sandwich_error(&sandwich[k + 1], 0, i);
            assert_true(one > 0 && fabs(one - other) < 1e-6 * one);
        }
    }
    for (unsigned k = 0; k < 4; k++) {
        svi_sandwich_finish(&sandwich[k]);
        svi_luce_finish(&fit[k]);
    }
    svi_games_finish(&games);
    for (unsigned k = 0; k < 3; k++) {
        svi_games_finish(others[k]);
    }
}

struct taken {
    double *rows; /* of H^-1, then of the covariance, of each bot */
    unsigned n, count;
};

static void take_row(void *user, unsigned bot, const double bread[], const double covariance[])
{
    struct taken *t = user;
    memcpy(t->rows + (size_t)2 * bot * t->n, bread, t->n * sizeof *bread);
    memcpy(t->rows + ((size_t)2 * bot + 1) * t->n, covariance, t->n * sizeof *bread);
    t->count++;
}

/* Of many bots that come and go, rows are the same to the last bit whichever others are asked for.
 */
TEST(rows_do_not_depend_on_others)
{
    enum { BOTS = SVI_LUCE_WHOLE + 45 };
    struct svi_draw draw = {.state = 21};
    SCOPED(svi_luce_finish) struct svi_luce fit;
    SCOPED(svi_sandwich_finish) struct svi_sandwich w;
    struct taken all = {0}, some = {0};
    unsigned asked[BOTS], n = 0;
    SCOPED(svi_games_finish) struct svi_games games = named_games(BOTS);
    for (unsigned g = 0; g < 4 * BOTS; g++) {
        unsigned who[4], places[4];
        for (unsigned s = 0; s < 4; s++) {
            who[s] = (g / 4 + s * 5 + (unsigned)(svi_draw_bits(&draw) % 5)) % BOTS;
            places[s] = s == 1 && g % 3 == 0 ? 1 : s + 1; /* ties, too */
        }
        for (unsigned s = 4; s > 1; s--) {
            const unsigned other = (unsigned)(svi_draw_bits(&draw) % s), one = who[s - 1];
            who[s - 1] = who[other];
            who[other] = one;
        }
        add_game(&games, g / 2, g, 4, who, places);
    }
    order_games(&games);
    assert_ok(svi_luce_init(&fit, &games, 1));
    assert_ok(svi_sandwich_init(&w, &fit));
    assert_true(w.known && fit.n > BOTS);
    all.n = some.n = fit.n;
    all.rows = calloc((size_t)2 * BOTS * fit.n, sizeof *all.rows);
    some.rows = calloc((size_t)2 * BOTS * fit.n, sizeof *some.rows);
    for (unsigned i = BOTS; i-- > 0;) {
        asked[n++] = i;
    }
    assert_true(svi_sandwich_rows(&w, asked, n, take_row, &all));
    n = 0;
    for (unsigned i = 0; i < BOTS; i++) {
        if (i > BOTS - 30 || i == 500) {
            asked[n++] = i;
        }
    }
    assert_true(svi_sandwich_rows(&w, asked, n, take_row, &some));
    assert_int_equal(all.count, BOTS);
    assert_int_equal(some.count, n);
    for (unsigned k = 0; k < n; k++) {
        const size_t at = (size_t)2 * asked[k] * fit.n;
        assert_memory_equal(some.rows + at, all.rows + at, 2 * fit.n * sizeof *all.rows);
    }
    const size_t last = BOTS - 1;
    const double *row = all.rows + (2 * last + 1) * fit.n, *other = all.rows + 1001 * fit.n;
    const double error = svi_sandwich_error(&w, 500, BOTS - 1);
    assert_true(fabs(error * error - (row[last] + other[500] - 2 * row[500])) < 1e-12);
    free(all.rows);
    free(some.rows);
}

/* Bot 0 beats all; 1, 2, 3 beat each other; 4 has only lost; 5 and 6 played each other alone; 7
 * never. */
TEST(groups_are_who_was_ahead_and_behind)
{
    static const unsigned games_of[][3] = {{0, 1, 1}, {0, 2, 1}, {1, 2, 1}, {2, 3, 1},
                                           {3, 1, 1}, {3, 4, 1}, {5, 6, 1}, {6, 5, 1}};
    struct svi_luce fit;
    SCOPED(svi_games_finish) struct svi_games games = named_games(8);
    for (unsigned g = 0; g < 8; g++) {
        const unsigned places[] = {1, 2};
        add_game(&games, g + 1, g + 1, 2, games_of[g], places);
    }
    order_games(&games);
    unsigned group[8], n, main_group;
    bool connected;
    assert_ok(svi_groups_find(&games, group, &n, &main_group, &connected));
    assert_int_equal(n, 4);
    assert_false(connected);
    static const unsigned expected[] = {0, 1, 1, 1, 2, 3, 3, 4};
    assert_memory_equal(group, expected, sizeof expected);
    assert_int_equal(main_group, 1);

    assert_ok(svi_luce_init(&fit, &games, 0)); /* a cycle: all equal */
    static const bool rated[] = {false, true, true, true, false, false, false, false};
    assert_memory_equal(fit.rated, rated, sizeof rated);
    assert_true(fabs(fit.value[1]) < 1e-9 && fabs(fit.value[2]) < 1e-9);
    svi_luce_finish(&fit);
    assert_ok(svi_luce_init(&fit, &games, 1));
    for (unsigned i = 0; i < 7; i++) {
        assert_true(fit.rated[i] && fabs(fit.value[i]) < 10);
    }
    assert_true(fit.value[0] > fit.value[1] && fit.value[4] < fit.value[3]);
    svi_luce_finish(&fit);
}

/* Groups of random games, against the closure of who was ahead. Bots are named in the order of
 * their numbers, and more of them than bits in a word. */
TEST(groups_are_those_of_the_closure)
{
    enum { BOTS = 70 };
    struct svi_draw draw = {.state = 3};
    for (unsigned trial = 0; trial < 60; trial++) {
        bool ahead[BOTS][BOTS] = {{false}}, played[BOTS] = {false}, connected;
        SCOPED(svi_games_finish) struct svi_games games = named_games(BOTS);
        for (unsigned g = 0; g < 20 + 2 * trial; g++) {
            const unsigned one = (unsigned)(svi_draw_uniform(&draw) * BOTS);
            const unsigned bots[] = {one, (one + 1 + g % (BOTS - 1)) % BOTS}, places[] = {1, 2};
            add_game(&games, g + 1, g + 1, 2, bots, places);
            ahead[bots[0]][bots[1]] = played[bots[0]] = played[bots[1]] = true;
        }
        order_games(&games);
        for (unsigned k = 0; k < BOTS; k++) {
            for (unsigned i = 0; i < BOTS; i++) {
                for (unsigned j = 0; j < BOTS; j++) {
                    ahead[i][j] |= i == j || (ahead[i][k] && ahead[k][j]);
                }
            }
        }
        unsigned group[BOTS], n, main_group, size[BOTS + 1] = {0}, next = 0;
        assert_ok(svi_groups_find(&games, group, &n, &main_group, &connected));
        for (unsigned i = 0; i < BOTS; i++) {
            assert_true(played[i] ? group[i] <= next : group[i] == n);
            next += played[i] && group[i] == next;
            size[group[i]]++;
            for (unsigned j = 0; j < BOTS; j++) {
                const bool both = ahead[i][j] && ahead[j][i];
                assert_true(!played[i] || !played[j] || both == (group[i] == group[j]));
            }
        }
        assert_int_equal(next, n);
        for (unsigned k = 0; k < n; k++) {
            assert_true(size[k] < size[main_group] ||
                        (size[k] == size[main_group] && k >= main_group));
        }
    }
}

/* Extremes: a bot that won a hundred thousand games of as many, nothing but ties, no game at all.
 */
TEST(extremes_are_finite)
{
    static const unsigned bots[] = {0, 1}, won[] = {1, 2}, tied[] = {1, 1};
    for (unsigned kind = 0; kind < 3; kind++) {
        struct svi_luce fit;
        SCOPED(svi_games_finish) struct svi_games games = named_games(2);
        for (unsigned g = 1; g <= 100000 && kind < 2; g++) {
            add_game(&games, g, g, 2, bots, kind == 0 ? won : tied);
        }
        order_games(&games);
        for (unsigned prior = 0; prior < 2; prior++) {
            assert_ok(svi_luce_init(&fit, &games, prior));
            for (unsigned i = 0; i < fit.n; i++) {
                assert_true(isfinite(fit.value[i]));
            }
            assert_int_equal(fit.rated[0], kind == 1 || (kind == 0 && prior == 1) ||
                                               (kind == 0 && fit.group[0] == fit.main_group));
            svi_luce_finish(&fit);
        }
    }
}

TEST(bad_games_are_faults)
{
    static const struct {
        struct svi_seat_result row[3];
        unsigned n;
        uint32_t origin, other;
        const char *text;
    } cases[] = {
        {{{.game = 1, .origin = 2}}, 1, 2, 2, "found a game of 1 seat, expected 2 to 16"},
        {{{.game = 1, .origin = 4}, {.game = 1, .origin = 3}},
         2,
         4,
         3,
         "found seat 0 of the game twice, expected each once"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct svi_games_fault fault;
        SCOPED(svi_games_finish) struct svi_games games = named_games(1);
        for (unsigned r = 0; r < cases[i].n; r++) {
            assert_ok(svi_games_add(&games, &cases[i].row[r]));
        }
        assert_int_equal(svi_games_order(&games, &fault), SV_E_RANGE);
        assert_string_equal(fault.text, cases[i].text);
        assert_int_equal(fault.origin, cases[i].origin);
        assert_int_equal(fault.other, cases[i].other);
    }
    struct svi_games_fault fault;
    static const unsigned bots[] = {0, 1}, places[] = {1, 2};
    struct svi_games games = named_games(2);
    add_game(&games, 1, 9, 2, bots, places);
    add_game(&games, 2, 9, 2, bots, places);
    assert_int_equal(svi_games_order(&games, &fault), SV_E_RANGE);
    assert_string_equal(fault.text,
                        "found the game on another deal, expected one deal for each game");
    svi_games_finish(&games);
}

TEST(a_field_without_a_bot_closes_up)
{
    static const unsigned bots[] = {0, 1, 2, 3}, places[] = {2, 1, 4, 2};
    static const unsigned pair[] = {1, 2}, order[] = {1, 2};
    static const bool out[] = {false, true, false, false};
    struct svi_games games, less;
    games = named_games(4);
    add_game(&games, 1, 1, 4, bots, places);
    add_game(&games, 1, 2, 2, pair, order);
    order_games(&games);
    assert_true(svi_games_points(&games, games.game, 0) == 0.5 &&
                svi_games_points(&games, games.game, 1) == 1 &&
                svi_games_points(&games, games.game, 2) == 0);
    assert_ok(svi_games_without(&games, out, &less));
    assert_int_equal(less.n_games, 1);
    assert_int_equal(less.n_rows, 3);
    assert_int_equal(less.row[0].place, 1);
    assert_int_equal(less.row[2].place, 1);
    assert_int_equal(less.row[1].place, 3);
    assert_true(svi_games_points(&less, less.game, 0) == 0.75 &&
                svi_games_points(&less, less.game, 1) == 0);
    svi_games_finish(&less);
    svi_games_finish(&games);
}

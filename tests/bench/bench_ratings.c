/* Measures the cost of ratings with all their intervals once the games are in memory, in seconds of
 * processor time and as a ratio to one plain pass that only adds up points. The ratio does not
 * depend on the machine's speed.
 *
 * Usage: bench_ratings [GAMES [BOTS [SEATS]]]   (100000 16 4) */
#include "stats/ratings.h"
#include "tests/bench/clock.h"
#include "tests/stats/leagues.h"

#include <stdio.h>
#include <stdlib.h>

static double plain_pass(const struct svi_games *games)
{
    double sum[64] = {0}, all = 0;
    for (size_t g = 0; g < games->n_games; g++) {
        for (unsigned s = 0; s < svi_game_seats(&games->game[g]); s++) {
            const struct svi_seat_row *row = &games->row[games->game[g].first + s];
            sum[row->bot % 64] += svi_games_points(games, &games->game[g], s);
        }
    }
    for (unsigned i = 0; i < 64; i++) {
        all += sum[i];
    }
    return all;
}

int main(int argc, char **argv)
{
    const unsigned games_wanted = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 100000;
    const unsigned bots = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 16;
    const unsigned seats = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 4;
    double theta[64];
    struct svi_draw draw = {.state = 1};
    struct svi_games games, shuffled;
    struct svi_ratings r;
    if (bots < 2 || bots > 64 || seats < 2 || seats > bots || seats > SVI_STATS_SEATS ||
        games_wanted < 10 * seats) {
        (void)fprintf(stderr, "usage: bench_ratings [GAMES [BOTS (2-64) [SEATS (2-16)]]]\n");
        return 2;
    }
    for (unsigned i = 0; i < bots; i++) {
        theta[i] = 1.5 * i / bots;
    }
    const struct made_league league = {.bots = bots,
                                       .seats = seats,
                                       .deals = games_wanted / seats,
                                       .seatings = seats,
                                       .theta = theta,
                                       .seat_luck = 0.5,
                                       .tie = -30};
    svi_games_init(&games);
    make_league(&league, &draw, &games);
    shuffled = named_games(bots);
    for (size_t i = 0; i < games.n_rows; i++) {
        struct svi_seat_result result;
        const size_t at = (i * 7919) % games.n_rows;
        svi_games_result(&games, at / seats, (unsigned)(at % seats), &result);
        if (svi_games_add(&shuffled, &result) != SV_OK) {
            return 3;
        }
    }
    double began = cpu_s();
    order_games(&games);
    const double order = cpu_s() - began;
    began = cpu_s();
    order_games(&shuffled);
    const double sort = cpu_s() - began;
    double plain = 1e9, whole = 1e9, sum = 0;
    for (unsigned k = 0; k < 5; k++) { /* taking turns, the best of each */
        began = cpu_s();
        for (unsigned i = 0; i < 20; i++) {
            sum += plain_pass(&games);
        }
        const double p = (cpu_s() - began) / 20;
        const struct svi_rating_options options = {.prior = 1, .anchor = bots};
        began = cpu_s();
        if (svi_ratings_init(&r, &games, &options) != SV_OK) {
            return 3;
        }
        const double w = cpu_s() - began;
        svi_ratings_finish(&r);
        plain = p < plain ? p : plain;
        whole = w < whole ? w : whole;
    }
    printf("%zu games of %u bots at %u seats, %u deals (%.0f)\n", games.n_games, bots, seats,
           games.n_deals, sum > 0 ? 1.0 : 0.0);
    printf("ordered rows %.4f s, shuffled ones %.4f s\n", order, sort);
    printf("ratings with intervals and ranks %.4f s, %.0f times a plain pass (%.5f s)\n", whole,
           whole / plain, plain);
    svi_games_finish(&games);
    svi_games_finish(&shuffled);
    return 0;
}

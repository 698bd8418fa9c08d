#include "stats/saved.h"

#include "stats/numeric.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* Differences of a pair: sums over games, and over deals of their means. [0] plain, [1] adjusted.
 */
struct pair {
    double games, deals;
    double sum[2], square[2], deal_sum[2], deal_square[2];
    double here, here_sum[2]; /* in the deal at hand */
};

static void close_deal(struct pair *p)
{
    for (unsigned a = 0; a < 2 && p->here > 0; a++) {
        const double mean = p->here_sum[a] / p->here;
        p->deal_sum[a] += mean;
        p->deal_square[a] += mean * mean;
        p->here_sum[a] = 0;
    }
    p->deals += p->here > 0;
    p->here = 0;
}

static void add_game(const struct svi_games *games, svi_mean_value *adjusted, const void *user,
                     const struct svi_game_rows *game, struct pair pairs[])
{
    const unsigned n = games->n_bots;
    const unsigned seats = svi_game_seats(game);
    double points[2][SVI_STATS_SEATS];
    for (unsigned s = 0; s < seats; s++) {
        points[0][s] = svi_games_points(games, game, s);
        points[1][s] = adjusted != NULL ? adjusted(user, games, game, s) : points[0][s];
    }
    for (unsigned s = 0; s < seats; s++) {
        for (unsigned o = s + 1; o < seats; o++) {
            const struct svi_seat_row *one = &games->row[game->first + s];
            const struct svi_seat_row *other = &games->row[game->first + o];
            const double sign = one->bot < other->bot ? 1 : -1;
            const double x[2] = {sign * (points[0][s] - points[0][o]),
                                 sign * (points[1][s] - points[1][o])};
            if (one->bot == other->bot) {
                continue;
            }
            struct pair *p = &pairs[sign > 0 ? (size_t)one->bot * n + other->bot
                                             : (size_t)other->bot * n + one->bot];
            p->games += 1;
            p->here += 1;
            for (unsigned a = 0; a < 2; a++) {
                p->sum[a] += x[a];
                p->square[a] += x[a] * x[a];
                p->here_sum[a] += x[a];
            }
        }
    }
}

/* Those of a game's seats. */
static void close_pairs(const struct svi_games *games, const struct svi_game_rows *game,
                        struct pair pairs[])
{
    const size_t n = games->n_bots;
    const unsigned seats = svi_game_seats(game);
    for (unsigned s = 0; s < seats; s++) {
        for (unsigned o = 0; o < seats; o++) {
            close_deal(
                &pairs[games->row[game->first + s].bot * n + games->row[game->first + o].bot]);
        }
    }
}

static double variance(double sum, double square, double n)
{
    return n > 1 ? (square - sum / n * sum) / (n - 1) : 0;
}

/* NAN where one of them is nothing but rounding: deals in which every pair comes out even. */
static double ratio(double a, double b)
{
    const double least = SVI_ROUNDING * SVI_ROUNDING;
    return b > least * a && a > least * b ? a / b : NAN;
}

enum sv_status svi_saved_measure(struct svi_saved *saved, const struct svi_games *games,
                                 svi_mean_value *adjusted, const void *user)
{
    const size_t n = games->n_bots;
    double game[2] = {0};
    double deal[2] = {0};
    bool several = false;
    *saved = (struct svi_saved){NAN, NAN, NAN};
    if (n > SVI_SAVED_BOTS) {
        return SV_OK;
    }
    struct pair *pairs = calloc(n * n + 1, sizeof *pairs);
    if (pairs == NULL) {
        return SV_E_SYSTEM;
    }
    for (uint32_t d = 0; d < games->n_deals; d++) {
        for (uint32_t g = games->deal_game[d]; g < games->deal_game[d + 1]; g++) {
            add_game(games, adjusted, user, &games->game[g], pairs);
        }
        several |= games->deal_game[d + 1] - games->deal_game[d] > 1;
        for (uint32_t g = games->deal_game[d]; g < games->deal_game[d + 1]; g++) {
            close_pairs(games, &games->game[g], pairs);
        }
    }
    for (size_t i = 0; i < n * n; i++) {
        const struct pair *p = &pairs[i];
        for (unsigned k = 0; k < 2 && p->deals >= SVI_FEW_DEALS; k++) {
            game[k] += p->games * variance(p->sum[k], p->square[k], p->games);
            deal[k] += p->games * variance(p->deal_sum[k], p->deal_square[k], p->deals) * p->games /
                       p->deals;
        }
    }
    free(pairs);
    saved->luck = adjusted != NULL ? ratio(game[0], game[1]) : NAN;
    if (several) {
        saved->seatings = ratio(game[0], deal[0]);
        saved->both = adjusted != NULL ? ratio(game[0], deal[1]) : NAN;
    }
    return SV_OK;
}

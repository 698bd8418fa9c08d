#include "memory/memory.h"
#include "stats/cluster.h"
#include "stats/numeric.h"

#include <math.h>
#include <stdlib.h>

static double luck_of(const void *user, const struct svi_games *games,
                      const struct svi_game_rows *game, unsigned s)
{
    (void)user;
    return games->luck[game->first + s];
}

static double points_of(const void *user, const struct svi_games *games,
                        const struct svi_game_rows *game, unsigned s)
{
    (void)user;
    return svi_games_points(games, game, s);
}

struct svi_estimate svi_estimate_by_deals(double value, double error, double deals)
{
    struct svi_estimate e = {value, NAN, NAN};
    if (deals >= SVI_FEW_DEALS && error > SVI_ROUNDING) {
        const double half = svi_t_quantile(0.5 + 0.5 * SVI_LEVEL, deals - 1) * error;
        e.low = value - half;
        e.high = value + half;
    }
    return e;
}

static double cut(double x, double least, double most)
{
    return x < least ? least : x > most ? most : x;
}

struct svi_estimate svi_estimate_within(struct svi_estimate e, double least, double most)
{
    return (struct svi_estimate){cut(e.value, least, most), cut(e.low, least, most),
                                 cut(e.high, least, most)};
}

void svi_means_of(const struct svi_games *games, svi_mean_value *value, const void *user,
                  unsigned seats, struct svi_estimate mean[], uint64_t count[])
{
    const unsigned n = games->n_bots;
    struct svi_cluster *sums = svi_new(n + 1u, sizeof *sums);
    for (unsigned i = 0; i < n; i++) {
        mean[i] = (struct svi_estimate){NAN, NAN, NAN};
        count[i] = 0;
    }
    for (unsigned pass = 0; pass < 2 && sums != NULL; pass++) {
        for (uint32_t d = 0; d < games->n_deals; d++) {
            const struct svi_game_rows *first = &games->game[games->deal_game[d]];
            const struct svi_game_rows *last = &games->game[games->deal_game[d + 1]];
            for (const struct svi_game_rows *g = first; g < last; g++) {
                const struct svi_seat_row *rows = &games->row[g->first];
                const unsigned n_seats = svi_game_seats(g);
                for (unsigned s = 0; s < n_seats && (seats == 0 || n_seats == seats); s++) {
                    (pass == 0 ? svi_cluster_take : svi_cluster_again)(&sums[rows[s].bot],
                                                                       value(user, games, g, s));
                }
            }
            for (const struct svi_game_rows *g = first; g < last && pass == 1; g++) {
                const struct svi_seat_row *rows = &games->row[g->first];
                for (unsigned s = 0; s < svi_game_seats(g); s++) {
                    svi_cluster_close(&sums[rows[s].bot]);
                }
            }
        }
    }
    for (unsigned i = 0; i < n && sums != NULL; i++) {
        mean[i] = svi_cluster_mean(&sums[i]);
        if (games->no_intervals) {
            mean[i].low = mean[i].high = NAN;
        }
        count[i] = sums[i].n;
    }
    free(sums);
}

void svi_means(const struct svi_games *games, enum svi_mean_of what, unsigned seats,
               struct svi_estimate mean[], uint64_t count[])
{
    svi_means_of(games, what == SVI_MEAN_LUCK ? luck_of : points_of, NULL, seats, mean, count);
}

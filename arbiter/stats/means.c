#include "stats/numeric.h"
#include "stats/ratings.h"

#include <math.h>
#include <stdlib.h>

/* Sums of one bot: over all deals, and in the deal at hand. */
struct sums {
    double all, here, squares; /* squares: of how far leaving each deal out moves the mean */
    uint64_t n, n_here;
    uint32_t deals;
};

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

static void close_deal(struct sums *s, double mean)
{
    if (s->n_here > 0 && s->n > s->n_here) {
        const double moved = (s->here - mean * (double)s->n_here) / (double)(s->n - s->n_here);
        s->squares += moved * moved;
    }
    s->deals += s->n_here > 0;
    s->here = 0;
    s->n_here = 0;
}

static struct svi_estimate conclude(const struct sums *s)
{
    struct svi_estimate e = {NAN, NAN, NAN};
    if (s->n > 0) {
        e.value = s->all / (double)s->n;
    }
    if (s->deals > 1) {
        const double deals = s->deals;
        const double error = sqrt((deals - 1.0) / deals * s->squares);
        const double t = svi_t_quantile(0.5 + 0.5 * SVI_LEVEL, deals - 1.0);
        e.low = e.value - t * error;
        e.high = e.value + t * error;
    }
    return e;
}

void svi_means_of(const struct svi_games *games, svi_mean_value *value, const void *user,
                  unsigned seats, struct svi_estimate mean[], uint64_t count[])
{
    const unsigned n = games->n_bots;
    struct sums *sums = calloc(n + 1u, sizeof *sums);
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
                    struct sums *to = &sums[rows[s].bot];
                    *(pass == 0 ? &to->all : &to->here) += value(user, games, g, s);
                    (*(pass == 0 ? &to->n : &to->n_here))++;
                }
            }
            for (const struct svi_game_rows *g = first; g < last && pass == 1; g++) {
                const struct svi_seat_row *rows = &games->row[g->first];
                for (unsigned s = 0; s < svi_game_seats(g); s++) {
                    struct sums *to = &sums[rows[s].bot];
                    close_deal(to, to->n > 0 ? to->all / (double)to->n : 0);
                }
            }
        }
    }
    for (unsigned i = 0; i < n && sums != NULL; i++) {
        mean[i] = conclude(&sums[i]);
        count[i] = sums[i].n;
    }
    free(sums);
}

void svi_means(const struct svi_games *games, enum svi_mean_of what, unsigned seats,
               struct svi_estimate mean[], uint64_t count[])
{
    svi_means_of(games, what == SVI_MEAN_LUCK ? luck_of : points_of, NULL, seats, mean, count);
}

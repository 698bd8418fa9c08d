#include "tools/report/model_costs.h"

#include "memory/memory.h"
#include "store/store_costs.h"
#include "tools/analysis/spread.h"

#include <math.h>
#include <stdlib.h>

struct place {
    uint64_t number; /* of the match */
    uint32_t deal;
};

/* The sums of all bots and deals. */
struct sums {
    const struct svi_games *games;
    struct place *place;           /* of each game, by its number */
    double (*deal)[SVI_COSTS];     /* by bot and deal */
    struct svi_model_costs *costs; /* by bot */
};

static int compare(const void *a, const void *b)
{
    const uint64_t x = ((const struct place *)a)->number, y = ((const struct place *)b)->number;
    return (x > y) - (x < y);
}

static void take(void *user, const struct svi_store_cost *cost)
{
    struct sums *sums = user;
    const struct svi_games *games = sums->games;
    const unsigned bot = svi_games_find(games, cost->bot);
    const struct place key = {.number = cost->number};
    const struct place *at =
        games->n_games > 0 ? bsearch(&key, sums->place, games->n_games, sizeof key, compare) : NULL;
    if (bot < games->n_bots && at != NULL) {
        double *sum = sums->deal[(size_t)bot * games->n_deals + at->deal];
        sum[SVI_COST_TOKENS] += cost->tokens;
        sum[SVI_COST_DOLLARS] += cost->dollars;
        sum[SVI_COST_SECONDS] += cost->seconds;
        sums->costs[bot].known = true;
    }
}

/* Fills in the means of a bot from its deals; played[d] is its number of games in deal d. */
static void finish(struct svi_model_costs *costs, double (*deal)[SVI_COSTS],
                   const uint32_t played[], uint32_t n_deals)
{
    for (unsigned k = 0; k < SVI_COSTS; k++) {
        struct svi_spread spread = {0};
        uint64_t n = 0;
        for (uint32_t d = 0; d < n_deals; d++) {
            if (played[d] > 0) {
                svi_spread_add(&spread, deal[d][k] / played[d]);
                n++;
            }
        }
        const double count = (double)n;
        costs->mean[k] = svi_estimate_by_deals(svi_spread_mean(&spread, n),
                                               svi_spread_sd(&spread, n) / sqrt(count), count);
    }
}

enum sv_status svi_model_costs_read(struct svi_store *store, const struct svi_games *games,
                                    struct svi_model_costs **costs)
{
    const size_t deals = games->n_deals, cells = games->n_bots * deals;
    struct sums sums = {.games = games,
                        .place = svi_new(games->n_games + 1, sizeof *sums.place),
                        .deal = svi_new(cells + 1, sizeof *sums.deal),
                        .costs = svi_new(games->n_bots + 1u, sizeof *sums.costs)};
    uint32_t *played = svi_new(cells + 1, sizeof *played);
    for (size_t g = 0; g < games->n_games; g++) {
        const struct svi_game_rows *game = &games->game[g];
        sums.place[g] = (struct place){.number = game->number, .deal = game->deal};
        for (unsigned s = 0; s < svi_game_seats(game); s++) {
            played[svi_games_number(games, games->row[game->first + s].bot) * deals + game->deal]++;
        }
    }
    qsort(sums.place, games->n_games, sizeof *sums.place, compare);
    const enum sv_status status = svi_store_costs(store, take, &sums);
    for (unsigned bot = 0; bot < games->n_bots; bot++) {
        if (sums.costs[bot].known) {
            finish(&sums.costs[bot], sums.deal + bot * deals, played + bot * deals, games->n_deals);
        }
    }
    free(sums.place);
    free(sums.deal);
    free(played);
    *costs = sums.costs;
    return status;
}

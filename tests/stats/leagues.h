/* Leagues made up for tests and simulations of the statistics: games drawn from the model that
 * ratings assume, deals whose luck their games share, cycles. And a second opinion on their
 * likelihood, written as plainly as can be. */
#ifndef TESTS_STATS_LEAGUES_H
#define TESTS_STATS_LEAGUES_H

#include "stats/games.h"
#include "stats/luce.h"
#include "stats/numeric.h"

#define MADE_BOTS 400u /* at most */

struct made_league {
    unsigned bots, seats, deals, seatings; /* games of a deal: its table, turned so often */
    const double *theta;                   /* by bot */
    double seat_luck; /* deviation of a normal that each seat of a deal adds in all its games */
    double bot_luck;  /* deviation of a normal that each bot adds in all games of a deal */
    double tie; /* ln of Davidson's delta of two; below -20: no ties. Without seat luck only */
};

/* "b00", "b01", ...; of more than 100 "b000" */
void name_bots(struct svi_games *games, unsigned bots);

/* Draws a league's games into `games`, which is initialised; not ordered yet. Each deal has a table
 * of `seats` different bots, all of them where there are no more. Games count from 1 through the
 * league, deals too. */
void make_league(const struct made_league *league, struct svi_draw *draw, struct svi_games *games);

/* Those games in a table of their own, in order. To be finished. */
struct svi_games made_games(const struct made_league *league, struct svi_draw *draw);

/* A table of bots that have not played. To be finished. */
struct svi_games named_games(unsigned bots);

/* Adds one game, places by seat. */
void add_game(struct svi_games *games, uint64_t deal, uint64_t game, unsigned seats,
              const unsigned bots[], const unsigned places[]);

/* Orders, or ends the test. */
void order_games(struct svi_games *games);

/* The logarithm of the likelihood of all games by the book: every set that might have been chosen
 * is listed, by the libm's functions in long double. `delta` [k] is of ties of k; 0 where k is no
 * tie order; [1] is 1. With the prior's part as in stats/luce.h. */
long double plain_likelihood(const struct svi_games *games, const double theta[],
                             const double delta[], double prior);

#endif

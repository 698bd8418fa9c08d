/* The ranking of a field: for every bot its rating, how sure it is, and its mean points, from one
 * table of games. All figures are on the scale that people read: Elo (400 are odds of 10 : 1 of
 * finishing ahead), points, ranks. docs/RANKING.md has them for readers. The rank sheet
 * (tools/report/rank_sheet.h) makes them for `solvent rank`, `report`, `serve` and `try`; analyses
 * and pages use estimates alone. Only svi_ratings_init() can fail. */
#ifndef SVI_ARBITER_STATS_RATINGS_H
#define SVI_ARBITER_STATS_RATINGS_H

#include "stats/luce.h"
#include "stats/sandwich.h"

#include <stdint.h>

#define SVI_FEW_DEALS 10u /* with fewer deals, figures have no interval, and no rank is claimed */
#define SVI_LEVEL 0.95    /* confidence of all intervals */

struct svi_rating_options {
    double prior;    /* games against the ghost of stats/luce.h; usually 1; 0: no prior */
    unsigned anchor; /* the bot whose rating is 0; n_bots: the main group has the mean 0 */
    /* By number, or NULL. Bots of a lower tier rank before all bots of a higher one, whatever their
     * ratings. Brackets of ranks do not depend on it. */
    const unsigned *tier;
    const struct svi_tilt *tilt; /* luck to subtract (struct svi_luce), or NULL */
    bool no_brackets; /* claims no ranks, which takes most of the time if there are few games */
};

/* An estimate with its 95% interval. `low` and `high` are NAN without an interval; `value` too
 * without an estimate. */
struct svi_estimate {
    double value, low, high;
};

/* Returns a value with its interval, by Student's t with deals - 1 degrees of freedom. There is no
 * interval below SVI_FEW_DEALS deals, or if the standard error is mere rounding, as no spread has
 * been observed then. */
struct svi_estimate svi_estimate_by_deals(double value, double error, double deals);

/* Cuts value and interval to a scale that the true value cannot leave. */
struct svi_estimate svi_estimate_within(struct svi_estimate e, double least, double most);

struct svi_rating {
    /* Games in which it sat, its seats there, and seats that came first, shared first places
     * included. */
    uint64_t games, seats, wins;
    uint32_t deals;
    double points_sum;          /* over its seats */
    double mean_place;          /* NAN without a game */
    struct svi_estimate rating; /* Elo */
    struct svi_estimate points; /* mean over its seats; NAN when tables differ in size */
    struct svi_estimate luck;   /* mean luck over its seats, if the table has it */
    unsigned rank;              /* from 1; bots that are equal in everything share one */
    /* Bracket of its rank by strength, `rank` included; 0: not claimed. All brackets hold
     * together. */
    unsigned rank_low, rank_high;
};

struct svi_ratings {
    const struct svi_games *games; /* the caller's, as are the tiers */
    struct svi_rating_options options;
    struct svi_luce luce;
    struct svi_sandwich sandwich;
    double quantile;        /* of the sandwich's t for SVI_LEVEL, in standard errors */
    struct svi_rating *bot; /* by number (stats/games.h) */
    /* Numbers of the ranked bots by rank, bots of equal rank by name. Bots that were left out of
     * the games are not ranked. */
    unsigned *order;
    unsigned n_order;
    uint32_t deals;
    bool one_size;  /* all tables have the same number of seats */
    bool few_deals; /* fewer than SVI_FEW_DEALS deals in all */
};

/* Computes all figures. `games` is ordered, and must not change while the ratings are used. Options
 * are copied; `tier` and `tilt` must live as long. Returns SV_E_SYSTEM if there is no memory; do
 * not finish them then. */
enum sv_status svi_ratings_init(struct svi_ratings *r, const struct svi_games *games,
                                const struct svi_rating_options *options);
void svi_ratings_finish(struct svi_ratings *r);

/* Returns the rating of bot i minus the rating of bot j in Elo, or NAN if one of them is not rated.
 * There is no interval if one of the ratings has none, or if no games, or only games with the same
 * winner, connect their groups. */
struct svi_estimate svi_ratings_difference(const struct svi_ratings *r, unsigned i, unsigned j);

/* Returns the probability that i is better than j, given the games. NAN without an interval.
 *
 * With more than SVI_LUCE_WHOLE bots these two functions change `r` inside: call them from one
 * thread at a time, and for all j of one i. */
double svi_ratings_superiority(const struct svi_ratings *r, unsigned i, unsigned j);

/* Computes each bot's mean points or mean luck over its seats in an ordered table, and the number
 * of these seats, by number. SVI_MEAN_LUCK needs a table with luck. Its deals are the clusters of a
 * jackknife; t has one degree of freedom less than the bot has deals. Only tables of `seats` seats
 * count, or all if it is 0. */
enum svi_mean_of { SVI_MEAN_POINTS, SVI_MEAN_LUCK };
void svi_means(const struct svi_games *games, enum svi_mean_of what, unsigned seats,
               struct svi_estimate mean[], uint64_t count[]);

/* Computes the means, as svi_means(), of any value of seat `s` of a game. */
typedef double svi_mean_value(const void *user, const struct svi_games *games,
                              const struct svi_game_rows *game, unsigned s);
void svi_means_of(const struct svi_games *games, svi_mean_value *value, const void *user,
                  unsigned seats, struct svi_estimate mean[], uint64_t count[]);

/* ---- cluster --------------------------------------------------------------------------------- */

/* A mean of observations that come in clusters, such as games in deals. Its 95% interval is a
 * jackknife by cluster; t has one degree of freedom less than there are clusters. Make two passes
 * over the same observations in the same order. In the first call only svi_cluster_take(). In the
 * second call svi_cluster_again(), and svi_cluster_close() at the end of each cluster. */

/* All 0 at first. */
struct svi_cluster {
    /* squares: sum of the squared moves of the mean when a cluster is left out */
    double all, here, squares;
    uint64_t n, n_here;
    uint32_t clusters;
};

void svi_cluster_take(struct svi_cluster *c, double value);
void svi_cluster_again(struct svi_cluster *c, double value);

/* Ends a cluster; does nothing if it had no observation. */
void svi_cluster_close(struct svi_cluster *c);

/* Returns the mean, NAN without observations, with its interval by svi_estimate_by_deals(). */
struct svi_estimate svi_cluster_mean(const struct svi_cluster *c);

/* All 0 at first. */
struct svi_ratio {
    double x, n, xx, xn, nn; /* sums over closed clusters */
    double here_x, here_n;   /* sums over the open cluster */
    uint32_t clusters;       /* with n above 0 */
};

/* Adds `x` to the numerator, `n` (0 or more) to the denominator. */
void svi_ratio_add(struct svi_ratio *r, double x, double n);

/* Ends a cluster. */
void svi_ratio_close(struct svi_ratio *r);

/* Returns the ratio, or NAN if the denominator is 0, with its interval by
 * svi_estimate_by_deals(). */
struct svi_estimate svi_ratio_estimate(const struct svi_ratio *r);

#endif

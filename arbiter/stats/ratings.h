/* The ranking of a field: for every bot its rating, how sure it is, and its mean points, from one
 * table of games. All figures are on the scale that people read: Elo (400 are odds of 10 : 1 of
 * finishing ahead), points, ranks. docs/RANKING.md has them for readers. */
#ifndef SVI_ARBITER_STATS_RATINGS_H
#define SVI_ARBITER_STATS_RATINGS_H

#include "stats/luce.h"
#include "stats/sandwich.h"

#include <stdint.h>

#define SVI_FEW_DEALS 10u /* below, figures have no interval, and no rank is claimed */
#define SVI_LEVEL 0.95    /* of all intervals */

struct svi_rating_options {
    double prior;         /* games against the ghost; 1 as a rule, 0: none */
    unsigned anchor;      /* the bot whose rating is 0; n_bots: the mean of the main group is */
    const unsigned *tier; /* by bot, or NULL: those of a lower one rank before all of a higher,
                             whatever the ratings; brackets of ranks don't rest on it */
    const struct svi_tilt *tilt; /* struct svi_luce; NULL: none */
    bool no_brackets; /* ranks are not claimed, which takes most of the time of a few games */
};

/* An estimate with its interval of 95%. Low and high are NAN without an interval, all three without
 * an estimate. */
struct svi_estimate {
    double value, low, high;
};

/* Gives a value its interval, by Student's t with deals - 1 degrees of freedom. It has none below
 * SVI_FEW_DEALS deals, or if its standard error is mere rounding, so that no spread has been seen.
 */
struct svi_estimate svi_estimate_by_deals(double value, double error, double deals);

/* Cuts value and interval to a scale that the true value cannot leave. */
struct svi_estimate svi_estimate_within(struct svi_estimate e, double least, double most);

struct svi_rating {
    uint64_t games, seats,
        wins; /* games in which it sat, seats it had there, seats that came first, alone or not */
    uint32_t deals;
    double points_sum;          /* over its seats */
    double mean_place;          /* NAN without a game */
    struct svi_estimate rating; /* Elo */
    struct svi_estimate points; /* mean over its seats; NAN when tables differ in size */
    struct svi_estimate luck;   /* mean luck over its seats, if the table has it */
    unsigned rank;              /* from 1; bots that differ in nothing share one */
    unsigned rank_low,
        rank_high; /* of strength, with rank inside, simultaneously for all; 0: not claimed */
};

struct svi_ratings {
    const struct svi_games *games; /* the caller's, as is the tier */
    struct svi_rating_options options;
    struct svi_luce luce;
    struct svi_sandwich sandwich;
    double quantile;        /* of the sandwich's t: what SVI_LEVEL takes, in standard errors */
    struct svi_rating *bot; /* by bot */
    unsigned *order;        /* bots by rank, equal ranks by name */
    uint32_t deals;
    bool one_size;  /* all tables have as many seats */
    bool few_deals; /* below SVI_FEW_DEALS in all */
};

/* Computes all figures. `games` is ordered, and must not change while the ratings are used. Returns
 * SV_E_SYSTEM if there is no memory; do not finish them then. */
enum sv_status svi_ratings_init(struct svi_ratings *r, const struct svi_games *games,
                                const struct svi_rating_options *options);
void svi_ratings_finish(struct svi_ratings *r);

/* Returns the rating of i minus the rating of j in Elo, or NAN if one of them is not rated. There
 * is no interval if one of the ratings has none, or if no games, or only games with the same
 * winner, connect their groups. */
struct svi_estimate svi_ratings_difference(const struct svi_ratings *r, unsigned i, unsigned j);

/* Likelihood of superiority: that i is better than j, given the games. NAN without an interval. */
double svi_ratings_superiority(const struct svi_ratings *r, unsigned i, unsigned j);

/* Mean over all seats with their own deals as clusters (jackknife by deal, t with as many degrees
 * of freedom as it has deals less one): of points, or of luck. `seats`: only tables of that size;
 * 0: all. */
enum svi_mean_of { SVI_MEAN_POINTS, SVI_MEAN_LUCK };
void svi_means(const struct svi_games *games, enum svi_mean_of what, unsigned seats,
               struct svi_estimate mean[], uint64_t count[]);

/* Computes the means, as svi_means(), of any value of seat `s` of a game. */
typedef double svi_mean_value(const void *user, const struct svi_games *games,
                              const struct svi_game_rows *game, unsigned s);
void svi_means_of(const struct svi_games *games, svi_mean_value *value, const void *user,
                  unsigned seats, struct svi_estimate mean[], uint64_t count[]);

/* ---- cluster --------------------------------------------------------------------------------- */

/* A mean whose observations come in clusters, such as games in deals: its 95% interval is a
 * jackknife by cluster, with t of as many degrees of freedom as there are clusters less one. Two
 * passes over the same observations in the same order: in the first svi_cluster_take() alone, in
 * the second svi_cluster_again(), and svi_cluster_close() at the end of each cluster. */

/* All 0 at first. */
struct svi_cluster {
    double all, here, squares; /* squares: of how far leaving each cluster out moves the mean */
    uint64_t n, n_here;
    uint32_t clusters;
};

void svi_cluster_take(struct svi_cluster *c, double value);
void svi_cluster_again(struct svi_cluster *c, double value);

/* Ends a cluster; does nothing if it had no observation. */
void svi_cluster_close(struct svi_cluster *c);

/* Returns the mean, NAN without observations, with its interval by svi_estimate_by_deals(). */
struct svi_estimate svi_cluster_mean(const struct svi_cluster *c);

#endif

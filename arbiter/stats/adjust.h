/* Results less their luck. For each row there are figures of luck with the mean 0 (stats/games.h);
 * the part of the points that they predict is taken away:
 *
 *     X' = X - B'L.
 *
 * B is found by least squares of points, less their bot's mean, upon the figures, over the *other*
 * deals (ten folds by deal). So B knows nothing of the luck that it weighs, and X' has the mean of
 * X whatever B is.
 *
 * Beside the rows of the games stand SVI_ADJUST_PRIOR prior rows. They give the first figure its
 * best weight alone, and the others 0 (a ridge): in small leagues the others gain less than their
 * weights cost by chance. Below SVI_ADJUST_DEALS deals B is 1 for the first figure, which is in
 * points, and 0 for the others.
 *
 * Ratings are adjusted in the same way. The score of a bot in a game is its observed result less
 * the result expected from its strength, and
 *
 *     sum over games of score(theta) - C'L = 0
 *
 * is solved. C is found by least squares of the scores at the plain ratings upon the figures, over
 * the other deals. Where B is 1, C weighs the first figure alone, by the worth of a point in scores
 * in the same games. The covariance is by deals, as for plain ratings.
 *
 * The rank sheet (tools/report/rank_sheet.h) adjusts its ratings if its games have luck. */
#ifndef SVI_ARBITER_STATS_ADJUST_H
#define SVI_ARBITER_STATS_ADJUST_H

#include "stats/ratings.h"

#define SVI_ADJUST_DEALS 30u
#define SVI_ADJUST_PRIOR 100.0
#define SVI_ADJUST_FOLDS SVI_TILT_FOLDS

struct svi_adjusted {
    struct svi_estimate *points; /* by number: mean of X'; NAN when tables differ in size */
    struct svi_ratings ratings;  /* of adjusted scores */
    bool has_ratings;
    struct svi_tilt *scores; /* weights of the luck that is subtracted from scores, for `ratings` */
    double first;            /* mean weight of the first figure in points */
};

/* Adjusts the results of `r`. Its games and tiers must outlive `a`. Returns SV_E_RANGE if the games
 * have no figures, or are rated only in part (without a prior), and SV_E_SYSTEM if there is no
 * memory. After an error do not finish `a`. */
enum sv_status svi_adjusted_init(struct svi_adjusted *a, const struct svi_ratings *r);
void svi_adjusted_finish(struct svi_adjusted *a);

#endif

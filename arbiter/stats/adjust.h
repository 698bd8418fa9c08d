/* Results less the luck in them. For each row there are figures of luck with the mean 0
 * (stats/games.h); what they foretell of the points is taken away:
 *
 *     X' = X - B'L,
 *
 * B by least squares of points, less their bot's mean, upon the figures, over the *other* deals
 * (ten folds by deal), so that it knows nothing of the luck that it weighs, and X' has the mean of
 * X whatever B is. Beside the rows of the games stand SVI_ADJUST_PRIOR rows that say of the first
 * figure what it does best alone, and 0 for the others (a ridge): in small leagues the others gain
 * less than their weights cost by chance. Below SVI_ADJUST_DEALS deals B is 1 for the first figure,
 * which is in points, and 0 for the others.
 *
 * Ratings are adjusted alike: the score of a bot in a game is what was observed of it less what its
 * strength lets expect, and
 *
 *     sum over games of score(theta) - C'L = 0
 *
 * is solved, C by least squares of the scores at the plain ratings upon the figures, over the other
 * deals; where B is 1, C is that of the first figure alone with what a point is worth in scores, by
 * the points of the same games. Covariance by deals, as for plain ratings. */
#ifndef SVI_ARBITER_STATS_ADJUST_H
#define SVI_ARBITER_STATS_ADJUST_H

#include "stats/ratings.h"

#define SVI_ADJUST_DEALS 30u
#define SVI_ADJUST_PRIOR 100.0
#define SVI_ADJUST_FOLDS SVI_TILT_FOLDS

struct svi_adjusted {
    struct svi_estimate *points; /* by bot: mean of X'; NAN when tables differ in size */
    struct svi_ratings ratings;  /* of adjusted scores */
    bool has_ratings;
    double first; /* the mean weight of the first figure in points */
};

/* `r` is of games with figures, and must stay with them until it is finished. SV_E_RANGE: they have
 * no figures, or are rated in part only (without a prior). SV_E_SYSTEM: no memory. There is nothing
 * to finish then. */
enum sv_status svi_adjusted_init(struct svi_adjusted *a, const struct svi_ratings *r);
void svi_adjusted_finish(struct svi_adjusted *a);

#endif

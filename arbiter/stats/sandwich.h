/* The uncertainty of a fit's values, valid for any dependence between the games of a deal: the
 * sandwich with the deal as cluster, CR3. Its U_g and H_g are score and information of deal g, and
 * H is the information of all deals and the prior.
 *
 *     D_g = (H - H_g)^-1 U_g,
 *     cov = (G - 1)/G sum over g of D_g D_g',     t with G - 1 degrees of freedom.
 *
 * D_g is the change of the values when the deal is left out, to one step of Newton's method: a
 * jackknife over deals. H_g is not zero only for the bots of the deal, so (H - H_g)^-1 follows from
 * H^-1 by a correction whose rank is the number of these bots. The cost of a deal does not depend
 * on the number of deals. Above SVI_LUCE_WHOLE bots no matrix of n by n is stored: rows are solved
 * for on request. Ratings and ladders use it; the test of fit (stats/field.h) goes through the
 * deals. */
#ifndef SVI_ARBITER_STATS_SANDWICH_H
#define SVI_ARBITER_STATS_SANDWICH_H

#include "stats/luce.h"

struct svi_sandwich {
    unsigned n;         /* luce->n */
    double *covariance; /* n by n, of luce->value; meaningless where not rated */
    double *bread;      /* H^-1; as the covariance NULL above SVI_LUCE_WHOLE bots */
    /* False if the games without some deal would not rate some bot. Then there is no covariance. */
    bool known;
    uint32_t deals;
    /* used above SVI_LUCE_WHOLE bots, whose rows are made on request; else NULL */
    struct svi_sandwich_many *many;
};

/* Computes the sandwich of a fit, which must outlive it. Returns SV_E_SYSTEM if there is no memory;
 * do not finish it then. */
enum sv_status svi_sandwich_init(struct svi_sandwich *w, const struct svi_luce *luce);
void svi_sandwich_finish(struct svi_sandwich *w);

/* Calls `take` for each bot of `who`, in any order, with its rows of H^-1 and of the covariance.
 * Returns w->known, which it sets to false if they cannot be computed. */
typedef void svi_sandwich_row(void *user, unsigned bot, const double bread[],
                              const double covariance[]);
bool svi_sandwich_rows(struct svi_sandwich *w, const unsigned who[], unsigned n,
                       svi_sandwich_row *take, void *user);

/* Adds up each bot's covariances with the bots of a set, `of` [bot] true. For more than
 * SVI_LUCE_WHOLE bots. Returns w->known, which it sets to false if they cannot be computed. */
bool svi_sandwich_sums(struct svi_sandwich *w, const bool of[], double sum[]);

/* Returns the standard error of value i - value j. Above SVI_LUCE_WHOLE bots it makes the row of i,
 * and remembers the last row: call it for all j of one i, and from one thread at a time. Returns
 * NAN if the row cannot be computed. */
double svi_sandwich_error(const struct svi_sandwich *w, unsigned i, unsigned j);

/* ---- deals one after the other, for other sums by deal --------------------------------------- */

/* Score and information of a deal in the parameters that it touches. */
struct svi_deal_score {
    unsigned n;          /* parameters touched */
    unsigned *at;        /* the parameters, by place */
    double *score;       /* U_g: n */
    double *information; /* H_g: n by n */
    unsigned room;
    unsigned *place; /* private: by parameter, its place + 1 */
    size_t stage;    /* private, as are the fields below */
    double *moments;
    /* by set: its index in `moments`; the first mean is negative until it has been computed */
    size_t *moments_at;
};

/* Initialises `s`, which then stands before the first deal. Cannot fail: without memory for all
 * moments they are computed each time. */
void svi_deal_score_init(struct svi_deal_score *s, const struct svi_luce *luce);
void svi_deal_score_finish(struct svi_deal_score *s);

/* Computes score and information of deal `d`. Call it with 0, 1, 2, ... Returns SV_E_SYSTEM if
 * there is no memory; then only finish `s`. */
enum sv_status svi_deal_score_next(struct svi_deal_score *s, const struct svi_luce *luce,
                                   uint32_t d);

#endif

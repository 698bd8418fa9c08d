/* How sure the values of a fit are, whatever the games of a deal have in common: the sandwich with
 * the deal as cluster, CR3.
 *
 * U_g and H_g are score and information of deal g, H the information of all with the prior's:
 *
 *     D_g = (H - H_g)^-1 U_g,     cov = (G - 1)/G sum over g of D_g D_g',     t with G - 1 degrees
 * of freedom.
 *
 * D_g is how the values move when the deal is left out, to one step of Newton: a jackknife over
 * deals. As H_g touches few bots, the inverse is that of H, corrected in as many dimensions as the
 * deal has bots: ten deals or a hundred thousand cost what they must. */
#ifndef SVI_ARBITER_STATS_SANDWICH_H
#define SVI_ARBITER_STATS_SANDWICH_H

#include "stats/luce.h"

struct svi_sandwich {
    unsigned n;         /* luce->n */
    double *covariance; /* n by n, of luce->value; meaningless where not rated */
    double *bread;      /* H^-1 */
    bool known; /* false: some deal says all that is known of some bot, so that without it nothing
                   is: no covariance */
    uint32_t deals;
};

/* SV_E_SYSTEM: no memory, and there is nothing to finish. */
enum sv_status svi_sandwich_init(struct svi_sandwich *w, const struct svi_luce *luce);

/* The same, but of the covariance only the rows of bots that are `wanted` [luce->n_bots] need be
 * there: above SVI_LUCE_WHOLE bots most others are left at 0. */
enum sv_status svi_sandwich_init_of(struct svi_sandwich *w, const struct svi_luce *luce,
                                    const bool wanted[]);
void svi_sandwich_finish(struct svi_sandwich *w);

/* Standard error of value i - value j. */
double svi_sandwich_error(const struct svi_sandwich *w, unsigned i, unsigned j);

/* ---- one deal after the other, for whatever else is summed by deals -------------------------- */

/* Score and information of a deal in the parameters that it touches. */
struct svi_deal_score {
    unsigned n;          /* parameters touched */
    unsigned *at;        /* which, by place */
    double *score;       /* U_g: n */
    double *information; /* H_g: n by n */
    unsigned room;
    unsigned *place; /* private: of a parameter, + 1 */
    size_t stage; /* private, as are these: means and covariances of each set, where there is memory
                     for all */
    double *kept;
    size_t *kept_at; /* by set; its first is negative before it has been made */
};

/* Begins before the first deal. */
enum sv_status svi_deal_score_init(struct svi_deal_score *s, const struct svi_luce *luce);
void svi_deal_score_finish(struct svi_deal_score *s);

/* Takes the next deal, number `d`; to be called with 0, 1, 2, ... SV_E_SYSTEM: no memory. */
enum sv_status svi_deal_score_next(struct svi_deal_score *s, const struct svi_luce *luce,
                                   uint32_t d);

#endif

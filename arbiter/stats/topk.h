/* Are the first k places separated from the others? Valid however often one looks: for each pair a
 * one-sided confidence sequence of the differences of its deals, a normal mixture (Howard, Ramdas,
 * McAuliffe and Sekhon 2021). With e = X_i - X_j + margin, S the sum of e and V the sum of e^2
 * (centred at the tested value), i stands above j when
 *
 *     S >= sqrt((V + rho) (ln(1 + V / rho) + 2 ln(1 / (2 a')))),
 *     a' = (1 - confidence) / (k (n - k)),  rho = 10 points^2,
 *
 * first after 30 deals that both played. X is a bot's mean points in a deal (0 to 1 each), a deal
 * being one observation. With a margin, i counts as above j already when it is worse by less. It is
 * decided when k bots stand above each of the others.
 *
 * The *bounded* test holds whatever the law of the differences is, from the first deal on; those
 * beyond -1 and 1, which points without luck never have, count as these. With five bets f of 1/16
 * to 15/16, i stands above j when the mean of their
 *
 *     product over deals of (1 + f e)
 *
 * has ever come to 1 / a'. While e has a mean of 0 or less, given what was before, so has that mean
 * one of 1 at most, and it ever comes so far with the chance a' at most (Ville; Waudby-Smith and
 * Ramdas 2024).
 *
 * A value to be fed deal by deal; + - * / sqrt
 * and stats/numeric.h's logarithm decide, so the decision is the same with every compiler. */
#ifndef SVI_ARBITER_STATS_TOPK_H
#define SVI_ARBITER_STATS_TOPK_H

#include <solvent/status.h>

#include <stdbool.h>
#include <stdint.h>

#define SVI_TOPK_FIRST_LOOK 30u
#define SVI_TOPK_RHO 10.0
#define SVI_TOPK_BETS 5u

struct svi_topk_settings {
    unsigned top;       /* k: 1 to n - 1 */
    double confidence;  /* above 0.5, below 1 */
    double margin;      /* points, 0 or more */
    uint64_t max_deals; /* 0: none */
    bool bounded;
};

struct svi_topk_pair { /* of i and j > i, over the deals that count for both */
    uint32_t deals;
    double sum, squares; /* of X_i - X_j */
    bool above, below;   /* i stands above j; j above i */
};

struct svi_topk_place {
    unsigned bot, below; /* bots it stands above */
    double mean;
};

struct svi_topk {
    struct svi_topk_settings settings;
    unsigned n;
    double penalty; /* 2 ln(1 / (2 a')) */
    uint64_t deals;
    struct svi_topk_pair *pair;
    double (*won)[2][SVI_TOPK_BETS]; /* by pair, bounded: on i and on j; else NULL */
    double enough;                   /* bounded: 1 / a' */
    double *sum;                     /* of X, by bot, and of how many deals */
    uint64_t *played;
    unsigned *below; /* by bot: how many it stands above */
    unsigned *order; /* bots: those of the first k places first, once decided */
    bool decided;
    struct svi_topk_place *place; /* private */
};

/* Initialises the test. Returns SV_E_SYSTEM if there is no memory; do not finish it then. */
enum sv_status svi_topk_init(struct svi_topk *topk, unsigned n,
                             const struct svi_topk_settings *settings);
void svi_topk_finish(struct svi_topk *topk);

/* Takes a deal: the mean points of each bot that `played` in it. Returns true once it is over: the
 * places are separated (topk->decided) or max_deals are in. */
bool svi_topk_add(struct svi_topk *topk, const double mean[], const bool played[]);

/* Takes a deal that was played to compare two, and counts for no other pair: where deals are chosen
 * by what is known, what a deal says of a pair is the same from deal to deal only if all but the
 * two is drawn alike each time, and for others at the table it is not. Their mean points. */
bool svi_topk_add_pair(struct svi_topk *topk, unsigned i, unsigned j, double mean_i, double mean_j);

/* Returns whether i stands above j by now. */
bool svi_topk_above(const struct svi_topk *topk, unsigned i, unsigned j);

/* How far i is on the way to stand above j: from 1 on it is there. Below 0: the other way. Before
 * the first look at most as far as the deals are to that. It grows like the root of the deals. */
double svi_topk_progress(const struct svi_topk *topk, unsigned i, unsigned j);

/* Returns the number of deals taken for the two. */
uint32_t svi_topk_deals(const struct svi_topk *topk, unsigned i, unsigned j);

/* Finds the least certain pair: of the pairs of one bot inside the first k, by mean points, and one
 * outside, the one furthest from its bound; of equal ones the first. */
void svi_topk_next(const struct svi_topk *topk, unsigned *inside, unsigned *outside);

#endif

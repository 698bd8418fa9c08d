/* A sequential test: are the first k places separated from the others? A league feeds it deal by
 * deal, and may look after each. One deal is one observation; X is a bot's mean points in it, 0 to
 * 1.
 *
 * Each pair has a one-sided confidence sequence for the differences of its deals, a normal mixture
 * (Howard, Ramdas, McAuliffe and Sekhon 2021). With e = X_i - X_j + margin, S the sum of e and V
 * the sum of e^2 (centred at the tested value), i stands above j when
 *
 *     S >= sqrt((V + rho) (ln(1 + V / rho) + 2 ln(1 / (2 a')))),
 *     a' = (1 - confidence) / (k (n - k)),  rho = 10 points^2.
 *
 * The first look is after 30 deals that both played. With a margin, i counts as above j even if it
 * is worse by less than that. The test is decided when k bots stand above each of the others.
 *
 * The *bounded* test holds for any distribution of differences, from the first deal on. Differences
 * beyond -1 and 1, which points without luck never have, count as -1 and 1. There are five bets f
 * of 1/16 to 15/16, and i stands above j when the mean over the bets of
 *
 *     product over deals of (1 + f e)
 *
 * has ever reached 1 / a'. While the mean of e, given the past, is 0 or less, that product has a
 * mean of at most 1. So it reaches 1 / a' with a probability of at most a' (Ville; Waudby-Smith and
 * Ramdas 2024).
 *
 * Only + - * / sqrt and the logarithm of stats/numeric.h decide, so every compiler gives the same
 * decision. schedule/format_stopping.c makes the test of a league, `solvent rank` one of past
 * results. */
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
    uint64_t max_deals; /* 0: no limit */
    bool bounded;
};

struct svi_topk_pair { /* bots i and j > i, over the deals that count for both */
    uint32_t deals;
    double sum, squares; /* of X_i - X_j */
    bool above, below;   /* i stands above j; j above i */
};

struct svi_topk_place {
    unsigned bot, below; /* number of bots it stands above */
    double mean;
};

struct svi_topk {
    struct svi_topk_settings settings;
    unsigned n;
    double penalty; /* 2 ln(1 / (2 a')) */
    uint64_t deals;
    struct svi_topk_pair *pair;
    /* by pair, what bets on i and on j have won; NULL unless bounded */
    double (*won)[2][SVI_TOPK_BETS];
    double enough; /* 1 / a', if bounded */
    double *sum;   /* by bot, sum of X */
    uint64_t *played;
    unsigned *below; /* by bot, number of bots it stands above */
    unsigned *order; /* the bots; the first k places come first once the test is decided */
    bool decided;
    struct svi_topk_place *place; /* private */
};

/* Initialises the test of `n` bots; the settings are copied, and lie in the ranges of their struct.
 * Returns SV_E_SYSTEM if there is no memory; do not finish it then. */
enum sv_status svi_topk_init(struct svi_topk *topk, unsigned n,
                             const struct svi_topk_settings *settings);
void svi_topk_finish(struct svi_topk *topk);

/* Takes a deal: the mean points of each bot that `played` in it. Returns true when the test is
 * over: either the places are separated (topk->decided), or it has seen max_deals deals. */
bool svi_topk_add(struct svi_topk *topk, const double mean[], const bool played[]);

/* Takes a deal that was played to compare i and j, with their mean points. It counts for no other
 * pair. If earlier results decide which deals are played, the differences of a pair are comparable
 * only if everything else at the table is drawn in the same way each time. That holds for the two
 * compared bots alone. */
bool svi_topk_add_pair(struct svi_topk *topk, unsigned i, unsigned j, double mean_i, double mean_j);

/* Returns whether i stands above j by now. */
bool svi_topk_above(const struct svi_topk *topk, unsigned i, unsigned j);

/* Returns how far i has got towards standing above j: 1 or more means that it does, below 0 that j
 * is ahead. Before the first look, at most the share of the needed deals. It grows like the square
 * root of the number of deals. */
double svi_topk_progress(const struct svi_topk *topk, unsigned i, unsigned j);

/* Finds the least certain pair: of the pairs of one bot inside the first k, by mean points, and one
 * outside, the one furthest from its bound; of equal ones the first. */
void svi_topk_next(const struct svi_topk *topk, unsigned *inside, unsigned *outside);

/* Finds the most informative next deals for deciding which k bots stand above the others
 * (stats/topk.h). This is the law of LUCB (Kalyanakrishnan, Tewari, Auer and Stone 2012), with
 * pairs in place of arms. A deal goes to a pair of one bot inside the first k and one outside: the
 * pair that is furthest from being decided.
 *
 * The inside is a guess from all results: strengths by least squares, with X = strength + a term
 * shared by all at the table of the deal. The guess only decides which deals are played. So it may
 * use results that the test must not use: those of bots that met only because two others were
 * compared. Mean points would not do, as a bot that is often compared with the best would seem
 * weak.
 *
 * Schedules with `stop_when` use it (schedule/format_stopping.c). The caller owns and finishes
 * it. */

struct svi_lucb {
    unsigned n;
    double *normal; /* n by n, matrix of the least squares */
    double *right;
    double *strength; /* after svi_lucb_allocate() */
};

struct svi_lucb_pair {
    unsigned inside, outside;
};

/* Initialises it for n bots. Returns SV_E_SYSTEM if there is no memory; do not finish it then. */
enum sv_status svi_lucb_init(struct svi_lucb *lucb, unsigned n);
void svi_lucb_finish(struct svi_lucb *lucb);

/* Takes the mean points of the bots that met at a table in a deal, 2 or more. */
void svi_lucb_add(struct svi_lucb *lucb, const unsigned bot[], const double mean[], unsigned count);

/* Chooses the pairs for the next `deals` deals, from a test of the same n bots. Each time it takes
 * the undecided pair that would then be furthest from its bound. Sets *needed to about the number
 * of deals still needed. Returns SV_E_SYSTEM if there is no memory; the pairs are not valid
 * then. */
enum sv_status svi_lucb_allocate(struct svi_lucb *lucb, const struct svi_topk *topk,
                                 struct svi_lucb_pair pairs[], uint64_t deals, double *needed);

#endif

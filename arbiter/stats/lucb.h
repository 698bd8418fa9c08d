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
#ifndef SVI_ARBITER_STATS_LUCB_H
#define SVI_ARBITER_STATS_LUCB_H

#include "stats/topk.h"

#include <solvent/status.h>

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

/* Where the next deals teach most about which k bots stand above the others (stats/topk.h): the law
 * of LUCB (Kalyanakrishnan, Tewari, Auer and Stone 2012), with pairs in place of arms. A deal goes
 * to the pair of one bot inside the first k and one outside that is furthest from being told apart.
 *
 * Who is inside is a guess from everything seen: strengths by least squares, with X = strength +
 * what the deal gave to all of its table alike. The guess decides on nothing but where to look; so
 * it may use what the test must not, bots that met only because two others were to be compared.
 * Were it made of mean points instead, a bot that is compared with the best again and again would
 * seem weak. */
#ifndef SVI_ARBITER_STATS_LUCB_H
#define SVI_ARBITER_STATS_LUCB_H

#include "stats/topk.h"

#include <solvent/status.h>

struct svi_lucb {
    unsigned n;
    double *normal; /* n by n, of the least squares */
    double *right;
    double *strength; /* after svi_lucb_allocate() */
};

struct svi_lucb_pair {
    unsigned inside, outside;
};

/* SV_E_SYSTEM: no memory, and there is nothing to finish. */
enum sv_status svi_lucb_init(struct svi_lucb *lucb, unsigned n);
void svi_lucb_finish(struct svi_lucb *lucb);

/* Takes the mean points of the bots that met at a table in a deal, 2 or more. */
void svi_lucb_add(struct svi_lucb *lucb, const unsigned bot[], const double mean[], unsigned count);

/* The pairs for the next `deals` deals: of those not told apart yet, each time the one that would
 * then be furthest from it. About how many deals are still needed goes to *needed. SV_E_SYSTEM: no
 * memory. */
enum sv_status svi_lucb_allocate(struct svi_lucb *lucb, const struct svi_topk *topk,
                                 struct svi_lucb_pair pairs[], uint64_t deals, double *needed);

#endif

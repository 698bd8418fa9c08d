/* Two bots in the games that they shared: their points, their seats, and the difference between
 * them in each deal. `solvent serve` shows them on the page of two bots. */
#ifndef SVI_ARBITER_STATS_VERSUS_H
#define SVI_ARBITER_STATS_VERSUS_H

#include "stats/ratings.h"

/* One of the two. Over its seats in shared games; intervals by deals. */
struct svi_versus_bot {
    uint64_t seats;
    struct svi_estimate points;
    struct svi_estimate luck; /* NAN where it is not known */
    uint64_t place[SVI_STATS_SEATS];
    struct svi_estimate at_seat[SVI_STATS_SEATS]; /* points */
    uint64_t n_at_seat[SVI_STATS_SEATS];
};

/* A deal in which they met: means over their seats there. */
struct svi_versus_deal {
    uint64_t number;
    uint32_t games;
    double points[2];
    double luck[2]; /* NAN where it is not known */
};

struct svi_versus {
    uint64_t games;
    struct svi_versus_bot bot[2];
    /* Points of the first less those of the second, where the first [0], or the second [1], has the
     * lower seat. Of bots with several seats the first of each decides. */
    struct svi_estimate margin[2];
    uint64_t n_margin[2];
    struct svi_versus_deal *deal; /* in the order of deals */
    uint32_t n_deals;
    struct svi_estimate difference; /* points of the first less those of the second, by game */
    /* that difference less the difference of their luck; NAN: not known */
    struct svi_estimate rest;
};

/* Compares two different bots of an ordered table, of which it keeps nothing. `i` and `j` are their
 * numbers of svi_games_bot(); rows of the table have places instead (stats/games.h). Returns
 * SV_E_SYSTEM if there is no memory; do not finish it then. Else finish it once. */
enum sv_status svi_versus_init(struct svi_versus *v, const struct svi_games *games, unsigned i,
                               unsigned j);
void svi_versus_finish(struct svi_versus *v);

#endif

/* Where tokens land, worked out from an edition once. */
#ifndef SVI_VALUE_ODDS_H
#define SVI_VALUE_ODDS_H

#include <solvent/edition.h>

#define SVI_TOTALS 16u

struct svi_value_odds {
    float land[SV_MAX_SPACES];  /* landings of one player on each space, per throw */
    float total[2][SVI_TOTALS]; /* chances of the pips that a throw moves by: white dice; with the
                                   speed die */
    float set_rent[SV_MAX_GROUPS]; /* rents of a whole set with three houses each, times landings */
    float set_cost[SV_MAX_GROUPS]; /* of those houses */
    float set_deeds[SV_MAX_GROUPS]; /* printed prices */
};

/* Sums and products in one order, without a function of libm: the same bits everywhere. */
void svi_value_odds_init(struct svi_value_odds *odds, const struct sv_edition *e);

#endif

/* How often tokens land where, and what sets bring: worked out from an edition once a match. */
#ifndef SVI_BOTS_POLICY_ODDS_H
#define SVI_BOTS_POLICY_ODDS_H

#include <solvent/edition.h>

/* Unit of all chances: SVI_ODDS_ONE is certainty. */
#define SVI_ODDS_ONE 65536

struct svi_odds {
    int32_t land[SV_MAX_SPACES]; /* landings of one player on each space, per turn */
    int32_t roll[13];            /* chance of each total of two white dice */
    struct {
        int64_t rent; /* rents of a whole set with three houses each, times landings */
        int64_t cost; /* of those houses */
    } set[SV_MAX_GROUPS];
};

/* From the dice, the cards and the jail. White dice only: the speed die moves everybody about alike. */
void svi_odds_init(struct svi_odds *odds, const struct sv_edition *e);

#endif

/* How a model of a rival sees an offer and the table (<solvent/rival.h>). */
#ifndef SVI_POLICY_RIVAL_H
#define SVI_POLICY_RIVAL_H

#include <solvent/rival.h>

/* Terms of an offer, as its receiver sees them. Gains and the lack are cut at 3. */
enum svi_term {
    SVI_TERM_ONE,    /* 1 */
    SVI_TERM_POINTS, /* its gain in points, by 0.02 */
    SVI_TERM_MONEY,  /* its gain in money beyond sv_trade_margin(), by 100 */
    SVI_TERM_LACK,   /* what its cash then lacks to a salary, by a quarter of a salary */
    SVI_TERM_LOST,   /* full sets that it loses */
    SVI_TERM_WON,    /* full sets that it wins */
    SVI_TERM_PAID,   /* 1 if it receives cash, -1 if it pays */
    SVI_TERMS
};

/* Writes the terms of an offer at the table that was last seen. Returns false if it is not
 * lawful. */
bool svi_rivals_terms(struct sv_rivals *rivals, unsigned from, const struct sv_offer *offer,
                      double terms[SVI_TERMS]);

/* Returns the table as the events have it since it was last seen. */
const struct sv_position *svi_rivals_table(const struct sv_rivals *rivals);

#endif

/* The careful bot's callbacks, called by the bots that are built upon it: trader, learner, planner
 * and sparring partners. */
#ifndef SVI_POLICY_CAREFUL_H
#define SVI_POLICY_CAREFUL_H

#include "policy/bargain.h"

/* Fills in the table as the bot of this match sees it. It points into the match and is valid during
 * the callback. Returns false if there was no memory at the match's start; leave the default answer
 * unchanged then. */
bool svi_careful_look(const struct sv_match *m, struct sv_look *k);

/* Make and free the odds that m->user points to; NULL without memory. A bot that keeps more data
 * in m->user begins it with the odds (struct svi_evaluator), and does not call these. */
void svi_careful_match_start(struct sv_match *m);
void svi_careful_match_end(struct sv_match *m, const struct sv_result *result);

sv_decide_fn svi_careful_manage, svi_careful_jail, svi_careful_buy, svi_careful_bid,
    svi_careful_sealed_bid, svi_careful_debt, svi_careful_trade, svi_careful_interest,
    svi_careful_place, svi_careful_tax, svi_careful_bus, svi_careful_ride, svi_careful_triple,
    svi_careful_ticket, svi_careful_lot, svi_careful_layout;

#endif

/* How the careful bot decides, for the bots that are built upon it. */
#ifndef SVI_BOTS_POLICY_CAREFUL_H
#define SVI_BOTS_POLICY_CAREFUL_H

#include "bots/policy/bargain.h"

/* The table as the bot of this match sees it. False, and nothing to decide by, when there was no memory at
 * the match's start: the defaults stand then. */
bool svi_careful_look(const struct sv_match *m, struct svi_look *k);

/* Builds, lifts and sells nothing more than `k` says is well spent, and keeps `reserve`. With `pledge` deeds
 * that lie about are mortgaged to build up sets. */
void svi_careful_develop(const struct svi_look *k, int64_t reserve, bool pledge,
                         struct sv_answer *a);

/* The least gain for which a trade is taken: more than doubt about the valuation. It depends on how much
 * changes hands in all, cash and printed prices, and grows with that. */
int64_t svi_careful_margin(int64_t moved);

/* Whether the bot gains more than that by an offer of `from`. */
bool svi_careful_accepts(const struct svi_look *k, unsigned from, const struct sv_offer *offer);

/* Printed prices of all deeds that an offer moves. */
int64_t svi_careful_deeds_moved(const struct svi_look *k, const struct sv_offer *offer);

void svi_careful_match_start(struct sv_match *m);
void svi_careful_match_end(struct sv_match *m, const struct sv_result *result);

sv_decide_fn svi_careful_manage, svi_careful_jail, svi_careful_buy, svi_careful_bid,
    svi_careful_sealed_bid, svi_careful_debt, svi_careful_trade, svi_careful_interest,
    svi_careful_place, svi_careful_tax, svi_careful_bus, svi_careful_ride, svi_careful_triple,
    svi_careful_ticket, svi_careful_lot, svi_careful_layout;

#endif

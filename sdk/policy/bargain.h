/* Trades from the view of both sides, if both value things as the bot does. Searching for deals
 * (policy/deal.c) and judging offers (policy/rival.c) use it. Nothing here allocates or fails. */
#ifndef SVI_POLICY_BARGAIN_H
#define SVI_POLICY_BARGAIN_H

#include "policy/appraisal.h"

/* The holdings of some seats, and their worth to them. */
struct svi_market {
    const struct sv_look *k;
    struct sv_holding holding[SV_MAX_SEATS];
    struct svi_parts parts[SV_MAX_SEATS];
    struct svi_appraisal appraisal[SV_MAX_SEATS];
    int64_t worth[SV_MAX_SEATS];
    int32_t rivalry; /* sv_rivalry() */
    struct svi_part_memo memo;
};

/* Initialises a market. `seats` is a set of living seats; only these may trade in it. `k` must
 * outlive it. */
void svi_market_init(struct svi_market *market, const struct sv_look *k, unsigned seats);

/* Bounds the gain of two seats together from an exchange, whatever its cash, before any of it is
 * turned against the other: svi_market_bound() of the two, plus a shift for the deeds of each group
 * that one gives to the other. */
int64_t svi_market_bound(const struct svi_market *market, unsigned one, unsigned other);
int64_t svi_market_shift(struct svi_market *market, unsigned from, unsigned to, unsigned group,
                         uint64_t deeds);

/* An exchange of deeds, cards and tickets, whose cash is not known yet. */
struct svi_bargain {
    struct svi_market *market;
    struct {
        unsigned seat;
        int64_t cash; /* after the interest on mortgaged deeds (RULES 8.4) */
        struct svi_appraisal after;
    } side[2]; /* 0 makes the offer */
};

/* Initialises a bargain from an offer, whose cash is ignored. Both seats must trade in the market,
 * which must outlive the bargain. */
void svi_bargain_init(struct svi_bargain *b, struct svi_market *market, unsigned from,
                      const struct sv_offer *offer);

/* Returns the gain of a side if the seat that makes the offer pays `cash` (negative: receives): its
 * own advantage less the share of the other's that will be turned against it. */
int64_t svi_bargain_gain(const struct svi_bargain *b, unsigned side, int64_t cash);

/* Returns the gain of both together, before any of it is turned against the other. */
int64_t svi_bargain_surplus(const struct svi_bargain *b);

/* Returns the printed prices of all deeds in an offer. */
int64_t svi_bargain_prices(const struct sv_look *k, const struct sv_offer *offer);

#endif

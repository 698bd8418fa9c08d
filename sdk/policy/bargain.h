/* Trades as both sides see them, provided both value things as the bot does. */
#ifndef SVI_POLICY_BARGAIN_H
#define SVI_POLICY_BARGAIN_H

#include "policy/appraisal.h"

/* What some seats have, and what that is worth to them. */
struct svi_market {
    const struct sv_look *k;
    struct sv_holding holding[SV_MAX_SEATS];
    struct svi_parts parts[SV_MAX_SEATS];
    struct svi_appraisal appraisal[SV_MAX_SEATS];
    int64_t worth[SV_MAX_SEATS];
    int32_t rivalry; /* sv_rivalry() */
    struct svi_part_memo memo;
};

/* `seats` is a set of living seats; only those may trade in this market. `k` must outlive it. */
void svi_market_init(struct svi_market *market, const struct sv_look *k, unsigned seats);

/* The most that two seats together can gain by an exchange, whatever the cash, before any is turned
 * against the other: svi_market_bound() for the two, and a shift for deeds of each group that one
 * gives the other. */
int64_t svi_market_bound(const struct svi_market *market, unsigned one, unsigned other);
int64_t svi_market_shift(struct svi_market *market, unsigned from, unsigned to, unsigned group,
                         uint64_t deeds);

/* An exchange of deeds, cards and tickets for which the cash is still to be found. */
struct svi_bargain {
    struct svi_market *market;
    struct {
        unsigned seat;
        int64_t cash; /* once the interest on mortgaged deeds is paid (RULES 8.4) */
        struct svi_appraisal after;
    } side[2]; /* 0 is who makes the offer */
};

/* The cash of `offer` is not looked at. */
void svi_bargain_init(struct svi_bargain *b, struct svi_market *market, unsigned from,
                      const struct sv_offer *offer);

/* What a side gains when the one who makes the offer pays `cash` (negative: is paid): its own
 * advantage less the share of the other's that will be turned against it. */
int64_t svi_bargain_gain(const struct svi_bargain *b, unsigned side, int64_t cash);

/* What both gain together, before any is turned against the other. */
int64_t svi_bargain_surplus(const struct svi_bargain *b);

/* Printed prices of all deeds that an offer moves. */
int64_t svi_bargain_prices(const struct sv_look *k, const struct sv_offer *offer);

#endif

/* Trades worth proposing: what to swap, and the cash that makes both sides content. */
#ifndef SVI_BOTS_POLICY_DEAL_H
#define SVI_BOTS_POLICY_DEAL_H

#include "bots/policy/bargain.h"

/* A lawful offer of the bot and what it gains by it, svi_offer_gain(). */
struct svi_deal {
    struct sv_offer offer;
    int64_t gain;
};

/* Sets the cash of an offer whose deeds, cards and tickets stand, `offer->to` being the other side: so that
 * the other gains enough to accept, if it values things as the bot does, and `share` percent of what could
 * be paid beyond that. False when no cash makes both content, or the offer would not be lawful. */
bool svi_deal_price(const struct svi_look *k, int share, struct svi_deal *deal);

/* The best deal with anybody: buys or swaps what completes a set, sells what completes another's for
 * enough. False when there is none. */
bool svi_deal_find(const struct svi_look *k, int share, struct svi_deal *best);

/* For one who cannot pay `amount`: deeds of one set sold to whoever gives most beyond what they can be
 * mortgaged for. False when nobody would. */
bool svi_deal_rescue(const struct svi_look *k, int64_t amount, struct svi_deal *best);

#endif

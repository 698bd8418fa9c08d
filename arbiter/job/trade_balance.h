/* What the seats of a game gain from each other by trades, in worth (RULES 3.5: cash, and deeds at
 * their printed price, or their mortgage value when mortgaged): a function of the game's events
 * alone. */
#ifndef SVI_ARBITER_JOB_TRADE_BALANCE_H
#define SVI_ARBITER_JOB_TRADE_BALANCE_H

#include "record/record.h"

#define SVI_TRADE_PAIRS (SV_MAX_SEATS * (SV_MAX_SEATS - 1) / 2)

/* Of one pair of seats, `seat` the lower one. */
struct svi_trade_pair {
    uint8_t seat, other;
    uint32_t trades; /* struck between them, whoever proposed */
    int32_t gain;    /* worth that `seat` has gained of `other`; negative: lost to it */
};

struct svi_trade_balance {
    uint32_t struck[SV_MAX_SEATS][SV_MAX_SEATS]; /* [lower][higher] */
    int32_t gain[SV_MAX_SEATS][SV_MAX_SEATS];    /* the same: the lower one's */
};

/* Takes in an event of `g`, right when it is reported. `trades` is all 0 before the first. */
void svi_trade_balance_take(struct svi_trade_balance *trades, const struct svi_game *g,
                            const struct sv_event *ev);

/* The pairs that have traded, ordered by seats; returns how many. */
unsigned svi_trade_balance_list(const struct svi_trade_balance *trades, unsigned seats,
                                struct svi_trade_pair list[SVI_TRADE_PAIRS]);

#endif

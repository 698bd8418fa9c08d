/* The seats' gains from each other by trades, in worth (RULES 3.5: cash, and deeds at their printed
 * price, or their mortgage value when mortgaged). They depend on the game's events alone. The
 * runner follows a match with them, and `verify` its replay. Functions keep no pointer and cannot
 * fail. */
#ifndef SVI_ARBITER_JOB_TRADE_BALANCE_H
#define SVI_ARBITER_JOB_TRADE_BALANCE_H

#include "record/record.h"

#define SVI_TRADE_PAIRS (SV_MAX_SEATS * (SV_MAX_SEATS - 1) / 2)

/* The trades of a pair of seats; `seat` is the lower one. */
struct svi_trade_pair {
    uint8_t seat, other;
    uint32_t trades; /* trades between them, proposed by either seat */
    int32_t gain;    /* worth that `seat` gained from `other`; negative if it lost */
};

struct svi_trade_balance {
    uint32_t struck[SV_MAX_SEATS][SV_MAX_SEATS]; /* trades: [lower][higher] */
    int32_t gain[SV_MAX_SEATS][SV_MAX_SEATS];    /* gain of the lower seat: [lower][higher] */
};

/* Takes an event of `g` at the moment when it is reported. `trades` is all 0 before the first
 * event. */
void svi_trade_balance_take(struct svi_trade_balance *trades, const struct svi_game *g,
                            const struct sv_event *ev);

/* Lists the pairs that have traded, ordered by seats. Returns their number. */
unsigned svi_trade_balance_list(const struct svi_trade_balance *trades, unsigned seats,
                                struct svi_trade_pair list[SVI_TRADE_PAIRS]);

#endif

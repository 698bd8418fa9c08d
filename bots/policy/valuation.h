/* What things are worth to a seat, in money: the one place where the reference bots judge deeds, sets,
 * rents and trades. Integers only, so that a bot decides alike on every machine. */
#ifndef SVI_BOTS_POLICY_VALUATION_H
#define SVI_BOTS_POLICY_VALUATION_H

#include "bots/policy/odds.h"

#include <solvent/bot.h>

/* What a bus ticket and a get-out-of-jail card are taken to be worth. */
#define SVI_TICKET_VALUE 60
#define SVI_CARD_VALUE 40

/* The table as a bot looks at it. */
struct svi_look {
    const struct sv_edition *e;
    const struct sv_position *p;
    const struct svi_odds *odds;
    unsigned seat; /* the bot's own */
};

/* What a seat has, or would have after a trade, a purchase or a loss. Buildings stay where they are. */
struct svi_holding {
    uint64_t deeds,
        mortgaged; /* sets of spaces; deeds that are not held do not matter in `mortgaged` */
    int64_t cash;
    int32_t need; /* cash the seat should keep: svi_reserve() */
    uint8_t cards, tickets;
};

/* How many turns of other players are yet to come, roughly: rents are expected so often. */
int32_t svi_traffic(const struct svi_look *k);

/* What a rent on `space` brings in all that time. */
int64_t svi_income(const struct svi_look *k, unsigned space, int32_t rent);

/* What `seat` is expected to pay others in one turn anywhere on the board. */
int32_t svi_rent_per_turn(const struct svi_look *k, unsigned seat);

/* Cash `seat` should keep: more, the higher the rents that the next roll may meet. */
int32_t svi_reserve(const struct svi_look *k, unsigned seat);

/* What landing on `space` is worth to the bot: a deed it would gain, less rent, tax or jail. Passing GO
 * on the way is the caller's to add. */
int32_t svi_landing(const struct svi_look *k, unsigned space);

/* Whether being out of jail is better than being in it. */
bool svi_freedom_pays(const struct svi_look *k);

struct svi_holding svi_holding_of(const struct svi_look *k, unsigned seat);

/* What one unowned deed is worth to the bot, counting that nobody else gets it: the price at which having
 * it and not having it are alike, between 0 and `most`. */
int32_t svi_deed_price(const struct svi_look *k, unsigned space, int32_t most);

/* How much of another's gain counts against the bot, in percent: all of it between two, less among many. */
int32_t svi_rivalry(const struct svi_look *k);

#endif

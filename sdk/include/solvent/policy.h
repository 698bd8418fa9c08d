/* The parts of the reference bots, for your own bot: where tokens land, what things are worth, what
 * to build, what to trade, and the bots themselves as values. They serve as opponents in sv_play(),
 * as policies of play-outs that trade and build (<solvent/search.h>), and in parts:
 *
 *     static void trade(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
 *     {
 *         const struct sv_look k = {m->edition, m->position, m->user, m->seat};
 *
 *         if (sv_offer_pays(&k, q->other, &q->offer)) {
 *             a->choice = SV_CHOICE_TRADE_ACCEPT;
 *         }
 *     }
 *
 * where `user` is a struct sv_odds that match_start has made by sv_odds_init(). Everything here is
 * money in whole numbers, the same on every machine. Nothing keeps what it is given, or allocates,
 * but sv_adviser_create() and a policy's match_start; a policy without memory answers by defaults.
 * Bots are constants of the library. docs/BOTS.md tells the ideas. */
#ifndef SOLVENT_POLICY_H
#define SOLVENT_POLICY_H

#include <solvent/search.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- bots ------------------------------------------------------------------------------------ */

/* All of them play every edition, answer legally always and use the SDK's generator only, so that a
 * match is the same in every run, and any number of futures may be played by one. Learner and
 * planner learn from a match's events; the others remember nothing from one question to the next.
 * bots/NAME.c runs one as a program. */

/* Gives any legal answer, at random. */
extern const struct sv_bot sv_policy_random;

/* Keeps a reserve, buys and builds with it in view, takes trades that are clearly good, proposes
 * none. */
extern const struct sv_bot sv_policy_careful;

/* Careful, and completes sets by trading: proposes, counters once, sells rather than go bankrupt.
 */
extern const struct sv_bot sv_policy_trader;

/* Plays by the value function (<solvent/value.h>): of some answers it gives the one with the best
 * position. */
extern const struct sv_bot sv_policy_learner;

/* Searches: tries some answers in many futures, in which the trader or the careful bot plays all
 * seats, and judges their ends by the value function. Half of the answers go on to more futures, a
 * half of these again, until two are left. It buys and answers offers as the learner does. Between
 * two players of `classic` it starts from the answers of `trained` (<solvent/network.h>), takes its
 * rival for that or a trader, and searches all answers at once. It needs the model (sv_bot.model).
 * `user` may point to a struct sv_search_how that stays as long as the bot; then `futures` is a mean
 * over the answers. NULL is sv_planner_default(), with 8 futures and 25 tenths to stay between two
 * players of `classic`.
 *
 *     struct sv_search_how how;
 *     struct sv_bot quick = sv_policy_planner;
 *
 *     sv_planner_default(&how);
 *     how.futures = 10;
 *     quick.user = &how; */
extern const struct sv_bot sv_policy_planner;

/* Writes the planner's default options: no clock, so that games can be repeated; 2 rounds, 24
 * futures, the value function; the learner's answer stands unless another is better by a standard
 * error. */
static inline void sv_planner_default(struct sv_search_how *out)
{
    sv_search_default(out);
    out->rounds = 2;
    out->futures = 24;
    out->sure = 25;
    out->stay = 10;
}

/* The i-th reference bot, from the weakest: random, tiny, careful, builder, trader, learner,
 * planner. NULL from the end on. Tiny and builder are those of bots/tiny.c and bots/builder.c. */
const struct sv_bot *sv_policy_at(unsigned i);

/* The reference bot of that name, or NULL. `learner@1` and `planner@1` are learner and planner as
 * Solvent 0.2 had them, which later versions leave unchanged. `trained` is sv_network_trained().
 * `gnome`, `hermit`, `seller` and `beggar` are the opponents of `solvent panel` (docs/BOTS.md). */
const struct sv_bot *sv_policy_named(const char *name);

/* A bot that answers for yours, in one match: a policy of your own needs to write only the
 * decisions in which it differs. Create it in match_start, pass it every event, and ask it where
 * you like:
 *
 *     static void buy(struct sv_match *m, const struct sv_question *q, struct sv_answer *a)
 *     {
 *         sv_adviser_answer(m->user, m, q, a);
 *         if (q->amount > 350) {
 *             a->choice = SV_CHOICE_BUY_DECLINE;
 *         }
 *     } */
struct sv_adviser;

/* Starts a match of `bot`, which must outlive the adviser, in the place of the bot of `m`. Returns
 * NULL without memory. sv_adviser_destroy() ends the match and frees the adviser; in match_end pass
 * the result on. It takes NULL, the next two functions do not. */
struct sv_adviser *sv_adviser_create(const struct sv_bot *bot, const struct sv_match *m);
void sv_adviser_destroy(struct sv_adviser *adviser, const struct sv_result *result);

/* Passes an event of the match on (sv_bot.event). */
void sv_adviser_event(struct sv_adviser *adviser, const struct sv_match *m,
                      const struct sv_event *ev);

/* Writes the answer that the adviser's bot gives: always a legal one, the default if need be. */
void sv_adviser_answer(struct sv_adviser *adviser, struct sv_match *m, const struct sv_question *q,
                       struct sv_answer *a);

/* ---- where tokens land ----------------------------------------------------------------------- */

#define SV_ODDS_ONE 65536 /* unit of all chances: certainty */

/* Landings, and what sets bring: worked out from an edition once a match, or less often. */
struct sv_odds {
    int32_t land[SV_MAX_SPACES]; /* landings of one player on each space, per turn */
    int32_t roll[13];            /* chance of each total of two white dice */
    /* of each group: what a full one brings */
    struct {
        int64_t rent; /* rents of a whole set with three houses each, times landings */
        int64_t cost; /* of those houses */
    } set[SV_MAX_GROUPS];
};

/* From the dice, the cards and the jail. The speed die is ignored: it moves all players about
 * equally. */
void sv_odds_init(struct sv_odds *odds, const struct sv_edition *e);

/* ---- what things are worth ------------------------------------------------------------------- */

/* Assumed worth of a bus ticket and of a get-out-of-jail card. */
#define SV_TICKET_VALUE 60
#define SV_CARD_VALUE 40

/* The table from the view of a living seat. The objects behind the pointers must outlive the look,
 * and the game must not be over. */
struct sv_look {
    const struct sv_edition *e;  /* the board */
    const struct sv_position *p; /* the table */
    const struct sv_odds *odds;  /* of `e` */
    unsigned seat;               /* the seat that looks: "the bot" below */
};

/* The holdings of a seat, now or after a supposed trade, purchase or loss. Buildings stay where
 * they are. */
struct sv_holding {
    uint64_t deeds;         /* set of spaces */
    uint64_t mortgaged;     /* set of spaces; those that are not held do not matter */
    int64_t cash;           /* in hand */
    int32_t need;           /* cash the seat should keep: sv_reserve() */
    uint8_t cards, tickets; /* get-out-of-jail cards, bus tickets */
};

/* Returns the current holdings of a seat. */
struct sv_holding sv_holding_of(const struct sv_look *k, unsigned seat);

/* Returns roughly how many turns of other players are still to come: rents are expected that
 * often. */
int32_t sv_traffic(const struct sv_look *k);

/* Returns the income of a rent on `space` in all turns of sv_traffic(). */
int64_t sv_income(const struct sv_look *k, unsigned space, int32_t rent);

/* Returns the rent that `seat` is expected to pay others in one turn anywhere on the board. */
int32_t sv_rent_per_turn(const struct sv_look *k, unsigned seat);

/* Returns the cash that `seat` should keep: more, the higher the rents that the next roll may
 * meet. */
int32_t sv_reserve(const struct sv_look *k, unsigned seat);

/* Returns the worth of landing on `space` to the bot: a deed it would gain, less rent, tax or jail.
 * Passing GO on the way is the caller's to add. */
int32_t sv_landing(const struct sv_look *k, unsigned space);

/* Returns whether being out of jail is better than being in jail. */
bool sv_freedom_pays(const struct sv_look *k);

/* Returns the worth of an unowned deed to the bot, including that no other player gets the deed:
 * the price, from 0 to `most`, at which buying makes no difference. */
int32_t sv_deed_price(const struct sv_look *k, unsigned space, int32_t most);

/* Returns the percentage of another player's gain that counts against the bot: 100 with two
 * players, less with more. */
int32_t sv_rivalry(const struct sv_look *k);

/* ---- plans ----------------------------------------------------------------------------------- */

/* Plans of a careful owner. Each function adds to a plan of the bot, which begins empty
 * (sv_answer_clear()) and may have steps of the other functions. */

/* Sells and mortgages until the plan brings `amount`, the deeds with the least return first.
 * Returns the cash that the plan brings then. It may be less than possible: the bank may lack
 * houses to break hotels into. */
int64_t sv_estate_raise(const struct sv_look *k, int64_t amount, struct sv_plan *plan);

/* Mortgages deeds outside of sets that may be built on, for at most about `amount`. Returns the
 * cash that the mortgages bring. */
int64_t sv_estate_pledge(const struct sv_look *k, int64_t amount, struct sv_plan *plan);

/* Spends up to `budget` on lifting mortgages, best return first: those of sets to be built on, and
 * others with `all`. Returns the cash spent. */
int64_t sv_estate_lift(const struct sv_look *k, int64_t budget, bool all, struct sv_plan *plan);

/* Spends up to `budget` on buildings, evenly, up to three houses everywhere first, best return
 * first. Returns the cash spent. */
int64_t sv_estate_build(const struct sv_look *k, int64_t budget, struct sv_plan *plan);

/* Develops the deeds: lifts mortgages of sets to build on, builds, and lifts other mortgages with a
 * good return; it keeps `reserve`. With `pledge` it mortgages single deeds to build up sets. */
void sv_estate_develop(const struct sv_look *k, int64_t reserve, bool pledge, struct sv_plan *plan);

/* Returns the cost of building the bot's sets up to three houses: the cash that would be well
 * spent. */
int64_t sv_estate_appetite(const struct sv_look *k);

/* Returns the space of `spaces` where one more level than in `plan` brings most rent for its price.
 * `spaces` is a set of at least one space, all of the bot. */
unsigned sv_estate_best_site(const struct sv_look *k, const struct sv_plan *plan, uint64_t spaces);

/* ---- trades ---------------------------------------------------------------------------------- */

/* Trades as both sides see them, if both value things as the bot does. */

/* Returns the gain of the bot, on either side, by an offer that `from` makes: its own gain,
 * minus a share of the other's gain (sv_rivalry()). */
int64_t sv_offer_gain(const struct sv_look *k, unsigned from, const struct sv_offer *offer);

/* Returns the least gain for which a trade is taken: more than the doubt about the valuation.
 * `moved` is the sum of cash and printed prices that change hands; the margin grows with it. */
int64_t sv_trade_margin(int64_t moved);

/* Returns whether the bot gains more than sv_trade_margin() by an offer of `from`. */
bool sv_offer_pays(const struct sv_look *k, unsigned from, const struct sv_offer *offer);

/* A lawful offer of the bot and the bot's gain by it, sv_offer_gain(). */
struct sv_deal {
    struct sv_offer offer; /* as the bot proposes it */
    int64_t gain;          /* in money */
};

/* Sets the cash of an offer whose deeds, cards and tickets stand, `offer.to` being the other side:
 * so that the other gains enough to accept, if it values things as the bot does, and `share`
 * percent (0-100) of what could be paid beyond that. Returns false when no cash makes both content,
 * or the offer would not be lawful; do not use the cash then. */
bool sv_deal_price(const struct sv_look *k, int share, struct sv_deal *deal);

/* Finds the best deal with any other seat: buys or swaps deeds that complete a set of the bot, or
 * sells deeds that complete another's set for enough. Returns false if no deal is worth it. The
 * function looks at the table before any plan. An answer with a plan is judged after that plan: if
 * the plan spends the cash of the deal or mortgages its deeds, call sv_check() first, or find the
 * deal in the table that sv_plan_apply() makes. */
bool sv_deal_find(const struct sv_look *k, int share, struct sv_deal *best);

/* Lists deals that the others would accept if they value things as the bot does, each at the least
 * price that the other would accept: swaps and sales of deeds that belong to a set of one of the
 * two. Writes up to `most` deals with the greatest gains, the best first, and returns their number,
 * which is 0 with two players. A gain may be negative: the caller decides which deals are good for
 * the bot. */
unsigned sv_deal_list(const struct sv_look *k, struct sv_deal out[], unsigned most);

/* For a seat that cannot pay `amount`: sells deeds of one set to the player who gives most above
 * their mortgage value. Returns false when no player would buy. */
bool sv_deal_rescue(const struct sv_look *k, int64_t amount, struct sv_deal *best);

#ifdef __cplusplus
}
#endif

#endif

/* Builds answers action by action: every question becomes a few choices among SV_ACTION_COUNT
 * numbers, and a mask says which of them are legal. A choice, a bid by a share of the price and a
 * space are whole answers. A plan takes one action for each building and deed, an offer one for
 * each deed, card and ticket, and cash is counted out in coins. docs/ENVIRONMENT.md numbers the
 * actions.
 *
 *     sv_action_begin(e, p, q, &a);
 *     do {
 *         sv_action_mask(e, p, q, &a, mask);
 *         ... choose an action ...
 *     } while (!sv_action_take(e, p, q, &a, action));
 *
 * An offer is drafted in `a` itself: until it is proposed, the draft lies after the offers that
 * count. Batches and rows (<solvent/env.h>, <solvent/replay.h>) and networks use these functions,
 * as may any bot that learns. All structs are the caller's; nothing here allocates or fails. */
#ifndef SOLVENT_ACTIONS_H
#define SOLVENT_ACTIONS_H

#include <solvent/game.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SV_COINS 16 /* coin i is 2^i: each amount is counted out from the largest coin down */

/* X(NAME, count, effect of action NAME + i): the actions, one after the other. Seats are counted
 * clockwise from the seat that is asked. */
#define SV_ACTIONS(X)                                                                              \
    X(DONE, 1, "the answer as it has been put together; the default where that is not legal")      \
    X(CHOICE, 3, "choice i; a counter-offer is drafted then")                                      \
    X(BID, 8, "0: none; 1: the lowest; 2-7: up to 1/2, 3/4, 1, 5/4, 3/2, 2 times the price")       \
    X(RAISE, SV_COINS, "coin i more than the lowest bid")                                          \
    X(LIMIT, SV_COINS, "coin i more than the bid as its limit")                                    \
    X(SPACE, SV_MAX_SPACES, "space i; of a layout: one level more there")                          \
    X(SELL, SV_MAX_SPACES, "one level less on space i")                                            \
    X(MORTGAGE, SV_MAX_SPACES, "mortgage space i")                                                 \
    X(LIFT, SV_MAX_SPACES, "lift the mortgage of space i")                                         \
    X(BUILD, SV_MAX_SPACES, "one level more on space i")                                           \
    X(OFFER, SV_MAX_SEATS, "draft an offer to the i-th seat clockwise")                            \
    X(GIVE, SV_MAX_SPACES, "in the draft we give deed i")                                          \
    X(GET, SV_MAX_SPACES, "in the draft we want deed i")                                           \
    X(GIVE_CARD, SV_MAX_JAIL_CARDS, "in the draft we give get-out-of-jail card i")                 \
    X(GET_CARD, SV_MAX_JAIL_CARDS, "in the draft we want it")                                      \
    X(GIVE_TICKET, 1, "in the draft we give a bus ticket more")                                    \
    X(GET_TICKET, 1, "in the draft we want a bus ticket more")                                     \
    X(GIVE_CASH, SV_COINS, "in the draft we give coin i")                                          \
    X(GET_CASH, SV_COINS, "in the draft we want coin i")                                           \
    X(PROPOSE, 1, "the draft joins the answer; a counter-offer is an answer then")

/* The number of each kind's first action, and of its last. */
enum {
#define X(NAME, count, text)                                                                       \
    SV_ACTION_##NAME, SV_ACTION_##NAME##_LAST = SV_ACTION_##NAME + (count)-1,
    SV_ACTIONS(X)
#undef X
        SV_ACTION_COUNT
};

/* Fills `a` with the answer from which the actions start. */
void sv_action_begin(const struct sv_edition *e, const struct sv_position *p,
                     const struct sv_question *q, struct sv_answer *a);

/* Fills `mask` with 1 for each legal action and 0 for the others. At least one action is legal, and
 * every sequence of legal actions ends. */
void sv_action_mask(const struct sv_edition *e, const struct sv_position *p,
                    const struct sv_question *q, const struct sv_answer *a,
                    uint8_t mask[SV_ACTION_COUNT]);

/* Takes an action, from 0 to SV_ACTION_COUNT - 1; an illegal one counts as DONE. Returns true when
 * `a` is complete, and legal. */
bool sv_action_take(const struct sv_edition *e, const struct sv_position *p,
                    const struct sv_question *q, struct sv_answer *a, unsigned action);

/* Returns the next action on the way from `a` to the legal answer `wanted`. It returns
 * SV_ACTION_COUNT when no action leads there, as for a plan whose steps are impossible one by one
 * while the bank is short of buildings. */
unsigned sv_action_toward(const struct sv_edition *e, const struct sv_position *p,
                          const struct sv_question *q, const struct sv_answer *a,
                          const struct sv_answer *wanted);

#ifdef __cplusplus
}
#endif

#endif

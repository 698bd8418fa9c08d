/* Bots with plain habits, for which a figure about decisions must agree with results: five mutants
 * of trader and five odd bots. Like the reference bots they remember nothing. */
#ifndef TESTS_ANALYSIS_ODD_BOTS_H
#define TESTS_ANALYSIS_ODD_BOTS_H

#include <solvent/bot.h>

/* X(name): the habit */
#define ODD_BOTS(X)                                                                                \
    X(never_bids)      /* trader, but drops out of every auction */                                \
    X(overbids)        /* trader, but bids up to twice the printed price */                        \
    X(accepts_all)     /* trader, but accepts every offer */                                       \
    X(hoards)          /* trader, but builds only from cash beyond 1000 */                         \
    X(leaves_railways) /* trader, but buys streets only */                                         \
    X(never_trades)    /* careful, but refuses every offer and builds nothing */                   \
    X(asks_too_much)   /* careful, but proposes trader's deals and asks for 300 more */            \
    X(sells_all)       /* careful, but sells and mortgages all that it has in every window */      \
    X(buys_nothing)    /* careful, but leaves every deed to the auction, and bids nothing */       \
    X(spends_all)      /* buys what it can pay for, and builds with its last cash */

#define X(name) +1
enum { ODD_BOT_COUNT = 0 ODD_BOTS(X) };
#undef X

/* Returns the i-th odd bot, or NULL from the end on. */
const struct sv_bot *odd_bot_at(unsigned i);

#endif

/* The reference bots as values: bots/NAME.c runs one as a program, tests and benches play them in process
 * with sv_play(). All of them play every edition, answer legally always and use the SDK's generator only,
 * so that a match is the same in every run. docs/BOTS.md says how they think. */
#ifndef SVI_BOTS_POLICY_POLICY_H
#define SVI_BOTS_POLICY_POLICY_H

#include <solvent/bot.h>

/* Any legal answer, from every corner of the rules. */
extern const struct sv_bot svi_bot_random;

/* Keeps a reserve, buys and builds with it in view, takes trades that are clearly good, proposes none. */
extern const struct sv_bot svi_bot_careful;

/* Careful, and completes sets by trading: proposes, counters once, sells rather than go bankrupt. */
extern const struct sv_bot svi_bot_trader;

#endif

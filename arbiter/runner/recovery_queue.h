/* The matches that a bot's lost process has left, until others take them up: one after the other,
 * in the order in which they began, each with a process of its own that has played nothing else. So
 * a crash costs a match only if it comes again when nothing but this match can be the reason;
 * whether it does, does not depend on what else was played at the same time. As all bots of a
 * worker take up their matches in the same order, none waits for another for ever. */
#ifndef SVI_ARBITER_RUNNER_RECOVERY_QUEUE_H
#define SVI_ARBITER_RUNNER_RECOVERY_QUEUE_H

#include "runner/bot_process.h"
#include "runner/live_match.h"

/* The bot is about to be lost, and its matches are to go on: they are held. How many they are. */
unsigned svi_recovery_collect(struct svi_bot_process *bot);

/* The bot has a process that has played nothing yet: it takes up the first match. */
void svi_recovery_take_up(struct svi_bot_process *bot, int64_t now_us);

/* The match is over. */
void svi_recovery_remove(struct svi_bot_process *bot, const struct svi_match *m);

/* The bot does not come again: all of them are given up. */
void svi_recovery_give_up(struct svi_bot_process *bot);

#endif

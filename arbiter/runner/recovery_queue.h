/* The matches that a bot's lost process has left. New processes take them up one after the other,
 * in the order in which they began; each process has played nothing else. So a crash costs a match
 * only if it comes again when this match alone can be the reason. Whether it does, does not depend
 * on other matches played at the same time. All bots of a worker take up their matches in one
 * order, so no bot waits for another for ever. */
#ifndef SVI_ARBITER_RUNNER_RECOVERY_QUEUE_H
#define SVI_ARBITER_RUNNER_RECOVERY_QUEUE_H

#include "runner/bot_process.h"
#include "runner/live_match.h"

/* Holds the matches of a bot that is about to be lost. Returns their number. */
unsigned svi_recovery_collect(struct svi_bot_process *bot);

/* Puts the bot's process, which has played nothing yet, into the first held match. */
void svi_recovery_take_up(struct svi_bot_process *bot, int64_t now_us);

/* Removes a match that is over from the bot's held matches. */
void svi_recovery_remove(struct svi_bot_process *bot, const struct svi_match *m);

/* Gives up all held matches of a bot that does not come again. */
void svi_recovery_give_up(struct svi_bot_process *bot);

#endif

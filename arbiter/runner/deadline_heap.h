/* A heap of a worker's bots, at least one, ordered by deadline. A stored deadline may be too early,
 * but never too late, so a deadline that moves later need not be reported. The worker owns the
 * array and the bots; nothing fails. */
#ifndef SVI_ARBITER_RUNNER_DEADLINE_HEAP_H
#define SVI_ARBITER_RUNNER_DEADLINE_HEAP_H

#include "runner/bot_process.h"

/* Makes a heap of n bots without deadlines. `heap` has room for n pointers. */
void svi_deadline_heap_init(struct svi_bot_process **heap, struct svi_bot_process *bots,
                            unsigned n);

/* Updates the heap when the deadline of a bot's session may have become earlier. */
void svi_deadline_heap_change(struct svi_bot_process **heap, unsigned n,
                              struct svi_bot_process *bot);

/* Returns the bot with the earliest deadline, whose `due_us` is now exact; it is SVI_NEVER if no
 * bot has a deadline. */
struct svi_bot_process *svi_deadline_heap_first(struct svi_bot_process **heap, unsigned n);

#endif

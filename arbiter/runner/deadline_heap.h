/* The bots of a worker in the order of their deadlines, as far as it is needed: a heap. What it
 * knows of a deadline may be too early, never too late, so that a later one need not be told. */
#ifndef SVI_ARBITER_RUNNER_DEADLINE_HEAP_H
#define SVI_ARBITER_RUNNER_DEADLINE_HEAP_H

#include "runner/bot_process.h"

/* Makes a heap of n links, none of which has a deadline yet. `heap` has room for them. */
void svi_deadline_heap_init(struct svi_bot_process **heap, struct svi_bot_process *bots,
                            unsigned n);

/* The deadline of a bot's session may be earlier than it was. */
void svi_deadline_heap_change(struct svi_bot_process **heap, unsigned n,
                              struct svi_bot_process *bot);

/* The bot with the earliest deadline, which is now known in `due_us`; SVI_NEVER: none has any. */
struct svi_bot_process *svi_deadline_heap_first(struct svi_bot_process **heap, unsigned n);

#endif

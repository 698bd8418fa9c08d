/* Ctrl-C and its kin, for commands that have something to end properly. */
#ifndef SVI_TOOLS_CONSOLE_INTERRUPT_H
#define SVI_TOOLS_CONSOLE_INTERRUPT_H

#include <stdatomic.h>

/* From now on the first SIGINT, SIGTERM or SIGHUP makes the result true; another ends the process
 * as usual, unless it comes within a third of a second: then it is the same one, sent twice. A
 * SIGHUP that nohup has us ignore stays ignored. */
const atomic_bool *svi_interrupt_catch(void);

#endif
